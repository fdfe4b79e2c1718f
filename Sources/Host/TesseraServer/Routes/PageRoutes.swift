import Foundation
import HTTPTypes
import Hummingbird
import TesseraProtocol
import TesseraValues
import TesseraViews
import TesseraWebClient

/// The routes of the web client's page, scripts, styles and fonts.
struct PageRoutes: Sendable {
  let files: [String: StaticFile]
  let fonts: FontFiles
  private let smallFonts: SmallFonts
  /// The page of boards and widgets. Of a board's, `answers` replaces ``answersPlace``.
  private let page: String
  /// The page for accounts and administrators.
  private let accountPage: String
  private let kinds: String

  /// Stands in the page for what the client would ask for first.
  private static let answersPlace = "{}"
  private static let cataloguesFolder = "client/texts/languages/"
  private static let main = "client/app/main.js"
  private static let accountModules: Set = ["client/account/accountPage.js", "client/admin/adminPage.js"]

  /// - Throws: A diagnostic if the package's own resources are missing.
  init(fonts: FontFiles, kinds: [ViewKind], basePath: BasePath) throws(Diagnostic) {
    self.fonts = fonts
    smallFonts = SmallFonts(fonts)
    self.kinds = JSONText.text(of: WireFormat.value(of: kinds))
    var contents = try WebClient.files()
    contents["client/theme.css"] = Array(Stylesheets.theme(of: kinds).utf8)
    contents["client/fonts.css"] = Array(Stylesheets.fonts(fonts).utf8)
    contents["client/kinds.json"] = Array(self.kinds.utf8)
    contents["client/icons.json"] = Array(JSONText.text(of: Self.icons).utf8)
    var files: [String: StaticFile] = [:]
    for (path, bytes) in contents {
      files[path] = StaticFile(bytes: bytes, contentType: MediaTypes.type(ofFile: path))
    }
    var page = String(decoding: contents.removeValue(forKey: "index.html") ?? [], as: UTF8.self)
    files["index.html"] = nil
    // Of the texts in languages other than English, a page loads those in one language at most.
    var catalogues: [String: String] = [:]
    for (path, bytes) in contents where path.hasPrefix(Self.cataloguesFolder) && path.hasSuffix(".js") {
      catalogues[path] = Self.add(bytes, String(path.dropLast(".js".count)), "js", to: &files)
    }
    let (links, styles) = Self.styles(of: page, in: contents)
    let stylesPath = Self.add(styles, "client/page", "css", to: &files)
    page = page.replacing(links, with: "  <link rel=\"stylesheet\" href=\"/\(stylesPath)\">\n")
    page = page.replacing("</head>", with: Self.hints(fonts) + "</head>")
    for folder in ["/client/", "/fonts/"] {
      page = page.replacing("\"\(folder)", with: "\"" + basePath.address(of: folder))
    }
    func withScript(without omitted: Set<String>) throws(Diagnostic) -> String {
      let script = try ClientScript.joining(Self.main, of: contents, separate: catalogues, omitted: omitted)
      // The script finds the base path from its own address, so it stays in its folder.
      return page.replacing(Self.main, with: Self.add(script, "client/app/main", "js", to: &files))
    }
    self.page = try withScript(without: Self.accountModules)
    accountPage = try withScript(without: [])
    self.files = files
  }

  func add(to routes: RouteRegistrar, answers: PageAnswers) {
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
      return response(page, policy: await answers.policy(ofWidget: tile, for: context.visitor), to: request)
    }
    for route in [Route.signInPage, .setUpPage, .accountPage, .adminPage] {
      routes.on(route) { request, _ in account.response(to: request) }
    }
    for route in [Route.home, .boardPage] {
      routes.on(route) { request, context in
        let (known, policy) = await answers.board(for: request, context, kinds: kinds)
        let text = page.replacing(">\(Self.answersPlace)<", with: ">\(known)<")
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

  /// The letters of the icon font by the names of the icons.
  private static var icons: Value {
    var letters: [String: Value] = [:]
    for name in IconNames.all { letters[name] = IconNames.scalar(named: name).map { .string(String($0)) } }
    return .dictionary(letters)
  }

  /// Adds a file under a path that contains its checksum, and returns the path.
  private static func add(
    _ bytes: [UInt8], _ name: String, _ ending: String, to files: inout [String: StaticFile]
  ) -> String {
    let version = Checksum(of: bytes).description
    let path = "\(name)-\(version).\(ending)"
    files[path] = StaticFile(
      bytes: bytes, contentType: MediaTypes.type(ofFile: path), cacheControl: StaticFile.immutable, version: version)
    return path
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
