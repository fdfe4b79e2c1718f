import TesseraCrypto

/// A browser in which the owner of an account has signed in, in any way, since the present password was set. Its attempts to
/// sign in count by themselves, so that others who try passwords cannot keep the owner out.
///
/// The browser has a text `identity.code.account`. The code authenticates the other two and the stored password, so the
/// text of another account, of a removed account or of an earlier password proves nothing.
struct KnownDevice: Sendable, Hashable {
  /// 128 random bits as hexadecimal digits.
  let id: String

  private static let idLength = 32

  /// Reads the text that a browser sends; returns nil unless the server has given it for the account and its present
  /// password.
  init?(_ text: String, of account: String, in store: AccessStore) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    // Texts that others write need no look into the store.
    guard parts.count == 3, parts[0].utf8.count == Self.idLength, parts[2] == account, !account.isEmpty,
      let secrets = try? store.deviceSecrets(of: account),
      isEqualInConstantTime(Array(parts[1].utf8), Array(Self.code(of: parts[0], secrets).utf8))
    else { return nil }
    id = parts[0]
  }

  /// Returns the text for the browser of a session; nil if the session is over, or if its account has no password.
  static func text(for session: AccessToken, in store: AccessStore) -> String? {
    guard let secrets = try? store.deviceSecrets(of: session) else { return nil }
    let id = randomBytes(count: idLength / 2).hexadecimalText
    return "\(id).\(code(of: id, secrets)).\(secrets.account)"
  }

  private static func code(of id: String, _ secrets: DeviceSecrets) -> String {
    // The identity has a fixed length, and no name of an account has a line break.
    let message = ["device", id, secrets.account, secrets.password].joined(separator: "\n")
    return HashFunction.sha256.authenticationCode(for: Array(message.utf8), key: secrets.key).hexadecimalText
  }
}
