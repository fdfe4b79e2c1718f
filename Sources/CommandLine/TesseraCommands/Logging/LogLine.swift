import Foundation
import TesseraValues

/// A line of the log.
struct LogLine {
  /// `error`, `warning`, `info` and so on, as in swift-log.
  var level: String
  var message: String
  /// Other members of the JSON object.
  var members: [String: Value] = [:]

  init(level: String, message: String, members: [String: Value] = [:]) {
    self.level = level
    self.message = message
    self.members = members
  }

  init(_ diagnostic: Diagnostic) {
    self.init(level: diagnostic.severity.rawValue, message: diagnostic.message)
    members["rule"] = .string(diagnostic.rule)
    members["file"] = diagnostic.file.map(Value.string)
    members["line"] = (diagnostic.range?.start.line).map { .integer(Int64($0)) }
    members["column"] = (diagnostic.range?.start.column).map { .integer(Int64($0)) }
    members["fix"] = diagnostic.fix.map(Value.string)
  }

  /// The line as a JSON object with `time` (ISO 8601, UTC), `level`, `message` and the other members.
  func json(at time: Date = Date()) -> String {
    var object = members
    object["time"] = .string(time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    object["level"] = .string(level)
    object["message"] = .string(message)
    return JSONText.text(of: .dictionary(object))
  }
}
