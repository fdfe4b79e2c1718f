import HTTPTypes
package import TesseraValues

/// A request that a screen makes without an action of the service. The same limits apply to it.
package struct DirectRequest: Sendable {
  private var outgoing: OutgoingRequest
  private let format: ResponseFormat
  /// The body before it was encoded.
  let body: Value

  var url: HTTPURL { outgoing.url }
  var method: RequestMethod { outgoing.method }

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - url: An absolute URL.
  ///   - method: An HTTP method, in any case; nil means `GET`.
  ///   - headers: The header fields' values, keyed by name.
  ///   - format: The name of the response's format; nil for JSON, or text that is no JSON.
  ///   - body: The body. A text is sent as it is, and any other value except null as JSON.
  /// - Throws: ``ServiceError`` of the kind `invalid-request`.
  package init(
    url: String, method: String?, headers: [String: Value], body: Value, format: String? = nil
  ) throws(ServiceError) {
    guard let address = try? HTTPURL(url) else {
      throw ServiceError(.invalidRequest, message: "'\(url.prefix(200))' is not an address that can be requested")
    }
    guard let method = RequestMethod(rawValue: (method ?? "GET").uppercased()) else {
      throw ServiceError(.invalidRequest, message: "'\(method ?? "")' is not an HTTP method")
    }
    guard let format = ResponseFormat(rawValue: format ?? "json"), ResponseFormat.ofBodies.contains(format) else {
      throw ServiceError(.invalidRequest, message: "'\(format ?? "")' is not a format of responses")
    }
    self.format = format
    var request = OutgoingRequest(url: address, method: method)
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) where !value.isNull {
      let text = value.description
      guard HeaderField.isName(name), !HeaderField.reserved.contains(name.lowercased()), HeaderField.isValue(text)
      else {
        throw ServiceError(.invalidRequest, message: "The header '\(name.prefix(60))' cannot be sent")
      }
      try request.headers.set(name, to: text)
    }
    switch body {
    case .null: break
    case .string(let text): request.body = Array(text.utf8)
    default:
      request.body = Array(JSONText.text(of: body).utf8)
      if request.headers[.contentType] == nil { request.headers[.contentType] = "application/json" }
    }
    outgoing = request
    self.body = body
  }

  /// Returns the request with other limits than those of screens.
  /// - Parameters:
  ///   - bytes: The maximum size of the response after decompression.
  ///   - time: The time limit of the whole exchange.
  package func limited(toBytes bytes: Int, within time: Duration) -> DirectRequest {
    var copy = self
    copy.outgoing.maximumResponseBytes = bytes
    copy.outgoing.timeout = time
    return copy
  }

  /// The method and the URL, without its query, which may contain secrets.
  package var summary: String { "\(outgoing.method.rawValue) \(outgoing.url.textWithoutQuery)" }

  /// Whether the response may be cached and reused for the same request.
  package var canBeKept: Bool { outgoing.method == .get && outgoing.body == nil }

  /// Requests a document.
  /// - Parameter known: The validators of the cached document, which the server need not send again.
  /// - Throws: ``ServiceError``, which has the kind `status` if the response is unsuccessful.
  package func document(
    by transport: HTTPTransport, policy: HostPolicy, knowing known: DocumentValidators?
  ) async throws(ServiceError) -> DocumentResponse {
    var request = outgoing
    // Conditional header fields that the document sets itself take precedence.
    let questions = (known?.fields ?? [:]).filter { request.headers[$0.name] == nil }
    request.headers.append(contentsOf: questions)
    let response = try await transport.send(request, policy: policy)
    let document = DocumentResponse(response, to: request)
    guard response.isSuccess || (document.isUnchanged && !questions.isEmpty) else {
      throw ServiceError.refused(status: response.status)
    }
    return document
  }

  /// Sends the request and decodes the response. A response with any status is returned.
  package func send(
    by transport: HTTPTransport, policy: HostPolicy, in context: ResponseContext = ResponseContext()
  ) async throws(ServiceError) -> DirectResponse {
    let received = try await transport.timedResponse(to: outgoing, policy: policy, clock: ContinuousClock())
    var response = DirectResponse(
      status: received.status, isSuccess: received.isSuccess, data: try data(in: received, context))
    response.headers = received.headers.byName
    response.address = received.url.text
    response.latency = received.latency
    return response
  }

  private func data(in response: IncomingResponse, _ context: ResponseContext) throws(ServiceError) -> Value {
    if response.body.isEmpty { return .null }
    guard response.isSuccess, format != .json else {
      return (try? Value.parseJSON(response.body)) ?? .string(String(decoding: response.body, as: UTF8.self))
    }
    return try format.value(in: response, context)
  }
}

extension ServiceError {
  /// Returns the error for a document that a server refuses to send.
  package static func refused(status: Int) -> ServiceError {
    ServiceError(.status, status: status, message: "The server responded with status \(status)")
  }
}

/// A server's response to a ``DirectRequest``.
package struct DirectResponse: Sendable, Hashable {
  /// The HTTP status.
  package let status: Int
  /// Whether the status is successful.
  package let isSuccess: Bool
  /// The body: a JSON value if it can be parsed as one, otherwise a text.
  package let data: Value
  /// The values of the header fields, by names in lower case.
  package var headers: [String: String] = [:]
  /// The URL of the response, after all redirects; empty if a stub responds.
  package var address = ""
  /// The time from the request to the end of the response.
  package var latency: Duration = .zero

  /// The server's own message in the body, if it has one.
  package var ownMessage: String? { ServerMessage.message(in: data) }

  /// Returns whether a status is successful (RFC 9110, section 15.3).
  static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
}
