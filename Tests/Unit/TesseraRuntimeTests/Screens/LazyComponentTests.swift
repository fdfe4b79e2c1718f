import Synchronization
import TesseraBundles
import TesseraLayout
import TesseraLoopback
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Documents that become a part of a screen, and screens that are fetched in advance.
@Suite("Lazy components and prefetched screens")
struct LazyComponentTests {
  private func withWidget(
    _ main: String, answer: @escaping LoopbackServer.Handler,
    body: @escaping @Sendable (TestHost, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.run(answer) { server in
      let manifest =
        #"{"id": "org.example.test", "name": "Test", "base": "\#(server.url(""))", "hosts": ["\#(server.host)"]}"#
      let widget = try TestWidget(
        files: ["widget.json": manifest, "screens/Main.json": main], allowsPrivateAddresses: true)
      #expect(widget.problems == [])
      try await body(await widget.open(), server)
    }
  }

  @Test func `a lazy component replaces its placeholder, and reads the names in scope at its position`() async throws {
    let main = #"""
      {"context": {"id": "state", "value": {"n": 7}},
       "view": {"type": "container", "children": [
         {"type": "lazy", "id": "box", "url": "/piece", "placeholder": {"type": "text", "id": "waiting", "text": "…"}}]}}
      """#
    let piece =
      #"{"context": {"id": "own", "value": "o"}, "view": {"type": "text", "id": "piece", "text": "@{state.n} @{own}"}}"#
    try await withWidget(main, answer: { _ in .json(piece) }) { (host, server) async throws in
      #expect(server.requests.map(\.target) == ["/piece"])
      #expect(try await host.text("piece") == "7 o")
      #expect(await host.nodes("waiting").isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `a lazy component of Beagle may be a component or a screen`(isScreen: Bool) async throws {
    let main = #"""
      {"_beagleComponent_": "beagle:container", "children": [{"_beagleComponent_": "beagle:lazyComponent", "path": "/piece",
        "initialState": {"_beagleComponent_": "beagle:text", "id": "waiting", "text": "…"}}]}
      """#
    let text = #"{"_beagleComponent_": "beagle:text", "id": "piece", "text": "here"}"#
    let screen = #"{"_beagleComponent_": "beagle:screenComponent", "child": \#(text)}"#
    try await withWidget(main, answer: { _ in .json(isScreen ? screen : text) }) { (host, _) async throws in
      #expect(try await host.text("piece") == "here")
      #expect(await host.nodes("waiting").isEmpty)
    }
  }

  @Test func `a loaded component brings the screens that its actions open, and reads the row around it`() async throws {
    let main = #"""
      {"_beagleComponent_": "beagle:container", "children": [
        {"_beagleComponent_": "beagle:button", "id": "own", "text": "o", "onPress": [{"_beagleAction_": "beagle:pushView",
          "route": {"screen": {"child": {"_beagleComponent_": "beagle:text", "id": "mine", "text": "mine"}}}}]},
        {"_beagleComponent_": "beagle:listView", "dataSource": ["x"], "templates": [{"view":
          {"_beagleComponent_": "beagle:lazyComponent", "path": "/piece", "initialState": {"_beagleComponent_": "beagle:text", "text": "…"}}}]}]}
      """#
    let piece = #"""
      {"_beagleComponent_": "beagle:container", "children": [
        {"_beagleComponent_": "beagle:text", "id": "label", "text": "@{item}"},
        {"_beagleComponent_": "beagle:button", "id": "go", "text": "g", "onPress": [{"_beagleAction_": "beagle:pushView",
          "route": {"screen": {"child": {"_beagleComponent_": "beagle:text", "id": "theirs", "text": "theirs"}}}}]}]}
      """#
    try await withWidget(main, answer: { _ in .json(piece) }) { (host, _) async throws in
      #expect(try await host.text("label") == "x")
      try await host.press("go")
      #expect(try await host.text("theirs") == "theirs")
      await host.send(.back)
      try await host.press("own")
      #expect(try await host.text("mine") == "mine")
    }
  }

  @Test func `a component that cannot be loaded leaves its placeholder, and is reported`() async throws {
    let main = #"""
      {"view": {"type": "container", "children": [
         {"type": "lazy", "url": "/piece", "placeholder": {"type": "text", "id": "waiting", "text": "…"},
          "onError": {"type": "setContext", "context": "global", "path": "why", "value": "@{onError.message}"}},
         {"type": "text", "id": "why", "text": "@{global.why}"}]}}
      """#
    try await withWidget(main, answer: { _ in .init(status: 404) }) { (host, _) async throws in
      #expect(try await host.text("waiting") == "…")
      #expect(try await host.text("why").contains("404"))
    }
  }

  @Test func `components come from data, in any spelling, and invalid ones show an error`() async throws {
    let main = #"""
      {"context": {"id": "state", "value": {"list": [
         {"type": "text", "id": "one", "text": "first"},
         {"_beagleComponent_": "beagle:text", "id": "two", "text": "second"}, {"type": "nothing"}, 7]}},
       "view": {"type": "container", "children": [
         {"type": "container", "id": "box"},
         {"type": "button", "id": "add", "onPress": {"type": "addChildren", "to": "box", "from": "@{state.list}"}}]}}
      """#
    try await withWidget(main, answer: { _ in .json("{}") }) { (host, _) async throws in
      try await host.press("add")
      #expect(try await host.text("one") == "first")
      #expect(try await host.text("two") == "second")
      #expect(await host.placeholders.count == 2)
    }
  }

  @Test func `a prefetched screen is requested once, and opens without another request`() async throws {
    let main = #"""
      {"view": {"type": "button", "id": "go", "onPress": {"type": "push", "url": "/next", "prefetch": true}}}
      """#
    let next = #"{"view": {"type": "text", "id": "next", "text": "next"}}"#
    try await withWidget(main, answer: { _ in .json(next) }) { (host, server) async throws in
      #expect(server.requests.map(\.target) == ["/next"])
      try await host.press("go")
      #expect(try await host.text("next") == "next")
      #expect(server.requests.count == 1)
      try await host.press("backButton")
      try await host.press("go")
      #expect(server.requests.count == 2, "what was taken is fetched anew")
    }
  }

  @Test func `a fallback screen may be fetched, too`() async throws {
    let main = #"""
      {"view": {"type": "button", "id": "go", "onPress": {"type": "push", "url": "/broken", "fallback": "Other"}},
       "screens": {"Other": {"url": "/other"}}}
      """#
    let other = #"{"view": {"type": "text", "id": "other", "text": "instead"}}"#
    try await withWidget(
      main, answer: { request in request.target == "/other" ? .json(other) : .init(status: 500) }
    ) { (host, _) async throws in
      try await host.press("go")
      #expect(try await host.text("other") == "instead")
    }
  }

  @Test func `an action determines the request for a screen, and a fallback replaces one that fails`() async throws {
    let main = #"""
      {"view": {"type": "button", "id": "go", "onPress":
         {"type": "push", "url": "/next", "method": "POST", "headers": {"x-a": "b"}, "body": {"c": 1}, "fallback": "Other"}},
       "screens": {"Other": {"view": {"type": "text", "id": "other", "text": "instead"}}}}
      """#
    try await withWidget(main, answer: { _ in .init(status: 500) }) { (host, server) async throws in
      try await host.press("go")
      #expect(try await host.text("other") == "instead")
      let request = try #require(server.requests.first)
      #expect(request.method == "POST" && request.body == Array(#"{"c":1}"#.utf8))
    }
  }

  @Test func `an app opens the routes that it knows, and others are reported`() async throws {
    let asked = Mutex<[AppRoute]>([])
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "screens/Main.json": #"""
      {"_beagleComponent_": "beagle:container", "children": [{"_beagleComponent_": "beagle:button", "id": "go", "text": "Go", "onPress": [
        {"_beagleAction_": "beagle:openNativeRoute", "route": "@{concat('a', 'b')}", "data": {"x": "1"}, "shouldResetApplication": true}]}]}
      """#,
    ])
    var environment = RuntimeEnvironment(
      textMeasuring: FixedWidthTextMeasuring(),
      clock: VirtualClock(start: TestWidget.start, activities: IdlenessTracker()),
      activities: IdlenessTracker())
    environment.openRoute = { route in
      asked.withLock { $0.append(route) }
      return true
    }
    let instance = try Instance(
      id: "test", definition: WidgetDefinition(bundle: bundle, extensions: .withBeagle), environment: environment)
    let presentation = await instance.makePresentation(size: .init(width: 100, height: 100))
    let button = try #require(await presentation.tree().tree.preorder().first { $0.identifier == "go" })
    await presentation.send([.press(button.id)])
    #expect(asked.withLock { $0 } == [AppRoute(route: "ab", data: ["x": "1"], replacesAll: true)])
  }
}
