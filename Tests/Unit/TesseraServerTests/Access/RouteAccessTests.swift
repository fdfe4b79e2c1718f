import Foundation
import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoard
import TesseraData
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraBoardService
@testable import TesseraServer

/// A server that people sign in to, with a shared board, and a personal one of Ada.
struct GuardedServer {
  let store: AccessStore
  let access: AccessControl
  let server: WidgetServer
  /// The identity of Ada's board.
  let personal: String

  static let password = "correct horse"

  init(configuration: ServerConfiguration = ServerConfiguration()) async throws {
    store = try AccessStore(location: .memory)
    for role in Role.allCases.reversed() {
      _ = try store.addAccount(role.rawValue, password: Self.password, role: role, cost: .least)
    }
    _ = try store.addAccount("ada", password: Self.password, role: .use, cost: .least)
    // Waits after wrong passwords do not end, however long a test takes.
    let start = ContinuousClock.now
    access = AccessControl(store: store, policy: .required, cost: .least, instant: { start })
    let folder = BoardFolder()
    let library = folder.library()
    let boards = try folder.open(library)
    _ = try await boards.edit(.add("a", BoardTile(widget: "org.example.note"), size: nil, page: nil, near: nil))
    personal = try await boards.addBoard(named: "Ada's")
    try store.setOwner(of: personal, to: "ada")
    _ = try await boards.perform(
      .add("b", BoardTile(widget: "org.example.note"), size: nil, page: nil, near: nil), on: personal,
      GridSize(columns: 6, rows: 8))
    let updates = UpdateCoordinator(
      boards: boards, library: library, store: try UpdateStore(location: .memory), kinds: [], limits: UpdateLimits()
    ) { _ in }
    server = try WidgetServer(
      boards: boards, library: library, access: access, updates: updates, pushToken: "secret", fonts: .find(),
      configuration: configuration)
  }

  /// Signs an account in, and returns the fields of its requests.
  func fields(of account: String?) async throws -> HTTPFields {
    guard let account else { return jsonHeaders }
    let token = try await access.signIn(account, password: Self.password, from: account)
    return [.contentType: "application/json", .cookie: "\(SessionCookie.name)=\(token.text)"]
  }
}

extension RouteResponse {
  /// Whether the visitor was turned away: asked to sign in, told that the role does not suffice, or shown nothing.
  fileprivate var isTurnedAway: Bool {
    status == .unauthorized || status == .forbidden
      || status == .seeOther && headers[.location]?.hasPrefix("/login") == true
  }
}

@Suite("Access to routes")
struct RouteAccessTests {
  /// Who may use a route, written down independently of ``Route/access``.
  private enum Admission {
    case everyone
    case token
    case signedIn
    case role(Role)
  }

  private static let admissions: [Route: Admission] = [
    .home: .signedIn, .widgetPage: .signedIn, .boardPage: .signedIn, .clientFile: .everyone, .font: .everyone,
    .signInPage: .everyone, .setUpPage: .everyone, .accountPage: .signedIn, .signIn: .everyone, .signOut: .everyone,
    .setUp: .everyone, .session: .everyone, .changePassword: .signedIn, .openLink: .everyone,
    .sessions: .signedIn, .endSession: .signedIn, .endOtherSessions: .signedIn,
    .openIDStart: .everyone, .openIDCallback: .everyone,
    .signInCode: .everyone, .confirmSecondFactor: .everyone, .addSecondFactor: .signedIn,
    .removeSecondFactor: .signedIn, .replaceRecoveryCodes: .signedIn, .passkeyChallenge: .everyone,
    .signInPasskey: .everyone, .passkeys: .signedIn, .beginPasskey: .signedIn, .addPasskey: .signedIn,
    .removePasskey: .signedIn,
    .boards: .signedIn, .addBoard: .role(.edit), .removeBoard: .role(.administer), .editBoard: .role(.edit),
    .exportBoard: .role(.edit), .importBoard: .role(.edit), .tileSettings: .role(.edit),
    .tileCertificates: .role(.edit),
    .addBackground: .role(.edit), .siteIcon: .role(.edit), .places: .role(.edit),
    .background: .signedIn, .library: .role(.edit), .install: .role(.administer),
    .rollBackWidget: .role(.administer), .uninstall: .role(.administer), .catalogues: .role(.administer),
    .addCatalogue: .role(.administer), .removeCatalogue: .role(.administer), .cataloguePicture: .role(.administer),
    .preview: .role(.edit), .widgets: .signedIn, .stream: .signedIn, .makePresentation: .role(.view),
    .makePresentations: .signedIn,
    .presentation: .role(.view), .sendEvents: .role(.use), .sendFile: .role(.use), .image: .role(.view),
    .remoteImage: .role(.view), .refresh: .role(.use), .updates: .role(.view), .serviceSignIn: .everyone,
    .health: .everyone, .readiness: .everyone, .metrics: .token, .reload: .token, .webhook: .token, .groupFiles: .token,
    .groupFile: .token, .putGroupFile: .token,
    .removeGroupFile: .token, .adminPage: .signedIn, .adminWidgets: .role(.administer),
    .restartWidget: .role(.administer), .stopWidget: .role(.administer), .startWidget: .role(.administer),
    .people: .role(.administer), .addPerson: .role(.administer),
    .setPersonRole: .role(.administer), .setBoardRole: .role(.administer),
    .setPersonPassword: .role(.administer), .removePerson: .role(.administer), .addLink: .role(.administer),
    .removeLink: .role(.administer),
  ]

