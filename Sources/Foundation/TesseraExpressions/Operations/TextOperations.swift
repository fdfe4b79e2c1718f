import Foundation
import TesseraText
import TesseraValues

/// Operations on strings.
enum TextOperations {
  static let beagle: [String: TemplateOperations.Operation] = [
    "concat": { arguments in
      let texts = arguments.compactMap(\.string)
      return texts.count == arguments.count && !texts.isEmpty ? .string(texts.joined()) : .null
    },
    "capitalize": { convert($0) { TextFunctions.capitalized($0) } },
    "uppercase": { convert($0) { $0.uppercased() } },
    "lowercase": { convert($0) { TextFunctions.lowercased($0) } },
    "substr": substring,
    "string": { arguments in
      guard arguments.count == 1 else { return .null }
      switch arguments[0] {
      case .integer, .double, .bool, .string, .date: return .string(TemplateText.text(of: arguments[0]))
      default: return .null
      }
    },
  ]

  static let native: [String: TemplateOperations.NativeOperation] = [
    "trim": { arguments, _ in convert(arguments) { $0.trimmingCharacters(in: .whitespacesAndNewlines) } },
    "split": { arguments, state in
      guard let text = arguments.first?.string else { return .null }
      if arguments.count == 2 { return TextFunctions.split(arguments[0], arguments[1], &state) }
      guard arguments.count == 1, state.spend(text.utf8.count >> 2) else { return .null }
      return .array(text.split(whereSeparator: \.isWhitespace).map { .string(String($0)) })
    },
    "join": { arguments, state in
      guard arguments.count == 1 || arguments.count == 2, let list = arguments[0].array else { return .null }
      let known = Value.array(list.filter { !$0.isNull })
      return ListFunctions.joined(known, arguments.count == 2 ? arguments[1] : ", ", &state)
    },
    "replace": { arguments, state in
      guard arguments.count == 3 else { return .null }
      return TextFunctions.replace(arguments[0], arguments[1], arguments[2], &state)
    },
    "match": match,
    "urlEncode": { arguments, state in
      guard arguments.count == 1, !arguments[0].isNull, state.make(textOf: arguments[0]) else { return .null }
      let text = TemplateText.text(of: arguments[0], dialect: .native)
      guard state.make(bytes: 3 * text.utf8.count) else { return .null }
      return .string(PercentEncoding.data(text))
    },
    "stripHTML": { arguments, state in
      guard arguments.count == 1, let text = arguments[0].string, state.spend(text.utf8.count >> 3) else {
        return .null
      }
      return .string(HTMLText.text(of: text))
    },
    "toMarkdown": { arguments, state in
      guard (1...2).contains(arguments.count), let html = arguments[0].string, state.spend(html.utf8.count >> 2) else {
        return .null
      }
      let text = HTMLMarkdown.text(of: html, base: arguments.count > 1 ? arguments[1].string : nil)
      return state.make(bytes: text.utf8.count) ? .string(text) : .null
    },
  ]

  /// The maximum size of a pattern that `match` takes, in bytes. With a longer one, the result is null.
  private static let maximumPatternBytes = 4096

  /// `match(text, pattern, group?)`: the first part of the text that matches a regular expression, or what one of its
  /// groups matched.
  private static let match: TemplateOperations.NativeOperation = { arguments, state in
    guard arguments.count == 2 || arguments.count == 3, let text = arguments[0].string,
      let pattern = arguments[1].string, pattern.utf8.count <= maximumPatternBytes, state.spend(200)
    else { return .null }
    var group: Int64 = 0
    if arguments.count == 3 {
      guard let wanted = arguments[2].integer, wanted >= 0 else { return .null }
      group = wanted
    }
    let known = expressions.formatter(pattern) { try? RegularExpression(pattern, isSearch: true) }
    guard let expression = known else { return .null }
    var found: Substring?
    _ = state.spending { budget in
      let match = expression.firstMatch(in: text, budget: &budget)
      found = match.flatMap { group < $0.count ? $0[Int(group)] : nil }
      return true
    }
    return found.map { .string(String($0)) } ?? .null
  }

  private static let expressions = FormatterCache<String, RegularExpression?>()

  private static func convert(_ arguments: [Value], _ function: (String) -> String) -> Value {
    guard arguments.count == 1, let text = arguments[0].string else { return .null }
    return .string(function(text))
  }

  /// `substr(text, from, length?)`, which counts user-perceived characters. Like JavaScript's `substring`, it stops at
  /// the end of the text. Beagle returns null for a text that is too short.
  private static let substring: TemplateOperations.Operation = { arguments in
    guard arguments.count == 2 || arguments.count == 3, let text = arguments[0].string,
      case .integer(let from) = arguments[1]
    else { return .null }
    guard from >= 0 else { return .null }
    var rest = text.dropFirst(Int(clamping: from))
    if arguments.count == 3 {
      guard case .integer(let length) = arguments[2], length >= 0 else { return .null }
      rest = rest.prefix(Int(clamping: length))
    }
    return .string(String(rest))
  }
}
