import HTTPTypes
import Hummingbird
import TesseraValues

/// Refuses requests that another page, or a name that was made to point here, might have sent.
///
/// A page of a foreign site can make a browser call this server under the site's own name (DNS rebinding), and can send
/// simple POST requests. The name in `Host` stops the first; `Origin`, and the media type that browsers do not send
/// across origins without asking, stop the second. What a foreign page has in it, such as a picture, browsers tell by
/// `Sec-Fetch-Site`.
struct RequestGuard<Context: RequestContext>: RouterMiddleware {
  let hostNames: Set<String>

  init(configuration: ServerConfiguration) {
    let own = configuration.additionalHostNames.union(
      ["0.0.0.0", "::"].contains(configuration.host) ? [] : [configuration.host])
    hostNames = HostAuthority.loopbackHosts.union(own.map { HostAuthority.normalizedHost($0) })
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    // The first one is the authority; a second one is for somebody who reads them in another order.
    if let name = HTTPField.Name("Host"), request.head.headerFields[name] != nil {
      return Self.refusal(.badRequest, "wire-format", "A request has one 'Host'")
    }
    guard let authority = request.head.authority, isOwn(authority: authority) else {
      return Self.refusal(.misdirectedRequest, "unknown-host", "This server does not have that name")
    }
    if let site = request.headers[.secFetchSite], site == "cross-site" || site == "same-site",
      request.headers[.secFetchMode] != "navigate" || !Self.isPage(request.uri.path)
    {
      return Self.refusal(.forbidden, "foreign-origin", "Requests of other pages are not taken")
    }
    if request.method != .get && request.method != .head {
      if let origin = request.headers[.origin], origin != "http://\(authority)", origin != "https://\(authority)" {
        return Self.refusal(.forbidden, "foreign-origin", "Requests of other pages are not taken")
      }
      let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingPrefix { $0.isWhitespace }
        .prefix { !$0.isWhitespace }.lowercased()
      // Browsers ask before they send a DELETE across origins.
      let isFree = request.method == .delete || Self.isWebhook(request.uri.path)
      guard isFree || type == "application/json" || type == "application/octet-stream" else {
        return Self.refusal(
          .unsupportedMediaType, "media-type", "Send 'application/json', or a file as 'application/octet-stream'")
      }
    }
    return try await next(request, context)
  }

  /// Whether a path is that of a page, to which links of other sites may lead.
  private static func isPage(_ path: String) -> Bool {
    path == "/" || path.hasPrefix("/open/") || path.hasSuffix("/page") || path == "/\(SignInRoutes.path)"
  }

  /// Whether a path is one to which services send what they want. Only they know it.
  private static func isWebhook(_ path: String) -> Bool { path.hasPrefix("/webhooks/") }

  /// Whether a browser may call the server by the name in an authority.
  func isOwn(authority: String) -> Bool {
    HostAuthority(authority).map { hostNames.contains($0.host) } ?? false
  }

  private static func refusal(_ status: HTTPResponse.Status, _ rule: String, _ message: String) -> Response {
    Response.problem(status, rule: rule, message: message)
  }
}
