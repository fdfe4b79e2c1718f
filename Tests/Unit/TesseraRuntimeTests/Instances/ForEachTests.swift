import Synchronization
import TesseraBundles
import TesseraData
import TesseraServices
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraRuntime

/// Actions that send a request for each element of a list.
struct ForEachTests {
  private static let model = """
    {"entities": {"Story": {"identityAttribute": "id", "attributes": {
      "id": {"type": "string", "JSONKeyPath": "id"}, "title": {"type": "string", "JSONKeyPath": "title"},
      "feed": "string", "place": "integer"}}}}
    """
  private static let options = """
    [{"name": "feeds", "type": "list", "element": {"type": "record", "fields": [
      {"name": "name", "type": "string"}]}},
     {"name": "ids", "type": "list", "element": "string"}]
    """
  // The requests for a list are sent at once: each of two can be the first call.
  private static let feeds = """
    "feeds": {
      "path": "https://example.org/$name", "forEach": "options.feeds", "resultType": "[Story]", "clearPolicy": "after",
      "set": {"feed": "$item.name", "place": "$index"},
      "responses": [
        {"when": {"name": "bad"}, "status": 500, "response": {"error": "Broken"}},
        {"when": {"name": "once"}, "call": 1, "response": [{"id": "o1", "title": "Once"}, {"id": "o2", "title": "Twice"}]},
        {"when": {"name": "once"}, "call": 2, "response": [{"id": "o1", "title": "Once"}, {"id": "o2", "title": "Twice"}]},
        {"when": {"name": "once"}, "response": [{"id": "o2", "title": "Twice"}]},
        {"response": [{"id": "$name", "title": "Of $name"}]}
      ]
    }
    """

  private func widget(_ actions: String, delay: Int = 0) throws -> TestWidget {
    try TestWidget(
      view: container(), model: Self.model,
      service: #"{"options": {"provider": "stub", "debugDelay": \#(delay)}, "actions": {\#(actions)}}"#,
      options: Self.options)
  }

  private func feeds(_ names: String...) -> Value { .array(names.map { ["name": .string($0)] }) }

  /// Performs an action, and returns its outcome.
  private func perform(_ action: String, of widget: TestWidget, previous: Value = .null) async throws -> ActionOutcome {
    switch await result(of: action, widget, previous: previous) {
    case .success(let outcome): outcome
    case .failure(let failure): throw failure
    }
  }

  private func result(of action: String, _ widget: TestWidget, previous: Value = .null) async -> ActionResult {
    let task = Task {
      await widget.instance.service.perform(
        action, object: .null, previous: previous, provider: nil, isShared: false, report: { _ in })
    }
    return await task.value
  }

  private func stories(_ widget: TestWidget) throws -> [String] {
    try widget.instance.store.fetch(FetchRequest("Story")).map { story in
      ["id", "feed", "place"].map { (story.value(forKey: $0) ?? .null).description }.joined(separator: " ")
    }
  }

  @Test func `Results are stored in the order of the elements, with what names the source`() async throws {
    let widget = try widget(Self.feeds)
    #expect(widget.problems == [])
    widget.instance.setOption("feeds", to: feeds("a", "b", "c"))
    _ = try await perform("feeds", of: widget)
    #expect(try stories(widget) == ["a a 0", "b b 1", "c c 2"])
  }

  @Test func `A request that fails spoils neither the others nor what it stored before`() async throws {
    let widget = try widget(Self.feeds)
    _ = try widget.instance.store.insert("Story", ["id": "old", "feed": "bad"])
    widget.instance.setOption("feeds", to: feeds("a", "bad", "b"))
    let outcome = try await perform("feeds", of: widget)
    #expect(outcome.failures == [ElementFailure(element: ["name": "bad"], message: "Broken")])
    #expect(try stories(widget) == ["old bad ", "a a 0", "b b 2"])
  }

  @Test func `A run fails if all its requests do, and succeeds without any`() async throws {
    let widget = try widget(Self.feeds)
    #expect(try await perform("feeds", of: widget).response == [])
    widget.instance.setOption("feeds", to: feeds("bad", "bad"))
    guard case .failure(let failure) = await result(of: "feeds", widget) else {
      Issue.record("The run succeeded")
      return
    }
    #expect(failure.message == "Broken")
  }

