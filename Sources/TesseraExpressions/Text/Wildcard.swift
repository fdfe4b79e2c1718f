import TesseraValues

/// A `LIKE` pattern: `?` stands for one character, `*` for any number, a backslash takes the next character as it is.
///
/// A character is a Unicode scalar of the composed and folded text. The pieces between stars are looked for from left
/// to right; going back past a star that has found its piece is never needed, so the time is at most the product of
/// the lengths of text and pattern.
struct Wildcard: Sendable {
  private static let one = UInt32.max
  private static let any = UInt32.max - 1

  private let elements: [UInt32]
  private let isASCII: Bool
  private let options: TextFolding.Options

  init(_ pattern: String, options: TextFolding.Options) {
    self.options = options
    var elements: [UInt32] = []
    var literal = ""
    func flush() {
      if !literal.isEmpty { elements += TextFolding.fold(literal, options: options).unicodeScalars.map(\.value) }
      literal = ""
    }
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        literal.unicodeScalars.append(scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "?":
        flush()
        elements.append(Self.one)
      case "*":
        flush()
        if elements.last != Self.any { elements.append(Self.any) }
      default: literal.unicodeScalars.append(scalar)
      }
    }
    if isEscaped { literal += "\\" }
    flush()
    self.elements = elements
    isASCII = elements.allSatisfy { $0 < 0x80 || $0 >= Self.any }
  }

  /// Whether the whole text fits.
  func matches(_ text: String) -> Bool {
    let ignoresCase = options.contains(.case)
    let direct = text.utf8.withContiguousStorageIfAvailable { buffer -> Bool? in
      guard buffer.allSatisfy({ $0 < 0x80 }) else { return nil }
      return matches(count: buffer.count) { index in
        UInt32(ignoresCase ? TextFolding.lowercased(buffer[index]) : buffer[index])
      }
    }
    if let answer = direct.flatMap({ $0 }) { return answer }
    let scalars = TextFolding.fold(text, options: options).unicodeScalars.map(\.value)
    return matches(count: scalars.count) { scalars[$0] }
  }

  @inline(__always)
  private func matches(count: Int, _ scalar: (Int) -> UInt32) -> Bool {
    var position = 0
    var element = 0
    var retry: (element: Int, position: Int)?
    while position < count {
      let wanted = element < elements.count ? elements[element] : 0
      if element < elements.count, wanted == Self.any {
        element += 1
        retry = (element, position)
        if element == elements.count { return true }
      } else if element < elements.count, wanted == Self.one || wanted == scalar(position) {
        element += 1
        position += 1
      } else if let last = retry {
        retry = (last.element, last.position + 1)
        element = last.element
        position = last.position + 1
      } else {
        return false
      }
    }
    while element < elements.count, elements[element] == Self.any { element += 1 }
    return element == elements.count
  }
}
