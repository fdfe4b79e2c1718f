import TesseraBundles
import TesseraLayout
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Pictures of servers whose documents give them no size.
@Suite("Sizes of remote pictures")
struct RemotePictureTests {
  /// A GIF of 40 × 30 pixels, as far as its header goes.
  private static let gif: [UInt8] = Array("GIF89a".utf8) + [40, 0, 30, 0, 0, 0, 0]

  private static func host(
    _ view: String, _ client: ScriptedClient, fetchesPictures: Bool = true
  ) async throws -> TestHost {
    let files = [
      "widget.json": #"{"id": "org.example.test", "name": "T", "base": "http://a.test", "hosts": ["a.test"]}"#,
      "screens/Main.json": #"{"context": {"id": "s", "value": "/a.gif"}, "view": \#(view)}"#,
    ]
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: files))
    #expect(definition.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    let widget = try TestWidget(definition) {
      $0.networkClient = client
      $0.fetchesPictures = fetchesPictures
    }
    return await widget.open(size: Size(width: 200, height: 200))
  }

  private static func client() -> ScriptedClient {
    ScriptedClient { _, request in
      request.url.hasSuffix(".gif")
        ? NetworkResponse(headers: ["content-type": "image/gif"], body: gif) : NetworkResponse(status: 404)
    }
  }

  private static let row = #"""
    {"type": "container", "style": {"flexDirection": "row", "alignItems": "flex-start"},
     "children": [IMAGE, {"type": "text", "id": "after", "text": "after"}]}
    """#

  @Test(arguments: [
    (#"{"type": "image", "id": "i", "url": "/a.gif"}"#, Size(width: 40, height: 30)),
    (#"{"type": "image", "id": "i", "url": "@{s}"}"#, Size(width: 40, height: 30)),
    (#"{"type": "image", "id": "i", "url": "/a.gif", "style": {"width": 80}}"#, Size(width: 80, height: 60)),
    (#"{"type": "image", "id": "i", "url": "/a.gif", "style": {"height": 15}}"#, Size(width: 20, height: 15)),
    (#"{"type": "image", "id": "i", "url": "/none"}"#, .zero),
  ])
  func `are those of the pictures, at most the space, once these have come`(image: String, expected: Size) async throws
  {
    let host = try await Self.host(Self.row.replacing("IMAGE", with: image), Self.client())
    let frame = try await host.node("i").frame
    #expect(Size(width: frame.width, height: frame.height) == expected)
    #expect(try await host.node("after").frame.x == expected.width)
  }

  @Test func `are not asked for where the document gives them, or nothing fetches pictures`() async throws {
    for (image, fetches) in [
      (#"{"type": "image", "id": "i", "url": "/a.gif", "style": {"width": 20, "height": 20}}"#, true),
      (#"{"type": "image", "id": "i", "url": "/a.gif"}"#, false),
    ] {
      let client = Self.client()
      _ = try await Self.host(Self.row.replacing("IMAGE", with: image), client, fetchesPictures: fetches)
      #expect(client.requests.isEmpty)
    }
  }

  @Test func `are asked for once, however many views show a picture`() async throws {
    let client = Self.client()
    let images = (0..<40).map { #"{"type": "image", "url": "/\#($0 % 20).gif"}"# }
    _ = try await Self.host(#"{"type": "container", "children": [\#(images.joined(separator: ","))]}"#, client)
    #expect(client.requests.count == 20)
  }
}
