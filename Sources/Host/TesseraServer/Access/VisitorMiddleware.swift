import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraCrypto
import TesseraForwarding

/// Finds out who makes a request: by the session's cookie, or by the name that a trusted proxy states.
struct VisitorMiddleware: RouterMiddleware {
  let access: AccessControl
  let configuration: ServerConfiguration
  /// Recognizes requests that other hosts of a cluster forward; nil without a cluster.
  var forwarded: ForwardedProof?

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    let peer = context.clientAddress
    let fields = ForwardedFields(
      trustedProxies: configuration.trustedProxies, kind: configuration.proxyFields)
    (context.clientAddress, context.isEncrypted) = fields.client(of: request.headers, peer: peer)
    if configuration.certificate != nil, !fields.isTrusted(peer) { context.isEncrypted = true }
    if let field = configuration.remoteUser?.field, fields.isTrusted(peer) {
      context.proxiedName = request.headers[field]
    }
    if let number = forwarded?.foreignNumber(of: request.head) {
      return .problem(
        .serviceUnavailable, rule: "host-protocol",
        message: "This host does not speak the number \(number) of the hosts' protocol")
    }
    if let proof = forwarded?.verify(request.head) {
      context.proof = proof
      (context.clientAddress, context.isEncrypted) = (proof.visitorAddress, proof.scheme == .https)
      // The other host has checked who named the visitor.
      context.proxiedName = proof.name
    }
    let session = request.cookies[SessionCookie.name]?.value
    let proxied = configuration.remoteUser.flatMap { remote in context.proxiedName.map { ($0, remote.role) } }
    context.currentVisitor = { [access] in
      if let (name, role) = proxied { return access.visitor(namedByProxy: name, role: role) }
      return access.visitor(session: session)
    }
    context.visitor = context.currentVisitor()
    var response = try await next(request, context)
    // Each visit of a page makes the cookie last longer.
    if context.visitor.hasCookie, let session, request.headers[.secFetchMode] == "navigate",
      response.headers[.setCookie] == nil
    {
      response.headers[.setCookie] = SessionCookie(configuration).field(session, isEncrypted: context.isEncrypted)
    }
    return response
  }
}

/// The cookie with the token of a session.
struct SessionCookie {
  static let name = "tessera-session"
  private let path: String

  init(_ configuration: ServerConfiguration) { path = configuration.basePath.address(of: "/") }

  /// Returns the field that sets the cookie. Scripts cannot read it, and other sites cannot send it with anything but a
  /// link. Browsers keep it for 400 days, the most that they do; the server ends the session.
  func field(_ token: String, isEncrypted: Bool) -> String {
    "\(Self.name)=\(token); Path=\(path); Max-Age=34560000; HttpOnly; SameSite=Lax" + (isEncrypted ? "; Secure" : "")
  }

  /// The field that removes the cookie.
  var removal: String { "\(Self.name)=; Path=\(path); Max-Age=0; HttpOnly; SameSite=Lax" }
}

/// The cookies by which the server knows a browser in which people have signed in to accounts that have a password, in any
/// way: one for each account, because people share browsers.
struct DeviceCookie {
  private let path: String

  init(_ configuration: ServerConfiguration) { path = configuration.basePath.address(of: "/login") }

  /// Returns the name of the cookie for an account. Names of accounts have signs that those of cookies cannot have.
  static func name(of account: String) -> String {
    let digest = HashFunction.sha256.digest(of: Array((Account.normalizedName(account) ?? "").utf8))
    return "tessera-device-" + Array(digest.prefix(8)).hexadecimalText
  }

  /// Returns the field that sets the cookie for the browser of a new session; nil if its account has no password.
  func field(for session: AccessToken, in access: AccessControl, isEncrypted: Bool) -> String? {
    guard let device = access.knownDevice(for: session),
      let name = access.visitor(session: session.text).accountName
    else { return nil }
    return field(device, of: name, isEncrypted: isEncrypted)
  }

  /// Returns the field that sets the cookie. Scripts cannot read it, and browsers send it only to sign in, and only from
  /// the server's own pages. They keep it for 400 days; a new password makes it worthless.
  private func field(_ device: String, of account: String, isEncrypted: Bool) -> String {
    "\(Self.name(of: account))=\(device); Path=\(path); Max-Age=34560000; HttpOnly; SameSite=Strict"
      + (isEncrypted ? "; Secure" : "")
  }
}
