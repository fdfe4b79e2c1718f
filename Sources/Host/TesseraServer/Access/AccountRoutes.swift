import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TesseraAccess
import TesseraBoardService
import TesseraProtocol
import TesseraValues

/// The routes for signing in and out, for the first account, and for links to boards.
struct AccountRoutes: Sendable {
  let access: AccessControl
  let boards: BoardHost
  let basePath: BasePath
  let cookie: SessionCookie
  let deviceCookie: DeviceCookie
  /// How people sign in at a provider; nil if they cannot.
  let openID: OpenIDSettings?
  let logger: Logger
  let audit: AuditLog

  func add(to routes: RouteRegistrar) {
    routes.on(.session) { _, context in .json(await description(of: context.visitor)) }
    routes.on(.signIn) { request, context in
      try await respond(to: request, names: ["name", "password"]) { members throws(AccessControl.Refusal) in
        let name = members["name"] ?? ""
        do throws(AccessControl.Refusal) {
          return try await access.signIn(
            name, password: members["password"] ?? "", from: context.clientAddress,
            device: request.cookies[DeviceCookie.name(of: name)]?.value, userAgent: request.headers[.userAgent])
        } catch {
          // Who has to wait may be the owner, whom strangers must not get banned.
          if error == .wrongPassword { logFailure(of: name, from: context.clientAddress) }
          throw error
        }
      } response: {
        signedIn($0, context)
      }
    }
    routes.on(.signOut) { request, _ in
      access.signOut(session: request.cookies[SessionCookie.name]?.value)
      return Response(status: .noContent, headers: [.setCookie: cookie.removal])
    }
    routes.on(.setUp) { request, context in
      try await respond(to: request, names: ["secret", "name", "password"]) { members throws(AccessControl.Refusal) in
        let added = ["account": members["name"], "role": Role.administer.rawValue]
        do throws(AccessControl.Refusal) {
          let token = try await access.setUp(
            secret: members["secret"] ?? "", name: members["name"] ?? "", password: members["password"] ?? "",
            userAgent: request.headers[.userAgent])
          audit.record(.accountAdded, by: context, added)
          return token
        } catch {
          // The account is made, and needs a second factor.
          if case .secondFactor = error { audit.record(.accountAdded, by: context, added) }
          throw error
        }
      } response: {
        signedIn($0, context)
      }
    }
    routes.on(.changePassword) { request, context in
      // The password of a person whom a proxy names is the proxy's.
      guard case .account(let account) = context.visitor.kind else { return Self.noPassword }
      return try await respond(to: request, names: ["password", "newPassword"]) {
        members throws(AccessControl.Refusal) in
        let token = try await access.changePassword(
          of: account, from: members["password"] ?? "", to: members["newPassword"] ?? "",
          session: request.cookies[SessionCookie.name]?.value ?? "", userAgent: request.headers[.userAgent])
        audit.record(.passwordSet, by: context, ["account": account])
        return token
      } response: {
        signedIn($0, context)
      }
    }
    addSessions(to: routes)
    addSecondFactor(to: routes)
    routes.on(.openLink) { _, context in
      guard let text = context.parameters.get("token"), let link = access.link(text) else {
        return .notice(
          .notFound, "This link is no longer valid", "It was revoked, or part of its address is missing.")
      }
      var response = Response(status: .seeOther, headers: [.location: address(ofBoard: link.board)])
      // People who try a link stay signed in.
      if context.visitor.accountName == nil {
        response.headers[.setCookie] = cookie.field(text, isEncrypted: context.isEncrypted)
      }
      return response
    }
  }

  /// Logs that a person was not signed in, in the form that the filter for Fail2Ban knows. What a client wrote and is
  /// neither the name of an account nor an address is not logged.
  func logFailure(of name: String, from address: String) {
    let account = Account.normalizedName(name) ?? "?"
    let address = NetworkAddress(address)?.unmapped.description ?? "?"
    logger.warning("Sign-in failed for '\(account)' from \(address)")
  }

  private func addSessions(to routes: RouteRegistrar) {
    routes.on(.sessions) { request, context in
      respond(to: request, in: context) { account, current throws(AccessControl.Refusal) in
        .json(.array(try access.sessions(of: account, current: current).map(Self.value)))
      }
    }
    routes.on(.endSession) { request, context in
      respond(to: request, in: context) { account, _ throws(AccessControl.Refusal) in
        try access.endSession(context.parameters.get("session") ?? "", of: account)
        return Response(status: .noContent)
      }
    }
    routes.on(.endOtherSessions) { request, context in
      respond(to: request, in: context) { account, current throws(AccessControl.Refusal) in
        try access.endOtherSessions(of: account, current: current)
        return Response(status: .noContent)
      }
    }
  }

  /// Responds to a request of a person who has signed in here.
  /// - Parameter body: Gets the account, and the token of the session.
  private func respond(
    to request: Request, in context: ServerContext,
    _ body: (String, String) throws(AccessControl.Refusal) -> Response
  ) -> Response {
    guard case .account(let account) = context.visitor.kind else {
      return .problem(.conflict, rule: "no-session", message: "You have not signed in at this server")
    }
    do throws(AccessControl.Refusal) {
      return try body(account, request.cookies[SessionCookie.name]?.value ?? "")
    } catch .unusable(let diagnostic) where diagnostic.rule == "unknown-session" {
      return .problem(.notFound, rule: diagnostic.rule, message: diagnostic.message)
    } catch {
      return Self.response(to: error)
    }
  }

