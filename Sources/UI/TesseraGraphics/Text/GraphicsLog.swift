import CPango
import Synchronization

/// What the libraries for text and drawing report.
package enum GraphicsLog {
  private static let receiver = Mutex<(@Sendable (_ message: String) -> Void)?>(nil)

  /// Passes the libraries' reports on, which they otherwise write to the standard error themselves.
  package static func send(to receiver: @escaping @Sendable (_ message: String) -> Void) {
    Self.receiver.withLock { $0 = receiver }
    _ = g_log_set_default_handler(
      { domain, _, message, _ in
        let words = [domain, message].compactMap { $0.map { String(cString: $0) } }.joined(separator: ": ")
        GraphicsLog.receiver.withLock { $0 }?(words)
      }, nil)
  }
}
