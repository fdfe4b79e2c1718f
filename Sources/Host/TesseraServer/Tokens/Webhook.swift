import Foundation
import TesseraCrypto
import TesseraValues

/// The URL paths to which external services report changed content. Each path is signed, so that one path does not
/// reveal others.
package struct Webhook: Sendable {
  private let key: [UInt8]

  /// - Parameter token: The token of the server.
  package init(token: String) { key = Array(token.utf8) }

  /// Returns the path for a tile, which ends with an HMAC of the tile's name.
  package func path(of tile: String) -> String {
    let name = tile.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? tile
    return "/webhooks/\(name)/\(signature(of: tile))"
  }

  private func signature(of tile: String) -> String {
    HashFunction.sha256.authenticationCode(for: "webhook/\(tile)".utf8, key: key).hexadecimalText
  }

  /// Whether a signature matches a tile. The comparison takes constant time.
  func isValid(_ signature: String, for tile: String) -> Bool {
    isEqualInConstantTime(Array(signature.lowercased().utf8), Array(self.signature(of: tile).utf8))
  }
}
