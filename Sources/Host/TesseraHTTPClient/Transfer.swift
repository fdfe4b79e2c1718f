import Foundation
import HTTPTypes
import Synchronization
import TesseraServices

/// A transfer as the waiting task sees it. The loop's thread writes to it, and the task reads from it.
final class Transfer: Sendable {
  struct Head: Sendable {
    var status: Int
    var fields: HTTPFields
  }

  /// What a connection is for.
  enum Purpose {
    /// A request and its response.
    case response
    /// Another protocol than HTTP.
    case tunnel
    /// The certificate of the server, which is the transfer's content. Nothing is sent, and every certificate is accepted.
    case certificate
  }

  /// The maximum size of what is buffered for the reader of a response, in bytes. The server has to wait.
  static let maximumBufferedBytes = 256 << 10

  fileprivate struct State {
    var head: Head?
    var socket: CInt?
    var chunk: [UInt8] = []
    var isPaused = false
    var end: Result<Void, any Error>?
    var headReader: CheckedContinuation<Head, any Error>?
    var chunkReader: CheckedContinuation<[UInt8]?, any Error>?
    var socketReader: CheckedContinuation<CInt, any Error>?
  }

  let request: HTTPClientRequest
  let purpose: Purpose
  private let loop: TransferLoop
  private let state = Mutex(State())

  init(request: HTTPClientRequest, loop: TransferLoop, purpose: Purpose = .response) {
    self.request = request
    self.loop = loop
    self.purpose = purpose
  }

  // MARK: For the task

  /// Returns the head of the response.
  func head() async throws -> Head {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Head, any Error>? = state.withLock { state in
          if let head = state.head { return .success(head) }
          if let error = state.absence { return .failure(error) }
          state.headReader = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Returns the bytes that have arrived, as soon as there are any; nil at the end.
  func nextChunk() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, isPaused): (Result<[UInt8]?, any Error>?, Bool) = state.withLock { state in
          if !state.chunk.isEmpty {
            defer { (state.chunk, state.isPaused) = ([], false) }
            return (.success(state.chunk), state.isPaused)
          }
          if let error = state.failure { return (.failure(error), false) }
          if state.end != nil { return (.success(nil), false) }
          state.chunkReader = continuation
          return (nil, false)
        }
        if isPaused { loop.resume(self) }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Returns the socket of a tunnel, which the caller then owns.
  func socket() async throws -> CInt {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<CInt, any Error>? = state.withLock { state in
          if let socket = state.socket {
            state.socket = nil
            return .success(socket)
          }
          if let error = state.absence { return .failure(error) }
          state.socketReader = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Cancels the transfer. This has no effect on a response that has arrived completely.
  func cancel() {
    finish(.failure(CancellationError()))
    loop.remove(self)
  }

  // MARK: For the loop

  func receive(_ head: Head) {
    let reader = state.withLock { state in
      state.head = head
      defer { state.headReader = nil }
      return state.headReader
    }
    reader?.resume(returning: head)
  }

  /// Adds bytes of the body.
  /// - Returns: Whether there was room for them. If not, the loop pauses the connection until it is told to resume.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (reader, hasRoom) = state.withLock {
      state -> (CheckedContinuation<[UInt8]?, any Error>?, Bool) in
      guard state.chunk.count < Self.maximumBufferedBytes else {
        state.isPaused = true
        return (nil, false)
      }
      if let reader = state.chunkReader {
        state.chunkReader = nil
        return (reader, true)
      }
      state.chunk.append(contentsOf: bytes)
      return (nil, true)
    }
    reader?.resume(returning: Array(bytes))
    return hasRoom
  }

  /// Delivers the socket of a tunnel.
  func receive(socket: CInt) {
    let (reader, isAbandoned) = state.withLock {
      state -> (CheckedContinuation<CInt, any Error>?, Bool) in
      guard state.end == nil else { return (nil, true) }
      defer { state.socketReader = nil }
      if state.socketReader == nil { state.socket = socket }
      return (state.socketReader, false)
    }
    if isAbandoned { close(socket) }
    reader?.resume(returning: socket)
  }

  /// Ends the transfer. Bytes that have arrived can still be read.
  func finish(_ result: Result<Void, any Error>) {
    let (waiting, socket) = state.withLock { state -> (State?, CInt?) in
      guard state.end == nil else { return (nil, nil) }
      state.end = result
      let waiting = state
      (state.headReader, state.chunkReader, state.socketReader, state.socket) = (nil, nil, nil, nil)
      return (waiting, waiting.socket)
    }
    if let socket { close(socket) }
    guard let waiting else { return }
    switch result {
    case .success:
      waiting.chunkReader?.resume(returning: nil)
      waiting.headReader?.resume(throwing: HTTPClientError.endedEarly)
      waiting.socketReader?.resume(throwing: HTTPClientError.endedEarly)
    case .failure(let error):
      waiting.headReader?.resume(throwing: error)
      waiting.chunkReader?.resume(throwing: error)
      waiting.socketReader?.resume(throwing: error)
    }
  }
}

extension Transfer.State {
  fileprivate var failure: (any Error)? {
    guard case .failure(let error)? = end else { return nil }
    return error
  }

  /// The reason why there will be no head and no socket, after the transfer has ended without them.
  fileprivate var absence: (any Error)? { end == nil ? nil : failure ?? HTTPClientError.endedEarly }
}
