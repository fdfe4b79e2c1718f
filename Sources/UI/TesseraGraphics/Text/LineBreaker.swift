import TesseraLayout
import TesseraViews

/// Breaks shaped text into lines like CSS with `white-space: pre-wrap; overflow-wrap: break-word`.
struct LineBreaker {
  /// A line of text.
  struct Line: Hashable {
    /// The characters of the line, without trailing spaces that hang over its end and without the line feed.
    var characters: Range<Int>
    /// The width in points, including the ending.
    var width: Double
    /// The sign shown after the characters.
    var ending: Ending = .none
  }

  /// A sign shown at the end of a line that is not part of the text.
  enum Ending {
    case none
    case hyphen
    case ellipsis
  }

  /// Returns the width in points of a range of characters that are shaped without their neighbours.
  typealias Reshape = (Range<Int>) -> Double

  private let text: ShapedText
  private let available: Double
  /// Whether a word that is too long for a line is broken between any characters.
  private let breaksWords: Bool
  private let reshape: Reshape
  /// The maximum number of characters at the end of a line that are reshaped when a character loses the neighbour it
  /// was kerned with.
  private let reshapedCharacters = 64

  /// - Parameter width: The available width in points; nil for no limit, 0 for the width of the longest word.
  init(_ text: ShapedText, width: Double?, reshape: @escaping Reshape) {
    let width = width.flatMap { $0.isNaN ? nil : $0 } ?? .infinity
    if width > 0 {
      let available = width.isFinite ? LayoutUnit.down(width) : .infinity
      self.init(text, available: available, breaksWords: true, reshape: reshape)
    } else {
      var longest = 0.0
      Self(text, available: 0, breaksWords: false, reshape: reshape).forEachLine(limit: 0) {
        longest = max(longest, $0.width)
      }
      self.init(text, available: longest, breaksWords: true, reshape: reshape)
    }
  }

  private init(_ text: ShapedText, available: Double, breaksWords: Bool, reshape: @escaping Reshape) {
    self.text = text
    self.available = available
    self.breaksWords = breaksWords
    self.reshape = reshape
  }

  /// Returns all lines. An empty text has no lines; a line feed at the end does not begin a new line.
  /// - Parameter limit: The maximum number of lines, 0 for no limit. Longer text is truncated, and the last line ends
  ///   with `…`. With a limit of 1, the line is not broken at a word but filled.
  func lines(limit: Int = 0) -> [Line] {
    var result: [Line] = []
    forEachLine(limit: limit) { result.append($0) }
    return result
  }

  /// Calls the closure for each line without storing the lines.
  func forEachLine(limit: Int, _ body: (Line) -> Void) {
    if limit == 1, breaksWords { return singleLine.map(body) ?? () }
    var start = 0
    var number = 1
    while start < text.count {
      let (line, next) = self.line(from: start)
      if number == limit, next < text.count {
        return body(withEllipsis(line))
      }
      body(line)
      start = next
      number += 1
    }
  }

  /// The first paragraph as one line, truncated between any characters if it is too long.
  private var singleLine: Line? {
    guard text.count > 0 else { return nil }
    let end = text.flags.firstIndex { $0.contains(.lineFeed) } ?? text.count
    let line = Line(characters: 0..<end, width: width(0..<end))
    return fits(line.width) && end >= text.count - 1 ? line : withEllipsis(line)
  }

  /// Returns the line that begins at a character, and the start of the next one.
  private func line(from start: Int) -> (Line, next: Int) {
    var position = 0.0
    // The last position where the line may end.
    var breakIndex: Int?
    // The end and the width of the characters so far, without hanging spaces.
    var visibleEnd = start
    var visibleWidth = 0.0
    var index = start
    while index < text.count {
      let flags = text.flags[index]
      if flags.contains(.lineFeed) {
        return (forcedEnd(start, index, visibleEnd, visibleWidth, position), index + 1)
      }
      if allowsBreak(before: index, start) {
        breakIndex = index
        if !breaksWords { return (line(start, endingBefore: index), index) }
      }
      let advance = advance(of: index, at: position)
      position += advance
      if !flags.contains(.space) {
        if advance > 0, breaksWords, !fits(position), index > start {
          if let breakIndex, let end = lastFittingEnd(start, breakIndex) { return end }
          return brokenWord(start, index)
        }
        visibleEnd = index + 1
        visibleWidth = position
      }
      index += 1
    }
    return (forcedEnd(start, index, visibleEnd, visibleWidth, position), index)
  }

  private func allowsBreak(before index: Int, _ start: Int) -> Bool {
    let flags = text.flags[index]
    return flags.contains(.breakBefore) && index > start + (flags.contains(.afterSign) ? 1 : 0)
  }

