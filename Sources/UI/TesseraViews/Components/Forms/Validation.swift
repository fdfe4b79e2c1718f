import TesseraText
import TesseraValues

/// The validation rules of a field with their error messages.
///
/// Rules are evaluated in order; the first one that fails is reported. A field that is not filled in passes all rules
/// except the one that requires a value.
struct Validation {
  /// A rule.
  private struct Rule {
    let holds: (Value) -> Bool
    let message: (LocalizedStrings) -> String
  }

  private var rules: [Rule] = []
  /// The message for a field that is not filled in; nil for the default message.
  private(set) var missingMessage: String?

  /// The maximum number of validation rules of a field. Further ones are ignored, and reported.
  static let maximumCount = 20
  /// The keys of a rule, including its message.
  static let names = ["required", "minimum", "maximum", "minimumLength", "maximumLength", "pattern", "test", "message"]
  /// The maximum length of a text that is validated with a pattern, in bytes. A longer one does not match.
  private static let maximumMatchedLength = 4096
  /// The maximum number of steps of a match with a pattern in a validation. A text that needs more does not match.
  private static let maximumSteps = 100_000

  init(_ rules: [Value]) {
    for rule in rules.prefix(Self.maximumCount) { add(rule) }
  }

  /// Returns the problems of the rules in a document's node.
  @Sendable static func check(_ node: JSONNode) -> [Diagnostic] {
    guard let rules = node["validation"] else { return [] }
    let elements = rules.elements ?? [rules]
    var problems = elements.prefix(maximumCount).flatMap(check(rule:))
    if elements.count > maximumCount {
      problems.append(
        Diagnostic(
          rule: "validation-rule", range: elements[maximumCount].range,
          message: "A field has at most \(maximumCount) rules"))
    }
    return problems
  }

  private static func check(rule: JSONNode) -> [Diagnostic] {
    guard let members = rule.membersWithoutComments else {
      guard rule.string?.contains("@{") != true else { return [] }
      return [
        Diagnostic(
          rule: "validation-rule", range: rule.range,
          message: "A rule is an object such as {\"minimumLength\": 3}, found \(rule.typeName)")
      ]
    }
    return members.compactMap { member in
      let value = member.value
      let isDynamic = value.string?.contains("@{") == true
      switch member.name {
      case "minimum", "maximum", "minimumLength", "maximumLength":
        if value.value.number != nil || value.value.isNull || isDynamic { return nil }
        return Diagnostic(
          rule: "validation-rule", range: value.range,
          message: "'\(member.name)' must be a number, found \(value.typeName)"
        )
      case "pattern":
        guard let pattern = value.string, !isDynamic else { return nil }
        do throws(Diagnostic) {
          _ = try RegularExpression(pattern)
          return nil
        } catch {
          return Diagnostic(rule: "validation-rule", range: value.range, message: error.message)
        }
      case "required", "test", "message": return nil
      default:
        let synonyms = [
          "min": "minimum", "max": "maximum", "minlength": "minimumLength", "maxlength": "maximumLength",
          "regex": "pattern", "expression": "test", "condition": "test", "error": "message", "text": "message",
        ]
        let meant = synonyms[member.name.lowercased()].map { "did you mean '\($0)'?" }
        return Diagnostic(
          rule: "validation-rule", range: member.nameRange,
          message: "The rule '\(member.name.prefix(40))' does not exist",
          fix: meant ?? SpellingSuggestion.fix(for: member.name, in: names))
      }
    }
  }

  /// Returns the reason why a value is invalid, or nil.
  func problem(with value: Value, _ words: LocalizedStrings) -> String? {
    rules.first { !$0.holds(value) }?.message(words)
  }

  private mutating func add(_ rule: Value) {
    guard let members = rule.dictionary else { return }
    let own = members["message"]?.string
    func add(_ word: StringKey, _ limit: Double? = nil, _ holds: @escaping (Value) -> Bool) {
      rules.append(
        Rule(holds: holds) { words in
          own ?? limit.map { words[word, Value.double($0).description] } ?? words[word]
        })
    }
    if members["required"]?.isTrue == true {
      missingMessage = missingMessage ?? own
      add(.missing) { !$0.isNull }
    }
    if let least = members["minimum"]?.number {
      add(.minimum, least) { $0.number.map { $0 >= least } ?? true }
    }
    if let most = members["maximum"]?.number {
      add(.maximum, most) { $0.number.map { $0 <= most } ?? true }
    }
    if let least = members["minimumLength"]?.number {
      add(.minimumLength, least) { $0.lengthOfText.map { Double($0) >= least } ?? true }
    }
    if let most = members["maximumLength"]?.number {
      add(.maximumLength, most) { $0.lengthOfText.map { Double($0) <= most } ?? true }
    }
    if let pattern = members["pattern"]?.string, let expression = try? RegularExpression(pattern) {
      add(.unfitting) { value in
        guard !value.isNull else { return true }
        let text = value.description
        var budget = Self.maximumSteps
        return text.utf8.count <= Self.maximumMatchedLength && expression.matches(text, budget: &budget)
      }
    }
    if let test = members["test"] { add(.unfitting) { _ in test.isTrue } }
  }
}

extension Value {
  /// The number of characters of a text or of elements of a list; nil for other values.
  fileprivate var lengthOfText: Int? { string?.count ?? array?.count }
}
