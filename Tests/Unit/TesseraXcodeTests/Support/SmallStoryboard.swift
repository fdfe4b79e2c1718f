import TesseraValues
import TesseraXcode

/// A bundle with one storyboard, written as the parts that a test is about.
enum SmallStoryboard {
  /// Returns a bundle.
  /// - Parameters:
  ///   - controllers: The elements of controllers. The first one, `one`, is shown first.
  ///   - files: Further files by their paths.
  static func folder(_ controllers: [String], files: [String: String] = [:]) -> BundleFolder {
    let scenes = controllers.map { "<scene><objects>\($0)</objects></scene>" }.joined(separator: "\n")
    let storyboard = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES" \
      initialViewController="one"><scenes>\(scenes)</scenes></document>
      """
    let information = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleIdentifier</key>\
      <string>org.tessera.small</string></dict></plist>
      """
    let texts = ["Main.storyboard": storyboard, "Info.plist": information].merging(files) { $1 }
    return BundleFolder(contents: texts.mapValues { Array($0.utf8) })
  }

  static func translate(_ controllers: [String], files: [String: String] = [:]) -> XcodeBundle.Translation {
    folder(controllers, files: files).translate()
  }

  /// A controller with a view of 375 × 667 points.
  static func controller(
    _ id: String, name: String, content: String, other: String = ""
  ) -> String {
    """
    <viewController storyboardIdentifier="\(name)" id="\(id)" sceneMemberID="viewController">\
    <view key="view" id="\(id)-view"><rect key="frame" x="0" y="0" width="375" height="667"/>\(content)</view>\
    \(other)</viewController>
    """
  }

  /// A label without constraints, or with those of its superview.
  static func label(_ id: String, _ text: String, isConstrained: Bool = false) -> String {
    let mask = isConstrained ? #" translatesAutoresizingMaskIntoConstraints="NO""# : ""
    return """
      <label text="\(text)"\(mask) id="\(id)"><rect key="frame" x="16" y="80" width="200" height="20"/></label>
      """
  }
}
