import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues

extension WidgetDefinition {
  /// The size of a typical grid's cell and the gap between cells, in points.
  private static let cell = 88.0
  private static let gap = 16.0

  /// The default size of the widget on a typical grid, in points.
  var usualSize: Size {
    func length(_ cells: Int) -> Double { Self.cell * Double(cells) + Self.gap * Double(cells - 1) }
    let cells = bundle.manifest.sizes.default
    return Size(width: length(cells.columns), height: length(cells.rows))
  }
}