  @Test func `Each response clears what it stored before, and elements that are gone leave nothing`() async throws {
    let widget = try widget(Self.feeds)
    widget.instance.setOption("feeds", to: feeds("once", "a"))
    _ = try await perform("feeds", of: widget)
    #expect(try stories(widget) == ["o1 once 0", "o2 once 0", "a a 1"])
    widget.instance.setOption("feeds", to: feeds("once"))
    _ = try await perform("feeds", of: widget)
    #expect(try stories(widget) == ["o2 once 0"])
    widget.instance.setOption("feeds", to: feeds("bad"))
    _ = await result(of: "feeds", widget)
    #expect(try stories(widget) == [], "also if no request succeeds")
  }

  @Test func `Scalars are elements: the ids of one response lead to a request for each`() async throws {
    let widget = try widget(
      """
      "ids": {"path": "https://example.org/top", "nextAction": "stories", "response": {"ids": [7, 5, 9, 1]}},
      "stories": {"path": "https://example.org/$item", "forEach": {"in": "result.ids", "limit": 3},
        "resultType": "Story", "clearPolicy": "after", "set": {"place": "$index"},
        "response": {"id": "$item", "title": "Story $item"}}
      """)
    _ = try widget.instance.store.insert("Story", ["id": "old"])
    let ids = try await perform("ids", of: widget)
    #expect(ids.nextAction == "stories")
    _ = try await perform("stories", of: widget, previous: ids.response)
    #expect(try stories(widget) == ["7  0", "5  1", "9  2"])
  }

  @Test func `An update performs next actions, too`() async throws {
    let bundle = WidgetBundle(texts: [
      "widget.json":
        #"{"id": "org.example.test", "name": "Test", "main": "Main", "update": {"interval": 900, "action": "ids"}}"#,
      "screens/Main.json": #"{"view": \#(container())}"#, "model.json": Self.model,
      "service.json": """
      {"options": {"provider": "stub"}, "actions": {
        "ids": {"response": ["1", "2"], "nextAction": "stories"},
        "stories": {"forEach": "result", "resultType": "Story", "response": {"id": "$item"}}}}
      """,
    ])
    let widget = try TestWidget(bundle: bundle)
    #expect(widget.problems == [])
    _ = await widget.instance.answer(hasContent: false)
    #expect(try stories(widget) == ["1  ", "2  "])
  }

  @Test func `At most six requests run at a time`() async throws {
    let widget = try widget(Self.feeds, delay: 10)
    widget.instance.setOption("feeds", to: .array((0..<13).map { ["name": .string("f\($0)")] }))
    let isFinished = Flag()
    widget.instance.environment.activities.start {
      _ = await widget.instance.service.perform(
        "feeds", object: .null, provider: nil, isShared: false, report: { _ in })
      isFinished.set()
    }
    await widget.clock.advance(by: .seconds(10))
    #expect(try stories(widget).count == 6)
    await widget.clock.advance(by: .seconds(10))
    #expect(try stories(widget).count == 12)
    #expect(!isFinished.isSet)
    await widget.clock.advance(by: .seconds(10))
    #expect(isFinished.isSet)
    #expect(try stories(widget).count == 13)
  }

  @Test func `A list that is missing is an error, and removes nothing`() async throws {
    let widget = try widget(
      #""stories": {"forEach": "result.ids", "resultType": "Story", "clearPolicy": "after", "response": {"id": "$item"}}"#
    )
    try widget.instance.store.insert("Story", ["id": "old"])
    guard case .failure = await result(of: "stories", widget, previous: ["error": "Busy"]) else {
      Issue.record("The run succeeded")
      return
    }
    #expect(try stories(widget) == ["old  "])
  }

  @Test func `Values that are the same for all elements do not tell them apart`() async throws {
    let widget = try widget(
      """
      "stories": {"forEach": "options.ids", "resultType": "Story", "clearPolicy": "after",
        "set": {"feed": "$options.feeds.0.name", "title": "$$5", "place": "$index"}, "response": {"id": "$item"}}
      """)
    widget.instance.setOption("ids", to: ["1", "2"])
    _ = try await perform("stories", of: widget)
    #expect(try stories(widget) == ["1  0", "2  1"])
  }

  @Test func `A value that is not a list is an error`() async throws {
    let widget = try widget(#""stories": {"forEach": "result", "response": {}}"#)
    guard case .failure(let failure) = await result(of: "stories", widget, previous: ["a": 1]) else {
      Issue.record("The run succeeded")
      return
    }
    #expect(failure.detail.contains("'forEach' needs a list, found object"))
  }
}

/// Whether something has happened.
private final class Flag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
