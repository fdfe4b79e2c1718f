import HTTPTypes
import HummingbirdCore
import NIOCore

/// What is sent to another host for a request, except the proof.
struct OutgoingRequest {
  /// The body of a request.
  enum Content {
    case none
    /// The whole body.
    case collected(ByteBuffer)
    /// A body that the client is still sending, and its size in bytes if that is known.
    case streamed(RequestBody, size: Int?)
  }

  let head: HTTPRequest
  let content: Content

  /// - Parameters:
  ///   - collected: The body, if it was read already.
  ///   - withheld: Fields that are not sent.
  init(_ request: Request, collected: ByteBuffer?, host: HostAddress, withholding withheld: [HTTPField.Name]) {
    var head = request.head
    let isChunked = request.headers.contains(.transferEncoding)
    let size = isChunked ? nil : request.headers[.contentLength].flatMap { Int($0) }
    head.headerFields = request.headers.endToEnd
    // `Expect` asks for a response that is not passed on. Clients send their body without it, a little later.
    for name in withheld + [ForwardedProof.fieldName, .contentLength, .expect] { head.headerFields[name] = nil }
    if head.authority == nil { head.authority = host.description }
    if let collected {
      content = collected.readableBytes == 0 ? .none : .collected(collected)
      if collected.readableBytes > 0 || request.method.usuallyHasBody {
        head.headerFields[.contentLength] = String(collected.readableBytes)
      }
    } else if isChunked {
      content = .streamed(request.body, size: nil)
      head.headerFields[.transferEncoding] = "chunked"
    } else if let size, size > 0 {
      content = .streamed(request.body, size: size)
      head.headerFields[.contentLength] = String(size)
    } else {
      content = .none
      if size == 0 || request.method.usuallyHasBody { head.headerFields[.contentLength] = "0" }
    }
    self.head = head
  }

  /// Whether the request can be sent again after it was sent without a response.
  var canRepeat: Bool {
    if case .streamed = content { return false }
    return head.method.isIdempotent
  }
}

extension HTTPRequest.Method {
  /// Whether a repeated request has the effect of one (RFC 9110, section 9.2.2).
  fileprivate var isIdempotent: Bool { [.get, .head, .options, .put, .delete, .trace].contains(self) }

  /// Whether recipients expect to be told that there is no body.
  fileprivate var usuallyHasBody: Bool { [.post, .put, .patch].contains(self) }
}
