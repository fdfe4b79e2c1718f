import TesseraValues

/// The type of a member in a payload.
indirect enum BeagleSlotType: Sendable {
  /// Literal text.
  case string
  /// An integer. `2.0` is accepted as well.
  case integer
  case number
  case bool
  /// One of several words, case-sensitive.
  case choice([String])
  /// Any JSON. Texts in it may be expressions.
  case any
  /// A literal of the type, or an expression.
  case binding(BeagleSlotType)
  /// A path such as `client.phones[0]`.
  case path
  /// An object whose members are texts.
  case texts
  /// An object with a schema of its own.
  case object(BeagleObjectSchema)
  case list(BeagleSlotType)
  case component
  case action
  /// A screen. Its type key is optional and ignored.
  case screen
  /// Components as data: a list, or an expression that returns one.
  case componentData
  /// An image, given by its name or address.
  case imagePath
  /// The destination of a navigation.
  case route
  /// The analytics setting.
  case analytics
  /// Native content, as in native documents.
  case native

  /// The name of the type in messages.
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
/// Slots are created once and referenced by every part of every payload. They are classes, so a reference is cheap.
final class BeagleSlot: Sendable {
  let name: String
  let type: BeagleSlotType
  /// Whether Beagle fails if the member is missing.
  let isRequired: Bool
  /// The member that a payload may contain instead.
  let alternative: String?
  /// The JSON value that replaces a required member that is missing, unless Beagle's behaviour is reproduced.
  let fallback: Value?
  /// The counterpart in native documents; nil if the member depends on others, and is translated by code.
  let native: NativeMember?
  /// How the value is translated.
  let codec: MemberCodec

  init(
    name: String, type: BeagleSlotType, isRequired: Bool = false, alternative: String? = nil, fallback: Value? = nil,
    native: NativeMember? = nil
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.alternative = alternative
    self.fallback = fallback
    self.native = native
    codec = native?.codec ?? MemberCodec(of: type)
  }
}

/// The members of an object and of all objects of the same form.
final class BeagleObjectSchema: Sendable {
  let name: String
  let slots: [BeagleSlot]
  /// The required members.
  let required: [BeagleSlot]
  /// The members with a counterpart in native documents.
  let translated: [BeagleSlot]
  /// Whether a member of another name is reported. Backends add members to components and actions, but not to styles.
  let isClosed: Bool
  private let byName: [String: BeagleSlot]

  init(_ name: String, _ slots: [BeagleSlot], isClosed: Bool = false) {
    self.name = name
    self.isClosed = isClosed
    self.slots = slots
    required = slots.filter(\.isRequired)
    translated = slots.filter { $0.native != nil }
    byName = Dictionary(slots.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  subscript(name: String) -> BeagleSlot? { byName[name] }
}

extension BeagleSlot {
  static func optional(_ name: String, _ type: BeagleSlotType, as native: NativeMember? = nil) -> BeagleSlot {
    BeagleSlot(name: name, type: type, native: native)
  }

  static func required(
    _ name: String, _ type: BeagleSlotType, or alternative: String? = nil, otherwise fallback: Value? = nil,
    as native: NativeMember? = nil
  ) -> BeagleSlot {
    BeagleSlot(
      name: name, type: type, isRequired: true, alternative: alternative, fallback: fallback, native: native)
  }

  /// Creates an optional text member that may be an expression.
  static func text(_ name: String, as native: NativeMember? = nil) -> BeagleSlot {
    optional(name, .binding(.string), as: native)
  }
}
