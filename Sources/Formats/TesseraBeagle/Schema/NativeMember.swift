import TesseraValues

/// The member of native documents that a member of payloads becomes, and how the value of one becomes that of the other.
///
/// Both translators read these rows, so that what one writes the other reads.
struct NativeMember: Sendable, ExpressibleByStringLiteral {
  let name: String
  /// Nil if the type of the payload's member decides.
  let codec: MemberCodec?
  /// The name by which native documents may have the value instead.
  let otherName: String?
  /// Whether it belongs to the style of the component.
  let isStyle: Bool

  init(_ name: String, _ codec: MemberCodec? = nil, or otherName: String? = nil, isStyle: Bool = false) {
    self.name = name
    self.codec = codec
    self.otherName = otherName
    self.isStyle = isStyle
  }

  init(stringLiteral name: String) { self.init(name) }

  /// A property of the component's style.
  static func style(_ name: String, _ codec: MemberCodec? = nil) -> NativeMember {
    NativeMember(name, codec, isStyle: true)
  }

  /// An object in payloads whose members have no object of their own in native documents.
  static let members = NativeMember("", .members)
}

/// The type in native documents that a type of payloads becomes.
struct NativeType: Sendable, ExpressibleByStringLiteral {
  let name: String
  /// The members that it always has.
  let constants: [(String, Value)]
  /// The defaults of style properties that the payload does not specify.
  let base: [(String, Value)]

  init(
    _ name: String, base: [(String, Value)] = NativeTranslator.shrinking, constants: [(String, Value)] = []
  ) {
    self.name = name
    self.base = base
    self.constants = constants
  }

  init(stringLiteral name: String) { self.init(name) }
}
