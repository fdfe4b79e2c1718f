import HTTPTypes
import Hummingbird

/// Adds headers to every response that isolate the page from other origins.
struct SecurityHeaders: RouterMiddleware {
  /// The hosts that may be shown in frames, in the form of content security policies.
  var frameSources: @Sendable () -> [String] = { [] }
  /// The origins of pages that may show this server's pages in frames.
  var frameAncestors: [String] = []
  /// Whether the server itself speaks HTTPS.
  var isEncrypted = false

  /// The time for which browsers reach the name of an encrypted server by HTTPS only, in seconds: 30 days. A proxy that
  /// encrypts decides that itself.
  private static let encryptionTime = 30 * 86_400

  /// The policy of pages. It allows only content of this server, without inline scripts and styles, and no embedding in
  /// frames. Images may be data URLs, which drawings and the style sheet contain.
  static func pagePolicy(frameSources: [String] = [], frameAncestors: [String] = []) -> String {
    let frames = frameSources.isEmpty ? "'none'" : frameSources.joined(separator: " ")
    let ancestors = frameAncestors.isEmpty ? "'none'" : frameAncestors.joined(separator: " ")
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
      connect-src 'self'; frame-src \(frames); base-uri 'none'; form-action 'none'; frame-ancestors \(ancestors)
      """
  }

  /// The policy of images. An SVG that is opened as a document runs no scripts and loads nothing.
  static var picturePolicy: String { "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'" }

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch let error as any HTTPResponseError {
      response = try error.response(from: request, context: context)
    }
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] = Self.pagePolicy(
        frameSources: frameSources(), frameAncestors: frameAncestors)
    }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    response.headers[.xContentTypeOptions] = "nosniff"
    if isEncrypted { response.headers[.strictTransportSecurity] = "max-age=\(Self.encryptionTime)" }
    for (name, value) in Self.constants { response.headers[name] = value }
    return response
  }

  private static var constants: [(HTTPField.Name, String)] {
    [
      (.referrerPolicy, "no-referrer"),
      (.crossOriginResourcePolicy, "same-origin"),
      (.crossOriginOpenerPolicy, "same-origin"),
      (.permissionsPolicy, "camera=(), geolocation=(), microphone=()"),
    ]
  }
}

extension HTTPField.Name {
  /// Names that the library lacks. They are valid constants, so the fallback is never used.
  static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .server
  static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .server
  static let permissionsPolicy = HTTPField.Name("Permissions-Policy") ?? .server
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .server
  static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .server
  static let requestID = HTTPField.Name("X-Request-Id") ?? .server
  static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .server
}
