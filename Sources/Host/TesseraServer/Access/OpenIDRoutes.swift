import HTTPTypes
import Hummingbird
import Logging
import TesseraAccess
import TesseraServices
import TesseraValues

/// The routes for signing in at a provider: to its page, and back.
struct OpenIDRoutes: Sendable {
  /// Nil if people do not sign in at a provider.
  let client: OpenIDClient?
  let access: AccessControl
  let configuration: ServerConfiguration
  let logger: Logger

  func add(to routes: RouteRegistrar) {
    routes.on(.openIDStart) { request, context in
      try await respond { client in
        let browser = request.cookies[OpenIDCookie.name].flatMap { AccessToken($0.value) } ?? AccessToken()
        let fields = FormEncoding.fields(of: request.uri.query ?? "")
        let page = try await client.begin(
          for: browser, at: context.clientAddress, returningTo: redirectAddress(for: request, context),
          next: NextPage.path(fields["next"]))
        let cookie = OpenIDCookie(configuration).field(browser, isEncrypted: context.isEncrypted)
        return Response(status: .seeOther, headers: [.location: page, .setCookie: cookie])
      }
    }
    routes.on(.openIDCallback) { request, context in
      try await respond { client in
        let (person, next) = try await client.complete(
          FormEncoding.fields(of: request.uri.query ?? ""), from: request.cookies[OpenIDCookie.name]?.value ?? "")
        let agent = request.headers[.userAgent]
        guard let token = try access.signIn(person, role: client.settings.role, userAgent: agent) else {
          return refused(
            .notice(
              .forbidden, "You have no account here",
              "You have signed in, but no account of this server has your name and is yours. An administrator can add one."
            ))
        }
        SignInOutcome.done.count()
        let cookie = SessionCookie(configuration).field(token.text, isEncrypted: context.isEncrypted)
        var response = Response(
          status: .seeOther, headers: [.location: configuration.basePath.address(of: next), .setCookie: cookie])
        // The provider vouches for the owner, whom others who try the password must not keep out of this browser.
        if let device = DeviceCookie(configuration).field(for: token, in: access, isEncrypted: context.isEncrypted) {
          response.headers.append(HTTPField(name: .setCookie, value: device))
        }
        return response
      }
    }
  }

  /// The address to which the provider redirects people: beside that for services, if one is configured, or else below
  /// the address that the browser uses, whose host name ``RequestGuard`` has checked.
  private func redirectAddress(for request: Request, _ context: ServerContext) -> String {
    let path = Route.openIDCallback.path
    if let address = configuration.signInAddress, address.hasSuffix("/" + ServiceSignInRoutes.path) {
      return String(address.dropLast(ServiceSignInRoutes.path.count)) + path
    }
    let scheme = context.isEncrypted ? "https" : "http"
    return "\(scheme)://\(request.head.authority ?? "")\(configuration.basePath.address(of: "/" + path))"
  }

  /// Responds to a request, and converts failures to pages.
  private func respond(_ body: (OpenIDClient) async throws -> Response) async throws -> Response {
    guard let client else {
      return .notice(.notFound, "Sign in with a password", "People do not sign in to this server at a provider.")
    }
    do {
      return try await body(client)
    } catch let failure as OpenIDClient.Failure {
      return refused(response(to: failure))
    } catch let refusal as AccessControl.Refusal {
      return refused(response(to: refusal))
    }
  }

  private func refused(_ response: Response) -> Response {
    SignInOutcome.refused.count()
    return response
  }

  private func response(to failure: OpenIDClient.Failure) -> Response {
    switch failure {
    case .unavailable(let words):
      logger.warning("The OpenID provider cannot be used: \(words)")
      return .notice(
        .badGateway, "The sign-in service does not answer",
        "It cannot be reached, or its answer was not understood. Try again later, or tell an administrator.")
    case .untrusted(let words):
      logger.warning("An answer of the OpenID provider was refused: \(words)")
      return .notice(
        .badGateway, "The sign-in was refused",
        "The answer of the sign-in service cannot be trusted. Try again, or tell an administrator.")
    case .unknownSignIn:
      return .notice(
        .badRequest, "Sign-in expired", "It took too long, or began in another browser. Begin again on the first page.")
    case .denied:
      return .notice(.forbidden, "The sign-in was cancelled", "The sign-in service did not confirm who you are.")
    case .nameless:
      logger.warning("The OpenID provider does not name a person by '\(client?.settings.nameClaim ?? "")'")
      return .notice(
        .forbidden, "Your name is missing",
        "The sign-in service does not tell your name to this server. Tell an administrator.")
    }
  }

  private func response(to refusal: AccessControl.Refusal) -> Response {
    switch refusal {
    case .unusable(let diagnostic) where diagnostic.rule == "first-account":
      return .notice(
        .conflict, "There is no administrator yet",
        "The first account is made with the link that the server printed when it started. Then you can sign in.")
    case .store(let diagnostic), .unusable(let diagnostic):
      logger.warning("A person could not sign in: \(diagnostic.message)")
      return .notice(
        .insufficientStorage, "Accounts cannot be used", "The accounts of this server cannot be read or stored.")
    case .wrongPassword, .wait, .busy, .linkExpired, .secondFactor, .wrongCode, .passkey,
      .signInExpired:
      return .notice(.serviceUnavailable, "The sign-in did not work", "Try again in a moment.")
    }
  }
}

/// The cookie that binds a sign-in at a provider to the browser that began it.
private struct OpenIDCookie {
  static let name = "tessera-openid"
  private let path: String

  init(_ configuration: ServerConfiguration) { path = configuration.basePath.address(of: "/") }

  /// Returns the field that sets the cookie. The provider's redirect, which is a link of another site, sends it.
  func field(_ browser: AccessToken, isEncrypted: Bool) -> String {
    let time = PendingSignIns.time.components.seconds
    return "\(Self.name)=\(browser.text); Path=\(path); Max-Age=\(time); HttpOnly; SameSite=Lax"
      + (isEncrypted ? "; Secure" : "")
  }
}
