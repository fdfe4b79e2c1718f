import TesseraValues

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
    onHead: (IncomingAnswer) throws -> Void, onChunk: ([UInt8]) async throws -> Void
  ) async throws {
    var request = first
    for _ in 0...Self.maximumRedirects {
      let (redirect, status) = try await redirect(of: request, policy, patience, clock, onHead, onChunk)
      guard let redirect else { return }
      request = request.redirected(to: redirect, status: status)
    }
    throw Self.tooManyRedirects(of: first)
  }

  /// Sends a request and reads the answer, unless it leads elsewhere.
  private func redirect(
    of request: OutgoingRequest, _ policy: HostPolicy, _ patience: Duration?, _ clock: any Clock<Duration>,
    _ onHead: (IncomingAnswer) throws -> Void, _ onChunk: ([UInt8]) async throws -> Void
  ) async throws -> (target: HTTPURL?, status: Int) {
    let url = request.url
    let (client, clientRequest) = try await connection(for: request, policy: policy)
    do {
      let response = try await Deadline.run(within: patience ?? request.timeout, clock: clock) {
        try await client.send(clientRequest)
      }
      let head = IncomingAnswer(status: response.status, headers: response.fields, body: [], url: url)
      if let target = try request.redirectTarget(of: head) { return (target, head.status) }
      do {
        try onHead(head)
      } catch {
        throw Refusal(error: error)
      }
      let chunks = response.body.makeAsyncIterator()
      while let chunk = try await Self.next(of: chunks, within: patience, clock: clock) {
        do {
          try await onChunk(chunk)
        } catch {
          throw Refusal(error: error)
        }
      }
      return (nil, head.status)
    } catch let refusal as Refusal {
      throw refusal.error
    } catch {
      throw TransportFailure.error(of: error, url: url, isBody: false)
    }
  }

  /// What who reads an answer threw, on its way out.
  private struct Refusal: Error {
    let error: any Error
  }

  /// The next chunk; nil at the end. Silence for longer than a server may be silent is an end, too: it cannot be told from a
  /// lost connection.
  private static func next(
    of chunks: HTTPClientBody.Iterator, within patience: Duration?, clock: any Clock<Duration>
  ) async throws -> [UInt8]? {
    guard let patience else { return try await chunks.next() }
    do {
      return try await Deadline.run(within: patience, clock: clock) { try await chunks.next() }
    } catch is Deadline.Exceeded {
      return nil
    }
  }
}
