import Foundation
import TesseraBundles
import TesseraData
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import TesseraViews
import TesseraXcode
import Testing

/// WidgetKit's demo: its schemes and its service as published, with our own views.
@Suite("WidgetKit's demo", .enabled(if: PublishedWidget.isThere, Comment(rawValue: PublishedWidget.absence)))
struct WidgetDemoTests {
  /// The files of the archive, unchanged, with those of our sample in addition.
  private static func bundle() throws -> WidgetBundle {
    let published = ArchiveBundleFiles(path: PublishedWidget.archive.path)
    let sample = DirectoryBundleFiles(path: Repository.url("Samples/WidgetDemo").path)
    var files: [String: [UInt8]] = [:]
    for source in [published, sample] as [any BundleFiles] {
      for entry in source.list(limits: .standard).entries {
        files[entry.path] = try source.bytes(at: entry.path, limit: 10_000_000)
      }
    }
    return WidgetBundle(files: BundleFormats([.xcode]).open(MemoryBundleFiles(files)))
  }

  private static func open() async throws -> (widget: TestWidget, host: TestHost) {
    let widget = try TestWidget(bundle: bundle())
    return (widget, await widget.open())
  }

  @Test func `The archive alone is translated`() {
    let bundle = WidgetBundle(files: BundleFormats([.xcode]).open(.archive(PublishedWidget.archive.path)))
    #expect(bundle.manifest.id == "mobi.favio.WidgetDemo")
    #expect(
      bundle.screenNames == ["FeedViewController", "NewPostViewController", "UIViewController-CR3-lf-MN1"])
    #expect(bundle.servicePath == "StubService.json")
    #expect(
      Set(bundle.diagnostics.map(\.rule)) == [
        "asset-catalogue", "interface-segue",
      ])
    #expect(!bundle.hasErrors)
  }

  @Test func `The search's action, which the service lacks, is the only error`() throws {
    let definition = WidgetDefinition(bundle: try Self.bundle())
    let found = definition.diagnostics.filter { $0.rule != "compiled-file" }
    #expect(found.map(\.rule) == ["unknown-action"])
    #expect(found.first?.file == "FeedViewController.json")
    #expect(!definition.hasErrors)
  }

  @Test func `The feed shows its title, authors, images and ages`() async throws {
    let (_, host) = try await Self.open()
    #expect(try await host.text("titleLabel") == "Favio Mobile")
    #expect(
      await host.texts("authorLabel") == [
        "Favio Mobile", "Infinite Red", "Green Dragon", "Black & White", "Deep Pixels", "Pirple 8",
      ])
    #expect(await host.texts("timeLabel") == ["1h", "2h", "3h", "4h", "5h", "7h"])
    #expect(try await host.text("textLabel", 0).hasPrefix("WidgetKit Framework"))
    #expect(try await host.node("emptyDataView")[.hidden] == true)
    #expect(try await host.node("footerActivityIndicator")[.animating].isNull)
    #expect(await host.alert == nil)
    #expect(await host.placeholders == [])
  }

  @Test func `The spinner turns while the feed is loaded`() async throws {
    let widget = try TestWidget(bundle: Self.bundle())
    let host = await widget.openAtOnce()
    await widget.clock.advance(by: .milliseconds(300))
    #expect(try await host.node("footerActivityIndicator")[.animating] == true)
    await widget.clock.settle()
    #expect(try await host.node("footerActivityIndicator")[.animating].isNull)
  }

  @Test func `Searching filters the posts, and a missing action is only logged`() async throws {
    let (_, host) = try await Self.open()
    try await host.type("coredata", into: "searchBar")
    #expect(await host.texts("authorLabel") == ["Black & White", "Deep Pixels"])
    try await host.type("nothing of the kind", into: "searchBar")
    #expect(try await host.node("emptyDataView")[.hidden].isNull)
    #expect(await host.alert == nil)
  }

  @Test func `A new post needs a text, locks the field while it is sent, and closes its screen`() async throws {
    let (widget, host) = try await Self.open()
    try await host.press("newPostButton")
    #expect(await host.screens == ["FeedViewController", "NewPostViewController"])
    try await host.press("postButton")
    #expect(await host.screens.count == 2)
    try await host.type("Hello", into: "textView")
    await host.sendAtOnce(.press(try await host.node("postButton").id))
    await widget.clock.advance(by: .milliseconds(100))
    #expect(try await host.node("textView")[.readOnly] == true)
    #expect(try await host.node("postButton")[.disabled] == true)
    await widget.clock.settle()
    #expect(await host.screens == ["FeedViewController"])
    #expect(try await host.text("textLabel", 0) == "Hello")
    #expect(await host.texts("authorLabel").count == 7)
  }

  @Test func `A row opens the post`() async throws {
    let (_, host) = try await Self.open()
    let row = try #require(await host.tree.preorder().first { $0[.pressable] == true && $0.kind == .container })
    await host.send(.press(row.id))
    #expect(try await host.text("favoritesLabel") == "9000 favorites")
  }
}
