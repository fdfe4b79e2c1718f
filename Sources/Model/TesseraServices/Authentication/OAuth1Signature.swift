import Foundation
import HTTPTypes
import TesseraCrypto
import TesseraValues

/// Signs requests with HMAC-SHA1 (RFC 5849, section 3).
struct OAuth1Signature {
  var consumerKey: String
  var consumerSecret: String
  var token: String?
  var tokenSecret: String?
  /// The time of the request, in seconds since 1970.
  var timestamp: Int
  /// A text that is used only once.
  var nonce: String

  /// Signs a request by setting its `Authorization` header field.
  /// - Parameter others: Additional protocol parameters, such as `oauth_callback`.
  func sign(_ request: inout OutgoingRequest, with others: [String: String] = [:]) {
    var own = others
    own["oauth_consumer_key"] = consumerKey
    own["oauth_nonce"] = nonce
    own["oauth_signature_method"] = "HMAC-SHA1"
    own["oauth_timestamp"] = String(timestamp)
    own["oauth_version"] = "1.0"
    if let token { own["oauth_token"] = token }
    own["oauth_signature"] = signature(of: request, with: own)
    let fields = own.sorted { $0.key < $1.key }
      .map { "\(PercentEncoding.data($0.key))=\"\(PercentEncoding.data($0.value))\"" }
    request.headers[.authorization] = "OAuth " + fields.joined(separator: ", ")
  }

  /// Returns the signature of a request with protocol parameters.
  func signature(of request: OutgoingRequest, with own: [String: String]) -> String {
    let key = "\(PercentEncoding.data(consumerSecret))&\(PercentEncoding.data(tokenSecret ?? ""))"
    let code = HashFunction.sha1.authenticationCode(for: baseString(of: request, with: own).utf8, key: key.utf8)
    return Data(code).base64EncodedString()
  }

  /// Returns the signature base string (section 3.4.1).
  private func baseString(of request: OutgoingRequest, with own: [String: String]) -> String {
    var parameters = own.map { (PercentEncoding.data($0.key), PercentEncoding.data($0.value)) }
    var texts = request.url.query.map { [$0] } ?? []
    let type = request.headers[.contentType] ?? ""
    if type.lowercased().hasPrefix("application/x-www-form-urlencoded"), let body = request.body {
      texts.append(String(decoding: body, as: UTF8.self))
    }
    for pair in texts.flatMap({ $0.split(separator: "&") }) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func normal(_ part: Substring) -> String {
        PercentEncoding.data(PercentEncoding.decoded(part.replacing("+", with: " ")))
      }
      parameters.append((normal(parts[0]), parts.count > 1 ? normal(parts[1]) : ""))
    }
    let list = parameters.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    return [request.method.rawValue, request.url.textWithoutQuery, list].map { PercentEncoding.data($0) }
      .joined(separator: "&")
  }
}
