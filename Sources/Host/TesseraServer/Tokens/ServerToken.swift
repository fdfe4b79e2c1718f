import HTTPTypes
import Hummingbird
import TesseraCrypto

/// The token that authenticates apps, in the header field `Authorization: Bearer …`.
struct ServerToken: Sendable {
  let text: String

  /// Whether a request contains the token. The comparison takes constant time.
  func isIn(_ request: Request) -> Bool {
    guard !text.isEmpty, let header = request.headers[.authorization] else { return false }
    return isEqualInConstantTime(Array(header.utf8), Array("Bearer \(text)".utf8))
  }

  /// The response to requests without the token.
  static var refusal: Response {
    .problem(
      .unauthorized, rule: "reload-token",
      message: "Send the token from the file 'push-token' in the data folder as 'Authorization: Bearer …'")
  }
}
