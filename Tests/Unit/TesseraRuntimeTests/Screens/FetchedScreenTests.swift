import Synchronization
import TesseraLoopback
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Screens from a server")
struct FetchedScreenTests {
  /// Runs a widget whose main screen opens `/screen` of a server by an action, or is itself fetched from there.
  private func withWidget(
    main: @escaping @Sendable (LoopbackServer) -> String = { _ in pushing("/screen") }, hosts: String? = nil,
    answer: @escaping LoopbackServer.Handler, body: @escaping @Sendable (TestHost, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.run(answer) { server in
      let hosts = hosts ?? #"["\#(server.host)"]"#
      let main = main(server).replacing("SERVER", with: server.url(""))
      let widget = try TestWidget(
        files: [
          "widget.json": #"{"id": "org.example.test", "name": "Test", "hosts": \#(hosts)}"#, "screens/Main.json": main,
        ], allowsPrivateAddresses: true)
      #expect(widget.problems == [])
      let host = await widget.open()
      try await body(host, server)
    }
  }

  private static func pushing(_ path: String) -> String {
    """
    {"context": {"id": "state", "value": {"path": "\(path)"}},
     "view": {"type": "container", "children": [
       {"type": "button", "id": "open", "text": "Open",
        "onPress": {"type": "push", "url": "SERVER@{state.path}", "content": {"name": "Ada"}}}]}}
    """
  }

  private static let screen = """
    {"context": {"id": "seen", "value": {"log": ""}}, "navigationItem": {"title": "From afar"},
     "onInit": {"type": "setContext", "context": "seen", "path": "log", "value": "@{seen.log + 'i'}"},
     "onAppear": {"type": "setContext", "context": "seen", "path": "log", "value": "@{seen.log + 'a'}"},
     "view": {"type": "container", "children": [
       {"type": "text", "id": "name", "text": "@{content.name}"}, {"type": "text", "id": "log", "text": "@{seen.log}"}]}}
    """

  @Test func `a screen that an action names by its address is fetched, initialized, and given its content`()
    async throws
  {
    try await withWidget(answer: { _ in .json(Self.screen) }) { (host, server) async throws in
      try await host.press("open")
      #expect(server.requests.map(\.target) == ["/screen"])
      #expect(try await host.text("name") == "Ada")
      #expect(try await host.text("log") == "ia")
      #expect(await host.nodes("backButton").count == 1)
      try await host.press("backButton")
      #expect(await host.nodes("open").count == 1)
      #expect(await host.nodes("name").isEmpty)
    }
  }

  @Test func `a screen of the bundle can be an address, even the first one`() async throws {
    try await withWidget(main: { _ in #"{"url": "SERVER/@{'ho' + 'me'}"}"# }) { _ in
      .json(Self.screen)
    } body: { (host, server) async throws in
      #expect(server.requests.map(\.target) == ["/home"])
      #expect(try await host.text("log") == "ia")
      #expect(await host.nodes("backButton").isEmpty)
    }
  }

  @Test func `a screen in transit shows a spinner and a way back`() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    try await withWidget { _ in
      for await _ in gate { break }
      return .json(Self.screen)
    } body: { (host, _) async throws in
      await host.sendAtOnce(.press(try await host.node("open").id))
      #expect(try await host.node("loading")[.animating] == true)
      await host.sendAtOnce(.press(try await host.node("backButton").id))
      #expect(await host.nodes("loading").isEmpty)
      opening.finish()
      await host.send()
      #expect(await host.nodes("name").isEmpty)
      #expect(await host.nodes("open").count == 1)
    }
  }

  @Test(arguments: [
    (LoopbackServer.Answer.json("{}", status: 503), "The server responded with status 503"),
    (.json("{"), "The document is not JSON"), (.json("[1]"), "The document is list, not an object"),
    (.json(#"{"url": "https://example.org"}"#), "The document refers to another URL"),
  ])
  func `a screen that fails to load shows the reason, and loads on the next request`(
    first: LoopbackServer.Answer, reason: String
  ) async throws {
    let count = Mutex(0)
    try await withWidget { _ in
      count.withLock { count in
        count += 1
        return count == 1 ? first : .json(Self.screen)
      }
    } body: { (host, _) async throws in
      try await host.press("open")
      #expect(try await host.text("loadingError").hasPrefix(reason))
      #expect(await host.tree.preorder().filter { $0.kind == .alert }.isEmpty)
      try await host.press("retryButton")
      #expect(try await host.text("log") == "ia")
      #expect(await host.nodes("retryButton").isEmpty)
    }
  }

  @Test func `a fetched screen that opens another one at once disappears after it has appeared`() async throws {
    let first = """
      {"onInit": {"type": "push", "url": "SERVER/second"},
       "onAppear": {"type": "setContext", "context": "global", "path": "log", "value": "@{(global.log ?? '') + 'a'}"},
       "onDisappear": {"type": "setContext", "context": "global", "path": "log", "value": "@{(global.log ?? '') + 'd'}"},
       "view": {"type": "text"}}
      """
    try await withWidget { request in
      let server = "http://" + (request.headers["host"] ?? "")
      return .json(
        request.target == "/screen"
          ? first.replacing("SERVER", with: server)
          : #"{"view": {"type": "text", "id": "log", "text": "@{global.log}"}}"#)
    } body: { (host, _) async throws in
      try await host.press("open")
      #expect(try await host.text("log") == "ad")
    }
  }

  @Test func `a host that the manifest does not name receives no requests for screens`() async throws {
    try await withWidget(hosts: #"["example.org"]"#, answer: { _ in .json(Self.screen) }) {
      (host, server) async throws in
      try await host.press("open")
      #expect(server.requests.isEmpty)
      #expect(await host.nodes("retryButton").count == 1)
    }
  }

  @Test func `an error in a fetched screen is shown on it, with its address`() async throws {
    let faulty = #"{"view": {"type": "text", "id": "name", "text": "@{nobody.name}"}}"#
    try await withWidget(answer: { _ in .json(faulty) }) { (host, server) async throws in
      try await host.press("open")
      let reasons = await host.placeholders
      #expect(reasons.count == 1)
      #expect(reasons.first?.hasPrefix("\(server.url("/screen")):1:") == true)
      #expect(await host.nodes("name").count == 1)
    }
  }

  @Test(arguments: [
    (#"{"url": "https://example.org", "view": {"type": "text"}}"#, "screen-source"),
    (#"{"url": {}}"#, "attribute-type"),
    (#"{"view": {"type": "button", "onPress": {"type": "push"}}}"#, "missing-attribute"),
    (
      #"{"view": {"type": "button", "onPress": {"type": "present", "screen": "Main", "url": "https://a.b"}}}"#,
      "attribute-conflict"
    ),
  ])
  func `the check reports a screen or an action with no source or several`(main: String, rule: String) throws {
    let widget = try TestWidget(
      files: [
        "widget.json": #"{"id": "org.example.test", "name": "Test", "hosts": ["example.org", "a.b"]}"#,
        "screens/Main.json": main,
      ])
    #expect(widget.definition.diagnostics.map(\.rule) == [rule])
  }
}
