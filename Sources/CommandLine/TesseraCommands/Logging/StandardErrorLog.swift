import Foundation
import Logging
import TesseraValues

/// Writes the log of the server's libraries to the standard error, in the chosen format.
struct StandardErrorLog: LogHandler {
  let label: String
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    switch LogFormat.current {
    case .json:
      let members = all.mapValues { Value.string("\($0)") }.merging(["source": .string(label)]) { $1 }
      StandardError.write(LogLine(level: event.level.rawValue, message: "\(event.message)", members: members))
    case .text:
      let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      StandardError.write("\(event.level): \(event.message)\(details)")
    }
  }
}
