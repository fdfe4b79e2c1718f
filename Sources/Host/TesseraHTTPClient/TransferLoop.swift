import CCurl
import Foundation
import Synchronization
import TesseraServices

/// The thread on which libcurl performs all transfers of a client. Other threads send it commands and wake it.
final class TransferLoop: Sendable {
  private enum Command: Sendable {
    case add(Transfer)
    case resume(Transfer)
    case remove(Transfer)
  }

  /// A multi handle of libcurl that can be woken from any thread.
  private struct MultiHandle: @unchecked Sendable {
    // The loop's thread owns the handle. Others only call `curl_multi_wakeup` while they hold the lock of `state`.
    let pointer: UnsafeMutableRawPointer
  }

  private struct State {
    var commands: [Command] = []
    /// Nil before the first transfer and after the thread has ended.
    var multi: MultiHandle?
    var isStopped = false
  }

  /// The maximum number of idle connections to servers. The oldest is closed.
  private static let maximumIdleConnections = 64
  /// The maximum number of simultaneous connections to one host, including tunnels. Further transfers wait.
  private static let maximumConnectionsPerHost = 16
  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  let certificateAuthorities: String?
  private let state = Mutex(State())

  init(certificateAuthorities: String?) {
    self.certificateAuthorities = certificateAuthorities
  }

  func add(_ transfer: Transfer) {
    if !send(.add(transfer), startingThread: true) {
      transfer.finish(.failure(HTTPClientError(kind: .connection, description: "The HTTP client could not be started")))
    }
  }

  /// Resumes a transfer whose reader has room again.
  func resume(_ transfer: Transfer) { send(.resume(transfer)) }

  /// Removes a transfer. This has no effect if the transfer has ended.
  func remove(_ transfer: Transfer) { send(.remove(transfer)) }

  /// Ends the thread. Transfers in progress fail.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
    }
  }

  /// - Returns: Whether there is a thread that will process the command.
  @discardableResult
  private func send(_ command: Command, startingThread: Bool = false) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      if state.multi == nil, startingThread {
        guard Self.isInitialized, let pointer = curl_multi_init() else { return false }
        tessera_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Self.maximumIdleConnections)
        tessera_curl_multi_set_long(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, Self.maximumConnectionsPerHost)
        let multi = MultiHandle(pointer: pointer)
        state.multi = multi
        let thread = Thread { self.run(multi) }
        thread.name = "tessera.http"
        thread.start()
      }
      guard let multi = state.multi else { return false }
      state.commands.append(command)
      curl_multi_wakeup(multi.pointer)
      return true
    }
  }

  // MARK: On the thread

  private func run(_ multi: MultiHandle) {
    // A closed connection must be an error of the transfer, not a signal that ends the process.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    let worker = TransferWorker(multi: multi.pointer, certificateAuthorities: certificateAuthorities)
    while true {
      let (commands, isStopped) = state.withLock { state in
        defer { state.commands = [] }
        return (state.commands, state.isStopped)
      }
      for command in commands {
        switch command {
        case .add(let transfer): worker.add(transfer)
        case .resume(let transfer): worker.resume(transfer)
        case .remove(let transfer): worker.remove(transfer)
        }
      }
      if isStopped { break }
      worker.work()
    }
    // From now on, no other thread can wake the handle.
    state.withLock { $0.multi = nil }
    worker.end()
  }
}
