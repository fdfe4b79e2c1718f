/// All that layout knows about one node. The properties are CSS's, by their camel-case names; lengths are points.
///
/// The defaults are those of app layout rather than of documents: items are stacked in a column, do not shrink, have no
/// automatic minimum size, and sizes name the border box.
public struct LayoutStyle: Sendable, Hashable, BitwiseCopyable {
  public var display: Display = .flex
  public var positionType: PositionType = .relative
  public var direction: Direction = .inherit
  public var overflow: Overflow = .visible
  public var boxSizing: BoxSizing = .borderBox

  public var flexDirection: FlexDirection = .column
  public var flexWrap: FlexWrap = .nowrap
  public var justifyContent: JustifyContent = .normal
  public var alignItems: AlignItems = .normal
  public var alignSelf: AlignSelf = .auto
  public var alignContent: AlignContent = .flexStart

  /// The share of positive free space that the item takes. Negative values count as 0.
  public var flexGrow: Double = 0
  /// The share of negative free space, weighed by its base size, that the item gives up. Negative values count as 0.
  public var flexShrink: Double = 0
  public var flexBasis: Dimension = .auto

  public var width: Dimension = .auto
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

  public var margin: Edges = .zero
  public var padding: Edges = .zero
  /// The widths of the borders, in points: percentages and keywords count as 0.
  public var border: Edges = .zero
  /// Insets (CSS `left`, `top`, `right`, `bottom`); `auto` where nothing is asked for.
  public var position: Edges = .auto

  public var rowGap: Dimension = 0
  public var columnGap: Dimension = 0

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
