import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Polling")
struct PollingTests {
  private static let model = """
    {"entities": {"Item": {"identityAttribute": "code", "attributes": {
      "code": {"type": "string", "JSONKeyPath": "code"}, "at": {"type": "date", "JSONKeyPath": "at"}}}}}
    """
  private static let service = """
    {"options": {"provider": "stub"},
     "actions": {"items": {"resultType": "[Item]", "response": [{"code": "a", "at": "$now"}]}}}
    """
  private static func screen(_ interval: String) -> String {
    """
    {"view": {"type": "container", "children": [
       {"type": "text", "id": "label", "text": "@{items.first.at | date: 'HH:mm:ss'}"},
       {"type": "text", "id": "clock", "text": "@{now() | date: 'd HH:mm'}"},
       {"type": "text", "id": "busy", "text": "@{load.status.inProgress}"},
       {"type": "button", "id": "open", "onPress": {"type": "push", "screen": "Other"}}]},
     "objects": {
       "items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
       "load": {"type": "OnLoadActionController", "attrs": {"actionName": "items", "interval": \(interval)}}}}
    """
  }

  private func widget(_ interval: String) throws -> TestWidget {
    try TestWidget(
      screen: Self.screen(interval), screens: ["Other": #"{"view": {"type": "text", "id": "other", "text": "b"}}"#],
      model: Self.model, service: Self.service)
  }

  @Test func `an action with an interval runs again and again while its screen is in front`() async throws {
    let widget = try widget("10")
    let host = await widget.open()
    #expect(try await host.text("label") == "19:00:00", "a headless run is at rest between two runs")
    await widget.clock.advance(by: .seconds(25))
    #expect(try await host.text("label") == "19:00:20")
    #expect(try await host.text("busy") == "false")
    try await host.press("open")
    await widget.clock.advance(by: .seconds(60))
    await host.send(.back)
    #expect(try await host.text("label") == "19:00:20")
    await widget.clock.advance(by: .seconds(10))
    #expect(try await host.text("label") == "19:01:30")
  }

  @Test func `a run that takes longer than the interval is awaited`() async throws {
    let service = Self.service.replacing(#""provider": "stub""#, with: #""provider": "stub", "debugDelay": 25"#)
      .replacing(#""code": "a""#, with: #""code": "$uuid""#)
    let widget = try TestWidget(
      screen: Self.screen("10").replacing("items.first.at | date: 'HH:mm:ss'", with: "items.totalCount"),
      screens: ["Other": #"{"view": {"type": "text", "text": "b"}}"#], model: Self.model, service: service)
    let host = await widget.open()
    await widget.clock.advance(by: .seconds(74))
    // The first run, and two more one after another. It would be five if each interval started one.
    #expect(try await host.text("label") == "3")
  }

  @Test func `a widget without viewers does not poll`() async throws {
    let widget = try widget("10")
    let host = await widget.open()
    do {
      let updates = await host.presentation.updates()
      var iterator = updates.makeAsyncIterator()
      _ = await iterator.next()
    }
    // The stream has ended. The presentation learns of it in a separate activity.
    await widget.instance.environment.activities.untilIdle()
    #expect(await !host.presentation.isWatched)
    await widget.clock.advance(by: .seconds(60))
    #expect(try await host.text("label") == "19:00:00")
    let updates = await host.presentation.updates()
    await widget.clock.advance(by: .seconds(10))
    #expect(try await host.text("label") == "19:01:10")
    withExtendedLifetime(updates) {}
  }

  @Test(arguments: ["0.000001", "60"])
  func `an interval of zero, and one that coincides with a text's change, end`(interval: String) async throws {
    let widget = try widget(interval)
    let host = await widget.open()
    await widget.clock.advance(by: interval == "60" ? .seconds(86_400 + 60) : .seconds(20))
    #expect(try await host.text("clock") == (interval == "60" ? "21 19:01" : "20 19:00"))
  }

  @Test func `the properties of the widget and its window can be read`() async throws {
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "text", "id": "label", "text":
          "@{widget.name} @{widget.version} @{widget.mode} @{widget.columns}×@{widget.rows} @{widget.width > 400 ? 'wide' : 'narrow'}"}}
        """)
    let host = await widget.open()
    #expect(try await host.text("label") == "Test 1.0.0 expanded 4×4 narrow")
    await host.send(.resize(Size(width: 500, height: 300)))
    #expect(try await host.text("label") == "Test 1.0.0 expanded 4×4 wide")
  }
}