  /// Returns the line that ends at the last break opportunity, up to `last`, where its characters fit.
  private func lastFittingEnd(_ start: Int, _ last: Int) -> (Line, next: Int)? {
    var end = last
    while end > start {
      if allowsBreak(before: end, start) {
        let line = line(start, endingBefore: end)
        if fits(line.width) { return (line, end) }
      }
      end -= 1
    }
    return nil
  }

  /// Returns a line that ends within a word, with as many characters as fit and at least one.
  private func brokenWord(_ start: Int, _ end: Int) -> (Line, next: Int) {
    var end = end
    while end > start + 1 {
      let line = line(start, endingBefore: end)
      if fits(line.width) { return (line, end) }
      end -= 1
    }
    // The spaces after a single character that is wider than the line hang over its end, like all others.
    let line = line(start, endingBefore: end)
    while end < text.count, text.flags[end].contains(.space) { end += 1 }
    if end < text.count, text.flags[end].contains(.lineFeed) { end += 1 }
    return (line, end)
  }

  /// Returns whether a width fits. Chromium allows a line up to 1/64 pixel more.
  private func fits(_ width: Double) -> Bool { width < available + LayoutUnit.one }

  /// Returns the line between two positions, without the spaces that hang over its end.
  private func line(_ start: Int, endingBefore limit: Int) -> Line {
    var end = limit
    while end > start, text.flags[end - 1].contains(.space) { end -= 1 }
    guard end == limit else {
      return Line(characters: start..<end, width: width(start..<end))
    }
    // The last character was kerned with the one that begins the next line. Without it, its width differs.
    var word = end
    while word > start, end - word < reshapedCharacters, !text.flags[word - 1].contains(.space) { word -= 1 }
    var width = width(start..<word) + reshape(word..<end)
    let hyphenated = end > start && text.flags[end - 1].contains(.softHyphen)
    if hyphenated { width += text.font.hyphen }
    return Line(characters: start..<end, width: width, ending: hyphenated ? .hyphen : .none)
  }

  private func width(_ characters: Range<Int>) -> Double {
    var width = 0.0
    for index in characters { width += advance(of: index, at: width) }
    return width
  }

  /// Returns a line that ends with the paragraph. Its trailing spaces count as far as they fit.
  private func forcedEnd(
    _ start: Int, _ end: Int, _ visibleEnd: Int, _ visibleWidth: Double, _ position: Double
  ) -> Line {
    if visibleEnd == end { return Line(characters: start..<end, width: visibleWidth) }
    let width = max(visibleWidth, min(position, available))
    return Line(characters: start..<end, width: width)
  }

  /// Returns the advance of a character at a distance from the line's start. A tab extends to the next tab stop or,
  /// if that is nearer than half a space, to the one after it.
  private func advance(of index: Int, at position: Double) -> Double {
    guard text.flags[index].contains(.tab) else { return text.advances[index] }
    let stop = text.font.tabWidth
    guard stop > 0 else { return 0 }
    var distance = stop - position.truncatingRemainder(dividingBy: stop)
    if distance < text.font.minimumTab { distance += stop }
    return distance
  }

  /// Returns the advances of a line's characters, including tabs.
  func advances(of line: Line) -> [Double] {
    var position = 0.0
    return line.characters.map { index in
      let width = advance(of: index, at: position)
      position += width
      return width
    }
  }

  /// Returns the line with `…` after as many of its characters as leave space for it.
  private func withEllipsis(_ line: Line) -> Line {
    var widths = advances(of: line)
    var width = widths.reduce(0, +)
    var end = line.characters.upperBound
    while end > line.characters.lowerBound,
      text.flags[end - 1].contains(.space) || !fits(width + text.font.ellipsis)
    {
      end -= 1
      width -= widths.removeLast()
    }
    return Line(
      characters: line.characters.lowerBound..<end, width: max(0, width) + text.font.ellipsis,
      ending: .ellipsis)
  }
}

extension LineBreaker {
  /// Returns the metrics of the text.
  func metrics(style: TextStyle) -> TextMetrics {
    let (height, baseline) = text.font.line(of: style)
    var width = 0.0
    var count = 0
    if text.isPlain, text.count > 0, fits(text.totalAdvance) {
      width = text.totalAdvance
      count = 1
    } else {
      forEachLine(limit: style.maximumLines) { line in
        width = max(width, line.width)
        count += 1
      }
    }
    return TextMetrics(
      size: Size(width: LayoutUnit.up(width), height: height * Double(count)), firstBaseline: count > 0 ? baseline : 0,
      lastBaseline: count > 0 ? height * Double(count - 1) + baseline : 0, lineCount: count)
  }
}
