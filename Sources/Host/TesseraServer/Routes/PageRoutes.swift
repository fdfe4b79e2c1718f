import Foundation
import HTTPTypes
import Hummingbird
import TesseraProtocol
import TesseraValues
import TesseraViews

/// The routes of the web client's page, scripts, styles and fonts.
struct PageRoutes: Sendable {
  let files: [String: StaticFile]
  let fonts: FontFiles
  private let smallFonts: SmallFonts
  /// The page of boards and widgets. Of a board's, `preload` replaces ``preloadPlaceholder``.
  private let page: String
  /// The page for accounts and administrators.
  private let accountPage: String
  private let kinds: String

  /// Stands in the page for what the client would ask for first.
  private static let preloadPlaceholder = "{}"

  /// - Throws: A diagnostic if the package's own resources are missing.
  init(fonts: FontFiles, kinds: [ViewKind], basePath: BasePath) throws(Diagnostic) {
    self.fonts = fonts
    smallFonts = SmallFonts(fonts)
    self.kinds = JSONText.text(of: WireFormat.value(of: kinds))
    let client = try ClientFiles.loaded.get()
    let made = [
      "client/theme.css": Stylesheets.theme(of: kinds), "client/fonts.css": Stylesheets.fonts(fonts),
      "client/kinds.json": self.kinds,
    ].mapValues { Array($0.utf8) }
    var files = client.files
    for (path, bytes) in made {
      files[path] = StaticFile(bytes: bytes, contentType: MediaTypes.type(ofFile: path))
    }
    var page = client.page
    let (links, styles) = Self.styles(of: page, in: client.contents.merging(made) { $1 })
    let stylesPath = ClientFiles.add(styles, "client/page", "css", to: &files)
    page = page.replacing(links, with: "  <link rel=\"stylesheet\" href=\"/\(stylesPath)\">\n")
    page = page.replacing("</head>", with: Self.hints(fonts) + "</head>")
    for folder in ["/client/", "/fonts/"] {
      page = page.replacing("\"\(folder)", with: "\"" + basePath.address(of: folder))
    }
    self.page = page.replacing(ClientFiles.main, with: client.script)
    accountPage = page.replacing(ClientFiles.main, with: client.accountScript)
    self.files = files
  }

  func add(to routes: RouteRegistrar, preload: PagePreload) {
    // The scripts show what belongs to the page's address: a board, a single widget, an account, or what administrators
    // do.
    let type = MediaTypes.type(ofFile: "index.html")
    let account = StaticFile(bytes: Array(accountPage.utf8), contentType: type)
    // What such a page contains and may show is true once only, so no browser keeps it.
    @Sendable func response(_ page: String, policy: String, to request: Request) -> Response {
      var response = StaticFile(bytes: Array(page.utf8), contentType: type, cacheControl: "no-store")
        .response(to: request)
      response.headers[.contentSecurityPolicy] = policy
      return response
    }
    routes.on(.widgetPage) { request, context in
      let tile = context.parameters.get("widget") ?? ""
      return response(page, policy: await preload.policy(ofWidget: tile, for: context.visitor), to: request)
    }
    for route in [Route.signInPage, .setUpPage, .accountPage, .adminPage] {
      routes.on(route) { request, _ in account.response(to: request) }
    }
    for route in [Route.home, .boardPage] {
      routes.on(route) { request, context in
        let (known, policy) = await preload.board(for: request, context, kinds: kinds)
        let text = page.replacing(">\(Self.preloadPlaceholder)<", with: ">\(known)<")
        return response(text, policy: policy, to: request)
      }
    }
    routes.on(.clientFile) { request, context in
      guard let file = files["client/\(context.parameters.getCatchAll().joined(separator: "/"))"] else {
        return Response.problem(.notFound, rule: "unknown-file", message: "The file does not exist")
      }
      return file.response(to: request)
    }
    routes.on(.font) { request, context in
      let name = context.parameters.get("file") ?? ""
      if let version = context.parameters.get("version"), let file = smallFonts.file(named: name, version: version) {
        return file.response(to: request)
      }
      guard let file = fonts.file(named: name),
        context.parameters.get("version") == file.version, let bytes = FileManager.default.contents(atPath: file.path)
      else { return Response.problem(.notFound, rule: "unknown-font", message: "The font does not exist") }
      return StaticFile(
        bytes: Array(bytes), contentType: MediaTypes.type(ofFile: name), cacheControl: StaticFile.immutable,
        version: file.version
      ).response(to: request)
    }
  }

  /// Returns the lines of a page that link to style sheets, and the text of these in their order.
  private static func styles(of page: String, in contents: [String: [UInt8]]) -> (lines: String, bytes: [UInt8]) {
    let lines = page.split(separator: "\n").filter { $0.contains("rel=\"stylesheet\"") }
    let paths = lines.compactMap { $0.split(separator: "\"").first { $0.hasPrefix("/client/") }?.dropFirst() }
    let text = paths.map { String(decoding: contents[String($0)] ?? [], as: UTF8.self) }.joined()
    return (lines.map { $0 + "\n" }.joined(), Array(withoutComments(text).utf8))
  }

  private static func withoutComments(_ styles: String) -> String {
    let parts = styles.components(separatedBy: "/*")
    return parts[0]
      + parts.dropFirst().map { part in
        part.firstRange(of: "*/").map { String(part[$0.upperBound...]) } ?? ""
      }.joined()
  }

  /// Preloads the fonts that each board shows, which browsers would find only when they lay out its texts.
  private static func hints(_ fonts: FontFiles) -> String {
    fonts.text.filter { [400, 700].contains($0.weight) && !$0.italic }.map { file in
      """
        <link rel="preload" as="font" crossorigin href="/fonts/\(file.version)/\(FontFiles.latinPrefix)\(file.name)">

      """
    }.joined()
  }
}
