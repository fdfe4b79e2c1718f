import TesseraBundles
import TesseraValues
import Testing

/// A storyboard whose nibs are keyed archives.
@Suite("Nibs that are keyed archives")
struct KeyedNibTests {
  private static func label(_ text: String, in archive: inout KeyedArchiveText) -> Int {
    archive.add(
      "UILabel",
      ["UIBounds": .text("{{0, 0}, {200, 20}}"), "UICenter": .text("{120, 30}"), "UIText": .text(text)])
  }

  private static func view(_ subviews: [Int], in archive: inout KeyedArchiveText) -> Int {
    let list = archive.add(list: subviews)
    return archive.add(
      "UIView",
      ["UIBounds": .text("{{0, 0}, {320, 480}}"), "UICenter": .text("{160, 240}"), "UISubviews": .object(list)])
  }

  /// The nib of a controller, and that of its view.
  private static var storyboard: [String: [UInt8]] {
    var scene = KeyedArchiveText()
    let controller = scene.add(
      "UIViewController", ["UINibName": .text("one-view-two"), "UIRestorationIdentifier": .text("First")])
    var content = KeyedArchiveText()
    let picture = content.add(
      "UIImageView",
      [
        "UIBounds": .text("{{0, 0}, {40, 20}}"), "UICenter": .text("{40, 80}"),
        "UIImage": .object(content.add("UIImageNibPlaceholder", ["UIResourceName": .text("logo.png")])),
      ])
    let view = view([label("Keyed", in: &content), picture], in: &content)
    return [
      "UIViewController-one.nib": scene.nib(of: controller), "one-view-two.nib": content.nib(of: view),
    ]
  }

  private static var files: [String: [UInt8]] {
    var files = storyboard.reduce(into: [:]) { $0["Main.storyboardc/\($1.key)"] = $1.value }
    let list = """
      <plist><dict><key>UIStoryboardDesignatedEntryPointIdentifier</key><string>one</string>
      <key>UIViewControllerIdentifiersToNibNames</key><dict><key>one</key><string>UIViewController-one</string></dict>
      </dict></plist>
      """
    files["Main.storyboardc/Info.plist"] = Array(list.utf8)
    files["Info.plist"] = Array(
      "<plist><dict><key>CFBundleIdentifier</key><string>org.example.keyed</string></dict></plist>".utf8)
    var row = KeyedArchiveText()
    let cell = view([label("Row", in: &row)], in: &row)
    files["Row.nib"] = row.nib(of: cell)
    files["logo.png"] = BundleFolder.fixture("Gallery.app")?.contents["Assets.xcassets/Icons/logo.imageset/logo@2x.png"]
    return files
  }

  @Test func `are screens and prototypes`() throws {
    let bundle = BundleFolder(contents: Self.files).bundle
    #expect(!bundle.hasErrors, "\(bundle.diagnostics)")
    let screen = try #require(bundle.screen(named: "First"))
    #expect(screen.components.contains { $0["type"]?.string == "text" && $0["text"]?.string == "Keyed" })
    let picture = try #require(screen.components.first { $0["type"]?.string == "image" }?["image"]?.string)
    #expect(bundle.image(named: picture)?.pixelSize == .init(width: 80, height: 40))
    let cell = try #require(bundle.cells["Row"])
    #expect(cell.document.components.contains { $0["text"]?.string == "Row" })
  }

  @Test func `that are something else are reported with their file`() {
    var files = Self.files
    files["Main.storyboardc/one-view-two.nib"] = Array("<plist><array/></plist>".utf8)
    let bundle = BundleFolder(contents: files).bundle
    let problem = bundle.diagnostics.first { $0.file == "Main.storyboardc/one-view-two.nib" }
    #expect(problem?.message.contains("neither a NIBArchive nor a keyed archive") == true)
  }
}
