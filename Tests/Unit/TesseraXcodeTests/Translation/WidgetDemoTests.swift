import Foundation
import TesseraBundles
import TesseraTestSupport
import TesseraValues
import TesseraXcode
import Testing

/// The published sample: what its compiled storyboard becomes.
@Suite(
  "WidgetDemo as Xcode compiled it", .enabled(if: BundleFolder.published != nil, "the sample is not on this machine"))
struct WidgetDemoTests {
  private static let translation = light?.translate() ?? XcodeBundle.Translation()
  /// The sample without its images.
  private static let light: BundleFolder? = {
    var folder = BundleFolder.published
    folder?.contents["Assets.car"] = nil
    return folder
  }()
  private static let main = "screens/FeedViewController.json"
  private static let post = "screens/UIViewController-CR3-lf-MN1.json"
  private static let newPost = "screens/NewPostViewController.json"

  @Test func `the manifest names the first screen`() throws {
    let manifest = try #require(try Self.translation.document("widget.json"))
    #expect(manifest["id"]?.string == "mobi.favio.WidgetDemo")
    #expect(manifest["name"]?.string == "WidgetDemo")
    #expect(manifest["version"]?.string == "1.0.0")
    #expect(manifest["main"]?.string == "FeedViewController")
  }

  @Test func `each scene with a view is a screen, and the model is there`() {
    #expect(
      Set(Self.translation.documents.keys) == [
        "widget.json", "theme.json", "model.json", Self.main, Self.post, Self.newPost,
      ])
  }

  @Test func `the images of the catalogue are files`() throws {
    var folder = try #require(BundleFolder.published)
    folder.contents = folder.contents.filter { $0.key == "Assets.car" || $0.key == "Info.plist" }
    let names = [
      "ava_dots", "ava_dragon", "ava_infinity", "ava_pirple8", "ava_pixels", "delete_button@2x", "gear@2x",
      "widgets@3x",
    ]
    let translation = folder.translate()
    #expect(Set(translation.files.keys) == Set(names.map { "images/\($0).png" }))
    // Two of them are templates, which no screen shows.
    #expect(translation.diagnostics.count { $0.rule == "asset-catalogue" } == 2)
  }

  @Test func `the archive is the same bundle where another process unpacks it`() {
    let source = WidgetSource.archive(PublishedWidget.archive.path)
    let formats = BundleFormats([.xcode])
    let decoding = ArchiveDecoding()
    let bundle = WidgetBundle(files: formats.open(source, decoding: decoding), decoding: decoding)
    #expect(bundle.manifest.id == "mobi.favio.WidgetDemo")
    #expect(bundle.fingerprint == WidgetBundle(files: formats.open(source)).fingerprint)
  }

  /// A place for the decoder of archives only.
  private struct ArchiveDecoding: ContentDecoding {
    func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8] {
      #expect(decoder == ArchiveBundleFiles.decoder.name)
      return try ArchiveBundleFiles.decoder.decode(parameters, content)
    }
  }

  @Test func `only what cannot be said is reported`() {
    #expect(Self.translation.diagnostics.map(\.rule) == ["interface-segue"])
    #expect(Self.translation.diagnostics.allSatisfy { $0.severity == .warning && $0.file != nil })
  }

  @Test(arguments: ["FeedViewController", "NewPostViewController"])
  func `everything that a scheme refers to has its name on the screen`(_ name: String) throws {
    let bytes = try #require(BundleFolder.published?.contents["\(name).json"])
    let scheme = try #require(try JSONNode.parse(bytes)[name])
    let screen = try #require(try Self.translation.document("screens/\(name).json"))
    let names = Set(screen.components.compactMap { $0["id"]?.string })
    for element in scheme["elements"]?.members ?? [] where element.name != "@self" {
      #expect(names.contains(element.name), "\(element.name)")
    }
  }

  @Test func `a name occurs once on a screen`() throws {
    for path in [Self.main, Self.post, Self.newPost] {
      let names = try #require(try Self.translation.document(path)).components.compactMap { $0["id"]?.string }
      #expect(names.count == Set(names).count)
    }
  }

  @Test func `a selected row is blue`() throws {
    let table = try #require(try Self.translation.document(Self.main)?["view"]?.component("tableView"))
    let cell = try #require(table["cells"]?["Cell"])
    #expect(cell["style"]?["selectedBackgroundColor"]?.string == "#0096ff")
  }

  /// The constraints of the reference, section 11.B.
  @Test func `a row has the constraints of its prototype`() throws {
    let row = try #require(try Self.translation.document(Self.main)?.component("contentDisplayView"))
    #expect(
      Set(row.constraintTexts) == [
        "avatarView.leading = leading + 12", "avatarView.top = top + 12", "avatarView.size = 50",
        "avatarView.bottom <= bottom - 12 @ high",
        "textLabel.leading = leading + 72", "textLabel.top = top + 31", "textLabel.trailing = trailing - 56",
        "textLabel.bottom = bottom - 12 @ low",
        "authorLabel.left = left + 72", "authorLabel.right = right - 69", "authorLabel.top = top + 10",
        "authorLabel.height = 17",
        "timeLabel.right = right - 11", "timeLabel.width = 81", "timeLabel.top = top + 12", "timeLabel.height = 17",
        "view.left = left", "view.width = 375", "view.top = top", "view.height = 0.5",
      ])
  }

  @Test func `the first screen has the constraints of its scene`() throws {
    let view = try #require(try Self.translation.document(Self.main)?["view"])
    #expect(
      Set(view.constraintTexts) == [
        "tableView.left = left", "tableView.right = right", "tableView.top = top", "tableView.bottom = bottom",
        // The middle of UIKit's root view, which begins 64 points higher.
        "emptyDataView.centerX = centerX", "emptyDataView.centerY = centerY - 32", "emptyDataView.size = 240",
        "addButton.bottom = bottom - 14", "addButton.trailing = trailing - 14", "addButton.size = 40",
      ])
  }

  @Test func `segues push, and present what has a bar of its own`() throws {
    let screen = try #require(try Self.translation.document(Self.main))
    let row = try #require(screen.component("tableView")?["cells"]?["Cell"])
    #expect(row["onPress"]?["type"]?.string == "push")
    #expect(row["onPress"]?["screen"]?.string == "UIViewController-CR3-lf-MN1")
    let button = try #require(screen.component("addButton"))
    #expect(button["onPress"]?["type"]?.string == "present")
    #expect(button["onPress"]?["screen"]?.string == "NewPostViewController")
    let cancel = try #require(try Self.translation.document(Self.newPost)?.component("cancelButton"))
    #expect(cancel["onPress"]?["type"]?.string == "dismiss")
  }

  @Test func `bars are black with white text`() throws {
    let style = try #require(try Self.translation.document("theme.json")?["navigationBar"])
    #expect(style["backgroundColor"]?.string == "#000000")
    #expect(style["color"]?.string == "#ffffff")
    for path in [Self.main, Self.post, Self.newPost] {
      #expect(try Self.translation.document(path)?["navigationItem"]?["styleId"]?.string == "navigationBar")
    }
  }

  @Test func `bindings of the storyboard are those of the components`() throws {
    let screen = try #require(try Self.translation.document(Self.post))
    let binding = try #require(screen.component("authorImageView")?["wx.addBinding"])
    #expect(binding["to"]?.string == "wx_autoValue")
    #expect(binding["ifFalse"]?.string == "https://twitter.com/$nickname/profile_image?size=original")
    #expect(screen.components.count { $0["wx.addBinding"] != nil } == 7)
  }

  @Test func `a field has the look and the name that it was given`() throws {
    let field = try #require(try Self.translation.document(Self.newPost)?.component("textView"))
    #expect(field["name"]?.string == "text")
    let style = try #require(field["style"])
    #expect(style["cornerRadius"]?.number == 6)
    #expect(style["borderWidth"]?.number == 1)
    #expect(style["borderColor"]?.string == "#c0c0c0")
    #expect(style["fontSize"]?.number == 15)
  }

  /// Every nib of the sample, cut and changed at places all over it.
  @Test func `a damaged nib costs parts of the interface only`() throws {
    let light = try #require(Self.light)
    var generator = SeededGenerator(seed: 7)
    for path in light.contents.keys.sorted() where path.hasSuffix(".nib") {
      for round in 0..<8 {
        var damaged = light
        var bytes = try #require(damaged.contents[path])
        let place = Int.random(in: bytes.indices, using: &generator)
        if round % 4 == 0 {
          bytes.removeSubrange(place...)
        } else {
          bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
        }
        damaged.contents[path] = bytes
        let translation = damaged.translate()
        #expect(translation.documents["widget.json"] != nil)
        for document in translation.documents.values {
          #expect(throws: Never.self) { try JSONNode.parse(document.file.bytes) }
        }
      }
    }
  }
}
