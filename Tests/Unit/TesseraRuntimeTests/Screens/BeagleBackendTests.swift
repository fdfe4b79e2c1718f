import TesseraBeagleScreens
import TesseraBundles
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// The exchange with a backend that serves Beagle's payloads.
@Suite("Beagle backends")
struct BeagleBackendTests {
  private static func pushing(_ url: String, id: String) -> String {
    #"""
    {"_beagleComponent_": "beagle:button", "id": "\#(id)", "text": "Go", "onPress": [
      {"_beagleAction_": "beagle:pushView", "route": {"url": "\#(url)", "shouldPrefetch": false}}]}
    """#
  }

  private static let home =
    #"{"_beagleComponent_": "beagle:container", "children": [\#(pushing("/second", id: "go"))]}"#
  private static let second = #"""
    {"_beagleComponent_": "beagle:container", "context": {"id": "s", "value": ""}, "children": [
      {"_beagleComponent_": "beagle:text", "id": "log", "text": "@{s}"},
      {"_beagleComponent_": "beagle:button", "id": "send", "text": "Send", "onPress": [
        {"_beagleAction_": "beagle:sendRequest", "url": "/data", "headers": {"Beagle-Platform": "WEB"},
         "onSuccess": [{"_beagleAction_": "beagle:setContext", "contextId": "s", "value": "@{onSuccess.statusText}"}]}]},
      {"_beagleComponent_": "beagle:button", "id": "fail", "text": "Fail", "onPress": [
        {"_beagleAction_": "beagle:sendRequest", "url": "/missing",
         "onError": [{"_beagleAction_": "beagle:setContext", "contextId": "s",
                      "value": "@{onError.status} @{eq(onError.statusText, onError.message)}"}]}]},
      {"_beagleComponent_": "beagle:button", "id": "back", "text": "Back", "onPress": [
        {"_beagleAction_": "beagle:popToView", "route": "/home"}]}]}
    """#

  private func widget(main: String, _ client: ScriptedClient) throws -> TestWidget {
    let manifest =
      #"{"id": "org.example.test", "name": "T", "base": "http://shop.example", "hosts": ["shop.example"], "main": \#(main)}"#
    var extensions = WidgetExtensions.standard
    extensions.register(.beagle)
    let files = ["widget.json": manifest, "screens/Native.json": #"{"url": "/home"}"#]
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: extensions)
    #expect(definition.diagnostics.map(\.description) == [])
    return try TestWidget(definition) { $0.networkClient = client }
  }

  private static func client() -> ScriptedClient {
    ScriptedClient { _, request in
      switch request.url.split(separator: "/").last {
      case "home": NetworkResponse(body: Array(home.utf8))
      case "second": NetworkResponse(body: Array(second.utf8))
      case "data": NetworkResponse(body: Array("{}".utf8))
      default: NetworkResponse(status: 404)
      }
    }
  }

  @Test(
    arguments: [
      (#"{"url": "/home", "dialect": "beagle"}"#, "IOS"), (#""Native""#, nil),
    ] as [(String, String?)])
  func `learn for which platform to answer, unless a request says so itself`(main: String, first: String?) async throws
  {
    let client = Self.client()
    let host = try await widget(main: main, client).open()
    try await host.press("go")
    try await host.press("send")
    #expect(try await host.text("log") == "success")
    let platforms = client.requests.map { request in
      request.headers.first { $0.key.lowercased() == "beagle-platform" }?.value
    }
    #expect(platforms == [first, "IOS", "WEB"])
  }

  @Test func `a request that fails has a status in words`() async throws {
    let host = try await widget(main: #"{"url": "/home", "dialect": "beagle"}"#, Self.client()).open()
    try await host.press("go")
    try await host.press("fail")
    #expect(try await host.text("log") == "404 true")
  }

  @Test(arguments: [#"{"url": "/home", "dialect": "beagle"}"#, #""Native""#])
  func `the first screen is found by its address`(main: String) async throws {
    let host = try await widget(main: main, Self.client()).open()
    try await host.press("go")
    try await host.press("back")
    #expect(await host.screens.count == 1)
    #expect(await host.nodes("go").count == 1)
  }
}
