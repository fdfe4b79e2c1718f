import TesseraCustomWidgets
import TesseraLayout
import TesseraValues
import TesseraViews

/// A square as large as there is room for, with a handle on its own size: it grows and shrinks by a row and a column at once.
final class SquareWidget: GridWidget {
  static let color = ModelKey("color", "The colour of the square.", default: "accent", type: .color, title: "Colour")

  static let definition = CustomWidgetDefinition(
    type: "square", id: "org.example.square", title: "Square", documentation: "A square that keeps its shape.",
    properties: [color.property],
    sizes: .init(
      preferred: GridSize(columns: 2, rows: 2), minimum: GridSize(columns: 1, rows: 1)))

  /// Around the square, in points.
  static let margin = 5.0

  private let environment: CustomWidgetEnvironment
  private let square: View
  private let box: SquareBox
  private var requestedSize = Size.zero

  init(delegate: CustomWidgetEventDelegate, environment: CustomWidgetEnvironment) {
    self.environment = environment
    square = View(.container, in: environment.viewContext)
    square[.cornerRadius] = 13
    box = SquareBox(square, in: environment.viewContext)
    show()
  }

  var view: View { box }

  func modelDidChange(_ change: ModelChange) { show() }

  private func show() { square[.backgroundColor] = environment.model[Self.color].modelValue }

  func setFrame(_ frame: Rect) { requestedSize = frame.size }

  /// The square, which the buttons stand around.
  var calculatedFrame: Rect { Self.square(in: requestedSize) }

  static func square(in size: Size) -> Rect {
    let side = max(0, min(size.width, size.height) - 2 * margin)
    return Rect(x: margin, y: margin, width: side, height: side)
  }

  // MARK: The board

  private func size(for type: AccessoryType) -> GridSize? {
    guard let cells = environment.grid?.cells else { return nil }
    switch type {
    case .expand: return GridSize(columns: cells.columns + 1, rows: cells.rows + 1)
    case .shrink:
      guard cells.columns > 1, cells.rows > 1 else { return nil }
      return GridSize(columns: cells.columns - 1, rows: cells.rows - 1)
    case .settings: return nil
    }
  }

  func isAccessoryTypeEnabled(_ type: AccessoryType) -> Bool {
    type == .settings || size(for: type).map(environment.containsSpaceToExpandOrShrink(to:)) ?? false
  }

  func accessoryTypeTapped(_ type: AccessoryType) {
    if let size = size(for: type) { environment.updateForExpandOrShrink(to: size) }
  }
}

/// Keeps its child a square at its left top corner. Its place changes smoothly, as the widget's does.
private final class SquareBox: DrawnView {
  private let square: View

  init(_ square: View, in context: ViewContext) {
    self.square = square
    super.init(.drawn, in: context)
    addChild(square)
  }

  override var laysOutChildren: Bool { false }

  override func layoutSubviews() { place(square, at: SquareWidget.square(in: frame.size)) }
}
