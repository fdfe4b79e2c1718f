import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A request as it goes out: everything substituted, encoded and checked.
struct OutgoingRequest: Sendable {
  var url: HTTPURL
  var method: RequestMethod
  var headers = HTTPHeaders()
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

  /// The request in the HTTP client's words.
  var clientRequest: HTTPClientRequest {
    var request = HTTPClientRequest(url: url.text)
    request.method = HTTPMethod(rawValue: method.rawValue)
    request.headers = headers
    request.headers.replaceOrAdd(name: "accept-encoding", value: acceptsCompression ? "gzip, deflate" : "identity")
    if !request.headers.contains(name: "user-agent") { request.headers.add(name: "user-agent", value: "Tessera") }
    if let body, let onProgress {
      request.body = .stream(
        BodyPieces(body: ByteBuffer(bytes: body), onProgress: onProgress), length: .known(Int64(body.count)))
    } else if let body {
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    return request
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
    guard let location = answer.headers.first(name: "location") else { throw problem("it has no 'Location'") }
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
      for name in ["content-type", "content-encoding", "content-language", "content-location"] {
        copy.headers.remove(name: name)
      }
    }
    if !url.hasSameOrigin(as: target) {
      let harmless: Set<String> = [
        "accept", "accept-language", "content-type", "content-language", "user-agent",
        "range", "if-range", "if-none-match", "if-modified-since",
      ]
      copy.headers = HTTPHeaders(headers.filter { harmless.contains($0.name.lowercased()) })
    }
    return copy
  }
}

/// A body in pieces, so that somebody can be told how far it is.
private struct BodyPieces: AsyncSequence, Sendable {
  static let pieceBytes = 64 << 10

  let body: ByteBuffer
  let onProgress: @Sendable (Double) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(rest: body, total: body.readableBytes, onProgress: onProgress) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ByteBuffer
    let total: Int
    let onProgress: @Sendable (Double) -> Void

    mutating func next() async -> ByteBuffer? {
      // A piece is asked for when there is room for it: those before it are on their way.
      if total > 0 { onProgress(Double(total - rest.readableBytes) / Double(total)) }
      return rest.readableBytes == 0
        ? nil : rest.readSlice(length: Swift.min(BodyPieces.pieceBytes, rest.readableBytes))
    }
  }
}

/// What a server answered.
struct IncomingAnswer: Sendable {
  var status: Int
  var headers: HTTPHeaders
  /// The whole body, decompressed.
  var body: [UInt8]
  /// Where it came from after all redirects.
  var url: HTTPURL

  /// Whether the status says that all is well (RFC 9110, section 15.3).
  var isSuccess: Bool { (200..<300).contains(status) }
}
