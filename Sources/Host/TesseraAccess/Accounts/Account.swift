/// A person who signs in.
package struct Account: Sendable, Hashable {
  /// The name with which the person signs in.
  package let name: String
  /// The role on boards that are shared.
  package var role: Role
  /// Other roles on single boards, by the identity of the board.
  package var boardRoles: [String: Role] = [:]

  /// Returns the form of a name under which an account is stored, or nil if the text is no valid name.
  ///
  /// A name has 1 to 64 ASCII letters, digits and the characters `.`, `_`, `-`, `+` and `@`, so an e-mail address is
  /// one. Case does not matter.
  package static func normalizedName(_ text: String) -> String? {
    let isValid = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: ".-_+@".utf8.contains(byte)
      }
    }
    return isValid && (1...64).contains(text.utf8.count) ? text.lowercased() : nil
  }
}

/// An entrance to one board for a screen, such as a tablet on a wall. Its address admits without a password, with the
/// role.
package struct BoardLink: Sendable, Hashable {
  /// The number by which the link is revoked.
  package let id: Int64
  /// What the link is for, for display.
  package let name: String
  /// The identity of the board.
  package let board: String
  package let role: Role
}
