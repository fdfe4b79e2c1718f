package import HTTPTypes
package import TesseraValues

/// Sends requests over the network. The engine describes and checks requests; a client performs them.
package protocol HTTPClient: Sendable {
  /// Sends a request and returns the response, whatever its status, as soon as its head has arrived.
  /// - Throws: ``HTTPClientError``, or `CancellationError`.
  func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse

  /// Opens a WebSocket (RFC 6455) and receives its messages until the server closes it or the task is cancelled.
  /// - Parameters:
  ///   - request: the opening request.
  ///   - maximumMessageBytes: the largest message; a larger one ends the connection.
  ///   - clock: measures how long the server is silent.
  ///   - onOpen: called when the connection is open.
  ///   - onMessage: called with the bytes of each message, text or binary. The next message is read when it returns.
  /// - Throws: ``WebSocketRefusal`` where the server answers and opens no WebSocket, ``HTTPClientError``, or
  ///   `CancellationError`.
  func receiveMessages(
    of request: HTTPClientRequest, maximumMessageBytes: Int, clock: any Clock<Duration>,
    onOpen: () async -> Void, onMessage: ([UInt8]) async -> Void
  ) async throws
}

/// The server answered the opening request and did not switch to the WebSocket protocol.
package struct WebSocketRefusal: Error {
  /// Creates the error.
  package init() {}
}

/// One request, ready to be sent: its address was checked, and is the one that is connected to.
package struct HTTPClientRequest: Sendable {
  /// The method.
  package var method: HTTPRequest.Method
  /// The absolute URL, percent-encoded, with the scheme `http` or `https`.
  package var url: String
  /// The address to connect to. Name servers are not asked; the `Host` field, the server name of TLS and the certificate are
  /// those of the URL.
  package var address: NetworkAddress
  /// The port to connect to.
  package var port: Int
  /// The header fields besides `Host`, `Content-Length` and `Accept-Encoding`, which the client writes itself.
  package var fields: HTTPFields
  /// The body; nil for none.
  package var body: [UInt8]?
  /// Whether the response may be compressed with gzip or deflate. Its body is decompressed on the way.
  package var acceptsCompression: Bool
  /// Called with the share of the body that was handed to the system, from 0 to 1.
  package var onUploadProgress: (@Sendable (Double) -> Void)?

  /// Creates a request.
  package init(
    method: HTTPRequest.Method = .get, url: String, address: NetworkAddress, port: Int, fields: HTTPFields = [:],
    body: [UInt8]? = nil, acceptsCompression: Bool = true, onUploadProgress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.method = method
    self.url = url
    self.address = address
    self.port = port
    self.fields = fields
    self.body = body
    self.acceptsCompression = acceptsCompression
    self.onUploadProgress = onUploadProgress
  }
}

/// A response whose head has arrived.
package struct HTTPClientResponse: Sendable {
  /// The status code.
  package let status: Int
  /// The header fields, as the server sent them.
  package let fields: HTTPFields
  /// The body, as it arrives.
  package let body: HTTPClientBody

  /// Creates a response.
  package init(status: Int, fields: HTTPFields, body: HTTPClientBody) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}

/// Delivers the chunks of a response's body. Releasing it abandons what has not arrived.
package protocol HTTPBodySource: AnyObject, Sendable {
  /// The next chunk; nil at the end.
  /// - Throws: ``HTTPClientError``, or `CancellationError`.
  func nextChunk() async throws -> [UInt8]?
}

/// The body of a response in chunks, decompressed. It can be read once. A reader that is slow slows the server down.
package struct HTTPClientBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  private let source: any HTTPBodySource

  /// Creates a body.
  package init(_ source: any HTTPBodySource) { self.source = source }

  package func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  package struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let source: any HTTPBodySource

    /// The next chunk; nil at the end.
    /// - Throws: ``HTTPClientError``, or `CancellationError`.
    package func next() async throws -> [UInt8]? { try await source.nextChunk() }
  }
}

/// Why a response, or the rest of one, did not arrive.
package struct HTTPClientError: Error, Sendable, CustomStringConvertible {
  /// The kinds that callers tell apart.
  package enum Kind: Sendable {
    /// The connection was not established in time.
    case timeout
    /// Anything else: refused, lost, not HTTP, a certificate that is not trusted.
    case connection
    /// A WebSocket message is larger than the request allows.
    case tooLarge
  }

  package let kind: Kind
  /// What the client's library says, in English.
  package let description: String

  /// Creates an error.
  package init(kind: Kind, description: String) {
    self.kind = kind
    self.description = description
  }
}
