import HTTPTypes
import Hummingbird
import TesseraValues

/// Rejects requests that originate from other web pages.
///
/// A foreign page can make a browser call this server under the page's own host name (DNS rebinding), can send simple
/// POST requests, and can embed resources such as images. The check of `Host` prevents the first; `Origin`, and media
/// types that require a CORS preflight, prevent the second; `Sec-Fetch-Site` prevents the third.
struct RequestGuard: RouterMiddleware {
  let hostNames: Set<String>
  /// Whether requests may name the server by its network address. Rebinding needs a name.
  private let admitsAddresses: Bool

  init(configuration: ServerConfiguration) {
    admitsAddresses = !configuration.isLoopback
    let own = configuration.additionalHostNames.union(
      ["0.0.0.0", "::"].contains(configuration.host) ? [] : [configuration.host])
    hostNames = HostAuthority.loopbackHosts.union(own.map { HostAuthority.normalizedHost($0) })
  }

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    if let refusal = refusal(of: request) { return refusal }
    return try await next(request, context)
  }

  /// Returns the response to a request of another page; nil for any other request.
  func refusal(of request: Request) -> Response? {
    // The first `Host` field became the authority. A second one would be ambiguous for proxies.
    if let name = HTTPField.Name("Host"), request.head.headerFields[name] != nil {
      return Self.refusal(.badRequest, "wire-format", "A request must have exactly one 'Host' field")
    }
    guard let authority = request.head.authority, isOwn(authority: authority) else {
      return Self.refusal(.misdirectedRequest, "unknown-host", "The host name does not belong to this server")
    }
    if let site = request.headers[.secFetchSite], site == "cross-site" || site == "same-site",
      request.headers[.secFetchMode] != "navigate" || !Route.isPage(atPath: request.uri.path)
    {
      return Self.refusal(.forbidden, "foreign-origin", "Requests from other sites are not allowed")
    }
    if request.method != .get && request.method != .head {
      if let origin = request.headers[.origin], origin != "http://\(authority)", origin != "https://\(authority)" {
        return Self.refusal(.forbidden, "foreign-origin", "Requests from other sites are not allowed")
      }
      let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingPrefix { $0.isWhitespace }
        .prefix { !$0.isWhitespace }.lowercased()
      // A cross-origin DELETE requires a CORS preflight.
      let isFree = request.method == .delete || Self.isWebhook(request.uri.path)
      guard isFree || type == "application/json" || type == "application/octet-stream" else {
        return Self.refusal(
          .unsupportedMediaType, "media-type", "Send 'application/json', or a file as 'application/octet-stream'")
      }
    }
    return nil
  }

  /// Whether a path is that of a webhook, to which services send any media type. The path contains a secret.
  private static func isWebhook(_ path: String) -> Bool { path.hasPrefix("/webhooks/") }

  /// Whether an authority contains one of the server's own host names.
  func isOwn(authority: String) -> Bool {
    HostAuthority(authority).map {
      hostNames.contains($0.host)
        || admitsAddresses && NetworkAddress($0.host)?.bytes.contains { $0 != 0 } == true
    } ?? false
  }

  private static func refusal(_ status: HTTPResponse.Status, _ rule: String, _ message: String) -> Response {
    Response.problem(status, rule: rule, message: message)
  }
}
