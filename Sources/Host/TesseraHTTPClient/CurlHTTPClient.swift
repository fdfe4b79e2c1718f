import CCurl
import Foundation
import HTTPTypes
import Synchronization
package import TesseraServices

/// Sends HTTP/1.1 requests with libcurl, to addresses that the caller chose.
///
/// The client does not follow redirects, store cookies, or read proxy settings or credentials from the environment. It
/// trusts the system's certificate authorities. Connections are reused for requests to the same host and address.
package final class CurlHTTPClient: HTTPClient {
  private let loop: TransferLoop

  /// Creates a client. Its thread starts with the first request, and ends with the client.
  /// - Parameter certificateAuthorities: The path of a file of PEM certificates to trust instead of the system's.
  package init(certificateAuthorities: String? = nil) {
    loop = TransferLoop(certificateAuthorities: certificateAuthorities)
  }

  deinit { loop.stop() }

  /// Sends a request and returns the response, whatever its status, as soon as its head has arrived.
  /// - Throws: ``HTTPClientError``, or `CancellationError`.
  package func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    try await trusting(request, response)
  }

  /// Trusts a server by its public key, and else by the usual authorities, which may vouch for a newer certificate than
  /// the one that a person trusted. Nothing was sent over a connection that is not trusted.
  private func trusting<Result>(
    _ request: HTTPClientRequest, _ body: (HTTPClientRequest) async throws -> Result
  ) async throws -> Result {
    do {
      return try await body(request)
    } catch let error as HTTPClientError where error.kind == .certificate && request.serverKey != nil {
      var request = request
      request.serverKey = nil
      return try await body(request)
    }
  }

  private func response(to request: HTTPClientRequest) async throws -> HTTPClientResponse {
    let transfer = Transfer(request: request, loop: loop)
    let source = TransferBody(transfer: transfer, client: self)
    let body = HTTPClientBody(source)
    loop.add(transfer)
    let head = try await transfer.head()
    if request.acceptsCompression { source.decode(as: head.fields) }
    return HTTPClientResponse(status: head.status, fields: head.fields, body: body)
  }

  package func untrustedCertificate(of request: HTTPClientRequest) async throws -> [UInt8]? {
    do {
      close(try await connect(to: request))
      return nil
    } catch let error as HTTPClientError where error.kind == .certificate {
      let transfer = Transfer(request: request, loop: loop, purpose: .certificate)
      loop.add(transfer)
      return try await transfer.nextChunk()
    }
  }

  /// Opens a connection, with TLS for `https`, for a protocol other than HTTP.
  /// - Parameter request: Specifies the destination. Its method, fields and body are not sent.
  /// - Returns: A connected, non-blocking local stream socket that carries the unencrypted bytes. The caller owns it;
  ///   closing it closes the connection.
  /// - Throws: ``HTTPClientError`` or `CancellationError`.
  func connect(to request: HTTPClientRequest) async throws -> CInt {
    try await trusting(request, socket)
  }

  private func socket(of request: HTTPClientRequest) async throws -> CInt {
    let transfer = Transfer(request: request, loop: loop, purpose: .tunnel)
    loop.add(transfer)
    return try await transfer.socket()
  }
}

/// The body of a transfer.
private final class TransferBody: HTTPBodySource {
  private let transfer: Transfer
  /// Keeps the client alive while the body is read, because the client's thread ends with the client.
  private let client: CurlHTTPClient
  private let decoder = Mutex<ContentDecoder?>(nil)

  init(transfer: Transfer, client: CurlHTTPClient) {
    self.transfer = transfer
    self.client = client
  }

  deinit { transfer.cancel() }

  /// Decodes what follows as the fields of the response say.
  func decode(as fields: HTTPFields) { decoder.withLock { $0 = ContentDecoder(fields) } }

  func nextChunk() async throws -> [UInt8]? {
    while true {
      let decoded = try decoder.withLock { try $0?.next() ?? [] }
      if !decoded.isEmpty { return decoded }
      guard let chunk = try await transfer.nextChunk() else {
        try decoder.withLock { try $0?.finish() }
        return nil
      }
      let isDecoded = decoder.withLock { decoder in
        decoder?.append(chunk)
        return decoder != nil
      }
      if !isDecoded { return chunk }
    }
  }
}

extension HTTPClientError {
  /// The connection was closed before a response arrived.
  static let endedEarly = HTTPClientError(kind: .connection, description: "The connection ended early")
}
