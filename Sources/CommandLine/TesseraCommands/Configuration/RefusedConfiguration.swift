import Foundation
import TesseraValues

/// What a running server did not take from its configuration, kept in the data folder for `tessera doctor`.
enum RefusedConfiguration {
  /// The name of the file in the data folder.
  static let fileName = ".refused-configuration"
  /// The maximum number of problems that are kept. The others are only in the log.
  private static let maximumCount = 20

  /// Keeps the problems in place of former ones. Nothing is kept without a folder, or if it cannot be written.
  static func keep(_ problems: [Diagnostic], in folder: URL?) {
    guard let folder else { return }
    let lines = problems.prefix(maximumCount).map(\.description)
    let text = JSONText.text(of: .array(lines.map(Value.string)))
    try? Data(text.utf8).write(to: folder.appending(path: fileName), options: .atomic)
  }

  /// Forgets the problems: the configuration is in use.
  static func remove(in folder: URL?) {
    guard let folder else { return }
    try? FileManager.default.removeItem(at: folder.appending(path: fileName))
  }

  /// Returns the problems, each as one line.
  static func problems(in folder: URL) -> [String] {
    guard let data = FileManager.default.contents(atPath: folder.appending(path: fileName).path),
      let value = try? Value.parseJSON(String(decoding: data, as: UTF8.self))
    else { return [] }
    return value.array?.compactMap(\.string) ?? []
  }
}
