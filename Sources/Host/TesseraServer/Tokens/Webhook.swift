import Foundation
import TesseraCrypto

/// The addresses to which services elsewhere send that the content of a widget changed. Each has a signature, so that who knows the
/// address of one widget knows nothing else.
package struct Webhook: Sendable {
  private let key: [UInt8]

  /// - Parameter token: the token of the server.
  package init(token: String) { key = Array(token.utf8) }

  /// The path for the widget of a tile, which ends with an HMAC of its name.
  package func path(of tile: String) -> String {
    let name = tile.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? tile
    return "/webhooks/\(name)/\(signature(of: tile))"
  }

  private func signature(of tile: String) -> String {
    HashFunction.sha256.authenticationCode(for: "webhook/\(tile)".utf8, key: key).hexadecimalText
  }

  /// Whether a signature is that of a tile. Takes as long for a wrong one as for the right one.
  func isValid(_ signature: String, for tile: String) -> Bool {
    isEqualInConstantTime(Array(signature.lowercased().utf8), Array(self.signature(of: tile).utf8))
  }
}
