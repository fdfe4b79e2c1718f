import ArgumentParser
import Foundation

/// The default folders, according to the XDG Base Directory Specification.
enum DataFolder {
  /// The folder of a server's data: `tessera` in `$XDG_DATA_HOME`, or in `~/.local/share`.
  static var usual: URL { folder("XDG_DATA_HOME", or: ".local/share") }

  /// Returns the folder at a path, or the usual one without a path.
  static func at(_ path: String?) -> URL { path.map { URL(filePath: $0) } ?? usual }

  /// The folder of data that can be downloaded again: `tessera` in `$XDG_CACHE_HOME`, or in `~/.cache`.
  static var cache: URL { folder("XDG_CACHE_HOME", or: ".cache") }

  private static func folder(_ variable: String, or path: String) -> URL {
    // The specification requires absolute paths; others are ignored.
    let named = ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let base = named ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: path)
    return base.appending(path: "tessera")
  }
}

/// The folder of a server's data, which a command reads or changes.
struct DataFolderOption: ParsableArguments {
  @Option(help: "The folder of the server's '--data'; the usual one by default.")
  var data: String?

  var url: URL { DataFolder.at(data) }
}
