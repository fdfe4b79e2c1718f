import HTTPTypes
import TesseraValues

/// A request as it goes out: everything substituted, encoded and checked.
struct OutgoingRequest: Sendable {
  var url: HTTPURL
  var method: RequestMethod
  var headers = HTTPFields()
  var body: [UInt8]?
  /// Whether the answer may come compressed; what is taken up again where it broke off may not.
  var acceptsCompression = true
  /// The time for the whole exchange.
  var timeout = ServiceAction.defaultTimeout
  /// Hears how much of the body is sent, from 0 to 1.
  var onProgress: (@Sendable (Double) -> Void)?
  /// The largest answer, after decompression.
  var maximumAnswerBytes = HTTPTransport.maximumAnswerBytes

  static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]

  /// The request as the HTTP client sends it to an address of its host.
  func clientRequest(at address: NetworkAddress) -> HTTPClientRequest {
    var fields = headers
    if fields[.userAgent] == nil { fields[.userAgent] = "Tessera" }
    return HTTPClientRequest(
      method: method.httpMethod, url: url.text, address: address, port: url.port, fields: fields, body: body,
      acceptsCompression: acceptsCompression, onUploadProgress: onProgress)
  }

  /// Says that an answer has more bytes than it may have.
  func tooLarge(status: Int) -> ServiceError {
    ServiceError(
      .tooLarge, status: status, message: "The server's answer is too large",
      underlying: "\(url.textWithoutQuery) sent more than \(maximumAnswerBytes) bytes")
  }

  /// Where an answer wants the request to go next; nil where it is no redirect.
  func redirectTarget(of answer: IncomingAnswer) throws(ServiceError) -> HTTPURL? {
    guard Self.redirectStatuses.contains(answer.status) else { return nil }
    func problem(_ detail: String) -> ServiceError {
      ServiceError(
        .redirect, status: answer.status, message: "The server's redirect cannot be followed", underlying: detail)
    }
    guard let location = answer.headers[values: .location].first else { throw problem("it has no 'Location'") }
    let target: HTTPURL
    do {
      target = try url.resolving(location)
    } catch {
      throw problem("its 'Location' \(error.words)")
    }
    guard url.scheme == .http || target.scheme == .https else {
      throw problem("it leads from https to http, to '\(target.authority)'")
    }
    return target
  }

  /// The request for a redirect's target, by the rules of the Fetch standard: 303, and 301 or 302 after `POST`, ask for
  /// the target with `GET`; header fields that may hold secrets do not go to another origin.
  func redirected(to target: HTTPURL, status: Int) -> OutgoingRequest {
    var copy = self
    copy.url = target
    let becomesGet =
      (status == 303 && method != .get && method != .head) || ((status == 301 || status == 302) && method == .post)
    if becomesGet {
      copy.method = .get
      copy.body = nil
      for name in [HTTPField.Name.contentType, .contentEncoding, .contentLanguage, .contentLocation] {
        copy.headers[name] = nil
      }
    }
    if !url.hasSameOrigin(as: target) {
      let harmless: Set<HTTPField.Name> = [
        .accept, .acceptLanguage, .contentType, .contentLanguage, .userAgent, .range, .ifRange, .ifNoneMatch,
        .ifModifiedSince,
      ]
      copy.headers = HTTPFields(headers.filter { harmless.contains($0.name) })
    }
    return copy
  }
}

/// What a server answered.
struct IncomingAnswer: Sendable {
  var status: Int
  var headers: HTTPFields
  /// The whole body, decompressed.
  var body: [UInt8]
  /// Where it came from after all redirects.
  var url: HTTPURL

  /// Whether the status says that all is well (RFC 9110, section 15.3).
  var isSuccess: Bool { DirectResponse.isSuccess(status) }
}
