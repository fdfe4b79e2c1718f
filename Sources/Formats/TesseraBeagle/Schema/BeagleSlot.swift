import TesseraValues

/// What a slot of a payload takes.
indirect enum BeagleSlotType: Sendable {
  /// Text that is the same always.
  case string
  /// A whole number; `2.0` is one, too.
  case integer
  case number
  case bool
  /// One of some words, exactly.
  case choice([String])
  /// Any JSON; texts in it may be expressions.
  case any
  /// A literal of the type, or an expression.
  case binding(BeagleSlotType)
  /// A path such as `client.phones[0]`.
  case path
  /// An object whose members are texts.
  case texts
  /// An object with slots of its own.
  case object(BeagleObjectSchema)
  case list(BeagleSlotType)
  case component
  case action
  /// A screen, whose type key is neither needed nor looked at.
  case screen
  /// Components as data: a list, or an expression that gives one.
  case componentData
  /// A picture by its name or address.
  case imagePath
  /// Where a navigation leads.
  case route
  /// Whether and what analytics records.
  case analytics
  /// What stands in native documents, in their words.
  case native

  /// What messages call it.
  var name: String {
    switch self {
    case .string: "text"
    case .integer: "a whole number"
    case .number: "a number"
    case .bool: "true or false"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .any: "any value"
    case .binding(let type): "\(type.name), or an expression"
    case .path: "a path such as 'client.phones[0]'"
    case .texts: "an object of texts"
    case .object, .route: "an object"
    case .list(let type): "a list of \(type.name)"
    case .component: "a component"
    case .action: "an action"
    case .screen: "a screen"
    case .componentData: "a list of components"
    case .imagePath: "an object with '_beagleImagePath_'"
    case .analytics: "true, false or an object"
    case .native: "an object"
    }
  }
}

/// A member of a component, an action or another object.
///
/// The tables are made once, and referred to by each part of each payload: they are classes, so that this costs one reference.
final class BeagleSlot: Sendable {
  let name: String
  let type: BeagleSlotType
  /// Whether the original fails without it.
  let isRequired: Bool
  /// The member that a payload may have in place of it.
  let alternative: String?
  /// What stands for a required member that is missing, as JSON, except where the original is reproduced.
  let fallback: Value?

  init(
    name: String, type: BeagleSlotType, isRequired: Bool = false, alternative: String? = nil, fallback: Value? = nil
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.alternative = alternative
    self.fallback = fallback
  }
}

/// The members of an object, and of what has the same shape.
final class BeagleObjectSchema: Sendable {
  let name: String
  let slots: [BeagleSlot]
  /// Those that are needed.
  let required: [BeagleSlot]
  private let byName: [String: BeagleSlot]

  init(_ name: String, _ slots: [BeagleSlot]) {
    self.name = name
    self.slots = slots
    required = slots.filter(\.isRequired)
    byName = Dictionary(slots.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  subscript(name: String) -> BeagleSlot? { byName[name] }
}

extension BeagleSlot {
  static func optional(_ name: String, _ type: BeagleSlotType) -> BeagleSlot { BeagleSlot(name: name, type: type) }

  static func required(
    _ name: String, _ type: BeagleSlotType, or alternative: String? = nil, otherwise fallback: Value? = nil
  ) -> BeagleSlot {
    BeagleSlot(name: name, type: type, isRequired: true, alternative: alternative, fallback: fallback)
  }

  /// A text, or an expression.
  static func text(_ name: String) -> BeagleSlot { optional(name, .binding(.string)) }
}
