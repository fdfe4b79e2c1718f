package import Foundation
package import TesseraValues

/// The token that authenticates an app when it reports changed content. It is stored in a file that only its owner can
/// read.
package enum PushToken {
  /// The name of the file in the data folder.
  package static let fileName = "push-token"

  /// The token in the environment variable `TESSERA_PUSH_TOKEN`; nil if it is not set.
  package static var ofEnvironment: String? {
    ProcessInfo.processInfo.environment["TESSERA_PUSH_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the token of a data folder, and creates it if necessary.
  /// - Parameter folder: The data folder; nil for a new token that is not stored.
  /// - Throws: A diagnostic if the token cannot be stored, because apps could not read it.
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

  /// Returns the token of a data folder; nil if there is none.
  package static func read(in folder: URL) -> String? {
    let text = FileManager.default.contents(atPath: folder.appending(path: fileName).path)
      .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
