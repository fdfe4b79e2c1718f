import HTTPTypes
import TesseraCrypto
import TesseraValues

/// A request that is ready to be sent: substituted, encoded and checked.
struct OutgoingRequest: Sendable {
  var url: HTTPURL
  var method: RequestMethod
  var headers = HTTPFields()
  var body: [UInt8]?
  /// Whether the response may be compressed. A transfer that can be resumed must not be.
  var acceptsCompression = true
  /// The time limit of the whole exchange.
  var timeout = ServiceAction.defaultTimeout
  /// Called with the sent fraction of the body, from 0 to 1.
  var onProgress: (@Sendable (Double) -> Void)?
  /// The maximum size of the response after decompression, in bytes.
  var maximumResponseBytes = HTTPTransport.maximumResponseBytes

  /// Which redirects of the response are followed.
  var followedRedirects = FollowedRedirects.all

  /// Redirects that are followed.
  enum FollowedRedirects: Sendable {
    /// All that the policy allows.
    case all
    /// Those to the same host: the body contains secrets.
    case sameHost
    /// None: the header fields of the redirect itself are wanted.
    case none
  }

  static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]

  /// Returns the HTTP client's request to an address of the host.
  func clientRequest(at address: NetworkAddress) -> HTTPClientRequest {
    var fields = headers
    if fields[.userAgent] == nil { fields[.userAgent] = "Tessera" }
    return HTTPClientRequest(
      method: method.httpMethod, url: url.text, address: address, port: url.port, fields: fields, body: body,
      acceptsCompression: acceptsCompression, onUploadProgress: onProgress)
  }

  /// A digest of what the request says, by which equal ones are recognized. It reveals nothing about the request.
  var digest: String {
    let headers = headers.map { "\($0.name.canonicalName): \($0.value)" }.sorted().joined(separator: "\n")
    let text = "\(method.rawValue) \(url.text)\n\(headers)"
    return HashFunction.sha256.digest(of: text.utf8 + (body.map { "\n".utf8 + $0 } ?? [])).hexadecimalText
  }

  /// Returns the request to a server behind the Unix socket at a path.
  func clientRequest(atSocket path: String) -> HTTPClientRequest {
    var request = clientRequest(at: .loopback)
    request.socketPath = path
    return request
  }

  /// Returns the error for a response that exceeds the maximum size.
  func tooLarge(status: Int) -> ServiceError {
    ServiceError(
      .tooLarge, status: status, message: "The server's answer is too large",
      underlying: "\(url.textWithoutQuery) sent more than \(maximumResponseBytes) bytes")
  }

  /// Returns the target of a redirect; nil if the response is not a redirect.
  func redirectTarget(of response: IncomingResponse) throws(ServiceError) -> HTTPURL? {
    guard Self.redirectStatuses.contains(response.status), followedRedirects != .none else { return nil }
    func problem(_ detail: String) -> ServiceError {
      ServiceError(
        .redirect, status: response.status, message: "The server's redirect cannot be followed", underlying: detail)
    }
    guard let location = response.headers[values: .location].first else { throw problem("it has no 'Location'") }
    let target: HTTPURL
    do {
      target = try url.resolving(location)
    } catch {
      throw problem("its 'Location' \(error.words)")
    }
    guard url.scheme == .http || target.scheme == .https else {
      throw problem("it leads from https to http, to '\(target.authority)'")
    }
    let isUpgrade = target.host == url.host && url.scheme == .http && target.scheme == .https
    guard followedRedirects == .all || url.hasSameOrigin(as: target) || isUpgrade
    else { throw problem("a login is not sent to '\(target.authority)'") }
    return target
  }

  /// Returns the request to a redirect's target, by the rules of the Fetch standard. The method becomes `GET` for 303,
  /// and for 301 or 302 after `POST`. Header fields that may contain secrets are not sent to another origin.
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

/// A server's response.
struct IncomingResponse: Sendable {
  var status: Int
  var headers: HTTPFields
  /// The whole body, decompressed.
  var body: [UInt8]
  /// The URL of the response, after all redirects.
  var url: HTTPURL
  /// The time from the request to the end of the response, with redirects; zero if the response was cached.
  var latency: Duration = .zero

  /// Whether the status is successful (RFC 9110, section 15.3).
  var isSuccess: Bool { DirectResponse.isSuccess(status) }
}
