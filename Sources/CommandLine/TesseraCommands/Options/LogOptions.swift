import ArgumentParser
import Logging

/// What a server writes to the standard error, and how.
struct LogOptions: ParsableArguments {
  @Option(help: "How lines of the log are written: 'text', or 'json' for one JSON object on each line.")
  var logFormat = LogFormat.text

  @Option(help: "The least level that is written: 'error', 'warning', 'info' with each request, or 'debug'.")
  var logLevel = LogLevel.warning

  /// Begins to write in the chosen format.
  /// - Returns: The logger of the server.
  func begin() -> Logger {
    LogFormat.current = logFormat
    var logger = Logger(label: "tessera") { StandardErrorLog(label: $0) }
    logger.logLevel = logLevel.level
    return logger
  }
}

/// The levels of the log that people choose among.
enum LogLevel: String, Sendable, CaseIterable, ExpressibleByArgument {
  case error, warning, info, debug

  var level: Logger.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    case .debug: .debug
    }
  }
}
