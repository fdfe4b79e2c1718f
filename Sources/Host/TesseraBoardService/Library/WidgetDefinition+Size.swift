import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues

extension WidgetDefinition {
  /// The size of a typical grid's cell and the gap between cells, in points.
  private static let cell = 88.0
  private static let gap = 16.0

  /// The default size of the widget on a typical grid, in points.
  var usualSize: Size { Self.usualSize(of: bundle.manifest.sizes.default) }

  /// The size of some cells on a typical grid, in points.
  static func usualSize(of cells: GridSize) -> Size {
    func length(_ cells: Int) -> Double { cell * Double(cells) + gap * Double(cells - 1) }
    return Size(width: length(cells.columns), height: length(cells.rows))
  }
}
