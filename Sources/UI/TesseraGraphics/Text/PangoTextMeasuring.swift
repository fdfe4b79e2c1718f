import Synchronization
import TesseraLayout
import TesseraValues
public import TesseraViews

/// Measures text with Pango in Inter, as Chromium shows it with `white-space: pre-wrap`, `overflow-wrap: break-word` and
/// an explicit line height.
///
/// Texts are measured to 64ths of a point, which is what browsers lay out with, and always up, so that the width that
/// was measured is enough for the same lines. Text after ``TextLimits/maximumLength`` bytes does not count.
///
/// Answers are kept: a text that was measured before in the same width costs a look-up, one in a new width costs breaking
/// it into lines, a new text costs shaping it. Many threads can use one measurer. Pango runs under one lock, of which each of
/// several measurers has its own; what was measured before is found without it, so that nobody who shows the same again
/// waits for somebody's new long text.
public final class PangoTextMeasuring: TextMeasuring {
  private let known: [Shelf]
  private let lock = Mutex(())
  /// Guarded by `lock`. Not its value, because drawing hands out glyphs under the lock to canvases outside of it.
  nonisolated(unsafe) private var state: State

  /// Creates a measurer.
  /// - Parameters:
  ///   - families: the font families; the first that has a letter shows it. What none of them has is shown by what
  ///     fontconfig finds; emoji by its emoji font. To name an emoji family here would make fontconfig prefer it for
  ///     digits, too.
  ///   - cacheSize: about how many bytes of memory the kept answers may take.
  public init(families: [String] = ["Inter", "sans-serif"], cacheSize: Int = 16 << 20) {
    known = (0..<Self.shelves).map { _ in Shelf(maximumCost: cacheSize / 4 / Self.shelves) }
    state = State(families: families, cacheSize: cacheSize - cacheSize / 4)
  }

  /// Measures a text broken into lines of at most `width` points; nil for no limit, 0 for the longest word.
  public func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics {
    let key = MetricsKey(text: TextKey(text), style: style, width: width)
    let shelf = known[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shelves))]
    if let answer = shelf.metrics.withLock({ $0.element(for: key) }) { return answer }
    let answer = withState { $0.measure(text, style: style, width: width) }
    shelf.metrics.withLock { $0.insert(answer, for: key, cost: 256 + text.utf8.count) }
    return answer
  }

  /// The distance of baselines of a style: its own, or the font's for its size. A browser sets it as `line-height`, so
  /// that fallback fonts do not make lines higher.
  public func lineHeight(of style: TextStyle) -> Double {
    style.lineHeight ?? withState { $0.shaper.font(FontKey(style)).measures.lineHeight }
  }

  /// Breaks a text into lines that are ready to be drawn; they are the lines that were measured.
  func set(_ text: String, style: TextStyle, width: Double?) -> TextLayout {
    guard !text.isEmpty else { return TextLayout(style: style) }
    return withState { state in
      let shaped = state.shaper.shape(text, style: style)
      return TextLayout(text, shaped: shaped, breaker: state.breaker(text, shaped, style, width), style: style)
    }
  }

  /// Shapes a part of a line and calls back with its fonts and glyphs from left to right, under the lock.
  func withGlyphs(
    of part: TextLayout.Part, style: TextStyle, isRightToLeft: Bool, _ body: (TextShaper.GlyphRun) -> Void
  ) {
    withState { $0.shaper.forEachRun(of: part, style: style, isRightToLeft: isRightToLeft, body) }
  }

  /// How many parts the answers are kept in: threads seldom look into the same one.
  private static let shelves = 4

  /// A part of the answers.
  private final class Shelf: Sendable {
    let metrics: Mutex<LRUCache<MetricsKey, TextMetrics>>

    init(maximumCost: Int) { metrics = Mutex(LRUCache(maximumCost: maximumCost)) }
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { _ in body(&state) }
  }

  /// What the lock guards.
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

/// A text that equals only a text with the same bytes. Equality of Swift's strings costs more and is too coarse here.
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
