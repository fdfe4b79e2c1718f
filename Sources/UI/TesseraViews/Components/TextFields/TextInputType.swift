import TesseraExpressions
import TesseraValues

/// What is typed into a field: which keyboard a phone shows, and which texts a form takes.
package enum TextInputType: String, Sendable, CaseIterable {
  /// Anything.
  case text
  /// What nobody else shall read.
  case password
  /// A number, with a point or a comma.
  case number
  /// Text that is mostly digits, such as a code or a house number.
  case digits
  /// An address of electronic mail.
  case email
  /// An address that begins with `http://` or `https://`.
  case url
  /// A telephone number.
  case telephone

  /// The number that a text is, or null. White space around it, and a comma in place of the point, do not matter.
  static func number(in text: String) -> Value {
    let digits = text.filter { !$0.isWhitespace }.replacing(",", with: ".").replacing("−", with: "-")
    let isPlain = digits.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isPlain, let number = Double(digits), number.isFinite else { return .null }
    return Int64(digits).map(Value.integer) ?? .double(number)
  }

  /// Why a text cannot be taken, or nil. Empty texts are no matter of it.
  func problem(with text: String) -> Word? {
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

  /// The pattern of HTML's standard for `<input type=email>`, without the limits of lengths.
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

/// The shape of a text, such as `(###) ###-####`.
struct TextMask: Sendable, Hashable {
  /// As the document says it.
  let pattern: String
  private let places: [Character]

  /// The longest pattern, in characters.
  private static let maximumLength = 200

  /// Reads a pattern; nil for one in which nothing can be typed, or that is too long.
  init?(_ pattern: String) {
    guard pattern.contains(where: Self.isPlace), pattern.count <= Self.maximumLength else { return nil }
    self.pattern = pattern
    places = Array(pattern)
  }

  private static func isPlace(_ character: Character) -> Bool { "#A*".contains(character) }

  /// Brings a text into the shape: what fits nowhere is left out, and what stands for itself is added before what comes
  /// behind it.
  func applied(to text: String) -> String {
    var result = ""
    var waiting = ""
    var input = text[...]
    for place in places {
      guard Self.isPlace(place) else {
        waiting.append(place)
        if input.first == place { input.removeFirst() }
        continue
      }
      guard let index = input.firstIndex(where: { Self.fits($0, place) }) else { break }
      result += waiting
      waiting = ""
      result.append(input[index])
      input = input[input.index(after: index)...]
    }
    return result
  }

  private static func fits(_ character: Character, _ place: Character) -> Bool {
    switch place {
    case "#": character.isASCII && character.isNumber
    case "A": character.isLetter
    default: character.isLetter || character.isNumber
    }
  }
}
