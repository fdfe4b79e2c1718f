package import TesseraValues

/// A choice.
package struct Choice: Sendable, Hashable {
  /// The view's value while the choice is selected: text, a number or a Boolean.
  package var value: Value
  /// The text shown to the user.
  package var text: String
  /// Whether the choice is shown but cannot be selected.
  package var isDisabled = false

  /// The choice in the format sent to hosts.
  var attribute: Value {
    var members: [String: Value] = ["value": value, "text": .string(text)]
    if isDisabled { members["disabled"] = true }
    return .dictionary(members)
  }
}

/// Choices as written in documents: texts and numbers, or objects with named members.
struct ChoiceSource {
  /// The choices, in order.
  private(set) var choices: [Choice] = []
  /// The list as given.
  var items: [Value] = [] { didSet { read() } }
  /// The key of an object's value.
  var valueKey = Self.defaultValueKey { didSet { if valueKey != oldValue { read() } } }
  /// The key of the text shown to the user.
  var textKey = Self.defaultTextKey { didSet { if textKey != oldValue { read() } } }
  /// The maximum number of choices; more are ignored.
  let maximumCount: Int

  static let defaultValueKey = "value"
  static let defaultTextKey = "text"

  private mutating func read() {
    let (valuePath, textPath) = (ValuePath(valueKey), ValuePath(textKey))
    choices = items.prefix(maximumCount).compactMap { item in
      switch item {
      case .null: return nil
      case .string, .integer, .double, .bool: return Choice(value: item, text: item.description)
      case .date: return Choice(value: .string(item.description), text: item.description)
      case .array, .dictionary, .object:
        let text = item.value(at: textPath).unlessNull
        guard let value = item.value(at: valuePath).unlessNull ?? text else { return nil }
        return Choice(
          value: value.isScalar ? value : .string(value.description), text: (text ?? value).description,
          isDisabled: item.value(at: "disabled").isTrue)
      }
    }
  }

  /// A description of the items that were skipped.
  var problem: String? {
    let missing = min(items.count, maximumCount) - choices.count
    guard missing > 0, items.contains(where: { $0.dictionary != nil || $0.object != nil }) else { return nil }
    return "\(missing) of \(items.count) choices have neither '\(valueKey)' nor '\(textKey)'; "
      + "set 'choiceValue' and 'choiceText' to their keys"
  }

  /// Returns the choice with a value.
  func choice(of value: Value) -> Choice? { choices.first { $0.value == value } }
}

extension Value {
  /// Whether the value is a text, a number or a Boolean.
  fileprivate var isScalar: Bool {
    switch self {
    case .string, .integer, .double, .bool: true
    default: false
    }
  }
}

/// A view in which the user selects from choices that a document lists.
protocol ChoosingView: View {
  /// The choices as given by the document.
  var source: ChoiceSource { get set }
}

extension Property<View> {
  /// The properties of choices in documents.
  static func choices<V: View & ChoosingView>(of type: V.Type) -> [Property<View>] {
    [
      .of(
        V.self, "choices", .list, "The available choices: texts, numbers, or objects with 'value' and 'text'.",
        get: { .array($0.source.items) },
        set: { (view: V, value) in
          view.source.items = value.array ?? []
          let (count, most) = (view.source.items.count, view.source.maximumCount)
          if let problem = view.source.problem { view.context.host?.report(problem, of: view) }
          if count > most {
            view.context.host?.report("only the first \(most) of \(count) choices can be chosen", of: view)
          }
        }),
      .of(
        V.self, "choiceValue", .string, "The member of objects that is their value; 'value' by default.",
        get: { .string($0.source.valueKey) },
        set: { (view: V, value) in view.source.valueKey = value.string ?? ChoiceSource.defaultValueKey }),
      .of(
        V.self, "choiceText", .string, "The key of the text shown to users in objects; 'text' by default.",
        get: { .string($0.source.textKey) },
        set: { (view: V, value) in view.source.textKey = value.string ?? ChoiceSource.defaultTextKey }),
    ]
  }
}

extension EventDefinition {
  /// The user chose another value.
  static func change(_ type: PropertyType, _ documentation: String) -> EventDefinition {
    EventDefinition(
      EventName.change.rawValue, "The user chose another value.",
      carries: [EventDefinition.Member("value", type, documentation)])
  }
}
