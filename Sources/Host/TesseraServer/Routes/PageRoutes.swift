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

  /// - Throws: A diagnostic if the package's own resources are missing.
  init(fonts: FontFiles, kinds: [ViewKind]) throws(Diagnostic) {
    self.fonts = fonts
    var files: [String: StaticFile] = [:]
    for (path, bytes) in try WebClient.files() {
      files[path] = StaticFile(bytes: bytes, contentType: MediaTypes.type(ofFile: path))
    }
    if let page = files["index.html"] { files["index.html"] = Self.preloading(files.keys, in: page) }
    files["client/theme.css"] = Self.generated(Stylesheets.theme(of: kinds), "theme.css")
    files["client/fonts.css"] = Self.generated(Stylesheets.fonts(fonts), "fonts.css")
    files["client/kinds.json"] = Self.generated(JSONText.text(of: WireFormat.value(of: kinds)), "kinds.json")
    self.files = files
  }

  /// Responds with the page. Its scripts show what belongs to its address: a board, a single widget, or an account.
  private func respond(to request: Request) -> Response {
    files["index.html"]?.response(to: request) ?? Response(status: .notFound)
  }

  func add(to routes: RouteRegistrar) {
    for route in [Route.home, .widgetPage, .boardPage, .signInPage, .setUpPage, .accountPage] {
      routes.on(route) { request, _ in respond(to: request) }
    }
    routes.on(.clientFile) { request, context in
      guard let file = files["client/\(context.parameters.getCatchAll().joined(separator: "/"))"] else {
        return Response.problem(.notFound, rule: "unknown-file", message: "The file does not exist")
      }
      return file.response(to: request)
    }
    routes.on(.font) { request, context in
      guard let name = context.parameters.get("file"), let file = fonts.file(named: name),
        context.parameters.get("version") == file.version, let bytes = FileManager.default.contents(atPath: file.path)
      else { return Response.problem(.notFound, rule: "unknown-font", message: "The font does not exist") }
      // The address contains the version, so the content behind it never changes.
      return StaticFile(
        bytes: Array(bytes), contentType: MediaTypes.type(ofFile: name),
        cacheControl: "public, max-age=31536000, immutable", version: file.version
      ).response(to: request)
    }
  }

  /// Adds a preload hint for each module, so that browsers request all of them at once.
  private static func preloading(_ names: some Sequence<String>, in page: StaticFile) -> StaticFile {
    let hints = names.filter { $0.hasSuffix(".js") }.sorted()
      .map { "  <link rel=\"modulepreload\" href=\"/\($0)\">\n" }.joined()
    let text = String(decoding: page.bytes, as: UTF8.self).replacing("</head>", with: hints + "</head>")
    return StaticFile(bytes: Array(text.utf8), contentType: page.contentType)
  }

  private static func generated(_ text: String, _ name: String) -> StaticFile {
    StaticFile(bytes: Array(text.utf8), contentType: MediaTypes.type(ofFile: name))
  }
}
