/// The rules for paths in a bundle. A path is relative, has parts separated by `/`, and cannot lead out of the bundle
/// on any system that may unpack it later.
package enum BundlePath {
  /// Returns why a path is not allowed in a bundle, as the predicate of a sentence whose subject is the path, or nil if
  /// the path is valid.
  package static func problem(in path: String) -> String? {
    guard !path.isEmpty else { return "is empty" }
    guard path.utf8.count <= 512 else { return "is longer than 512 bytes" }
    for scalar in path.unicodeScalars {
      switch scalar.value {
      case 0: return "contains a NUL character"
      case 1..<0x20, 0x7F..<0xA0: return "contains a control character"
      // Direction marks can make a name look like another one.
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return "contains an invisible direction mark"
      case 0x5C: return "contains a backslash"
      default: continue
      }
    }
    guard !path.hasPrefix("/") else { return "is absolute" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for part in parts {
      switch part {
      case "": return "has an empty part"
      case ".", "..": return "leaves the bundle or names a directory by '\(part)'"
      default:
        if part.utf8.count > 255 { return "has a part of more than 255 bytes" }
        if part.contains(":") { return "has a part with a colon" }
      }
    }
    return nil
  }

  /// Returns a path for display in a message: shortened, and without characters that could disturb a terminal.
  static func display(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars.prefix(120) {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return path.unicodeScalars.count > 120 ? text + "…" : text
  }

  /// Returns whether any part starts with a dot. Such files belong to the author's tools, not to the bundle.
  static func isHidden(_ path: String) -> Bool { path.split(separator: "/").contains { $0.hasPrefix(".") } }

  /// Returns the first directory of a path, or nil for a file at the top level.
  static func topDirectory(of path: String) -> String? {
    path.firstIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Returns the last part of a path.
  static func fileName(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// Returns the file name up to its last dot, and the lowercased extension.
  static func nameAndExtension(of path: String) -> (name: String, extension: String) {
    let file = fileName(of: path)
    guard let dot = file.lastIndex(of: ".") else { return (String(file), "") }
    return (String(file[..<dot]), file[file.index(after: dot)...].lowercased())
  }
}
