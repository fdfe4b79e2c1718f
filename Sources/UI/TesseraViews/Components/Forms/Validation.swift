import TesseraExpressions
import TesseraValues

/// What has to hold of the value of a field, and what is said where it does not.
///
/// Rules are tried in order; the first that fails is the one that is told. A rule that only looks at a value lets a field
/// that is not filled in pass: that it has to be is a rule of its own.
struct Validation {
  /// Something that has to hold.
  private struct Rule {
    let holds: (Value) -> Bool
    let message: (Words) -> String
  }

  private var rules: [Rule] = []
  /// What the rules say of a field that is not filled in; nil where they say nothing of their own.
  private(set) var missingMessage: String?

  /// The most rules of a field.
  static let maximumCount = 20
  /// What can be said in a rule besides its message.
  static let names = ["required", "minimum", "maximum", "minimumLength", "maximumLength", "pattern", "test", "message"]
  /// The longest text that patterns are compared with, in bytes; longer ones do not fit.
  private static let maximumMatchedLength = 4096
  /// The most steps of one comparison; a text that would need more does not fit.
  private static let maximumSteps = 100_000

  init(_ rules: [Value]) {
    for rule in rules.prefix(Self.maximumCount) { add(rule) }
  }

  /// What is wrong with the rules of a document's node.
  @Sendable static func check(_ node: JSONNode) -> [Diagnostic] {
    guard let rules = node["validation"] else { return [] }
    let elements = rules.elements ?? [rules]
    var problems = elements.prefix(maximumCount).flatMap(check(rule:))
    if elements.count > maximumCount {
      problems.append(
        Diagnostic(
          rule: "validation-rule", range: elements[maximumCount].range,
          message: "A field has no more than \(maximumCount) rules"))
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
          rule: "validation-rule", range: value.range, message: "'\(member.name)' takes number, found \(value.typeName)"
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
          rule: "validation-rule", range: member.nameRange, message: "There is no rule '\(member.name.prefix(40))'",
          fix: meant ?? SpellingSuggestion.fix(for: member.name, in: names))
      }
    }
  }

  /// Why a value cannot be used, or nil.
  func problem(with value: Value, _ words: Words) -> String? { rules.first { !$0.holds(value) }?.message(words) }

  private mutating func add(_ rule: Value) {
    guard let members = rule.dictionary else { return }
    let own = members["message"]?.string
    func add(_ word: Word, _ limit: Double? = nil, _ holds: @escaping (Value) -> Bool) {
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
  /// How many letters a text has, or how many elements a list; nil for anything else.
  fileprivate var lengthOfText: Int? { string?.count ?? array?.count }
}

/// What a field knows of its rules.
final class FieldState {
  var validation = Validation([])
  /// The rules as the document says them.
  var rules: [Value] = []
  /// What somebody else says about the value, such as a service.
  var foreignError: String?
  /// Whether that is told.
  var showsForeignError = true
  /// The value of which it was said, if it holds for that one only.
  var passingErrorValue: Value?
  /// Whether what is wrong is told: once the person left the field or wanted to go on.
  var isTold = false

  func forgetForeignError() {
    foreignError = nil
    passingErrorValue = nil
  }
}

/// Fields whose value has to fulfil something.
extension View {
  /// What has to hold of the value: see ``Validation``.
  var validationRules: [Value] {
    get { fieldState?.rules ?? [] }
    set {
      guard newValue != validationRules else { return }
      let state = ownFieldState
      state.rules = newValue
      state.validation = Validation(newValue)
      updateError()
    }
  }

  /// What somebody else, such as a service, says is wrong with the value. It is told at once.
  var foreignError: String? {
    get { fieldState?.foreignError }
    set {
      guard newValue != foreignError else { return }
      ownFieldState.foreignError = newValue
      updateError()
    }
  }

  /// Whether it is.
  var showsForeignError: Bool {
    get { fieldState?.showsForeignError ?? true }
    set {
      guard newValue != showsForeignError else { return }
      ownFieldState.showsForeignError = newValue
      updateError()
    }
  }

  /// Why a form cannot take the value, told or not.
  package var problem: String? {
    if let error = foreignError { return error }
    let value = fieldValue
    if let problem = problemOfKind { return problem }
    if value.isNull, isRequired { return fieldState?.validation.missingMessage ?? context.words[.missing] }
    return fieldState?.validation.problem(with: value, context.words)
  }

  /// Tells what is wrong from now on.
  package func tellProblem() {
    ownFieldState.isTold = true
    updateError()
  }

  /// Forgets that something was told: the field is as good as new.
  func forgetProblem() {
    fieldState?.isTold = false
    fieldState?.forgetForeignError()
    updateError()
  }

  /// Forgets what was said of one value.
  func forgetPassingError() {
    guard let fieldState, fieldState.passingErrorValue != nil else { return }
    fieldState.forgetForeignError()
    updateError()
  }

  /// Tells what is wrong with the value that the field has now.
  func showPassingError(_ message: String) {
    let state = ownFieldState
    state.passingErrorValue = fieldValue
    state.foreignError = message
    updateError()
  }

  /// Shows what is wrong, where that is told.
  package func updateError() {
    guard let fieldState else { return }
    if let value = fieldState.passingErrorValue, value != fieldValue {
      fieldState.forgetForeignError()
    }
    let foreign = fieldState.showsForeignError ? foreignError : nil
    let shown = fieldState.isTold && foreignError == nil ? problem : foreign
    self[.error] = shown.map(Value.string) ?? .null
    nearest(FieldView.self)?.update()
  }

  private var ownFieldState: FieldState {
    if let fieldState { return fieldState }
    let state = FieldState()
    fieldState = state
    return state
  }
}

extension Property<View> {
  /// What documents say about the rules of fields.
  static let validation: [Property<View>] = [
    .of(
      View.self, "validation", .list,
      "What has to hold of the value: objects with 'required', 'minimum', 'maximum', 'minimumLength', 'maximumLength', "
        + "'pattern' or 'test', and a 'message'.",
      get: { (view: View) in .array(view.validationRules) },
      set: { (view: View, value) in view.validationRules = value.array ?? [] }),
    .of(
      View.self, "error", .string, "What is told to be wrong with the value. What is written here is told at once.",
      get: { (view: View) in view[.error] },
      set: { (view: View, value) in view.foreignError = value.string.flatMap { $0.isEmpty ? nil : $0 } }
    ).transient,
    .of(
      View.self, "showsError", .bool, "Whether 'error' is told; true by default. A form minds it in any case.",
      get: { (view: View) in .bool(view.fieldState?.showsForeignError ?? true) },
      set: { (view: View, value) in view.showsForeignError = value.isNull || value.isTrue }),
    .of(
      View.self, "valid", .bool, "Whether a form can take the value, whatever is told.",
      get: { (view: View) in .bool(view.problem == nil) }),
  ]
}
