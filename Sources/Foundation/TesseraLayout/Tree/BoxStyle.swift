/// The tree's internal form of a style: trivial to copy, sanitized and small. Edges are stored in a side table, because
/// most nodes use the defaults.
struct BoxStyle: BitwiseCopyable, Equatable {
  var width: Dimension
  var height: Dimension
  var minWidth: Dimension
  var minHeight: Dimension
  var maxWidth: Dimension
  var maxHeight: Dimension
  var flexBasis: Dimension
  var rowGap: Dimension
  var columnGap: Dimension
  var flexGrow: Double
  var flexShrink: Double
  /// The ratio of width to height; 0 if there is none.
  var aspectRatio: Double
  /// The index in the table of edges, or -1 if all edges have their defaults.
  var edges: Int32
  var display: Display
  var positionType: PositionType
  var direction: Direction
  var overflow: Overflow
  var boxSizing: BoxSizing
  var flexDirection: FlexDirection
  var flexWrap: FlexWrap
  var justifyContent: JustifyContent
  var alignItems: AlignItems
  var alignSelf: AlignItems?
  var alignContent: AlignContent

  init(_ style: LayoutStyle, edges: Int32) {
    width = style.width
    height = style.height
    minWidth = style.minWidth
    minHeight = style.minHeight
    maxWidth = style.maxWidth
    maxHeight = style.maxHeight
    flexBasis = style.flexBasis
    rowGap = style.rowGap
    columnGap = style.columnGap
    flexGrow = Self.factor(style.flexGrow)
    flexShrink = Self.factor(style.flexShrink)
    aspectRatio = Self.ratio(style.aspectRatio)
    self.edges = edges
    display = style.display
    positionType = style.positionType
    direction = style.direction
    overflow = style.overflow
    boxSizing = style.boxSizing
    flexDirection = style.flexDirection
    flexWrap = style.flexWrap
    justifyContent = style.justifyContent
    alignItems = style.alignItems
    alignSelf = style.alignSelf
    alignContent = style.alignContent
  }

  /// Returns the style in its public form.
  func layoutStyle(edges: BoxEdges) -> LayoutStyle {
    var style = LayoutStyle()
    style.width = width
    style.height = height
    style.minWidth = minWidth
    style.minHeight = minHeight
    style.maxWidth = maxWidth
    style.maxHeight = maxHeight
    style.flexBasis = flexBasis
    style.rowGap = rowGap
    style.columnGap = columnGap
    style.flexGrow = flexGrow
    style.flexShrink = flexShrink
    style.aspectRatio = aspectRatio > 0 ? aspectRatio : nil
    style.display = display
    style.positionType = positionType
    style.direction = direction
    style.overflow = overflow
    style.boxSizing = boxSizing
    style.flexDirection = flexDirection
    style.flexWrap = flexWrap
    style.justifyContent = justifyContent
    style.alignItems = alignItems
    style.alignSelf = alignSelf
    style.alignContent = alignContent
    style.margin = edges.margin
    style.padding = edges.padding
    style.border = edges.border
    style.position = edges.position
    return style
  }

  private static func factor(_ value: Double) -> Double {
    value > 0 ? min(value, Dimension.limit) : 0
  }

  private static func ratio(_ value: Double?) -> Double {
    guard let value, value > 0, value.isFinite else { return 0 }
    return min(max(value, 1e-6), 1e6)
  }
}

/// The edges of a node: an entry of the tree's side table.
struct BoxEdges: BitwiseCopyable, Equatable {
  var margin: Edges
  var padding: Edges
  var border: Edges
  var position: Edges

  static let `default` = BoxEdges(margin: .zero, padding: .zero, border: .zero, position: .auto)
}
