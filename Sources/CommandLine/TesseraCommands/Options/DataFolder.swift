import Foundation

/// Where things are kept if nobody says otherwise, by the XDG Base Directory Specification.
enum DataFolder {
  /// What a server keeps: `tessera` in `$XDG_DATA_HOME`, or in `~/.local/share`.
  static var usual: URL { folder("XDG_DATA_HOME", or: ".local/share") }

  /// What can be fetched again: `tessera` in `$XDG_CACHE_HOME`, or in `~/.cache`.
  static var cache: URL { folder("XDG_CACHE_HOME", or: ".cache") }

  private static func folder(_ variable: String, or path: String) -> URL {
    // Only absolute paths count.
    let named = ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let base = named ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: path)
    return base.appending(path: "tessera")
  }
}
