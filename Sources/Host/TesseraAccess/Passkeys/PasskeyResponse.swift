import TesseraCrypto
import TesseraValues

/// Why a passkey is not accepted, in words for the person.
package struct PasskeyProblem: Error, Sendable, Hashable {
  package let words: String

  static let unknown = PasskeyProblem(words: "This server does not know the passkey, or it was removed")
  static let known = PasskeyProblem(words: "This passkey was added already")
  static let foreign = PasskeyProblem(words: "The passkey was used for another site")
  static let expired = PasskeyProblem(words: "That took too long, or was done already. Try again")
  static let unreadable = PasskeyProblem(words: "The browser's answer was not understood")
  static let unverified = PasskeyProblem(words: "The device did not verify you, as by a PIN or a fingerprint")
  static let forged = PasskeyProblem(words: "The signature is wrong")
  static let copied = PasskeyProblem(words: "The passkey may have been copied: its counter went back")
  static let unsupported = PasskeyProblem(words: "This kind of passkey is not supported")
}

/// What a browser says of the use of a passkey (Web Authentication, level 2, section 5.8.1).
struct PasskeyClientData: Sendable, Hashable {
  /// What a passkey was used for.
  enum Purpose: String {
    case registration = "webauthn.create"
    case signIn = "webauthn.get"
  }

  /// The challenge that was answered.
  let challenge: [UInt8]

  /// The maximum size of what a browser says of the use of a passkey, in bytes. More is refused.
  private static let maximumBytes = 4096

  /// Decodes the data, and checks that they are of a page of the site, and for the purpose.
  init(_ bytes: [UInt8], purpose: Purpose, at site: RelyingParty) throws(PasskeyProblem) {
    let limits = JSONLimits(bytes: Self.maximumBytes, depth: 8, nodes: 200)
    guard let members = (try? Value.parseJSON(bytes, limits: limits))?.dictionary,
      let challenge = members["challenge"]?.string.flatMap({ [UInt8](base64URL: $0) })
    else { throw .unreadable }
    guard members["type"]?.string == purpose.rawValue else { throw .unreadable }
    guard let origin = members["origin"]?.string, site.origins.contains(origin) else { throw .foreign }
    if let crossOrigin = members["crossOrigin"], crossOrigin != .bool(false) { throw .foreign }
    self.challenge = challenge
  }
}

/// What an authenticator says of a use of a passkey (section 6.1).
struct AuthenticatorData: Sendable {
  /// How often the authenticator has signed; 0 if it does not count.
  let counter: UInt32
  /// The identity and the key of a new passkey; nil for one that is in use.
  let credential: (id: [UInt8], key: SignatureKey)?

  /// The maximum size of what an authenticator says, in bytes. More is refused.
  private static let maximumBytes = 4096
  /// The maximum length of the identity of a passkey, in bytes. A longer one is refused.
  private static let maximumIdentity = 1023

  private static let isPresent: UInt8 = 1
  private static let isVerified: UInt8 = 4
  private static let hasCredential: UInt8 = 0x40
  private static let hasExtensions: UInt8 = 0x80

  /// Decodes the data, and checks that they are for the site, and that the person was present and verified.
  init(_ bytes: [UInt8], at site: RelyingParty) throws(PasskeyProblem) {
    guard (37...Self.maximumBytes).contains(bytes.count) else { throw .unreadable }
    guard isEqualInConstantTime(Array(bytes[0..<32]), site.hash) else { throw .foreign }
    let flags = bytes[32]
    guard flags & Self.isPresent != 0, flags & Self.isVerified != 0 else { throw .unverified }
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes[37...]
    if flags & Self.hasCredential != 0 {
      credential = try Self.credential(&rest)
    } else {
      credential = nil
    }
    if flags & Self.hasExtensions != 0 {
      guard case .map? = try? CBORValue(from: &rest) else { throw .unreadable }
    }
    guard rest.isEmpty else { throw .unreadable }
  }

  private static func credential(
    _ rest: inout ArraySlice<UInt8>
  ) throws(PasskeyProblem) -> (id: [UInt8], key: SignatureKey) {
    // The first 16 bytes name the kind of authenticator, which does not matter.
    guard rest.count >= 18 else { throw .unreadable }
    rest = rest.dropFirst(16)
    let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(2)
    guard (1...maximumIdentity).contains(length), rest.count > length else { throw .unreadable }
    let id = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    guard let key = try? CBORValue(from: &rest) else { throw .unreadable }
    return (id, try signatureKey(key))
  }

  /// Returns the key that COSE describes (RFC 9053, section 7; RFC 8230, section 4).
  private static func signatureKey(_ key: CBORValue) throws(PasskeyProblem) -> SignatureKey {
    func bytes(_ label: Int64) -> [UInt8] { key[.integer(label)]?.bytes ?? [] }
    guard case .integer(let number)? = key[.integer(3)], case .integer(let kind)? = key[.integer(1)],
      let algorithm = SignatureKey.Algorithm(rawValue: number)
    else { throw .unsupported }
    let curve = key[.integer(-1)]
    let found: SignatureKey? =
      switch algorithm {
      case .es256: kind == 2 && curve == .integer(1) ? SignatureKey(p256: bytes(-2), bytes(-3)) : nil
      case .edDSA: kind == 1 && curve == .integer(6) ? SignatureKey(ed25519: bytes(-2)) : nil
      case .rs256: kind == 3 ? SignatureKey(rsa: bytes(-1), exponent: bytes(-2)) : nil
      }
    guard let found else { throw .unsupported }
    return found
  }
}
