import Synchronization
import TesseraServices
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// The display of actions in progress: progress, pushed messages, secrets.
struct ServiceRunTests {
  private static let model = """
    {"entities": {"Item": {"identityAttribute": "identifier",
      "attributes": {"identifier": {"type": "integer", "JSONKeyPath": "id"}, "name": "string"}}}}
    """

  private func widget(_ live: LiveService, objects: String, elements: String, action: String) throws -> TestWidget {
    var extensions = WidgetExtensions.standard
    extensions.serviceProviders.register("Live") { live.provider($0) }
    return try TestWidget(
      view: container(label("count"), label("state"), component("button", "go")),
      objects: objects, elements: elements, model: Self.model,
      service: #"{"actions": {"live": \#(action)}}"#, extensions: extensions)
  }

  @Test func `A service's own messages are stored, over one connection for all viewers`() async throws {
    let live = LiveService()
    let widget = try widget(
      live,
      objects: """
        {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
         "load": {"type": "OnLoadActionController",
           "attrs": {"actionName": "live", "serviceProviderClassName": "Live"}},
         "status": {"type": "ActionStatusController", "attrs": {"actionName": "live"}}}
        """,
      elements: """
        {"count": {"bindings": [{"from": "items.totalCount"}]},
         "state": {"bindings": [{"from": "status.isSuccess"}]}}
        """,
      action: #"{"socket": "wss://live.example.org/", "resultType": "Item"}"#)
    #expect(widget.problems.filter { !$0.contains("service-host") } == [])
    let first = await widget.open()
    let second = await widget.open()
    await live.untilFollowed()
    for host in [first, second] { #expect(try await host.text("count") == "0") }
    await live.say(["id": 1, "name": "One"])
    await widget.clock.settle()
    await live.say(["id": 2, "name": "Two"])
    await widget.clock.settle()
    for host in [first, second] {
      let texts = [try await host.text("count"), try await host.text("state")]
      #expect(texts == ["2", "1"])
    }
    #expect(live.connections == 1)
    await first.presentation.close()
    #expect(!live.hasEnded)
    await second.presentation.close()
    await live.untilEnded()
  }

  @Test func `The progress of an upload can be shown`() async throws {
    let live = LiveService()
    let widget = try widget(
      live,
      objects: """
        {"send": {"type": "ButtonActionController",
           "attrs": {"actionName": "live", "serviceProviderClassName": "Live"}, "outlets": {"sender": "go"}},
         "status": {"type": "ActionStatusController", "attrs": {"actionName": "live"}}}
        """,
      elements: """
        {"count": {"bindings": [{"from": "status.progress"}]},
         "state": {"bindings": [{"from": "send.status.inProgress"}]}}
        """,
      action: #"{"path": "https://live.example.org/", "httpMethod": "POST"}"#)
    let host = await widget.open()
    var heard = widget.instance.notifications.makeAsyncIterator()
    // Time stands still until the test advances it.
    await host.sendAtOnce(.press(try await host.node("go").id))
    #expect(await heard.next() == WidgetNotification("liveStart"))
    #expect(await heard.next() == WidgetNotification("liveProgress", 0.5))
    let texts = [try await host.text("count"), try await host.text("state")]
    #expect(texts == ["0.5", "1"])
    await widget.clock.settle()
    #expect(await heard.next()?.name == "liveReady")
    #expect(await heard.next()?.name == "liveSuccess")
    await widget.clock.settle()
    #expect(try await host.text("state") == "0")
  }

  @Test(arguments: [true, false])
  func `A slow answer to an earlier request is dropped where the latest run wins`(latestRunWins: Bool) async throws {
    let calls = Mutex(0)
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    var extensions = WidgetExtensions.standard
    extensions.serviceProviders.register("Turns") { context in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      turn.yield()
      return TurnsProvider(context: context, call: call)
    }
    let widget = try TestWidget(
      view: """
        {"type": "container", "context": {"id": "c", "value": {"said": ""}}, "children": [
          {"type": "text", "id": "count", "text": "@{items.totalCount}"},
          {"type": "text", "id": "state", "text": "@{status.isFailure} @{c.said}"},
          {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "perform", "action": "a",
            "onSuccess": {"type": "setContext", "contextId": "c", "path": "said", "value": "late"},
            "onError": {"type": "setContext", "contextId": "c", "path": "said", "value": "failed"}}}]}
        """,
      objects: """
        {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
         "status": {"type": "ActionStatusController", "attrs": {"actionName": "a"}}}
        """,
      elements: #"{"@self": {"attrs": {"serviceProviderClassName": "Turns"}}}"#, model: Self.model,
      service: """
        {"actions": {"a": {"path": "https://a.example.org", "resultType": "Item", "latestRunWins": \(latestRunWins)}}}
        """,
      extensions: extensions)
    let host = await widget.open()
    for _ in 1...2 {
      await host.sendAtOnce(.press(try await host.node("go").id))
      // The runs of two presses may reach the service in any order.
      for await _ in turns { break }
    }
    await widget.clock.advance(by: .seconds(20))
    #expect(try await host.text("count") == (latestRunWins ? "0" : "1"))
    #expect(try await host.text("state") == (latestRunWins ? "true failed" : "true late"))
  }

  @Test func `Secrets are available to requests, and not to screens`() async throws {
    let seen = Mutex<[String: Value]>([:])
    var extensions = WidgetExtensions.standard
    extensions.serviceProviders.register("Seeing") { context in
      seen.withLock { $0 = context.options }
      return StubServiceProvider(description: context.description, clock: context.clock)
    }
    let widget = try TestWidget(
      view: container(
        component("text", "count", #""text": "[@{options.key}] [@{options.open}]""#),
        component("button", "go", #""onPress": {"type": "perform", "action": "a"}"#)),
      elements: #"{"@self": {"attrs": {"serviceProviderClassName": "Seeing"}}}"#,
      service: #"{"actions": {"a": {"path": "https://a.example.org", "response": 1}}}"#,
      options: """
        [{"name": "key", "type": "string", "title": "Key", "default": "", "secret": true},
         {"name": "open", "type": "string", "title": "Open", "default": "o"}]
        """, extensions: extensions)
    #expect(widget.definition.diagnostics.map { $0.rule }.contains("secret-option"))
    widget.instance.setOption("key", to: "s3cret")
    let host = await widget.open()
    #expect(try await host.text("count") == "[] [o]")
    widget.instance.setOption("key", to: "other")
    widget.instance.setOption("open", to: "p")
    await widget.clock.settle()
    #expect(try await host.text("count") == "[] [p]")
    try await host.press("go")
    #expect(seen.withLock { $0["key"] } == "other")
  }
}

/// Responds to the first request after ten seconds, even if it was cancelled. The second one fails after one second.
private struct TurnsProvider: ServiceProvider {
  let context: ServiceProviderContext
  let call: Int

  var description: ServiceDescription { context.description }

  func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
    let action = try description.action(named: request.action)
    let clock = context.clock
    await Task.detached { try? await clock.sleep(for: .seconds(call == 1 ? 10 : 1)) }.value
    guard call == 1 else { throw ServiceError(.connection, message: "The server cannot be reached") }
    return ServiceResponse(action: action, result: ["id": 1])
  }
}

/// A scripted service.
private final class LiveService: Sendable {
  private struct State {
    var connections = 0
    var hasEnded = false
    var listener: (@Sendable (Value) async -> Void)?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var connections: Int { state.withLock { $0.connections } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func provider(_ context: ServiceProviderContext) -> any ServiceProvider { Provider(live: self, context: context) }

  func say(_ value: Value) async { await state.withLock { $0.listener }?(value) }

  func untilFollowed() async { await until { $0.listener != nil } }

  func untilEnded() async { await until { $0.hasEnded } }

  private func until(_ condition: @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isNow = state.withLock { state in
        if !condition(state) { state.waiters.append(continuation) }
        return condition(state)
      }
      if isNow { continuation.resume() }
    }
  }

  private func update(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private struct Provider: ServiceProvider {
    let live: LiveService
    let context: ServiceProviderContext

    func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
      let action = try context.description.action(named: request.action)
      context.reportProgress(0.5)
      try? await context.clock.sleep(for: .seconds(2))
      return ServiceResponse(action: action, result: .null)
    }

    func follow(
      _ request: ServiceRequest, onEvent: @escaping @Sendable (ServiceMessage) async -> Void
    ) async throws(ServiceError) {
      let action = try context.description.action(named: request.action)
      await onEvent(.opened)
      live.update { state in
        state.connections += 1
        state.listener = { await onEvent(.received(ServiceResponse(action: action, result: $0))) }
      }
      let (never, continuation) = AsyncStream.makeStream(of: Never.self)
      await withTaskCancellationHandler {
        for await _ in never {}
      } onCancel: {
        continuation.finish()
      }
      live.update { $0.hasEnded = true }
    }
  }
}
