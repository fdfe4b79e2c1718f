import TesseraLayout
package import TesseraViews

/// Measures text in an imaginary font in which every character is half the font size wide and each line 1.25 times the
/// font size high. Lines break at spaces.
package struct FixedWidthTextMeasuring: TextMeasuring {
  /// Creates a measurer.
  package init() {}

  /// Measures text as described by `TextMeasuring`.
  package func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics {
    let advance = style.fontSize / 2
    let limit = width.map { max(1, Int($0 / advance)) } ?? Int.max
    var lines: [Int] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var length = 0
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let next = length == 0 ? word.count : length + 1 + word.count
        if next > limit, length > 0 {
          lines.append(length)
          length = word.count
        } else {
          length = next
        }
      }
      lines.append(length)
    }
    if style.maximumLines > 0 { lines = Array(lines.prefix(style.maximumLines)) }
    let lineHeight = style.lineHeight ?? style.fontSize * 1.25
    let widest = Double(min(lines.max() ?? 0, limit)) * advance
    return TextMetrics(
      size: Size(width: widest, height: Double(lines.count) * lineHeight), firstBaseline: style.fontSize,
      lastBaseline: Double(lines.count - 1) * lineHeight + style.fontSize, lineCount: lines.count)
  }
}
