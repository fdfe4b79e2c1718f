import CCurl
import Foundation
import Synchronization
import TesseraServices

/// The thread on which libcurl works on all transfers of a client. Others send it commands and wake it.
final class TransferLoop: Sendable {
  private enum Command: Sendable {
    case add(Transfer)
    case resume(Transfer)
    case remove(Transfer)
  }

  /// A handle of libcurl's that may be woken from any thread.
  private struct MultiHandle: @unchecked Sendable {
    // Used by the loop's thread, and by others for `curl_multi_wakeup` alone while they hold the lock of `state`.
    let pointer: UnsafeMutableRawPointer
  }

  private struct State {
    var commands: [Command] = []
    /// Nil before the first transfer and after the last.
    var multi: MultiHandle?
    var isStopped = false
  }

  /// The idle connections that are kept.
  private static let maximumIdleConnections = 64
  /// The connections to one host at once, tunnels among them. What is more waits for its turn.
  private static let maximumConnectionsPerHost = 16
  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  let certificateAuthorities: String?
  private let state = Mutex(State())

  init(certificateAuthorities: String?) {
    self.certificateAuthorities = certificateAuthorities
  }

  func add(_ transfer: Transfer) {
    if !send(.add(transfer), startingThread: true) {
      transfer.finish(.failure(HTTPClientError(kind: .connection, description: "The HTTP client cannot start")))
    }
  }

  /// Goes on with a transfer whose reader has room again.
  func resume(_ transfer: Transfer) { send(.resume(transfer)) }

  /// Drops a transfer. One that is over is not known any more.
  func remove(_ transfer: Transfer) { send(.remove(transfer)) }

  /// Ends the thread. Transfers that are under way fail.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
    }
  }

  /// - Returns: whether there is a thread that will do it.
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
    // A peer that is gone is an error of the transfer, not a signal to the process.
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
    // From now on no other thread may wake the handle.
    state.withLock { $0.multi = nil }
    worker.end()
  }
}
