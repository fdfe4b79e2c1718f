import TesseraLayout
import TesseraViews

extension TextStyle {
  /// The thickness of a text decoration, in points.
  var decorationWidth: Double { max(1, (fontSize / 14).rounded()) }

  /// Returns the distance from the baseline down to the middle of a text decoration, in points.
  func position(of decoration: TextDecoration) -> Double {
    switch decoration {
    case .underline: (fontSize * 0.14).rounded() + decorationWidth / 2
    case .lineThrough: -(fontSize * 0.27).rounded() + decorationWidth / 2
    }
  }
}

/// A text broken into lines for drawing.
struct TextLayout {
  /// A line, or a part of one between tabs.
  struct Part {
    var text: String
    /// The distance from the line's left edge, in points.
    var x: Double
    /// The start in the whole text, in UTF-8 bytes.
    var start: Int
    /// The length in the whole text, in UTF-8 bytes. A hyphen or an ellipsis may follow.
    var length: Int

    /// Returns the pieces of uniform style in order, each with its span.
    func pieces(_ spans: [TextSpan]) -> [(text: String, span: TextSpan?)] {
      guard !spans.isEmpty else { return [(text, nil)] }
      let bytes = Array(text.utf8)
      var pieces: [(text: String, span: TextSpan?)] = []
      var offset = 0
      func append(to end: Int, _ span: TextSpan?) {
        guard end > offset else { return }
        pieces.append((String(decoding: bytes[offset..<end], as: UTF8.self), span))
        offset = end
      }
      for span in spans {
        append(to: min(span.range.lowerBound - start, length), nil)
        append(to: min(span.range.upperBound - start, length), span)
      }
      append(to: bytes.count, nil)
      return pieces
    }
  }

  struct Line {
    var parts: [Part]
    /// The width in points.
    var width: Double
  }

  var lines: [Line]
  /// The distance between baselines in points.
  var lineHeight: Double
  /// The distance from the top of a line to its baseline, in points.
  var baseline: Double
  /// Whether lines start on the right.
  var isRightToLeft: Bool
  var style: TextStyle

  var height: Double { lineHeight * Double(lines.count) }

  /// Creates the layout of an empty text.
  init(style: TextStyle) {
    lines = []
    (lineHeight, baseline, isRightToLeft, self.style) = (0, 0, false, style)
  }

  init(_ text: String, shaped: ShapedText, breaker: LineBreaker, style: TextStyle) {
    self.style = style
    (lineHeight, baseline) = shaped.font.line(of: style)
    isRightToLeft = shaped.isRightToLeft
    let bytes = Array(TextLimits.shown(text).utf8)
    let isRightToLeft = isRightToLeft
    lines = breaker.lines(limit: style.maximumLines).map { line in
      var parts = Self.parts(of: line, bytes, shaped, isRightToLeft ? [] : breaker.advances(of: line))
      switch line.ending {
      case .none: break
      case .hyphen: parts[parts.count - 1].text += "\u{2010}"
      case .ellipsis: parts[parts.count - 1].text += "…"
      }
      return Line(parts: parts, width: line.width)
    }
  }

  /// - Parameter advances: The widths of the characters. If empty, the line is not split at tabs.
  private static func parts(
    of line: LineBreaker.Line, _ bytes: [UInt8], _ shaped: ShapedText, _ advances: [Double]
  ) -> [Part] {
    var parts: [Part] = []
    var start = line.characters.lowerBound
    var startX = 0.0
    var x = 0.0
    func text(_ end: Int) -> String {
      String(decoding: bytes[Int(shaped.offsets[start])..<Int(shaped.offsets[end])], as: UTF8.self)
    }
    func part(_ end: Int) -> Part {
      let text = text(end)
      return Part(text: text, x: startX, start: Int(shaped.offsets[start]), length: text.utf8.count)
    }
    for (index, advance) in zip(line.characters, advances) {
      x += advance
      if shaped.flags[index].contains(.tab) {
        if index > start { parts.append(part(index)) }
        (start, startX) = (index + 1, x)
      }
    }
    parts.append(part(line.characters.upperBound))
    return parts
  }
}

extension FontMeasures {
  /// Returns the height of a line and its baseline. CSS 2.2, section 10.8.1: half of the leading is added above the
  /// text. Chromium rounds it down to a whole number.
  func line(of style: TextStyle) -> (height: Double, baseline: Double) {
    let own = style.lineHeight.flatMap { $0.isFinite && $0 >= 0 ? LayoutUnit.down(min($0, 1e6)) : nil }
    let height = own ?? lineHeight
    return (height, ascent + ((height - lineHeight) / 2).rounded(.down))
  }
}
