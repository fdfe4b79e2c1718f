import TesseraText
import TesseraValues

/// The input type of a text field. It determines the keyboard on a phone and the texts that a form accepts.
package enum TextInputType: String, Sendable, CaseIterable {
  /// Any text.
  case text
  /// Secure text entry.
  case password
  /// A number, with a decimal point or comma.
  case number
  /// Text that consists mostly of digits, such as a code or a house number.
  case digits
  /// An e-mail address.
  case email
  /// A URL that begins with `http://` or `https://`.
  case url
  /// A telephone number.
  case telephone

  /// Returns the number in a text, or null. White space is ignored, and a comma is accepted as the decimal separator.
  static func number(in text: String) -> Value {
    let digits = text.filter { !$0.isWhitespace }.replacing(",", with: ".").replacing("−", with: "-")
    let isPlain = digits.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isPlain, let number = Double(digits), number.isFinite else { return .null }
    return Int64(digits).map(Value.integer) ?? .double(number)
  }

  /// Returns the reason why a text is invalid, or nil. Empty texts must be checked by the caller.
  func problem(with text: String) -> StringKey? {
    switch self {
    case .text, .password, .digits: nil
    case .number: Self.number(in: text).isNull ? .noNumber : nil
    case .email: Self.fits(text, Self.emailPattern) ? nil : .noEmail
    case .url: Self.fits(text, Self.urlPattern) ? nil : .noAddress
    case .telephone: Self.fits(text, Self.telephonePattern) ? nil : .noTelephone
    }
  }

  private static func fits(_ text: String, _ pattern: RegularExpression?) -> Bool {
    text.utf8.count <= 1000 && pattern?.matches(text.trimmingWhitespace) == true
  }

  /// The pattern of the HTML standard for `<input type=email>`, without the length limits.
  private static let emailPattern = try? RegularExpression(
    #"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*"#
  )
  private static let urlPattern = try? RegularExpression(#"https?://[^\s/?#]+[^\s]*"#)
  private static let telephonePattern = try? RegularExpression(#"\+?[0-9()./ -]*[0-9][0-9()./ -]*"#)
}

extension String {
  fileprivate var trimmingWhitespace: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// A format for text, such as `(###) ###-####`.
struct TextMask: Sendable, Hashable {
  /// The pattern as given by the document.
  let pattern: String
  private let symbols: [Character]

  /// The maximum number of characters of a mask for text input. A longer mask has no effect.
  private static let maximumLength = 200

  /// Creates a mask; nil for a pattern without editable positions, or one that is too long.
  init?(_ pattern: String) {
    guard pattern.contains(where: Self.isInputSymbol), pattern.count <= Self.maximumLength else { return nil }
    self.pattern = pattern
    symbols = Array(pattern)
  }

  private static func isInputSymbol(_ character: Character) -> Bool { "#A*".contains(character) }

  /// Formats a text. Characters that do not fit are dropped, and literal characters are inserted before the
  /// characters that follow them.
  func applied(to text: String) -> String {
    var result = ""
    var waiting = ""
    var input = text[...]
    for symbol in symbols {
      guard Self.isInputSymbol(symbol) else {
        waiting.append(symbol)
        if input.first == symbol { input.removeFirst() }
        continue
      }
      guard let index = input.firstIndex(where: { Self.fits($0, symbol) }) else { break }
      result += waiting
      waiting = ""
      result.append(input[index])
      input = input[input.index(after: index)...]
    }
    return result
  }

  private static func fits(_ character: Character, _ symbol: Character) -> Bool {
    switch symbol {
    case "#": character.isASCII && character.isNumber
    case "A": character.isLetter
    default: character.isLetter || character.isNumber
    }
  }
}
