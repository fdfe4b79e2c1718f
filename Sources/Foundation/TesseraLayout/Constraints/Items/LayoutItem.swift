/// The intrinsic size and baselines of an item's content, in points.
public struct IntrinsicContent: Sendable, Hashable, BitwiseCopyable {
  /// The intrinsic width, or nil if the content has none.
  public var width: Double?
  /// The intrinsic height, or nil if the content has none.
  public var height: Double?
  /// The distance from the top to the first baseline, or nil without text.
  public var firstBaseline: Double?
  /// The distance from the bottom to the last baseline, or nil without text.
  public var lastBaselineFromBottom: Double?

  /// Content without an intrinsic size.
  public static let none = IntrinsicContent()

  /// Creates content with the given size. Numbers that are not finite count as nil, negative numbers as 0.
  public init(
    width: Double? = nil, height: Double? = nil, firstBaseline: Double? = nil, lastBaselineFromBottom: Double? = nil
  ) {
    self.width = Self.length(width)
    self.height = Self.length(height)
    self.firstBaseline = Self.length(firstBaseline)
    self.lastBaselineFromBottom = Self.length(lastBaselineFromBottom)
  }

  /// Creates content from the size of a measured leaf of a flex tree. The leaf does not report its last baseline, so a
  /// single line is assumed.
  public init(_ measured: MeasuredSize) {
    self.init(
      width: measured.size.width, height: measured.size.height, firstBaseline: measured.firstBaseline,
      lastBaselineFromBottom: measured.firstBaseline.map { max(0, measured.size.height - $0) })
  }

  private static func length(_ value: Double?) -> Double? {
    guard let value, value.isFinite else { return nil }
    return min(max(0, value), ConstraintSolver.constantLimit)
  }
}

/// The priorities with which an item keeps the size of its content.
public struct ContentPriorities: Sendable, Hashable, BitwiseCopyable {
  /// The resistance against growing larger than the content.
  public var hugging: LayoutPriority
  /// The resistance against shrinking below the content.
  public var compressionResistance: LayoutPriority

  /// Creates priorities. The defaults are 250 and 750, as in UIKit; labels created in Interface Builder have a hugging
  /// priority of 251.
  public init(hugging: LayoutPriority = .defaultLow, compressionResistance: LayoutPriority = .defaultHigh) {
    self.hugging = hugging
    self.compressionResistance = compressionResistance
  }
}

/// The parts of an item's frame that change with the size of its parent; the others remain fixed.
public struct AutoresizingMask: Sendable, Hashable, OptionSet {
  /// The raw bits of the mask.
  public let rawValue: Int

  /// Creates a mask from its raw bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The distance to the parent's left edge is flexible.
  public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
  /// The width is flexible.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance to the parent's right edge is flexible.
  public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
  /// The distance to the parent's top edge is flexible.
  public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
  /// The height is flexible.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance to the parent's bottom edge is flexible.
  public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
}

/// Measures the content of items whose size depends on the available space, such as text.
///
/// Results must depend only on the arguments and the content. The layout caches them until
/// `ConstraintLayout.markDirty(_:)` reports that the content changed.
public protocol ConstraintMeasuring {
  /// Returns the size of the content of `item`.
  ///
  /// - Parameters:
  ///   - width: `maxContent` for the preferred width of the content, `minContent` for its minimum width, or the width
  ///     that the constraints give the item.
  ///   - height: `maxContent`.
  func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent
}

/// A `ConstraintMeasuring` for layouts without measured items.
public struct NoConstraintMeasuring: ConstraintMeasuring, Sendable {
  /// Creates an instance.
  public init() {}

  /// Returns content without an intrinsic size.
  public func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent {
    .none
  }
}

/// The layout's record of an item.
struct ItemRecord: Sendable {
  enum Kind: BitwiseCopyable {
    /// An item with its own variables.
    case box
    /// An item at fixed insets inside its parent, without variables.
    case inset(EdgeInsets, isDirectional: Bool)
  }

  var generation: UInt32 = 0
  var isUsed = true
  var kind = Kind.box
  var parent: Int32 = -1
  var depth: Int32 = 0
  /// The left and top edges relative to the parent (nil for the root), the width and the height.
  var x: SolverVariable?
  var y: SolverVariable?
  var width: SolverVariable?
  var height: SolverVariable?
  var name: String?

  // Content
  var content = IntrinsicContent.none
  var horizontal = ContentPriorities()
  var vertical = ContentPriorities()
  /// The constraints for the content: hugging and compression resistance along both axes; nil if there are none.
  var contentConstraints: ContentConstraints?
  var isMeasured = false
  /// Whether the height is also measured for widths above the natural one.
  var isMeasuredWider = false
  /// Whether the natural size must be measured.
  var isContentDirty = false
  var naturalContent = IntrinsicContent.none
  /// The width for which `content.height` was last measured.
  var measuredWidth = Double.nan

  // Results
  var unrounded = Rect.zero
  var frame = Rect.zero
  var subpixel = Point.zero
  var isMarked = false
}

/// The constraints that represent an item's content, as indices into the layout; -1 means none.
struct ContentConstraints: BitwiseCopyable {
  var huggingWidth: Int32 = -1
  var compressionWidth: Int32 = -1
  var huggingHeight: Int32 = -1
  var compressionHeight: Int32 = -1
}
