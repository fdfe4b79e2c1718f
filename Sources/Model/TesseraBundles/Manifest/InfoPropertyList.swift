import TesseraValues
import TesseraXcodeFiles

/// The `Info.plist` of a WidgetKit bundle, which takes the place of a manifest. Its identifier, name and version are
/// read.
///
/// Source: Apple, "Information Property List", keys `CFBundleIdentifier`, `CFBundleDisplayName`, `CFBundleName`,
/// `CFBundleShortVersionString`.
struct InfoPropertyList {
  /// The path of the property list in a bundle.
  static let path = "Info.plist"

  /// The equivalent manifest.
  let manifest: JSONNode

  /// Reads a binary or XML property list.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    let list = try? PropertyListValue.read(bytes)
    guard let list, let identifier = list["CFBundleIdentifier"]?.string else {
      throw Diagnostic(
        rule: "property-list", message: "'\(Self.path)' is not a property list with a 'CFBundleIdentifier'",
        fix: "Add a manifest 'widget.json' with 'id' and 'name'")
    }
    let name = ["CFBundleDisplayName", "CFBundleName"].lazy.compactMap { list[$0]?.string }.first
    var members: [String: Value] = ["id": .string(identifier), "name": .string(name ?? identifier)]
    // Apple's version numbers may have only one or two components.
    if let version = list["CFBundleShortVersionString"]?.string {
      let parts = version.split(separator: ".").prefix(3).compactMap { UInt32($0) }
      if !parts.isEmpty {
        members["version"] = .string((parts + [0, 0]).prefix(3).map(String.init).joined(separator: "."))
      }
    }
    manifest = JSONNode(.dictionary(members), at: SourceRange(start: .start, end: .start))
  }
}
