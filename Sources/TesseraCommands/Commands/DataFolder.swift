import Foundation

/// Where a server keeps everything if nobody says otherwise.
enum DataFolder {
  /// `tessera` in `$XDG_DATA_HOME`, or in `~/.local/share`.
  static var usual: URL {
    let environment = ProcessInfo.processInfo.environment
    let shared = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return shared.map { URL(filePath: $0).appending(path: "tessera") }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share/tessera")
  }
}