  /// Bodies that reach the checks of the handlers.
  private static let bodies: [Route: String] = [
    .addBoard: #"{"name": "New"}"#,
    .editBoard: #"{"grid": [6, 8], "preview": true, "edit": {"type": "removePage", "page": "p"}}"#,
    .sendEvents: #"{"page": "p", "batch": 1, "events": [["press", 1]]}"#,
    .makePresentation: #"{"width": 100, "height": 100}"#,
    .makePresentations: #"[{"widget": "a", "width": 100, "height": 100}]"#,
  ]

  private static func path(_ route: Route, board: String = "home", tile: String = "a", presentation: String) -> String {
    let values = [
      "board": board, "tile": tile, "widget": tile, "presentation": presentation, "view": "1", "name": "x",
      "version": "1", "file": "x", "group": "g", "signature": "0", "token": "0",
    ]
    let filled = route.path.split(separator: "/").map { part in
      part == "**" ? "x" : part.hasPrefix(":") ? values[String(part.dropFirst())] ?? "x" : String(part)
    }
    return "/" + filled.joined(separator: "/")
  }

  @Test(arguments: [nil] + Role.allCases)
  func `each route admits whom the table says, for each role`(role: Role?) async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: role?.rawValue)
    let opener = try await guarded.fields(of: "look")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let opened = try await client.post(
        "/widgets/a/presentations", #"{"width": 100, "height": 100}"#, headers: opener)
      let id = try #require(try Value.parseJSON(opened.body.readableBytesView).value(at: "id").string)
      for route in Route.allCases {
        let admission = try #require(Self.admissions[route], "\(route)")
        // What would change what the next ones find is left out.
        if route == .removeBoard && role == .administer || route == .signOut { continue }
        let response = try await client.execute(
          uri: Self.path(route, presentation: id), method: route.method, headers: fields,
          body: route.method == .get ? nil : ByteBuffer(string: Self.bodies[route] ?? "{}"))
        switch admission {
        case .everyone:
          let rules: [String?] = ["wrong-password", "sign-in-expired", "passkey-refused"]
          #expect(!response.isTurnedAway || rules.contains(response.rule), "\(route)")
        case .token: #expect(response.status.kind != .successful, "\(route)")
        case .signedIn: #expect(response.isTurnedAway == (role == nil) || response.rule == "wrong-password", "\(route)")
        case .role(let needed):
          #expect(response.isTurnedAway == (role.map { $0 < needed } ?? true), "\(route): \(response.status)")
        }
      }
    }
  }

  @Test(arguments: Role.allCases)
  func `a personal board and its widgets do not exist for others, whatever their role`(role: Role) async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: role.rawValue)
    let own = try await guarded.fields(of: "ada")
    let personal = guarded.personal
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let opened = try await client.post("/widgets/b/presentations", #"{"width": 100, "height": 100}"#, headers: own)
      #expect(opened.status == .created)
      let id = try #require(try Value.parseJSON(opened.body.readableBytesView).value(at: "id").string)
      for route in Route.allCases where route.path.contains(":board") || route.path.contains(":widget") {
        guard !["open/:widget", "boards/:board/page"].contains(route.path) else { continue }
        let response = try await client.execute(
          uri: Self.path(route, board: personal, tile: "b", presentation: id), method: route.method, headers: fields,
          body: route.method == .get ? nil : ByteBuffer(string: Self.bodies[route] ?? "{}"))
        #expect(response.status == .notFound, "\(route)")
      }
      #expect(try await client.get("/events?board=\(personal)@6x8", headers: fields).status == .notFound)
      #expect(try await client.get("/library?board=\(personal)&grid=6x8", headers: fields).status != .ok)
      #expect(try await !client.get("/boards", headers: fields).text.contains(personal))
      #expect(try await !client.get("/widgets", headers: fields).text.contains("\"b\""))
      #expect(try await !client.get("/session", headers: fields).text.contains(personal))
      // A presentation's token does not help either.
      #expect(try await client.get("/events?watch=b/\(id)", headers: fields).text.contains("data: null"))
    }
  }

  @Test func `people with the role 'use' make personal boards, which they administer`() async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: "use")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let made = try await client.post("/boards", #"{"name": "Mine", "isPersonal": true}"#, headers: fields)
      #expect(made.status == .created)
      let id = try #require(try Value.parseJSON(made.body.readableBytesView).value(at: "id").string)
      #expect(try await client.get("/session", headers: fields).text.contains(#""\#(id)":"administer""#))
      let edit = #"{"grid": [6, 8], "edit": {"type": "add", "widget": "org.example.note", "near": [1, 1]}}"#
      #expect(try await client.post("/boards/\(id)/edits", edit, headers: fields).status == .ok)
      #expect(try await client.post("/boards/\(id)/remove", "{}", headers: fields).status == .noContent)
      #expect(try await client.post("/boards", #"{"name": "Shared"}"#, headers: fields).status == .forbidden)
    }
  }

  @Test func `who may look may tell the size of the window, and scroll, but not press`() async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: "look")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let opened = try await client.post("/widgets/a/presentations", #"{"width": 100, "height": 100}"#, headers: fields)
      let id = try #require(try Value.parseJSON(opened.body.readableBytesView).value(at: "id").string)
      let path = "/widgets/a/presentations/\(id)/events"
      for (batch, event, status) in [
        (1, #"["resize", 200, 100]"#, HTTPResponse.Status.noContent), (2, #"["scroll", 1, 20]"#, .noContent),
        (3, #"["press", 1]"#, .forbidden), (4, #"["resize", 200, 100], ["press", 1]"#, .forbidden),
        (5, #"["back"]"#, .forbidden),
      ] {
        let response = try await client.post(
          path, #"{"page": "p", "batch": \#(batch), "events": [\#(event)]}"#, headers: fields)
        #expect(response.status == status, "\(event)")
      }
    }
  }

  @Test func `a page without a session leads to the sign-in page, and back`() async throws {
    let guarded = try await GuardedServer()
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let home = try await client.get("/")
      #expect(home.headers[.location] == "/login")
      let board = try await client.get("/boards/home/page?a=b")
      #expect(board.headers[.location] == "/login?next=%2Fboards%2Fhome%2Fpage%3Fa%3Db")
    }
  }

  @Test func `signing in sets a cookie that scripts cannot read, and signing out ends the session`() async throws {
    var configuration = ServerConfiguration()
    configuration.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
    let guarded = try await GuardedServer(configuration: configuration)
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let body = #"{"name": "Ada", "password": "\#(GuardedServer.password)"}"#
      #expect(try await client.post("/login", #"{"name": "ada", "password": "no"}"#).rule == "wrong-password")
      let response = try await client.post("/login", body)
      #expect(response.status == .noContent)
      let cookies = response.headers[values: .setCookie]
      let cookie = try #require(cookies.first)
      #expect(cookie.hasSuffix("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"))
      let device = try #require(cookies.last)
      #expect(device.hasPrefix("\(DeviceCookie.name(of: "Ada"))="))
      #expect(device.hasSuffix(".ada; Path=/login; Max-Age=34560000; HttpOnly; SameSite=Strict"))
      let secure = try await client.post(
        "/login", body, headers: [.contentType: "application/json", .xForwardedProto: "https"])
      #expect(secure.headers[values: .setCookie].allSatisfy { $0.hasSuffix("; Secure") })
      let fields: HTTPFields = [
        .contentType: "application/json", .cookie: "other=1; " + String(cookie.prefix { $0 != ";" }),
      ]
      #expect(try await client.get("/session", headers: fields).text.contains(#""account":"ada""#))
      #expect(try await client.post("/logout", "{}", headers: fields).status == .noContent)
      #expect(try await client.get("/session", headers: fields).text.contains(#""kind":"stranger""#))
    }
  }

  @Test func `people see their sessions, and end one or all others`() async throws {
    let guarded = try await GuardedServer()
    let stranger = try await guarded.fields(of: "look")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let body = #"{"name": "ada", "password": "\#(GuardedServer.password)"}"#
      @Sendable func signIn(_ agent: String) async throws -> HTTPFields {
        var fields: HTTPFields = [.contentType: "application/json", .userAgent: agent]
        let cookies = try await client.post("/login", body, headers: fields).headers[values: .setCookie]
        fields[.cookie] = try #require(cookies.first).split(separator: ";").first.map(String.init)
        return fields
      }
      @Sendable func list(_ fields: HTTPFields) async throws -> [Value] {
        let response = try await client.get("/account/sessions", headers: fields)
        return try Value.parseJSON(response.body.readableBytesView).array ?? []
      }
      let own = try await signIn("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
      let phone = try await signIn("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1")
      let other = try await signIn("curl/8.5.0")
      let sessions = try await list(own)
      #expect(sessions.map { $0.value(at: "isCurrent").bool } == [true, false, false])
      let names = sessions.compactMap { $0.value(at: "device").string }
      #expect(names.first == "Firefox, Linux" && Set(names) == ["Firefox, Linux", "Safari, iPhone", "curl"])
      let entry = try #require(sessions.first { $0.value(at: "device").string == "Safari, iPhone" })
      let path = "/account/sessions/\(try #require(entry.value(at: "id").string))/remove"
      // The sessions of others do not exist.
      #expect(try await client.post(path, "{}", headers: stranger).rule == "unknown-session")
      #expect(try await client.post(path, "{}", headers: own).status == .noContent)
      #expect(try await client.get("/boards", headers: phone).status == .unauthorized)
      #expect(try await client.post(path, "{}", headers: own).status == .notFound)
      #expect(try await client.post("/account/sessions/remove-others", "{}", headers: own).status == .noContent)
      #expect(try await client.get("/boards", headers: other).status == .unauthorized)
      #expect(try await client.get("/boards", headers: stranger).status == .ok)
      #expect(try await list(own).count == 1)
    }
  }

  @Test func `wrong passwords have to wait, by the address that a trusted proxy states`() async throws {
    var configuration = ServerConfiguration()
    configuration.trustedProxies = [try #require(AddressRange("127.0.0.0/8"))]
    let guarded = try await GuardedServer(configuration: configuration)
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      @Sendable func attempt(_ name: String, from address: String) async throws -> RouteResponse {
        try await client.post(
          "/login", #"{"name": "\#(name)", "password": "no"}"#,
          headers: [.contentType: "application/json", .xForwardedFor: address])
      }
      for index in 0..<4 {
        #expect(try await attempt("user\(index)", from: "203.0.113.7").rule == "wrong-password")
      }
      let refused = try await attempt("ada", from: "203.0.113.7")
      #expect(refused.status == .tooManyRequests && refused.rule == "too-many-attempts")
      #expect(refused.headers[.retryAfter] == "1")
      #expect(try await attempt("ada", from: "203.0.113.8").rule == "wrong-password")
      // The client wrote the first address itself.
      #expect(try await attempt("ada", from: "198.51.100.1, 203.0.113.7").status == .tooManyRequests)
    }
  }

  @Test func `others who try passwords keep the owner neither out of a known browser nor from a new password`()
    async throws
  {
    var configuration = ServerConfiguration()
    configuration.trustedProxies = [try #require(AddressRange("127.0.0.0/8"))]
    let guarded = try await GuardedServer(configuration: configuration)
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let right = #"{"name": "ada", "password": "\#(GuardedServer.password)"}"#
      let first = try await client.post("/login", right)
      let other = try await client.post("/login", #"{"name": "use", "password": "\#(GuardedServer.password)"}"#)
      // Another person has signed in with the browser later.
      let cookies = (first.headers[values: .setCookie] + other.headers[values: .setCookie].suffix(1))
        .map { String($0.prefix { $0 != ";" }) }
      let fields: HTTPFields = [.contentType: "application/json", .cookie: cookies.joined(separator: "; ")]
      for number in 0..<5 {
        _ = try await client.post(
          "/login", #"{"name": "ada", "password": "no"}"#,
          headers: [.contentType: "application/json", .xForwardedFor: "203.0.113.\(number)"])
      }
      #expect(try await client.post("/login", right).rule == "too-many-attempts")
      let known = try await client.post("/login", right, headers: fields)
      #expect(known.status == .noContent)
      let change = #"{"password": "\#(GuardedServer.password)", "newPassword": "battery staple"}"#
      #expect(try await client.post("/account/password", change, headers: fields).status == .noContent)
      // The new password makes the browser a stranger, until it gets another cookie.
      let new = #"{"name": "ada", "password": "battery staple"}"#
      #expect(try await client.post("/login", new, headers: fields).rule == "too-many-attempts")
    }
  }

  @Test(arguments: [true, false])
  func `the field of a proxy is believed from trusted proxies only`(isTrusted: Bool) async throws {
    var configuration = ServerConfiguration()
    configuration.trustedProxies = [try #require(AddressRange(isTrusted ? "127.0.0.1" : "192.0.2.1"))]
    configuration.remoteUser = RemoteUser(field: try #require(HTTPField.Name("Remote-User")), role: .use)
    let guarded = try await GuardedServer(configuration: configuration)
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let field = try #require(HTTPField.Name("Remote-User"))
      let fields: HTTPFields = [.contentType: "application/json", field: "grace"]
      let text = try await client.get("/session", headers: fields).text
      #expect(text.contains(#""account":"grace""#) == isTrusted)
      #expect(try await client.get("/boards", headers: fields).status == (isTrusted ? .ok : .unauthorized))
    }
  }

  @Test func `a link opens its board, until it is revoked`() async throws {
    let guarded = try await GuardedServer()
    let (link, token) = try guarded.store.addLink(named: "Kitchen", to: "home", role: .view)
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let response = try await client.get("/links/\(token.text)")
      #expect(response.status == .seeOther)
      #expect(response.headers[.location] == "/boards/home/page")
      let cookie = String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })
      #expect(try await client.get("/boards/home/page", headers: [.cookie: cookie]).status == .ok)
      #expect(try await client.get("/account", headers: [.cookie: cookie]).status == .ok)
      try guarded.store.removeLink(link.id)
      #expect(try await client.get("/boards/home/page", headers: [.cookie: cookie]).status == .seeOther)
      let over = try await client.get("/links/\(token.text)")
      #expect(over.status == .notFound && over.text.contains("no longer valid"))
    }
  }

  /// What ends the rights of the account `look`, or of a link.
  enum Revocation: CaseIterable {
    case removedAccount, newRole, newPassword, endedSession, newRoleOnBoard, removedLink
  }

  @Test(arguments: Revocation.allCases)
  func `an open stream shows nothing more when its visitor's rights have ended`(revocation: Revocation) async throws {
    var configuration = ServerConfiguration()
    // Nothing else wakes the stream.
    configuration.heartbeat = .seconds(3600)
    let guarded = try await GuardedServer(configuration: configuration)
    let administrator = try await guarded.fields(of: "administer")
    var fields = try await guarded.fields(of: "look")
    let (link, token) = try guarded.store.addLink(named: "Kitchen", to: "home", role: .view)
    if revocation == .removedLink { fields[.cookie] = "\(SessionCookie.name)=\(token.text)" }
    let viewer = fields
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let opened = try await client.open("/events?board=home@6x8", headers: viewer)
      let chunks = opened.body.makeAsyncIterator()
      var text = ""
      while !text.contains("event: board"), let chunk = try await chunks.next() {
        text += String(decoding: chunk, as: UTF8.self)
      }
      let answered: RouteResponse? =
        switch revocation {
        case .removedAccount: try await client.post("/admin/people/look/remove", "{}", headers: administrator)
        case .newRole: try await client.post("/admin/people/look/role", #"{"role": "use"}"#, headers: administrator)
        case .newPassword:
          try await client.post("/admin/people/look/password", #"{"password": "12345678"}"#, headers: administrator)
        case .endedSession: try await client.post("/logout", "{}", headers: viewer)
        // Commands do this.
        case .newRoleOnBoard: nil
        case .removedLink: try await client.post("/admin/links/\(link.id)/remove", "{}", headers: administrator)
        }
      if revocation == .newRoleOnBoard { try guarded.store.setRole(of: "look", to: .use, on: "home") }
      #expect(answered.map { $0.status.kind == .successful } ?? true)
      let edit = #"{"grid": [6, 8], "edit": {"type": "add", "widget": "org.example.note", "near": [1, 1]}}"#
      #expect(try await client.post("/boards/home/edits", edit, headers: administrator).status == .ok)
      // The response ends, or the test does not.
      var rest = ""
      while let chunk = try? await chunks.next() { rest += String(decoding: chunk, as: UTF8.self) }
      #expect(!rest.contains("event: board"))
    }
  }
}
