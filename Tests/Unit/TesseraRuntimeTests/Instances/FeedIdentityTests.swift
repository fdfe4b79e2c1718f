import TesseraBundles
import TesseraData
import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraRuntime

/// What widgets have stored of feeds stays when feeds are read in another way.
struct FeedIdentityTests {
  private static let feed = """
    <rss version="2.0"><channel><title>Sea</title>
    <item><guid isPermaLink="false">one</guid><title>With a guid</title><link>/1</link></item>
    <item><title>With an address</title><link>https://a.example/2</link></item>
    <item><title>With a relative address</title><link>/3</link></item>
    <item><title>With a title</title></item>
    </channel></rss>
    """
  /// The identities of these items before relative addresses were resolved.
  private static let stored = ["one", "https://a.example/2", "With a relative address", "With a title"]

  @Test func `Stored items are the same ones, and stay read, after an update`() async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(headers: ["content-type": "application/rss+xml"], body: Array(Self.feed.utf8))
    } during: { server in
      let bundle = WidgetBundle(texts: [
        "widget.json": """
        {"id": "org.example.test", "name": "Test", "main": "Main", "hosts": ["\(server.host)"],
         "update": {"interval": 900, "action": "load"}}
        """,
        "screens/Main.json": #"{"view": \#(container())}"#,
        "model.json": """
        {"entities": {"Story": {"identityAttribute": "id", "attributes": {
          "id": {"type": "string", "JSONKeyPath": "id"}, "address": {"type": "string", "JSONKeyPath": "address"},
          "isRead": "boolean"}}}}
        """,
        "service.json": """
        {"options": {"provider": "http"}, "actions": {"load": {
          "baseUrl": "\(server.url("/feed"))", "format": "feed", "resultKeyPath": "items", "resultType": "[Story]"}}}
        """,
      ])
      let definition = WidgetDefinition(bundle: bundle)
      let widget = try TestWidget(definition, allowsPrivateAddresses: true) { $0.transport = HTTPTransport() }
      #expect(widget.problems == [])
      for id in Self.stored {
        try widget.instance.store.insert("Story", ["id": .string(id), "isRead": true])
      }
      _ = await widget.instance.answer()
      let stories = try widget.instance.store.fetch(FetchRequest("Story"))
      #expect(Set(stories.compactMap { $0.value(forKey: "id")?.string }) == Set(Self.stored))
      #expect(stories.allSatisfy { $0.value(forKey: "isRead") == true })
      #expect(stories.contains { $0.value(forKey: "address") == .string(server.url("/3")) })
    }
  }
}
