package import TesseraValues

/// Something to choose.
package struct Choice: Sendable, Hashable {
  /// What the view's value is when it is chosen: text, a number or a truth value.
  package var value: Value
  /// What the person reads.
  package var text: String
  /// Whether it is shown and cannot be chosen.
  package var isDisabled = false

  /// As a host is told.
  var attribute: Value {
    var members: [String: Value] = ["value": value, "text": .string(text)]
    if isDisabled { members["disabled"] = true }
    return .dictionary(members)
  }
}

/// Choices as documents say them: texts and numbers, or objects whose members are named.
struct ChoiceSource {
  /// The choices, in order.
  private(set) var choices: [Choice] = []
  /// The list as it was said.
  var items: [Value] = [] { didSet { read() } }
  /// The member of an object that is its value.
  var valueKey = Self.defaultValueKey { didSet { if valueKey != oldValue { read() } } }
  /// The member of an object that is read by people.
  var textKey = Self.defaultTextKey { didSet { if textKey != oldValue { read() } } }
  /// The most choices; more are left out.
  let maximumCount: Int

  static let defaultValueKey = "value"
  static let defaultTextKey = "text"

  init(maximumCount: Int) { self.maximumCount = maximumCount }

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

  /// What is wrong where items are left out, in words.
  var problem: String? {
    let missing = min(items.count, maximumCount) - choices.count
    guard missing > 0, items.contains(where: { $0.dictionary != nil || $0.object != nil }) else { return nil }
    return "\(missing) of \(items.count) choices have neither '\(valueKey)' nor '\(textKey)'; "
      + "'choiceValue' and 'choiceText' say where these are"
  }

  /// The choice with a value.
  func choice(of value: Value) -> Choice? { choices.first { $0.value == value } }
}

extension Value {
  /// Whether it is one piece of text, a number or a truth value.
  fileprivate var isScalar: Bool {
    switch self {
    case .string, .integer, .double, .bool: true
    default: false
    }
  }
}

/// A view in which a person chooses among choices that a document lists.
protocol ChoosingView: View {
  /// What the document says.
  var source: ChoiceSource { get set }
}

extension Property<View> {
  /// What documents say about choices.
  static func choices<V: View & ChoosingView>(of type: V.Type) -> [Property<View>] {
    [
      .of(
        V.self, "choices", .list, "What there is to choose from: texts, numbers, or objects with 'value' and 'text'.",
        get: { .array($0.source.items) },
        set: { (view: V, value) in
          view.source.items = value.array ?? []
          let (count, most) = (view.source.items.count, view.source.maximumCount)
          if let problem = view.source.problem { view.context.problemDidOccur?(view, problem) }
          if count > most {
            view.context.problemDidOccur?(view, "only the first \(most) of \(count) choices can be chosen")
          }
        }),
      .of(
        V.self, "choiceValue", .string, "The member of objects that is their value; 'value' by default.",
        get: { .string($0.source.valueKey) },
        set: { (view: V, value) in view.source.valueKey = value.string ?? ChoiceSource.defaultValueKey }),
      .of(
        V.self, "choiceText", .string, "The member of objects that people read; 'text' by default.",
        get: { .string($0.source.textKey) },
        set: { (view: V, value) in view.source.textKey = value.string ?? ChoiceSource.defaultTextKey }),
    ]
  }
}

extension EventDefinition {
  /// The person chose another value.
  static func change(_ type: PropertyType, _ documentation: String) -> EventDefinition {
    EventDefinition(
      EventName.change.rawValue, "The person chose another value.",
      carries: [EventDefinition.Member("value", type, documentation)])
  }
}
