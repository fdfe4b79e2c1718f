import HTTPTypes
package import TesseraValues

/// A request that a screen makes itself, without an action of the service: within the same bounds.
package struct DirectRequest: Sendable {
  private let outgoing: OutgoingRequest
  /// The body before it was written.
  let body: Value

  var url: HTTPURL { outgoing.url }
  var method: RequestMethod { outgoing.method }

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - url: An absolute address.
  ///   - method: One of HTTP's methods, in any case; `GET` without one.
  ///   - headers: Texts by name.
  ///   - body: Text goes out as it is, anything else but null as JSON.
  /// - Throws: ``ServiceError`` of the kind `invalid-request`.
  package init(url: String, method: String?, headers: [String: Value], body: Value) throws(ServiceError) {
    guard let address = try? HTTPURL(url) else {
      throw ServiceError(.invalidRequest, message: "'\(url.prefix(200))' is not an address that can be asked")
    }
    guard let method = RequestMethod(rawValue: (method ?? "GET").uppercased()) else {
      throw ServiceError(.invalidRequest, message: "'\(method ?? "")' is not a method of HTTP")
    }
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

  /// The method and the address, without what may be secret.
  package var summary: String { "\(outgoing.method.rawValue) \(outgoing.url.textWithoutQuery)" }

  /// Whether a server's answer may stand for that of the same request later.
  package var canBeKept: Bool { outgoing.method == .get && outgoing.body == nil }

  /// Asks for a document.
  /// - Parameter known: what the server calls the document that is known; it need not send that one again.
  /// - Throws: a ``ServiceError``; of the kind `status` for an answer that says that something is wrong.
  package func document(
    by transport: HTTPTransport, policy: HostPolicy, knowing known: DocumentValidators?
  ) async throws(ServiceError) -> DocumentAnswer {
    var request = outgoing
    // What the document asks with by itself is its own business.
    let questions = (known?.fields ?? [:]).filter { request.headers[$0.name] == nil }
    request.headers.append(contentsOf: questions)
    let answer = try await transport.send(request, policy: policy)
    let document = DocumentAnswer(answer, to: request)
    guard answer.isSuccess || (document.isUnchanged && !questions.isEmpty) else {
      throw ServiceError.refused(status: answer.status)
    }
    return document
  }

  /// Sends it and reads the answer. Any status is an answer.
  package func send(by transport: HTTPTransport, policy: HostPolicy) async throws(ServiceError) -> DirectResponse {
    let answer = try await transport.send(outgoing, policy: policy)
    let text = String(decoding: answer.body, as: UTF8.self)
    let data = (try? Value.parseJSON(answer.body)) ?? .string(text)
    return DirectResponse(
      status: answer.status, isSuccess: answer.isSuccess, data: answer.body.isEmpty ? .null : data)
  }
}

extension ServiceError {
  /// A document that a server does not give.
  package static func refused(status: Int) -> ServiceError {
    ServiceError(.status, status: status, message: "The server answered with status \(status)")
  }
}

/// What a server answered to a ``DirectRequest``.
package struct DirectResponse: Sendable, Hashable {
  /// The status of HTTP.
  package let status: Int
  /// Whether the status says that all is well.
  package let isSuccess: Bool
  /// The body: JSON where it is some, else text.
  package let data: Value

  /// Whether a status says that all is well (RFC 9110, section 15.3).
  static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
}
