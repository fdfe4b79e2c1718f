/// The size and baselines that an item's content asks for, in points.
public struct IntrinsicContent: Sendable, Hashable, BitwiseCopyable {
  /// The width, or nil where the content has no opinion.
  public var width: Double?
  /// The height, or nil where the content has no opinion.
  public var height: Double?
  /// The distance of the first baseline from the top, or nil without text.
  public var firstBaseline: Double?
  /// The distance of the last baseline from the bottom, or nil without text.
  public var lastBaselineFromBottom: Double?

  /// No opinion.
  public static let none = IntrinsicContent()

  /// Content of a size. Numbers that are not finite count as absent, negative ones as 0.
  public init(
    width: Double? = nil, height: Double? = nil, firstBaseline: Double? = nil, lastBaselineFromBottom: Double? = nil
  ) {
    self.width = Self.length(width)
    self.height = Self.length(height)
    self.firstBaseline = Self.length(firstBaseline)
    self.lastBaselineFromBottom = Self.length(lastBaselineFromBottom)
  }

  /// What a measured leaf of a flex tree answers. It does not know the last baseline; that of one line is assumed.
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

/// How strongly an item keeps to the size of its content.
public struct ContentPriorities: Sendable, Hashable, BitwiseCopyable {
  /// Against being wider or higher than the content.
  public var hugging: LayoutPriority
  /// Against being narrower or lower than the content.
  public var compressionResistance: LayoutPriority

  /// 250 and 750, as UIKit has them; labels made in an editor have 251 for hugging.
  public init(hugging: LayoutPriority = .defaultLow, compressionResistance: LayoutPriority = .defaultHigh) {
    self.hugging = hugging
    self.compressionResistance = compressionResistance
  }
}

/// Which parts of an item's frame take part when its parent changes size; the others keep theirs.
public struct AutoresizingMask: Sendable, Hashable, OptionSet {
  /// The bits.
  public let rawValue: Int

  /// A mask from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The distance to the parent's left side changes.
  public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
  /// The width changes.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance to the parent's right side changes.
  public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
  /// The distance to the parent's top changes.
  public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
  /// The height changes.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance to the parent's bottom changes.
  public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
}

/// Measures the content of items whose size depends on the room they get, such as text.
///
/// Answers must depend on nothing but the arguments and the content: the layout keeps them until
/// `ConstraintLayout.markDirty(_:)` says that the content changed.
public protocol ConstraintMeasuring {
  /// The size of the content of `item`.
  ///
  /// - Parameters:
  ///   - width: `maxContent` for the width that the content likes best, `minContent` for the least that it can bear,
  ///     or the width that constraints gave the item.
  ///   - height: `maxContent`.
  func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent
}

/// For layouts without measured items.
public struct NoConstraintMeasuring: ConstraintMeasuring, Sendable {
  /// Measures nothing.
  public init() {}

  /// No opinion.
  public func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent {
    .none
  }
}

/// What the layout keeps for an item.
struct ItemRecord: Sendable {
  enum Kind: BitwiseCopyable {
    /// Has variables of its own.
    case box
    /// Lies inside its parent at fixed distances, and has no variables.
    case inset(EdgeInsets, isDirectional: Bool)
  }

  var generation: UInt32 = 0
  var isUsed = true
  var kind = Kind.box
  var parent: Int32 = -1
  var depth: Int32 = 0
  /// Left and top relative to the parent; the root has none. Width and height.
  var x: SolverVariable?
  var y: SolverVariable?
  var width: SolverVariable?
  var height: SolverVariable?
  var name: String?

  // Content
  var content = IntrinsicContent.none
  var horizontal = ContentPriorities()
  var vertical = ContentPriorities()
  /// The constraints made from the content and the frame: hugging and compression for both axes, or none.
  var contentConstraints: ContentConstraints?
  var isMeasured = false
  /// Whether the natural size has to be asked for.
  var isContentDirty = false
  var naturalContent = IntrinsicContent.none
  /// The width for which `content.height` was measured last.
  var measuredWidth = Double.nan

  // Results
  var unrounded = Rect.zero
  var frame = Rect.zero
  var subpixel = Point.zero
  var isMarked = false

  /// Whether constraints may be set between its baselines and something else.
  var hasBaselineConstraint = false
}

/// The constraints that stand for an item's content, by their places in the layout; -1 for none.
struct ContentConstraints: BitwiseCopyable {
  var huggingWidth: Int32 = -1
  var compressionWidth: Int32 = -1
  var huggingHeight: Int32 = -1
  var compressionHeight: Int32 = -1
}
