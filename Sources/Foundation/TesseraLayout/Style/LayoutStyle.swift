/// The layout style of a node. The properties are those of CSS with camel-case names; lengths are in points.
///
/// The defaults suit app layout rather than documents: items are stacked in a column, do not shrink and have no
/// automatic minimum size, and sizes refer to the border box.
public struct LayoutStyle: Sendable, Hashable, BitwiseCopyable {
  /// Whether and how the node generates a box.
  public var display: Display = .flex
  /// The positioning scheme of the node.
  public var positionType: PositionType = .relative
  /// The direction of text and rows.
  public var direction: Direction = .inherit
  /// The handling of content that overflows the box.
  public var overflow: Overflow = .visible
  /// The box that sizes refer to.
  public var boxSizing: BoxSizing = .borderBox

  /// The main axis, along which items are placed.
  public var flexDirection: FlexDirection = .column
  /// Whether items wrap into lines.
  public var flexWrap: FlexWrap = .nowrap
  /// The distribution of free space along the main axis.
  public var justifyContent: JustifyContent = .normal
  /// The alignment of items along the cross axis.
  public var alignItems: AlignItems = .normal
  /// The alignment of this item along its container's cross axis; nil for `auto`, which uses the container's
  /// ``alignItems``.
  public var alignSelf: AlignItems?
  /// The distribution of free space between lines.
  public var alignContent: AlignContent = .flexStart

  /// The flex grow factor: the item's share of positive free space. Negative values count as 0.
  public var flexGrow: Double = 0
  /// The flex shrink factor: the item's share of negative free space, weighted by its base size. Negative values count
  /// as 0.
  public var flexShrink: Double = 0
  /// The main size before growing and shrinking; `auto` uses `width` or `height`.
  public var flexBasis: Dimension = .auto

  /// The width.
  public var width: Dimension = .auto
  /// The height.
  public var height: Dimension = .auto
  /// The minimum width; `auto` is the CSS automatic minimum size.
  public var minWidth: Dimension = 0
  /// The minimum height; `auto` is the CSS automatic minimum size.
  public var minHeight: Dimension = 0
  /// The maximum width; `unset` means no limit.
  public var maxWidth: Dimension = .unset
  /// The maximum height; `unset` means no limit.
  public var maxHeight: Dimension = .unset
  /// The ratio of width to height, or nil. Any value other than a positive finite number counts as nil.
  public var aspectRatio: Double?

  /// The margins outside of the border box.
  public var margin: Edges = .zero
  /// The padding between border and content.
  public var padding: Edges = .zero
  /// The border widths in points; percentages and keywords count as 0.
  public var border: Edges = .zero
  /// The insets (CSS `left`, `top`, `right`, `bottom`); `auto` if unspecified.
  public var position: Edges = .auto

  /// The gap between rows: the lines of a multi-line row, or the items of a column.
  public var rowGap: Dimension = 0
  /// The gap between columns: the items of a row, or the lines of a multi-line column.
  public var columnGap: Dimension = 0

  /// Creates a style with default values.
  public init() {}

  /// Creates a style by changing the default values:
  ///
  /// ```swift
  /// let cell = LayoutStyle { $0.flexGrow = 1; $0.height = 44 }
  /// ```
  public init(_ change: (inout LayoutStyle) -> Void) {
    self.init()
    change(&self)
  }
}
