import TesseraValues

/// A `LIKE` pattern: `?` stands for one character, `*` for any number, a backslash takes the next character as it is.
///
/// Matching is linear in the text for each star at most: the pieces between stars are looked for from left to right,
/// and going back past a star that has found its piece is never needed.
struct Wildcard: Sendable {
  private enum Element: Sendable, Equatable {
    case scalar(Unicode.Scalar)
    case one
    case any
  }

  private let elements: [Element]
  private let options: TextFolding.Options

  init(_ pattern: String, options: TextFolding.Options) {
    self.options = options
    var elements: [Element] = []
    var literal = ""
    func flush() {
      for scalar in TextFolding.fold(literal, options: options).unicodeScalars { elements.append(.scalar(scalar)) }
      literal = ""
    }
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        literal.unicodeScalars.append(scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "?", "*":
        flush()
        if scalar == "?" {
          elements.append(.one)
        } else if elements.last != .any {
          elements.append(.any)
        }
      default: literal.unicodeScalars.append(scalar)
      }
    }
    if isEscaped { literal += "\\" }
    flush()
    self.elements = elements
  }

  /// Whether the whole text fits.
  func matches(_ text: String) -> Bool {
    let scalars = Array(TextFolding.fold(text, options: options).unicodeScalars)
    var position = 0
    var element = 0
    var retry: (element: Int, position: Int)?
    while position < scalars.count {
      if element < elements.count, elements[element] == .any {
        retry = (element + 1, position)
        element += 1
      } else if element < elements.count, elements[element] == .one || elements[element] == .scalar(scalars[position]) {
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
    while element < elements.count, elements[element] == .any { element += 1 }
    return element == elements.count
  }
}
