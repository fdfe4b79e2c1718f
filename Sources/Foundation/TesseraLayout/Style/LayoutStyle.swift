/// All that layout knows about one node. The properties are CSS's, by their camel-case names; lengths are points.
///
/// The defaults are those of app layout rather than of documents: items are stacked in a column, do not shrink, have no
/// automatic minimum size, and sizes name the border box.
public struct LayoutStyle: Sendable, Hashable, BitwiseCopyable {
  /// Whether the node has a box.
  public var display: Display = .flex
  /// How the node is placed.
  public var positionType: PositionType = .relative
  /// The direction of text and of rows.
  public var direction: Direction = .inherit
  /// What happens to content outside the box.
  public var overflow: Overflow = .visible
  /// Which box the sizes name.
  public var boxSizing: BoxSizing = .borderBox

  /// The main axis, along which items stand.
  public var flexDirection: FlexDirection = .column
  /// Whether items break into lines.
  public var flexWrap: FlexWrap = .nowrap
  /// Where free space goes along the main axis.
  public var justifyContent: JustifyContent = .normal
  /// Where items stand across the main axis.
  public var alignItems: AlignItems = .normal
  /// Where this item stands across its container's main axis.
  public var alignSelf: AlignSelf = .auto
  /// Where free space goes between lines.
  public var alignContent: AlignContent = .flexStart

  /// The share of positive free space that the item takes. Negative values count as 0.
  public var flexGrow: Double = 0
  /// The share of negative free space, weighed by its base size, that the item gives up. Negative values count as 0.
  public var flexShrink: Double = 0
  /// The size along the main axis before items grow and shrink; `auto` is `width` or `height`.
  public var flexBasis: Dimension = .auto

  /// The width.
  public var width: Dimension = .auto
  /// The height.
  public var height: Dimension = .auto
  /// The smallest width; `auto` is CSS's automatic minimum size.
  public var minWidth: Dimension = 0
  /// The smallest height; `auto` is CSS's automatic minimum size.
  public var minHeight: Dimension = 0
  /// The largest width; `unset` is no limit.
  public var maxWidth: Dimension = .unset
  /// The largest height; `unset` is no limit.
  public var maxHeight: Dimension = .unset
  /// Width divided by height, or nil. Anything but a positive finite number counts as nil.
  public var aspectRatio: Double?

  /// The room around the border box.
  public var margin: Edges = .zero
  /// The room between border and content.
  public var padding: Edges = .zero
  /// The widths of the borders, in points: percentages and keywords count as 0.
  public var border: Edges = .zero
  /// Insets (CSS `left`, `top`, `right`, `bottom`); `auto` where nothing is asked for.
  public var position: Edges = .auto

  /// The room between rows: lines of a row that wraps, items of a column.
  public var rowGap: Dimension = 0
  /// The room between columns: items of a row, lines of a column that wraps.
  public var columnGap: Dimension = 0

  /// A style with all the defaults.
  public init() {}

  /// The default style with some changes:
  ///
  /// ```swift
  /// let cell = LayoutStyle { $0.flexGrow = 1; $0.height = 44 }
  /// ```
  public init(_ change: (inout LayoutStyle) -> Void) {
    self.init()
    change(&self)
  }
}
