import Foundation
import HTTPTypes
import Hummingbird
import TesseraGraphics
import TesseraHTTPClient
import TesseraLayout
import TesseraRuntime
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraBoardService
@testable import TesseraServer

/// Runs a test against the routes of a server.
func withRoutes(
  _ widget: ScriptedWidget = ScriptedWidget(), configuration: ServerConfiguration = ServerConfiguration(),
  _ test: @escaping @Sendable (RouteClient) async throws -> Void
) async throws {
  let server = try WidgetServer(widgets: [widget], fonts: .find(), configuration: configuration)
  try await server.listening { port in try await test(RouteClient(port: port)) }
}

let jsonHeaders: HTTPFields = [.contentType: "application/json"]

extension RouteClient {
  func post(_ path: String, _ body: String, headers: HTTPFields = jsonHeaders) async throws -> RouteResponse {
    try await execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
  }

  func get(_ path: String, headers: HTTPFields = [:]) async throws -> RouteResponse {
    try await execute(uri: path, method: .get, headers: headers)
  }

  /// Creates a presentation and returns its path.
  func makePresentation(of widget: String = "feed") async throws -> String {
    let response = try await post("/widgets/\(widget)/presentations", #"{"width":375,"height":667}"#)
    #expect(response.status == .created)
    let id = try Value.parseJSON(response.body.readableBytesView).value(at: "id").string
    return "/widgets/\(widget)/presentations/\(try #require(id))"
  }

  /// Creates a presentation of the feed and returns its token.
  func makeToken() async throws -> String {
    String(try #require(try await makePresentation().split(separator: "/").last))
  }
}

@Suite("Routes: page and resources")
struct PageRouteTests {
  static let resources = [
    ("/login", "text/html; charset=utf-8"), ("/client/app/main.js", "text/javascript; charset=utf-8"),
    ("/client/styles/page.css", "text/css; charset=utf-8"), ("/client/theme.css", "text/css; charset=utf-8"),
    ("/client/fonts.css", "text/css; charset=utf-8"), ("/client/icon.svg", "image/svg+xml"),
  ]

  @Test(arguments: [false, true])
  func `browsers stay with HTTPS where the server speaks it itself`(isEncrypted: Bool) async throws {
    var configuration = ServerConfiguration()
    if isEncrypted { configuration.certificate = CertificateFiles(certificate: "c.pem", key: "k.pem") }
    // The routes are those of an encrypted server, and what carries them here is not.
    try await withRoutes(configuration: configuration) { client in
      let field = try await client.get("/healthz").headers[.strictTransportSecurity]
      #expect(field == (isEncrypted ? "max-age=2592000" : nil))
    }
  }

  @Test(arguments: resources)
  func `resources have their media type, an entity tag, and same-origin headers`(path: String, type: String)
    async throws
  {
    try await withRoutes { client in
      let response = try await client.get(path)
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == type)
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      #expect(response.headers[.referrerPolicy] == "no-referrer")
      #expect(response.headers[.crossOriginResourcePolicy] == "same-origin")
      #expect(response.headers[.cacheControl] == "no-cache")
      let tag = try #require(response.headers[.eTag])
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let again = try await client.get(path, headers: [.ifNoneMatch: known])
        #expect(again.status == .notModified)
        #expect(again.body.readableBytes == 0)
      }
      #expect(try await client.get(path, headers: [.ifNoneMatch: "\"x\""]).status == .ok)
    }
  }

