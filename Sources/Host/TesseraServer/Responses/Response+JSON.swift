import HTTPTypes
import Hummingbird
import TesseraData
import TesseraValues

extension Response {
  /// Returns a response with a JSON body.
  static func json(_ value: Value, status: HTTPResponse.Status = .ok) -> Response {
    var bytes: [UInt8] = []
    JSONText.write(value, into: &bytes)
    return Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Returns an error response: `{"error": {"rule", "message"}}`.
  /// - Parameter retryAfter: The number of seconds after which the client can retry; nil for the usual one.
  static func problem(
    _ status: HTTPResponse.Status, rule: String, message: String, retryAfter: Int? = nil
  ) -> Response {
    json(["error": ["rule": .string(rule), "message": .string(message)]], status: status).retriable(after: retryAfter)
  }

  /// Returns the response to a request that a store does not fulfil.
  /// - Parameter consequence: What that means, such as `Nothing was changed`.
  static func problem(of error: Diagnostic, _ consequence: String) -> Response {
    if error.rule == StoreError.diskFull.diagnostic.rule {
      return problem(.insufficientStorage, rule: error.rule, message: error.message)
    }
    return problem(.insufficientStorage, rule: "store-unavailable", message: "\(consequence): \(error.message)")
  }

  /// Returns the response with the time after which a client can retry, which all with 503 and 507 have.
  /// - Parameter seconds: The time; nil for the usual one, which other responses do not have.
  func retriable(after seconds: Int? = nil) -> Response {
    guard let seconds = seconds ?? status.usualRetryTime else { return self }
    var response = self
    response.headers[.retryAfter] = "\(seconds)"
    return response
  }

  /// Returns an error response for documents: `{"error": {"rule", "message", "diagnostics": [text…]}}`.
  static func problem(of diagnostics: [Diagnostic]) -> Response {
    let errors = diagnostics.filter { $0.severity == .error }
    return json(
      [
        "error": [
          "rule": "bundle-errors", "message": .string(errors.first?.description ?? "This is not a widget"),
          "diagnostics": .array(errors.prefix(50).map { .string($0.description) }),
        ]
      ], status: .unprocessableContent)
  }

  /// The response to requests for a board that does not exist, or that the visitor may not see.
  static var unknownBoard: Response {
    problem(.notFound, rule: "unknown-board", message: "The board does not exist")
  }

  /// The response to requests for a widget that does not exist, or that the visitor may not see.
  static var unknownWidget: Response {
    problem(.notFound, rule: "unknown-widget", message: "The widget does not exist")
  }

  /// Returns an error response for an invalid request body.
  static func problem(_ diagnostic: Diagnostic) -> Response {
    problem(.badRequest, rule: diagnostic.rule, message: diagnostic.message)
  }
}

extension HTTPResponse.Status {
  /// The status if the disk is full or not writable (RFC 4918, section 11.5).
  static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")

  /// When clients can retry what the server cannot do now, in seconds. Disks are full for longer than hosts are busy.
  var usualRetryTime: Int? {
    switch self {
    case .serviceUnavailable: 5
    case .insufficientStorage: 30
    default: nil
    }
  }
}
