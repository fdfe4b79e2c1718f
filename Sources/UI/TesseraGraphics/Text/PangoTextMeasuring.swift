import Synchronization
import TesseraLayout
import TesseraValues
public import TesseraViews

/// Measures text with Pango in Inter, in the way that Chromium lays it out with `white-space: pre-wrap`,
/// `overflow-wrap: break-word` and an explicit line height.
///
/// Sizes are rounded up to 1/64 point, the unit in which browsers lay out, so that the measured width always suffices
/// for the same lines. Text after ``TextLimits/maximumLength`` bytes is ignored.
///
/// Results are cached. Measuring a known text at a known width costs a lookup, at a new width line breaking, and a
/// new text costs shaping. One measurer can be used by many threads. Pango runs under a lock of the measurer. Cached
/// results are read without this lock, so that measuring a known text does not wait for a long new text.
public final class PangoTextMeasuring: TextMeasuring {
  private let shards: [CacheShard]
  private let lock = Mutex(())
  /// Guarded by `lock`. It is not the lock's value, because drawing passes glyphs under the lock to canvases outside
  /// it.
  nonisolated(unsafe) private var state: State

  /// Creates a measurer.
  /// - Parameters:
  ///   - families: The font families. The first one that contains a character is used. If none does, fontconfig
  ///     chooses the font; emoji use its emoji font. An emoji family must not be listed here, because fontconfig
  ///     would prefer it for digits, too.
  ///   - cacheSize: The approximate memory limit of the cache, in bytes.
  public init(families: [String] = ["Inter", "sans-serif"], cacheSize: Int = 16 << 20) {
    shards = (0..<Self.shardCount).map { _ in CacheShard(maximumCost: cacheSize / 4 / Self.shardCount) }
    state = State(families: families, cacheSize: cacheSize - cacheSize / 4)
  }

  /// Measures a text that is broken into lines of at most `width` points; nil for no limit, 0 for the longest word.
  public func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics {
    let key = MetricsKey(text: TextKey(text), style: style, width: width)
    let shard = shards[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shardCount))]
    if let answer = shard.metrics.withLock({ $0.element(for: key) }) { return answer }
    let answer = withState { $0.measure(text, style: style, width: width) }
    shard.metrics.withLock { $0.insert(answer, for: key, cost: 256 + text.utf8.count) }
    return answer
  }

  /// Returns the distance between baselines of a style: its own, or the font's at its size. A browser uses it as
  /// `line-height`, so that fallback fonts do not make lines higher.
  public func lineHeight(of style: TextStyle) -> Double {
    style.lineHeight ?? withState { $0.shaper.font(FontKey(style)).measures.lineHeight }
  }

  /// Breaks a text into lines for drawing. The lines are identical to the measured ones.
  func set(_ text: String, style: TextStyle, width: Double?) -> TextLayout {
    guard !text.isEmpty else { return TextLayout(style: style) }
    return withState { state in
      let shaped = state.shaper.shape(text, style: style)
      return TextLayout(text, shaped: shaped, breaker: state.breaker(text, shaped, style, width), style: style)
    }
  }

  /// Shapes a part of a line and calls the closure with its fonts and glyphs from left to right, under the lock.
  func withGlyphs(
    of part: TextLayout.Part, style: TextStyle, isRightToLeft: Bool, _ body: (TextShaper.GlyphRun) -> Void
  ) {
    withState { $0.shaper.forEachRun(of: part, style: style, isRightToLeft: isRightToLeft, body) }
  }

  /// The number of parts of the cache. Threads rarely access the same one.
  private static let shardCount = 4

  /// A part of the cache.
  private final class CacheShard: Sendable {
    let metrics: Mutex<LRUCache<MetricsKey, TextMetrics>>

    init(maximumCost: Int) { metrics = Mutex(LRUCache(maximumCost: maximumCost)) }
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { _ in body(&state) }
  }

  /// The state guarded by the lock.
  private struct State {
    let shaper: TextShaper
    var shapes: LRUCache<ShapeKey, ShapedText>

    init(families: [String], cacheSize: Int) {
      shaper = TextShaper(families: families)
      shapes = LRUCache(maximumCost: cacheSize)
    }

    mutating func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics {
      let shaped = shape(text, style: style)
      return breaker(text, shaped, style, width).metrics(style: style)
    }

    func breaker(_ text: String, _ shaped: ShapedText, _ style: TextStyle, _ width: Double?) -> LineBreaker {
      LineBreaker(shaped, width: width) { [shaper] characters in
        shaper.width(of: characters, of: shaped, text: text, style: style)
      }
    }

    private mutating func shape(_ text: String, style: TextStyle) -> ShapedText {
      let key = ShapeKey(text: TextKey(text), font: FontKey(style), spans: style.spans)
      if let known = shapes.element(for: key) { return known }
      let shaped = shaper.shape(text, style: style)
      shapes.insert(shaped, for: key, cost: 256 + text.utf8.count + shaped.count * 13)
      return shaped
    }
  }
}

private struct MetricsKey: Hashable {
  var text: TextKey
  var style: TextStyle
  var width: Double?
}

private struct ShapeKey: Hashable {
  var text: TextKey
  var font: FontKey
  var spans: [TextSpan]
}

/// A text that is compared by its bytes. Equality of Swift strings is slower, and it is too coarse here.
private struct TextKey: Hashable {
  private var text: String

  init(_ text: String) {
    self.text = text
    self.text.makeContiguousUTF8()
  }

  static func == (left: TextKey, right: TextKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    let hashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil { hasher.combine(text.utf8.count) }
  }
}
