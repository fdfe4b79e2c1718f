/// The state of a flex item during layout of its container. Sizes are those of the border box; `main` and `cross` refer
/// to the container's axes.
struct FlexItem: BitwiseCopyable {
  var node: Int32
  var align: AlignItems
  var isRightToLeft: Bool
  var isFrozen = false
  /// Whether percentages of the item's children can resolve against the item's height.
  var isHeightDefinite = false
  /// Whether the height is derived from the width, and may still be stretched.
  var isHeightByRatio = false
  /// Whether the width of an item in a column depends on its height.
  var isWidthByHeight = false
  /// Whether the cross size is final and need not be stretched, measured or derived.
  var isCrossKnown = false
  var autoMargins: AutoMargins = []

  var margin: EdgeInsets
  var inset: EdgeInsets

  var flexBaseSize = 0.0
  var hypotheticalMain = 0.0
  var main = 0.0
  var minMain = 0.0
  var maxMain = Double.infinity

  var cross = Double.unknownLength
  var minCross = 0.0
  var maxCross = Double.infinity

  /// The distance from the top of the border box; NaN if the item has no baseline.
  var baseline = Double.unknownLength
  var mainPosition = 0.0
  var crossPosition = 0.0

  struct AutoMargins: OptionSet, BitwiseCopyable {
    var rawValue: UInt8
    static let left = AutoMargins(rawValue: 1)
    static let top = AutoMargins(rawValue: 2)
    static let right = AutoMargins(rawValue: 4)
    static let bottom = AutoMargins(rawValue: 8)
  }
}

/// A line of flex items.
struct FlexLine: BitwiseCopyable {
  var start: Int
  var end: Int
  var cross = 0.0
  var crossPosition = 0.0
  /// The largest distance from the line's cross start edge to a baseline.
  var ascent = 0.0

  var count: Int { end - start }
}

/// The state of a flex container during its layout.
struct FlexContainer: BitwiseCopyable {
  var node: Int
  var constraint: BoxConstraint
  var isRow: Bool
  /// Whether items start at the end of the main axis.
  var isReverse: Bool
  var isMultiline: Bool
  var isWrapReverse: Bool
  var isRightToLeft: Bool
  var justifyContent: JustifyContent
  var alignItems: AlignItems
  var alignContent: AlignContent
  var inset: EdgeInsets
  /// The size of the content box; the height is NaN if it depends on the content.
  var innerWidth: Double
  var innerHeight: Double
  /// The basis for percentages of the items' margins and padding.
  var percentWidth: Double
  /// The basis for percentages of the items' heights.
  var percentHeight: Double
  var mainGap: Double
  var crossGap: Double
  var items: UnsafeMutablePointer<FlexItem>
  var itemCount = 0
  var lines: UnsafeMutablePointer<FlexLine>
  var lineCount = 0
  /// Whether there may be absolutely positioned descendants whose containing block is this container.
  var hasOutOfFlow = false
  /// Whether any child has `display: none` or `contents`.
  var hasHidden = false

  /// Whether the main axis starts at its physical far end (right or bottom).
  var isMainFlipped: Bool { isReverse != (isRow && isRightToLeft) }
  /// Whether the cross axis starts at its physical far end.
  var isCrossFlipped: Bool { isWrapReverse != (!isRow && isRightToLeft) }

  @inline(__always)
  func outerMain(_ item: FlexItem, _ size: Double) -> Double {
    isRow ? size + item.margin.left + item.margin.right : size + item.margin.top + item.margin.bottom
  }

  @inline(__always)
  func outerCross(_ item: FlexItem) -> Double {
    isRow
      ? item.cross + item.margin.top + item.margin.bottom : item.cross + item.margin.left + item.margin.right
  }

  @inline(__always)
  func mainInset(_ item: FlexItem) -> Double {
    isRow ? item.inset.left + item.inset.right : item.inset.top + item.inset.bottom
  }

  /// Returns whether an auto margin absorbs the free space along the cross axis.
  @inline(__always)
  func hasAutoCrossMargin(_ item: FlexItem) -> Bool {
    !item.autoMargins.isEmpty && !item.autoMargins.isDisjoint(with: isRow ? [.top, .bottom] : [.left, .right])
  }

  @inline(__always)
  func isStretched(_ item: FlexItem) -> Bool {
    item.align == .stretch && !hasAutoCrossMargin(item)
  }
}
