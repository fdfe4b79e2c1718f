import Foundation
import TesseraBundles
import TesseraData
import TesseraHTTPClient
import TesseraLayout
import TesseraLoopback
import TesseraServices
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// The sample's screens and model with a real server on the loopback interface. Time is real here, but nothing sleeps:
/// each step waits until all activities have ended.
@Suite("The feed over HTTP")
struct FeedTests {
  private static let sample = Repository.url("Samples/Feed.widget")

  /// Returns the sample with a service that sends real requests.
  private static func bundle(
    _ server: LoopbackServer, feed: String = "/v1/feed", account: String = "/v1/account", hosts: [String]? = nil,
    count: Int = 20
  ) throws -> WidgetBundle {
    var files = MemoryBundleFiles()
    for folder in ["screens", ""] {
      let directory = folder.isEmpty ? sample : sample.appending(path: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) where name.hasSuffix(".json") {
        guard !["service.json", "widget.json"].contains(name) else { continue }
        files.add(
          folder.isEmpty ? name : "\(folder)/\(name)", Array(try Data(contentsOf: directory.appending(path: name))))
      }
    }
    let names = (hosts ?? [server.host]).map { "\"\($0)\"" }.joined(separator: ",")
    files.add(
      "widget.json",
      Array(#"{"format": 1, "id": "org.example.feed", "name": "Feed", "main": "Feed", "hosts": [\#(names)]}"#.utf8))
    let service = """
      {"options": {"provider": "http", "transformers": {"date": {
          "strToDate": {"format": "EEE MMM d HH:mm:ss Z y"}, "dateToStr": {"format": "d MMMM y, HH:mm"}}}},
       "defaults": {"baseUrl": "\(server.url())", "errorKeyPath": "error.message"},
       "actions": {
         "currentUser": {"path": "\(account)", "resultType": "Account", "nextAction": "homeFeed"},
         "homeFeed": {"path": "\(feed)", "resultType": "[Post]", "clearPolicy": "after", "parameters": {"count": "\(count)"}},
         "newPost": {"path": "/v1/posts", "httpMethod": "POST", "resultType": "Post", "parameters": {"status": "$text"}}}}
      """
    files.add("service.json", Array(service.utf8))
    return WidgetBundle(files: files)
  }

  /// Runs a feed with a server.
  private func run(
    posts: Int = 6, delay: Duration = .zero, feed: String = "/v1/feed", hosts: [String]? = nil, count: Int = 20,
    allowsPrivateAddresses: Bool = true, _ body: @escaping @Sendable (FeedHost, LoopbackServer) async throws -> Void
  ) async throws {
    let api = FeedAPI(postCount: posts, delay: delay)
    try await LoopbackServer.run(api.answer) { server in
      let bundle = try Self.bundle(server, feed: feed, hosts: hosts, count: count)
      let host = try await FeedHost(bundle: bundle, allowsPrivateAddresses: allowsPrivateAddresses)
      try await body(host, server)
      await host.presentation.close()
      await host.activities.untilIdle()
    }
  }

  @Test(arguments: [0, 50])
  func `shows, searches, adds and refreshes the server's posts`(delay: Int) async throws {
    try await run(delay: .milliseconds(delay)) { (host, server) async throws in
      #expect(host.problems == [])
      #expect(try await host.node("titleLabel")[.text] == "Author 0")
      #expect(try await host.node("tableView")[.rowCount] == 6)
      #expect(await host.texts("textLabel").first == "Post 6")
      #expect(await host.texts("authorLabel").first == "Author 6")
      try await host.input("searchBar", "pOST 3")
      #expect(await host.texts("textLabel") == ["Post 3"])
      try await host.input("searchBar", "")
      let text = "She said \"hi\" & left\n\\o/ 🌱 100% $text"
      try await host.press("composeButton")
      try await host.input("textView", text)
      try await host.press("postButton")
      #expect(await host.presentation.screenNames == ["Feed"])
      #expect(await host.texts("textLabel").first == text)
      #expect(server.requests.map(\.method) == ["GET", "GET", "POST"])
      await host.send(.refresh(try await host.node("tableView").id))
      #expect(server.requests.count == 4)
      #expect(try await host.node("tableView")[.rowCount] == 6, "the server has forgotten the post")
      #expect(try await host.node("tableView")[.refreshing].isNull)
      #expect(try await host.node("footerActivityIndicator")[.animating].isNull)
    }
  }

  @Test func `shows the message of a failing server, and keeps its posts`() async throws {
    try await run(feed: "/v1/broken") { (host, _) async throws in
      #expect(await host.presentation.alert?.message == "The feed could not be loaded.\n\nThe feed is out of order")
      #expect(try await host.node("titleLabel")[.text] == "Author 0")
      #expect(try await host.node("footerActivityIndicator")[.animating].isNull)
    }
  }

  @Test(arguments: ["/v1/truncated", "/v1/page", "/v1/wrapped", "/v1/elsewhere", "/v1/nothing"])
  func `reports an answer that is truncated, a page, of the wrong shape, or a redirect elsewhere`(path: String)
    async throws
  {
    try await run(posts: 200, feed: path) { (host, _) async throws in
      let alert = try #require(await host.presentation.alert)
      #expect(alert.message.hasPrefix("The feed could not be loaded.\n\n"))
      #expect(try await host.node("tableView")[.rowCount] == 0)
      #expect(try await host.node("titleLabel")[.text] == "Author 0")
    }
  }

  @Test func `follows a redirect on its own host`() async throws {
    try await run(feed: "/v1/moved") { (host, server) async throws in
      #expect(await host.presentation.alert == nil)
      #expect(try await host.node("tableView")[.rowCount] == 6)
      #expect(server.requests.map(\.path) == ["/v1/account", "/v1/moved", "/v1/feed"])
    }
  }

  @Test func `shows 5,000 posts, with rows near the visible range only`() async throws {
    try await run(posts: 5000, count: 5000) { (host, _) async throws in
      let table = try await host.node("tableView")
      #expect(table[.rowCount] == 5000)
      #expect(await (1...60).contains(host.texts("textLabel").count))
      #expect(await host.texts("textLabel").first == "Post 5000")
      await host.send(.scroll(table.id, offset: 1e9))
      await host.send(.scroll(table.id, offset: try await host.node("tableView")[.contentHeight].number ?? 0))
      #expect(await host.texts("textLabel").last == "Post 1")
      #expect(await (1...60).contains(host.texts("textLabel").count))
      try await host.input("searchBar", "49")
      #expect(try await host.node("tableView")[.rowCount] == 199)
    }
  }

  @Test func `contacts only hosts in its manifest, and private ones only with permission`() async throws {
    try await run(hosts: ["feed.example.org"]) { (host, server) async throws in
      #expect(host.problems.contains { $0.contains("service-host") })
      #expect(await host.presentation.alert != nil)
      #expect(server.requests.isEmpty)
    }
    try await run(allowsPrivateAddresses: false) { (host, server) async throws in
      #expect(host.problems == [])
      #expect(await host.presentation.alert != nil)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `that is closed while it waits is released at once`() async throws {
    let (gate, release) = AsyncStream<Void>.makeStream()
    try await LoopbackServer.run { _ in
      for await _ in gate {}
      return .json("{}")
    } during: { server in
      defer { release.finish() }
      let host = try await FeedHost(bundle: try Self.bundle(server), allowsPrivateAddresses: true, waits: false)
      #expect(await host.presentation.screenNames == ["Feed"])
      await host.presentation.close()
      #expect(await host.presentation.screenNames == [])
    }
  }
}

/// A feed in real time.
struct FeedHost {
  let presentation: Presentation
  let activities: IdlenessTracker
  let problems: [String]

  init(bundle: WidgetBundle, allowsPrivateAddresses: Bool, waits: Bool = true) async throws {
    var environment = RuntimeEnvironment(
      textMeasuring: FixedWidthTextMeasuring(), allowsPrivateAddresses: allowsPrivateAddresses)
    environment.transport = HTTPTransport()
    let definition = WidgetDefinition(bundle: bundle)
    problems = definition.diagnostics.map(\.description)
    activities = environment.activities
    let instance = try Instance(id: "feed", definition: definition, environment: environment)
    presentation = await instance.makePresentation(size: Size(width: 375, height: 667))
    if waits { await activities.untilIdle() }
  }

  private var views: TestHost { TestHost(presentation, VirtualClock(start: .now, activities: IdlenessTracker())) }

  func node(_ id: String) async throws -> ViewNode { try await views.node(id) }
  func texts(_ id: String) async -> [String] { await views.texts(id) }

  func send(_ event: ViewEvent) async {
    await presentation.send([event])
    await activities.untilIdle()
  }

  func press(_ id: String) async throws { await send(.press(try await node(id).id)) }
  func input(_ id: String, _ text: String) async throws { await send(.input(try await node(id).id, text: text)) }
}
