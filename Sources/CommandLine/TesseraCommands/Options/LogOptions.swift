import ArgumentParser
import Logging
import TesseraGraphics

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
    Self.receiveLibraries
    var logger = Logger(label: "tessera") { StandardErrorLog(label: $0) }
    logger.logLevel = logLevel.level
    return logger
  }

  /// Receives what libraries report with loggers of their own, or by GLib. Both can be received once for a process.
  private static let receiveLibraries: Void = {
    LoggingSystem.bootstrap { label in
      var log = StandardErrorLog(label: label)
      log.logLevel = .warning
      return log
    }
    GraphicsLog.send { message in
      guard LogFormat.current == .json else { return StandardError.write("warning: \(message)") }
      StandardError.write(LogLine(level: "warning", message: message))
    }
  }()
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
