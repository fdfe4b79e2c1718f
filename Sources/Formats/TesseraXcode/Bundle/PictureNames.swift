import TesseraValues
import TesseraXcodeFiles

/// The names of a bundle's pictures, which are names of files.
///
/// An asset keeps its name if files may have it, so that data and schemes find it. Others get a name of their own, which
/// depends on the asset only.
package struct PictureNames {
  /// The names by the assets that have one.
  private var names: [String: String] = [:]
  /// The names in lower case: on some disks, files that differ in case only are the same.
  private var taken: Set<String> = []
  /// How assets are drawn that say so.
  private var modes: [String: ImageRenderingMode] = [:]

  /// Returns the name of an asset; `nil` if there is no picture of it.
  subscript(asset: String) -> String? { names[asset] }

  /// Whether a picture has this name.
  func hasFile(named name: String) -> Bool { taken.contains(name.lowercased()) }

  /// Returns how an asset is drawn.
  func renderingMode(of asset: String) -> ImageRenderingMode { modes[asset] ?? .automatic }

  /// Returns the name of an asset, which it then has.
  mutating func add(_ asset: String, _ mode: ImageRenderingMode = .automatic) -> String {
    modes[asset] = mode
    if let name = names[asset] { return name }
    var name = Self.fileName(asset)
    // Assets that differ in case only are the same file. The first one keeps its name.
    while !taken.insert(name.lowercased()).inserted { name = Self.marked(name, asset) }
    names[asset] = name
    return name
  }

  /// The longest name in bytes that an asset keeps. With a mark and an extension, others are within what disks admit.
  private static let maximumBytes = 200

  /// Returns a name that files may have: that of the asset, or one that tells it apart.
  static func fileName(_ asset: String) -> String {
    // Files that begin with a dot are hidden, and some systems drop a dot or a space at the end.
    let visible = asset.drop { $0 == "." }
    var kept = ""
    var length = 0
    for character in visible.lazy.map({ isPortable($0) ? $0 : "-" }) {
      length += character.utf8.count
      guard length <= maximumBytes else { break }
      kept.append(character)
    }
    while let last = kept.last, ". ".contains(last) { kept.removeLast() }
    return kept == asset && !kept.isEmpty ? kept : marked(kept, asset)
  }

  /// Characters that file names have a meaning for, on some system.
  private static let reserved: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]

  private static func isPortable(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      guard !reserved.contains(scalar) else { return false }
      return switch scalar.properties.generalCategory {
      // A joiner belongs to the picture of an emoji.
      case .format: scalar.value == 0x200D
      case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }

  /// Adds a mark to a name that only this asset has.
  private static func marked(_ name: String, _ asset: String) -> String {
    let digits = Checksum(of: Array("\(name)/\(asset)".utf8)).description
    return "\(name)\(name.isEmpty ? "" : "-")\(digits.prefix(8))"
  }
}