  @Test func `only the server's own files may load, and nothing inline may run`() async throws {
    try await withRoutes { client in
      let policy = try #require(try await client.get("/").headers[.contentSecurityPolicy])
      #expect(
        policy == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
          + "connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    }
  }

  @Test func `the page needs nothing that the content security policy forbids`() async throws {
    try await withRoutes { client in
      let page = try await client.get("/").text
      #expect(!page.contains(" style=") && !page.contains("<style") && !page.contains(" onclick"))
      #expect(!page.contains("<script>"))
      #expect(page.contains("<noscript>") && page.contains("lang=\"en\"") && page.contains("name=\"viewport\""))
      let references = page.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.1) }
      #expect(references.count >= 5)
      for reference in references {
        #expect(reference.hasPrefix("/"), "\(reference)")
        #expect(try await client.get(reference).status == .ok, "\(reference)")
      }
    }
  }

  @Test func `no module or style names another host, and modules import existing files only`() async throws {
    try await withRoutes { client in
      var pending = [
        "app/main.js", "styles/page.css", "styles/views.css", "styles/board.css", "theme.css", "fonts.css",
      ]
      var seen = Set(pending)
      while let name = pending.popLast() {
        let response = try await client.get("/client/\(name)")
        #expect(response.status == .ok, "\(name)")
        let text = response.text.replacing("http://www.w3.org/2000/svg", with: "")
        #expect(
          !text.contains("http://") && !text.replacing("placeholder: \"https://\"", with: "").contains("https://"),
          "\(name)")
        #expect(!text.contains("innerHTML") && !text.contains("eval(") && !text.contains("setAttribute(\"style\""))
        let folder = try #require(URL(string: "http://client/\(name)"))
        for match in text.matches(of: /(?:from |import\()"(\.[^"]+\.js)"/) {
          let module = try #require(URL(string: String(match.1), relativeTo: folder)).absoluteURL.path.dropFirst()
          if seen.insert(String(module)).inserted { pending.append(String(module)) }
        }
      }
      #expect(seen.count > 10)
    }
  }

  @Test(arguments: [
    "/client/nothing.js", "/client/..%2Findex.html", "/client/../index.html", "/client/%2e%2e/index.html",
    "/index.html",
    "/etc/passwd", "/fonts/1/Inter-Regular.otf", "/fonts/x/..%2F..%2Fetc%2Fpasswd", "/favicon.ico",
  ])
  func `missing files are not found, inside and outside the folder`(path: String) async throws {
    try await withRoutes { client in
      let response = try await client.get(path)
      #expect(response.status == .notFound)
      #expect(response.headers[.contentSecurityPolicy] != nil)
    }
  }

  @Test func `fonts are cached forever, under an address that changes with the file`() async throws {
    try await withRoutes { client in
      let styles = try await client.get("/client/fonts.css").text
      let addresses = styles.matches(of: /url\("([^"]+)"\)/).map { String($0.1) }
      #expect(addresses.contains { $0.hasSuffix("Inter-Regular.otf") })
      let address = try #require(addresses.first { $0.hasSuffix("Inter-Bold.otf") })
      // It is relative to the style sheet, so it holds under each base path.
      let response = try await client.get(address.replacing("../", with: "/"))
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "font/otf")
      #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(response.body.readableBytes > 10_000)
    }
  }

  @Test func `a missing font reports what to install`() throws {
    let error = #expect(throws: Diagnostic.self) { try FontFiles(text: [], emoji: nil) }
    #expect(error?.rule == "missing-font")
    #expect(error?.fix?.contains("fonts-inter") == true)
  }

  @Test func `the widgets are listed with their names`() async throws {
    try await withRoutes(ScriptedWidget(name: "\"Feed\" <1>")) { client in
      let text = try await client.get("/widgets").text
      #expect(text == #"[{"id":"feed","name":"\"Feed\" <1>"}]"#)
    }
  }
}

@Suite("Routes: cross-origin requests")
struct RequestGuardTests {
  @Test(arguments: [
    ("127.0.0.1", "localhost", true), ("127.0.0.1", "localhost:8080", true), ("127.0.0.1", "127.0.0.1:1", true),
    ("127.0.0.1", "[::1]:1", true), ("127.0.0.1", "evil.example", false),
    ("127.0.0.1", "localhost.evil.example", false),
    ("127.0.0.1", "127.0.0.1.evil.example", false), ("192.168.1.7", "192.168.1.7:8080", true),
    ("0.0.0.0", "0.0.0.0:8080", false), ("192.168.1.7", "home.example", true),
    ("2001:DB8:0::7", "[2001:db8::7]:8080", true), ("127.0.0.1", "localhost:x", false),
    ("0.0.0.0", "192.168.1.9:8080", true), ("0.0.0.0", "evil.example", false), ("::", "[2001:db8::7]", true),
    ("127.0.0.1", "192.168.1.9:8080", false), ("0.0.0.0", "[::]:8080", false),
  ])
  func `only this machine's host names are accepted, and beyond loopback its addresses`(
    bound: String, authority: String, isAnswered: Bool
  ) {
    var configuration = ServerConfiguration()
    configuration.host = bound
    if bound == "192.168.1.7" { configuration.additionalHostNames = ["Home.example"] }
    let guardian = RequestGuard(configuration: configuration)
    #expect(guardian.isOwn(authority: authority) == isAnswered)
  }

  @Test func `a foreign host name gets no page`() async throws {
    let server = try WidgetServer(widgets: [], fonts: .find())
    try await server.listening { port in
      // A page of another site would send this host name.
      let response = try await CurlHTTPClient().get("/", port: port, host: "evil.example:\(port)")
      #expect(response.status == 421)
      #expect(response.fields[.contentSecurityPolicy] != nil)
    }
  }

  @Test(arguments: [
    ("http://localhost", HTTPResponse.Status.created), ("https://localhost", .created),
    ("http://evil.example", .forbidden), ("http://localhost:9999", .forbidden), ("null", .forbidden),
    ("", .forbidden),
  ])
  func `a cross-origin POST is rejected`(origin: String, status: HTTPResponse.Status) async throws {
    try await withRoutes { client in
      let response = try await client.post(
        "/widgets/feed/presentations", #"{"width":1,"height":1}"#,
        headers: [.contentType: "application/json", .origin: origin])
      #expect(response.status == status)
    }
  }

