import ArgumentParser
import Synchronization

/// How lines of the log are written.
enum LogFormat: String, Sendable, CaseIterable, ExpressibleByArgument {
  /// For people.
  case text
  /// One JSON object on each line, for programs.
  case json

  private static let chosen = Mutex(LogFormat.text)

  /// The format of this process.
  static var current: LogFormat {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }
}
