import Synchronization
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

/// Images that the source of a bundle makes when they are asked for.
@Suite("An image that is made when it is asked for")
struct PendingImageTests {
  /// A widget with one image, which is made or cannot be.
  private struct Files: BundleFiles {
    private static let imagePath = "images/photo.png"
    let image: [UInt8]?

    private var documents: MemoryBundleFiles {
      MemoryBundleFiles(texts: [
        "widget.json": #"{"id": "org.example.test", "name": "Test", "main": "Main"}"#,
        "screens/Main.json": #"""
        {"view": {"type": "container", "children": [{"type": "image", "image": "photo", "style": {"position": "absolute"}}]}}
        """#,
      ])
    }

    func list(limits: BundleLimits) -> BundleListing {
      var listing = documents.list(limits: limits)
      let pending = BundleEntry.PendingImage(size: .init(width: 30, height: 20), checksum: Checksum(of: [1]))
      listing.entries.append(BundleEntry(path: Self.imagePath, size: 9, pendingImage: pending))
      return listing
    }

    func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
      guard path == Self.imagePath else { return try documents.bytes(at: path, limit: limit) }
      guard let image else { throw Diagnostic(.warning, rule: "asset-catalogue", message: "The image is damaged") }
      return image
    }
  }

  @Test func `is laid out with its ratio, and shown`() async throws {
    let widget = try TestWidget(bundle: WidgetBundle(files: Files(image: [1, 2, 3])))
    let presentation = await widget.instance.makePresentation(size: .init(width: 100, height: 100))
    let node = try #require(await presentation.tree().tree.preorder().first { $0.kind == .image })
    // It fills the width, and its height follows from the ratio of 30 to 20.
    #expect((node.frame.width, node.frame.height) == (100, 67))
    #expect(widget.instance.imageBytes(named: "photo") == [1, 2, 3])
  }

  @Test func `is missing when it cannot be made, and the log says so`() throws {
    let messages = Mutex<[String]>([])
    let definition = WidgetDefinition(bundle: WidgetBundle(files: Files(image: nil)))
    let widget = try TestWidget(definition) { environment in
      environment.log = { entry in messages.withLock { $0.append(entry.message) } }
    }
    #expect(widget.instance.imageBytes(named: "photo") == nil)
    #expect(messages.withLock { $0 }.contains { $0.contains("The image is damaged") })
  }

  @Test(arguments: [(10_000, ["photo"]), (500, [])] as [(Int, [String])])
  func `counts towards the size of a bundle that reads it at once`(_ limit: Int, _ names: [String]) {
    // The header of a PNG file of 30 by 20 pixels, and more.
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 30, 0, 0, 0, 20, 8,
      6,
      0, 0, 0,
    ]
    var limits = BundleLimits.standard
    limits.totalBytes = limit
    let image = header + [UInt8](repeating: 0, count: 1000)
    let bundle = WidgetBundle(files: Files(image: image), limits: limits, images: .atOnce)
    #expect(bundle.imageNames == names)
    #expect(bundle.diagnostics.contains { $0.rule == "bundle-limit" } == names.isEmpty)
  }
}
