import TesseraValues
import TesseraXcodeFiles

/// The `Info.plist` of a WidgetKit bundle, which takes the place of a manifest. Its identifier, name and version are
/// read.
struct InfoPropertyList {
  /// The path of the property list in a bundle.
  static let path = "Info.plist"

  /// The equivalent manifest.
  let manifest: JSONNode

  /// Reads a binary or XML property list.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    let information = (try? PropertyListValue.read(bytes)).map(BundleInformation.init)
    guard let information, let identifier = information.identifier else {
      throw Diagnostic(
        rule: "property-list", message: "'\(Self.path)' is not a property list with a 'CFBundleIdentifier'",
        fix: "Add a manifest 'widget.json' with 'id' and 'name'")
    }
    var members: [String: Value] = ["id": .string(identifier), "name": .string(information.name ?? identifier)]
    if let version = information.version { members["version"] = .string(version) }
    manifest = JSONNode(.dictionary(members), at: SourceRange(start: .start, end: .start))
  }
}
