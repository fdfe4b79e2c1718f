import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraCrypto
import TesseraValues

/// The routes for signing in with passkeys, and for adding and removing them.
struct PasskeyRoutes: Sendable {
  let accounts: AccountRoutes
  private var access: AccessControl { accounts.access }

  /// Who asks people to use passkeys, as authenticators show it.
  private static let siteName = "Tessera"

  func add(to routes: RouteRegistrar) {
    addSignIn(to: routes)
    routes.on(.passkeys) { _, context in
      guard case .account(let account) = context.visitor.kind else { return .json([]) }
      return accounts.respond { () throws(AccessControl.Refusal) in
        let passkeys = try access.passkeys(of: account)
        return .json(.array(passkeys.map { ["id": .string($0.id.base64URLText), "name": .string($0.name)] }))
      }
    }
    routes.on(.beginPasskey) { request, context in
      guard case .account(let account) = context.visitor.kind else { return AccountRoutes.noPassword }
      guard let site = Self.site(of: request) else { return Self.noSite }
      return try await accounts.respond(to: request, names: ["password"]) { members throws(AccessControl.Refusal) in
        try await access.beginPasskey(
          of: account, password: members["password"] ?? "", session: request.cookies[SessionCookie.name]?.value ?? "")
      } response: {
        .json(Self.options($0, account: account, site: site))
      }
    }
    routes.on(.addPasskey) { request, context in
      guard case .account(let account) = context.visitor.kind else { return AccountRoutes.noPassword }
      guard let site = Self.site(of: request) else { return Self.noSite }
      let names: Set = ["name", "user", "clientData", "attestation"]
      return try await accounts.respond(to: request, names: names) { members throws(AccessControl.Refusal) in
        try access.addPasskey(
          to: account, named: members["name"] ?? "", user: Self.bytes(members["user"]),
          clientData: Self.bytes(members["clientData"]), attestation: Self.bytes(members["attestation"]), at: site)
        accounts.audit.record(.passkeyAdded, by: context, ["account": account, "name": members["name"]])
      } response: { _ in
        Response(status: .noContent)
      }
    }
    routes.on(.removePasskey) { request, context in
      guard case .account(let account) = context.visitor.kind else { return AccountRoutes.noPassword }
      return try await accounts.respond(to: request, names: ["id", "password"]) {
        members throws(AccessControl.Refusal) in
        try await access.removePasskey(
          Self.bytes(members["id"]), of: account, password: members["password"] ?? "",
          session: request.cookies[SessionCookie.name]?.value ?? "")
        accounts.audit.record(.passkeyRemoved, by: context, ["account": account])
      } response: { _ in
        Response(status: .noContent)
      }
    }
  }

  private func addSignIn(to routes: RouteRegistrar) {
    routes.on(.passkeyChallenge) { request, _ in
      guard let site = Self.site(of: request) else { return Self.noSite }
      return .json(["challenge": .string(access.passkeyChallenge().base64URLText), "site": .string(site.id)])
    }
    routes.on(.signInPasskey) { request, context in
      guard let site = Self.site(of: request) else { return Self.noSite }
      let names: Set = ["id", "user", "clientData", "authenticatorData", "signature"]
      return try await accounts.respond(to: request, names: names) { members throws(AccessControl.Refusal) in
        try access.signIn(
          passkey: Self.bytes(members["id"]), user: Self.bytes(members["user"]),
          clientData: Self.bytes(members["clientData"]), authenticatorData: Self.bytes(members["authenticatorData"]),
          signature: Self.bytes(members["signature"]), at: site, userAgent: request.headers[.userAgent])
      } response: {
        accounts.signedIn($0, context)
      }
    }
  }

  /// The site for which the browser uses passkeys. ``RequestGuard`` has checked that its name is the server's.
  private static func site(of request: Request) -> RelyingParty? {
    request.head.authority.flatMap { RelyingParty(authority: $0) }
  }

  private static var noSite: Response {
    .problem(
      .conflict, rule: "passkey-site", message: "Passkeys belong to a name. Open this page by the server's name")
  }

  private static func options(_ registration: PasskeyRegistration, account: String, site: RelyingParty) -> Value {
    [
      "challenge": .string(registration.challenge.base64URLText), "site": .string(site.id),
      "siteName": .string(siteName), "user": .string(registration.user.base64URLText), "account": .string(account),
      "known": .array(registration.known.map { .string($0.id.base64URLText) }),
      "algorithms": .array(registration.algorithms.map { .integer($0) }),
    ]
  }

  private static func bytes(_ text: String?) -> [UInt8] { text.flatMap { [UInt8](base64URL: $0) } ?? [] }
}
