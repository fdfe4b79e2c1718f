package import Foundation
package import TesseraValues

/// What an app has to know to say that a widget's content changed. It lies in a file that only its owner can read.
package enum PushToken {
  /// The name of the file in the data folder.
  package static let fileName = "push-token"

  /// The token that whoever starts the program has chosen, in `TESSERA_PUSH_TOKEN`; nil where nobody has.
  package static var ofEnvironment: String? {
    ProcessInfo.processInfo.environment["TESSERA_PUSH_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The token of a data folder, which is made with the first use.
  /// - Parameter folder: nil for a token that nobody knows.
  /// - Throws: where it cannot be kept: nobody could say that content changed.
  package static func find(in folder: URL?) throws(Diagnostic) -> String {
    guard let folder else { return RandomToken.make() }
    let file = folder.appending(path: fileName)
    if let known = read(in: folder) { return known }
    let token = RandomToken.make()
    let files = FileManager.default
    try? files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard files.createFile(atPath: file.path, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600]) else {
      throw Diagnostic(
        .warning, rule: "push-token", message: "The token for 'tessera reload' cannot be written to '\(file.path)'")
    }
    return token
  }

  /// The token of a data folder; nil where there is none.
  package static func read(in folder: URL) -> String? {
    let text = FileManager.default.contents(atPath: folder.appending(path: fileName).path)
      .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
