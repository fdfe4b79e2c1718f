import HTTPTypes
import Hummingbird
import TesseraCrypto

/// What apps have to know to talk to the server: it stands in `Authorization: Bearer …`.
struct ServerToken: Sendable {
  let text: String

  /// Whether a request has it. Takes as long wherever texts differ.
  func isIn(_ request: Request) -> Bool {
    guard !text.isEmpty, let header = request.headers[.authorization] else { return false }
    return isEqualInConstantTime(Array(header.utf8), Array("Bearer \(text)".utf8))
  }

  /// The answer to who does not know it.
  static var refusal: Response {
    .problem(
      .unauthorized, rule: "reload-token",
      message: "Send the token of 'push-token' in the data folder as 'Authorization: Bearer …'")
  }
}
