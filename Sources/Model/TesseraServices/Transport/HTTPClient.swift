package import HTTPTypes
package import TesseraValues

/// Sends requests over the network. The engine describes and checks requests; a client performs them.
package protocol HTTPClient: Sendable {
  /// Sends a request and returns the response, whatever its status, as soon as its head has arrived.
  /// - Throws: ``HTTPClientError``, or `CancellationError`.
  func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse

  /// Opens a connection with TLS and closes it, without sending anything over it.
  /// - Returns: The certificate that the server presents, in PEM format, if it is not trusted; nil if it is.
  /// - Throws: ``HTTPClientError``, or `CancellationError`.
  func untrustedCertificate(of request: HTTPClientRequest) async throws -> [UInt8]?

  /// Opens a WebSocket (RFC 6455) and receives its messages until the server closes it or the task is cancelled.
  /// - Parameters:
  ///   - request: The opening request.
  ///   - maximumMessageBytes: The maximum size of a message, in bytes. A larger one ends the connection.
  ///   - clock: The clock that measures how long the server is silent.
  ///   - onOpen: Called when the connection is open.
  ///   - onMessage: Called with the bytes of each message, text or binary. The next message is read when it returns.
  /// - Throws: ``WebSocketRefusal`` if the server responds without opening a WebSocket, ``HTTPClientError``, or
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

/// A request that is ready to be sent. Its address was checked, and is the one that is connected to.
package struct HTTPClientRequest: Sendable {
  /// The method.
  package var method: HTTPRequest.Method
  /// The absolute URL, percent-encoded, with the scheme `http` or `https`.
  package var url: String
  /// The address to connect to. Name servers are not consulted. The `Host` field, the TLS server name and the
  /// certificate are those of the URL.
  package var address: NetworkAddress
  /// The port to connect to.
  package var port: Int
  /// The path of the Unix socket to connect to in place of the address; nil for none.
  package var socketPath: String?
  /// The path of a file of certificates in PEM format to trust instead of the system's authorities; nil for those.
  package var certificateFile: String?
  /// The public key to trust instead of what authorities vouch for, in the form of curl's `--pinnedpubkey`; nil for none.
  package var serverKey: String?
  /// The header fields except `Host`, `Content-Length` and `Accept-Encoding`, which the client writes itself.
  package var fields: HTTPFields
  /// The body; nil for none.
  package var body: [UInt8]?
  /// Whether the response may be compressed with gzip or deflate. The client decompresses its body.
  package var acceptsCompression: Bool
  /// Called with the fraction of the body that was handed to the system, from 0 to 1.
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

/// Delivers the chunks of a response's body. Releasing the source abandons the rest of the body.
package protocol HTTPBodySource: AnyObject, Sendable {
  /// Returns the next chunk, or nil at the end.
  /// - Throws: ``HTTPClientError``, or `CancellationError`.
  func nextChunk() async throws -> [UInt8]?
}

/// The body of a response in chunks, decompressed. It can be iterated only once, and applies back pressure.
package struct HTTPClientBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  private let source: any HTTPBodySource

  /// Creates a body.
  package init(_ source: any HTTPBodySource) { self.source = source }

  package func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  package struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let source: any HTTPBodySource

    /// Returns the next chunk, or nil at the end.
    /// - Throws: ``HTTPClientError``, or `CancellationError`.
    package func next() async throws -> [UInt8]? { try await source.nextChunk() }
  }
}

/// The reason why a response, or the rest of one, did not arrive.
package struct HTTPClientError: Error, Sendable, CustomStringConvertible {
  /// The kinds of errors that callers distinguish.
  package enum Kind: Sendable {
    /// The connection was not established in time.
    case timeout
    /// The server's certificate is not trusted, or not for its name.
    case certificate
    /// Any other failure: a refused or lost connection, or a response that is not HTTP.
    case connection
    /// A WebSocket message exceeded the maximum size.
    case tooLarge
  }

  package let kind: Kind
  /// The message of the client's library, in English.
  package let description: String

  /// Creates an error.
  package init(kind: Kind, description: String) {
    self.kind = kind
    self.description = description
  }
}
