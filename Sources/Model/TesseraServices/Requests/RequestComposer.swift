import HTTPTypes
import TesseraValues

/// Builds a request from an action and an object.
struct RequestComposer {
  /// The maximum size of the body of a request to a service, in bytes. The request is not sent.
  static let maximumBodyBytes = 64 << 20

  let action: ServiceAction
  let object: Value
  var options = OptionValues.none

  /// Returns the request, with everything substituted, encoded and checked.
  func request() throws(ServiceError) -> OutgoingRequest {
    var substitution = ParameterSubstitution(object: object, options: options)
    var request = OutgoingRequest(url: try url(), method: action.method, headers: try headers(&substitution))
    request.timeout = action.timeout
    let parameters = try substitution.filled(action.parameterTree)
    if action.isUpload {
      let body = try UploadBody(action: action, parameters: parameters, object: object)
      request.setBody(body.bytes, contentType: body.contentType)
    } else if !action.parameters.isEmpty {
      switch action.effectiveEncoding {
      case .query:
        let pairs = try FormEncoding.text(of: parameters, limit: HTTPURL.maximumLength)
        let query = [request.url.query ?? "", pairs].filter { !$0.isEmpty }.joined(separator: "&")
        request.url.query = query.isEmpty ? nil : query
        guard request.url.text.utf8.count <= HTTPURL.maximumLength else {
          throw .requestTooLarge("its address is longer than \(HTTPURL.maximumLength) bytes")
        }
      case .form:
        request.setBody(
          Array(try FormEncoding.text(of: parameters, limit: Self.maximumBodyBytes).utf8),
          contentType: "application/x-www-form-urlencoded; charset=utf-8")
      case .json:
        var bytes: [UInt8] = []
        JSONText.write(parameters, into: &bytes)
        guard bytes.count <= Self.maximumBodyBytes else {
          throw .requestTooLarge("its body has more than \(Self.maximumBodyBytes) bytes")
        }
        request.setBody(bytes, contentType: "application/json")
      }
    }
    if request.headers[.accept] == nil { request.headers[.accept] = action.format.accept }
    return request
  }

  private func url() throws(ServiceError) -> HTTPURL {
    let detail: String
    switch action.url {
    case .success(let template?): return try template.url(with: object, options: options)
    case .success(nil): detail = "the action '\(action.name)' has neither a 'baseUrl' nor a 'path'"
    case .failure(let problem): detail = "The URL '\(action.path ?? action.baseURL ?? "")' \(problem.words)"
    }
    throw ServiceError(.invalidRequest, message: "The request has no valid address", underlying: detail)
  }

  /// Returns only the header fields, for a connection that is not a request of the action itself.
  func headers() throws(ServiceError) -> HTTPFields {
    var substitution = ParameterSubstitution(object: object, options: options)
    return try headers(&substitution)
  }

  private func headers(_ substitution: inout ParameterSubstitution) throws(ServiceError) -> HTTPFields {
    var headers = HTTPFields()
    for template in action.headerTemplates {
      let name = template.name
      let text = try substitution.filled(template.text)
      guard text.utf8.count <= HeaderField.maximumLength else {
        throw .requestTooLarge("the header '\(name)' would be longer than \(HeaderField.maximumLength) bytes")
      }
      // A line break would let the value inject another header field.
      guard HeaderField.isValue(text) else {
        throw ServiceError(
          .invalidRequest, message: "The request cannot be made from this value",
          underlying: "the header '\(name)' would contain a line break or another control character")
      }
      try headers.set(name, to: text)
    }
    return headers
  }
}

extension OutgoingRequest {
  /// Sets the body, and its content type unless the action's headers specify one.
  fileprivate mutating func setBody(_ bytes: [UInt8], contentType: String) {
    body = bytes
    if headers[.contentType] == nil { headers[.contentType] = contentType }
  }
}
