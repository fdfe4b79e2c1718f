import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Answers that are taken piece by piece, because they go on without end or are long.
extension HTTPTransport {
  /// Reads an answer piece by piece.
  /// - Parameters:
  ///   - patience: how long the server may be silent; nil where the caller bounds the whole.
  ///   - onHead: looks at the answer before its body, which the answer it is given has none of; what it throws ends the exchange.
  ///   - onChunk: takes a piece; what it throws ends the exchange.
  /// - Throws: what the two throw, as it is, and else a ``ServiceError``.
  func stream(
    _ first: OutgoingRequest, policy: HostPolicy, patience: Duration?, clock: any Clock<Duration>,
    onHead: (IncomingAnswer) throws -> Void, onChunk: (ByteBuffer) async throws -> Void
  ) async throws {
    guard own == nil else {
      throw ServiceError(.connection, message: "The app around the widget takes answers only as a whole")
    }
    var request = first
    for _ in 0...Self.maximumRedirects {
      let url = request.url
      try Self.check(url, policy)
      let address = try await checkedAddress(of: url.host, policy: policy)
      let pin = PinnedClients.Pin(host: url.host, address: address)
      let (redirect, status) = try await clients.withClient(for: pin) { client -> (HTTPURL?, Int) in
        do {
          let clientRequest = request.clientRequest
          let response = try await Deadline.run(within: patience ?? request.timeout, clock: clock) {
            try await client.execute(clientRequest, deadline: .distantFuture)
          }
          let head = IncomingAnswer(
            status: Int(response.status.code), headers: response.headers, body: [], url: url)
          if let target = try request.redirectTarget(of: head) { return (target, head.status) }
          do {
            try onHead(head)
          } catch {
            throw Refusal(error: error)
          }
          func take(_ chunk: ByteBuffer) async throws {
            do {
              try await onChunk(chunk)
            } catch {
              throw Refusal(error: error)
            }
          }
          if let patience {
            try await Self.read(response.body, patience: patience, clock: clock, take)
          } else {
            for try await chunk in response.body { try await take(chunk) }
          }
          return (nil, head.status)
        } catch let refusal as Refusal {
          throw refusal.error
        } catch {
          throw TransportFailure.error(of: error, url: url, isBody: false)
        }
      }
      guard let redirect else { return }
      request = request.redirected(to: redirect, status: status)
    }
    throw Self.tooManyRedirects(of: first)
  }

  /// What who reads an answer threw, on its way out.
  private struct Refusal: Error {
    let error: any Error
  }

  /// Reads until the end. Silence for longer than a server may be silent is an end, too: nobody can tell it from a lost connection.
  private static func read(
    _ body: HTTPClientResponse.Body, patience: Duration, clock: any Clock<Duration>,
    _ onChunk: (ByteBuffer) async throws -> Void
  ) async throws {
    let (chunks, continuation) = AsyncThrowingStream.makeStream(
      of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(1024))
    let reading = Task {
      do {
        for try await chunk in body {
          if case .dropped = continuation.yield(chunk) {
            throw ServiceError(.tooLarge, message: "The server sends more than anybody takes")
          }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer { reading.cancel() }
    var iterator = chunks.makeAsyncIterator()
    while true {
      let timer = Task {
        try await clock.sleep(for: patience)
        continuation.finish()
      }
      defer { timer.cancel() }
      guard let chunk = try await iterator.next() else { return }
      try await onChunk(chunk)
    }
  }
}