  @Test(arguments: [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
  ])
  func `a media type that a form can send is rejected`(type: String) async throws {
    try await withRoutes { client in
      let response = try await client.post(
        "/widgets/feed/presentations", #"{"width":1,"height":1}"#, headers: [.contentType: type])
      #expect(response.status == .unsupportedMediaType)
    }
  }
}

@Suite("Routes: images")
struct ImageRouteTests {
  private static let picture = ServedImage(bytes: [1, 2, 3], format: .png)
  private static let drawing = ServedImage(bytes: Array("<svg/>".utf8), format: .svg)

  private static let widget = ScriptedWidget(images: [
    "avatars/red & blue.png": picture, "sign.svg": drawing, "https://pictures.example/a?b=c": picture,
  ])

  @Test(
    arguments: [
      ("/widgets/feed/images/avatars/red%20%26%20blue.png", HTTPResponse.Status.ok, "image/png"),
      ("/widgets/feed/images/sign.svg", .ok, "image/svg+xml"),
      ("/widgets/feed/images/none.png", .notFound, nil),
      ("/widgets/other/images/sign.svg", .notFound, nil),
      // No presentation has shown this URL.
      ("/widgets/feed/remote-image?url=https%3A%2F%2Fpictures.example%2Fa%3Fb%3Dc", .notFound, nil),
      ("/widgets/feed/remote-image", .notFound, nil),
    ] as [(String, HTTPResponse.Status, String?)])
  func `images come from the bundle and from other servers`(path: String, status: HTTPResponse.Status, type: String?)
    async throws
  {
    try await withRoutes(Self.widget) { client in
      let response = try await client.get(path)
      #expect(response.status == status)
      guard let type else { return }
      #expect(response.headers[.contentType] == type)
      #expect(response.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      let tag = try #require(response.headers[.eTag])
      #expect(try await client.get(path, headers: [.ifNoneMatch: tag]).status == .notModified)
    }
  }

  @Test func `a remote image is fetched if a client received its address, in a tree or in a patch`() async throws {
    func node(_ address: String) -> ViewNode {
      var node = ViewNode(id: ViewID(9), kind: .image, frame: .zero)
      node.attributes[.image] = ["url": .string(address)]
      return node
    }
    let script: [PresentationUpdate] = [
      .tree(ViewTree(root: ViewID(9), nodes: [ViewID(9): node("https://pictures.example/a?b=c")]), revision: 1),
      .patches([.attributes(ViewID(9), [.image: ["url": "https://pictures.example/gone"]])], revision: 2),
    ]
    let widget = ScriptedWidget(script: script, images: ["https://pictures.example/a?b=c": Self.picture])
    try await withRoutes(widget) { client in
      let told = "/widgets/feed/remote-image?url=https%3A%2F%2Fpictures.example%2Fa%3Fb%3Dc"
      let gone = "/widgets/feed/remote-image?url=https%3A%2F%2Fpictures.example%2Fgone"
      #expect(try await client.get(told).status == .notFound)
      _ = try await client.get("/events?watch=feed/\(try await client.makeToken())")
      #expect(try await client.get(told).status == .ok)
      #expect(try await client.get(gone).status == .badGateway)
    }
  }

  @Test(arguments: [
    ("/", "cross-site", "navigate", HTTPResponse.Status.ok), ("/", "none", "navigate", .ok),
    ("/widgets/feed/images/sign.svg", "same-origin", "no-cors", .ok),
    ("/widgets/feed/images/sign.svg", "cross-site", "no-cors", .forbidden),
    ("/widgets/feed/images/sign.svg", "same-site", "no-cors", .forbidden),
    ("/widgets/feed/images/sign.svg", "cross-site", "navigate", .forbidden), ("/", "cross-site", "cors", .forbidden),
  ])
  func `cross-site requests for resources are rejected`(
    path: String, site: String, mode: String, status: HTTPResponse.Status
  ) async throws {
    try await withRoutes(Self.widget) { client in
      let response = try await client.get(path, headers: [.secFetchSite: site, .secFetchMode: mode])
      #expect(response.status == status)
    }
  }

  @Test func `the entity tag of an image is the checksum that came with it`() async throws {
    let checksum = Checksum(of: [1])
    let widget = ScriptedWidget(images: ["a": ServedImage(bytes: [1, 2], format: .png, checksum: checksum)])
    try await withRoutes(widget) { client in
      let response = try await client.get("/widgets/feed/images/a")
      #expect(response.headers[.eTag] == "\"\(checksum)\"")
    }
  }

  @Test func `an image that the browser has is not read`() async throws {
    let widget = ScriptedWidget(checksums: ["a": Checksum(of: [1])])
    try await withRoutes(widget) { client in
      let tag = "\"\(Checksum(of: [1]))\""
      let known = try await client.get("/widgets/feed/images/a", headers: [.ifNoneMatch: tag])
      #expect(known.status == .notModified)
      #expect(known.headers[.eTag] == tag)
      #expect(known.headers[.contentSecurityPolicy] == SecurityHeaders.picturePolicy)
      for field in ["\"other\"", nil] as [String?] {
        var headers = HTTPFields()
        headers[.ifNoneMatch] = field
        #expect(try await client.get("/widgets/feed/images/a", headers: headers).status == .notFound)
      }
    }
  }
}
