import HTTPTypes
import Hummingbird
import TesseraCrypto

/// The token that authenticates apps, in the header field `Authorization: Bearer …`.
struct ServerToken: Sendable {
  let text: String

  /// Whether a request contains the token. The comparison takes constant time.
  func isIn(_ request: Request) -> Bool {
    request.headers[.authorization].map(isIn(field:)) ?? false
  }

  /// Whether the value of the field `Authorization` contains the token. Letters of the scheme have any case (RFC 9110,
  /// section 11.1).
  func isIn(field: String) -> Bool {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard !text.isEmpty, parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
    // Several spaces may follow the scheme.
    return isEqualInConstantTime(Array(parts[1].utf8.drop { $0 == UInt8(ascii: " ") }), Array(text.utf8))
  }

  /// The response to requests without the token.
  static var refusal: Response {
    .problem(
      .unauthorized, rule: "reload-token",
      message: "Send the token from the file 'push-token' in the data folder as 'Authorization: Bearer …'")
  }
}
