package import HTTPTypes
package import TesseraValues

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
  /// Receives the share of the body that was handed to the system, from 0 to 1.
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
}

/// The body of a response in chunks, decompressed. It can be read once. A reader that is slow slows the server down; releasing
/// the body abandons what has not arrived.
package final class HTTPClientBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  private let transfer: Transfer
  /// Kept while the body is read, because the client's thread ends with the client.
  private let client: HTTPClient

  init(transfer: Transfer, client: HTTPClient) {
    self.transfer = transfer
    self.client = client
  }

  deinit { transfer.cancel() }

  package func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  package struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let body: HTTPClientBody

    /// The next chunk; nil at the end.
    /// - Throws: ``HTTPClientError``, or `CancellationError`.
    package func next() async throws -> [UInt8]? { try await body.transfer.nextChunk() }
  }
}

/// Why a response, or the rest of one, did not arrive.
package struct HTTPClientError: Error, Sendable, CustomStringConvertible {
  /// The kinds that callers tell apart.
  package enum Kind: Sendable {
    /// The connection was not there in time.
    case timeout
    /// Anything else: refused, lost, not HTTP, a certificate that is not trusted.
    case connection
  }

  package let kind: Kind
  /// What libcurl says of it, in English.
  package let description: String

  /// The connection was closed before there was a response on it.
  static let endedEarly = HTTPClientError(kind: .connection, description: "The connection ended early")
}
