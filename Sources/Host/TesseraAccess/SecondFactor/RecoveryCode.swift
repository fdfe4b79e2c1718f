import TesseraCrypto

/// A code that signs in once in place of a one-time code, for who has lost the app: 80 random bits.
package struct RecoveryCode: Sendable, Hashable {
  /// The characters that count, in groups for reading: `ABCD-EFGH-IJKL-MNOP`.
  package let text: String

  /// The number of random bytes of a code.
  private static let size = 10
  /// The number of characters of each group.
  private static let group = 4
  /// The number of characters of a code without hyphens.
  private static let length = size * 8 / 5

  /// Creates a random code.
  package init() { text = Self.grouped(randomBytes(count: Self.size).base32Text) }

  /// Reads a code that a person typed; returns nil for any text that cannot be one. Case, hyphens and spaces do not matter.
  package init?(_ text: String) {
    let characters = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    guard characters.utf8.count == Self.length, characters.utf8.allSatisfy(Self.isDigit) else { return nil }
    self.text = Self.grouped(characters)
  }

  private static func grouped(_ characters: String) -> String {
    var text = ""
    for (index, character) in characters.enumerated() {
      if index > 0, index % group == 0 { text += "-" }
      text.append(character)
    }
    return text
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
  }

  /// The SHA-256 hash under which the code is stored. The code is random and long, so the hash needs no salt.
  var hash: [UInt8] { HashFunction.sha256.digest(of: text.utf8) }
}
