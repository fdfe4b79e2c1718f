package import Foundation
import Synchronization
package import TesseraProtocol
import TesseraValues

/// The pair of pipes between the program of a widget and the host that started it, at the program's end.
package final class HostConnection: Sendable {
  /// The host's requests, in their order.
  package let requests: AsyncStream<ProcessMessage>
  private let received: AsyncStream<ProcessMessage>.Continuation
  private let output: Mutex<FileHandle>
  private let lines = Mutex(LineReader(limit: ProcessLimits().messageSize))
  private let calls = Mutex((last: 0, pending: [Int: Call]()))

  private final class Call: Sendable {
    let arrived = DispatchSemaphore(value: 0)
    let response = Mutex<ProcessMessage?>(nil)
  }

  /// How long the host may take to answer, in seconds. It waits for the database of a cluster itself.
  private static let timeout = 30.0

  /// - Parameter output: The file to which messages are written.
  package init(output: FileHandle) {
    self.output = Mutex(output)
    (requests, received) = AsyncStream.makeStream(of: ProcessMessage.self)
  }

  /// Takes what the host sent, in chunks of any size.
  /// - Returns: Whether the program understands it. If not, nothing after it can be understood.
  package func receive(_ chunk: UnsafeRawBufferPointer) -> Bool {
    guard let read = lines.withLock({ lines in try? lines.append(chunk) }) else { return false }
    for line in read {
      guard let message = try? ProcessMessage(line: line, limit: ProcessLimits().messageSize) else { return false }
      switch message {
      case .result(let number, _), .failure(let number, _, _): resume(number, with: message)
      case .request, .notification: received.yield(message)
      }
    }
    return true
  }

  /// Writes a message. A result that is too large becomes a failure.
  func write(_ message: ProcessMessage) {
    var line = Data(message.line)
    let limit = ProcessLimits().messageSize
    if line.count > limit, case .result(let id, _) = message {
      let failure = "The response is larger than \(limit >> 20) MB"
      line = Data(ProcessMessage.failure(id, code: ProcessMessage.internalError, message: failure).line)
    }
    send(line)
  }

  private func send(_ line: Data) {
    output.withLock { output in
      // If the host does not read, it has ended, and this process ends too.
      try? output.write(contentsOf: line)
    }
  }

  /// Asks the host something. Blocks the thread until it has answered.
  /// - Returns: The response; nil if there was none in time, or if the request is too large.
  func call(_ method: String, _ parameters: Value) -> ProcessMessage? {
    let call = Call()
    let number = calls.withLock { calls in
      calls.last += 1
      calls.pending[calls.last] = call
      return calls.last
    }
    defer { calls.withLock { $0.pending[number] = nil } }
    let message = ProcessMessage.request(number, method: method, parameters)
    let line = Data(message.line)
    guard line.count <= ProcessLimits().messageSize else { return nil }
    send(line)
    _ = call.arrived.wait(timeout: .now() + Self.timeout)
    return call.response.withLock { $0 }
  }

  private func resume(_ number: Int, with message: ProcessMessage) {
    guard let call = calls.withLock({ $0.pending[number] }) else { return }
    call.response.withLock { $0 = message }
    call.arrived.signal()
  }
}
