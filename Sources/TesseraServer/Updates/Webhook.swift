import Crypto
import Foundation

/// The addresses to which services elsewhere send that the content of a widget changed. Each has a signature, so that who knows the
/// address of one widget knows nothing else.
package struct Webhook: Sendable {
  private let key: SymmetricKey

  /// - Parameter token: the token of the server.
  package init(token: String) { key = SymmetricKey(data: Data(token.utf8)) }

  /// The path for the widget of a tile, which ends with an HMAC of its name.
  package func path(of tile: String) -> String {
    let signature = code(of: tile).map { String(format: "%02x", $0) }.joined()
    return "/webhooks/\(tile.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? tile)/\(signature)"
  }

  private func code(of tile: String) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: Data("webhook/\(tile)".utf8), using: key)
  }

  /// Whether a signature is that of a tile. Takes as long for a wrong one as for the right one.
  func isValid(_ signature: String, for tile: String) -> Bool {
    let digits = Array(signature)
    guard digits.count == 64 else { return false }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    return HMAC<SHA256>.isValidAuthenticationCode(
      Data(bytes), authenticating: Data("webhook/\(tile)".utf8), using: key)
  }
}
