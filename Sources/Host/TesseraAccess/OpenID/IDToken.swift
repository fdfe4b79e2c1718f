package import Foundation
import TesseraCrypto
import TesseraValues

/// The token with which a provider says who has signed in (OpenID Connect Core 1.0, section 2), after its checks.
package struct IDToken: Sendable, Hashable {
  /// Why a token is not accepted, in words for the log. They contain nothing of the token.
  package struct Problem: Error, Sendable, Hashable {
    package let words: String
  }

  /// The maximum size of an OpenID token, in bytes. A larger one is refused.
  static let maximumBytes = 64 << 10
  /// How far the provider's clock may differ from that of this server, in seconds.
  static let clockTolerance: TimeInterval = 300

  /// What the provider claims about the person.
  package let claims: OpenIDClaims

  /// Decodes a token, and checks it by section 3.1.3.7.
  ///
  /// The signature is not checked. The token must come from the provider's token endpoint over TLS: item 6 of that
  /// section permits TLS to authenticate the issuer in place of the signature. So the algorithm of the signature does
  /// not matter either, and the header is not read.
  /// - Parameters:
  ///   - client: The name under which the provider knows this server.
  ///   - nonce: The text that this server sent when the sign-in began.
  package init(_ text: String, issuer: String, client: String, nonce: String, now: Date) throws(Problem) {
    guard text.utf8.count <= Self.maximumBytes else { throw Problem(words: "the token is too large") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    // An encrypted token has five (RFC 7516, section 3).
    guard parts.count == 3 else { throw Problem(words: "the token does not have three parts") }
    let limits = JSONLimits(bytes: Self.maximumBytes, depth: 16, nodes: 5000)
    guard let payload = [UInt8](base64URL: parts[1]), let value = try? Value.parseJSON(payload, limits: limits),
      let members = value.dictionary
    else { throw Problem(words: "the claims are not JSON") }
    guard members["iss"]?.string == issuer else { throw Problem(words: "the token is of another issuer") }
    let audience = try Self.audience(of: members)
    guard audience.contains(client) else { throw Problem(words: "the token is for another client") }
    if let party = members["azp"] {
      guard party.string == client else { throw Problem(words: "the token was given to another client") }
    } else if audience.count > 1 {
      throw Problem(words: "the token is for several clients, and does not say which of them it was given to")
    }
    guard let end = Self.seconds(members["exp"]), let start = Self.seconds(members["iat"]) else {
      throw Problem(words: "the token does not say when it was made and when it ends")
    }
    let now = now.timeIntervalSince1970
    guard now < end + Self.clockTolerance else { throw Problem(words: "the token has expired; compare the clocks") }
    guard start <= now + Self.clockTolerance else {
      throw Problem(words: "the token is of the future; compare the clocks")
    }
    guard let found = members["nonce"]?.string, isEqualInConstantTime(Array(found.utf8), Array(nonce.utf8)) else {
      throw Problem(words: "the token belongs to another sign-in")
    }
    let claims = OpenIDClaims(members: members)
    guard claims.subject != nil else { throw Problem(words: "the token does not say whom it is about") }
    self.claims = claims
  }

  /// Returns the clients that a token is for: one text, or a list.
  private static func audience(of members: [String: Value]) throws(Problem) -> [String] {
    if let client = members["aud"]?.string { return [client] }
    let values = members["aud"]?.array ?? []
    let clients = values.compactMap(\.string)
    guard !clients.isEmpty, clients.count == values.count else {
      throw Problem(words: "the token does not say which client it is for")
    }
    return clients
  }

  /// Returns a time in seconds since 1970 (RFC 7519, section 2, NumericDate).
  private static func seconds(_ value: Value?) -> Double? {
    switch value {
    case .integer(let seconds)?: Double(seconds)
    case .double(let seconds)?: seconds
    default: nil
    }
  }
}
