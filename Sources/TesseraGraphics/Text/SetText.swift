import TesseraLayout
import TesseraViews

/// A text broken into lines that are ready to be drawn.
struct SetText {
  /// A line, or a part of one between tabs.
  struct Part {
    var text: String
    /// From the line's left edge, in points.
    var x: Double
  }

  struct Line {
    var parts: [Part]
    /// In points.
    var width: Double
  }

  var lines: [Line]
  /// Distance of baselines in points.
  var lineHeight: Double
  /// From the top of a line to its baseline, in points.
  var baseline: Double
  /// Lines start at the right.
  var isRightToLeft: Bool
  var style: TextStyle

  var height: Double { lineHeight * Double(lines.count) }
  var width: Double { lines.reduce(0) { max($0, $1.width) } }

  /// An empty text.
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

  /// - Parameter advances: widths of the characters; with none, tabs stay what they are.
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
    for (index, advance) in zip(line.characters, advances) {
      x += advance
      if shaped.flags[index].contains(.tab) {
        if index > start { parts.append(Part(text: text(index), x: startX)) }
        (start, startX) = (index + 1, x)
      }
    }
    parts.append(Part(text: text(line.characters.upperBound), x: startX))
    return parts
  }
}

extension FontMeasures {
  /// Height of a line and its baseline. CSS 2.2, section 10.8.1: half of what a line is higher than its font goes above;
  /// Chromium rounds that down to a whole number.
  func line(of style: TextStyle) -> (height: Double, baseline: Double) {
    let own = style.lineHeight.flatMap { $0.isFinite && $0 >= 0 ? LayoutUnit.down(min($0, 1e6)) : nil }
    let height = own ?? lineHeight
    return (height, ascent + ((height - lineHeight) / 2).rounded(.down))
  }
}
