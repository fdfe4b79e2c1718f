import TesseraBundles
import TesseraLayout
import TesseraRuntime

extension WidgetDefinition {
  /// A cell of a usual grid, in points, and the space between two.
  private static let cell = 88.0
  private static let gap = 16.0

  /// The size that the widget has when it is placed on a usual grid, in points.
  var usualSize: Size {
    func length(_ cells: Int) -> Double { Self.cell * Double(cells) + Self.gap * Double(cells - 1) }
    let cells = bundle.manifest.sizes.default
    return Size(width: length(cells.columns), height: length(cells.rows))
  }
}