  private static func value(of session: SessionEntry) -> Value {
    // A damaged file may have times that are no numbers.
    func milliseconds(_ date: Date) -> Value {
      .integer(Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0)
    }
    return [
      "id": .string(session.id), "device": session.device.map(Value.string) ?? .null,
      "began": session.began.map(milliseconds) ?? .null, "used": milliseconds(session.used),
      "isCurrent": .bool(session.isCurrent),
    ]
  }

  private func address(ofBoard board: String) -> String {
    basePath.address(of: "/boards/\(board.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? board)/page")
  }

  /// Returns who a visitor is, and the roles on the boards that the visitor may see.
  func description(of visitor: Visitor) async -> Value {
    var roles: [String: Value] = [:]
    for (id, _) in await boards.boards {
      guard let role = visitor.role(on: id) else { continue }
      let permitted = await boards.isDeclared(id) ? min(role, .use) : role
      roles[id] = .string(permitted.rawValue)
    }
    return [
      "kind": .string(Self.name(of: visitor.kind)), "account": visitor.accountName.map(Value.string) ?? .null,
      "role": visitor.sharedRole.map { .string($0.rawValue) } ?? .null, "boards": .dictionary(roles),
      "hasPassword": .bool(hasPassword(visitor)),
      "recoveryCodes": recoveryCodes(visitor).map { .integer(Int64($0)) } ?? .null,
      "openID": openID.map { .string($0.label) } ?? .null,
    ]
  }

  private func hasPassword(_ visitor: Visitor) -> Bool {
    guard case .account(let name) = visitor.kind else { return false }
    return access.hasPassword(name)
  }

  private func recoveryCodes(_ visitor: Visitor) -> Int? {
    guard case .account(let name) = visitor.kind else { return nil }
    return access.recoveryCodes(of: name)
  }

  private static func name(of kind: Visitor.Kind) -> String {
    switch kind {
    case .anyone: "anyone"
    case .stranger: "stranger"
    case .account: "account"
    case .proxied: "proxied"
    case .link: "link"
    }
  }

  func signedIn(_ token: AccessToken, _ context: ServerContext) -> Response {
    SignInOutcome.done.count()
    var response = Response(
      status: .noContent,
      headers: [.setCookie: cookie.field(token.text, isEncrypted: context.isEncrypted)])
    if let field = deviceCookie.field(for: token, in: access, isEncrypted: context.isEncrypted) {
      response.headers.append(HTTPField(name: .setCookie, value: field))
    }
    return response
  }

  func respond<Result>(
    to request: Request, names: Set<String>,
    _ body: ([String: String]) async throws(AccessControl.Refusal) -> Result,
    response: (Result) -> Response
  ) async throws -> Response {
    let bytes = try await request.body.collect(upTo: 8 << 10)
    let members: [String: String]
    do throws(Diagnostic) {
      members = try WireFormat.object(from: bytes.readableBytesView, names: names).compactMapValues(\.string)
    } catch {
      return .problem(error)
    }
    do throws(AccessControl.Refusal) {
      return response(try await body(members))
    } catch {
      if case .secondFactor = error {} else { SignInOutcome.refused.count() }
      return Self.response(to: error)
    }
  }

  /// Responds to a request without a body, and converts refusals to responses.
  func respond(_ body: () throws(AccessControl.Refusal) -> Response) -> Response {
    do throws(AccessControl.Refusal) {
      return try body()
    } catch {
      return Self.response(to: error)
    }
  }

  /// Returns a time in words, in minutes if it is long.
  static func words(ofSeconds seconds: Int) -> String {
    guard seconds > 120 else { return "\(seconds) \(seconds == 1 ? "second" : "seconds")" }
    return "\((seconds + 59) / 60) minutes"
  }

  private static func response(to refusal: AccessControl.Refusal) -> Response {
    switch refusal {
    // The sign-in goes on.
    case .secondFactor(let demand): response(to: demand)
    case .wrongCode: .problem(.unauthorized, rule: "wrong-code", message: "The code is wrong, or was used already")
    case .passkey(let problem): .problem(.unauthorized, rule: "passkey-refused", message: problem.words)
    case .signInExpired:
      .problem(.unauthorized, rule: "sign-in-expired", message: "That took too long. State your password again")
    case .wrongPassword:
      .problem(.unauthorized, rule: "wrong-password", message: "The name or the password is wrong")
    case .wait(let seconds):
      .problem(
        .tooManyRequests, rule: "too-many-attempts",
        message: "Too many wrong passwords or codes. Try again in \(words(ofSeconds: seconds))",
        retryAfter: seconds)
    case .busy:
      .problem(
        .serviceUnavailable, rule: "busy", message: "Too many people are signing in. Try again in a moment",
        retryAfter: 5)
    case .linkExpired:
      .problem(.notFound, rule: "unknown-link", message: "This link is no longer valid")
    case .unusable(let diagnostic): .problem(diagnostic)
    case .store(let diagnostic):
      .problem(of: diagnostic, "The accounts cannot be read or stored")
    }
  }
}
