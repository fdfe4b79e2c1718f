import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraValues

// The routes for codes at sign-in, and for adding and removing a second factor.
extension AccountRoutes {
  func addSecondFactor(to routes: RouteRegistrar) {
    routes.on(.signInCode) { request, context in
      try await respond(to: request, names: ["token", "code"]) { members throws(AccessControl.Refusal) in
        let token = members["token"] ?? ""
        do throws(AccessControl.Refusal) {
          return try access.signIn(
            token: token, code: members["code"] ?? "", from: context.clientAddress,
            devices: { request.cookies[DeviceCookie.name(of: $0)]?.value }, userAgent: request.headers[.userAgent])
        } catch {
          if error == .wrongCode { logFailure(of: access.account(of: token) ?? "", from: context.clientAddress) }
          throw error
        }
      } response: {
        signedIn($0, context)
      }
    }
    routes.on(.addSecondFactor) { request, context in
      guard case .account(let account) = context.visitor.kind else { return Self.noPassword }
      return try await respond(to: request, names: ["password"]) { members throws(AccessControl.Refusal) in
        try await access.enrol(
          account, password: members["password"] ?? "", session: request.cookies[SessionCookie.name]?.value ?? "")
      } response: {
        .json(.dictionary(Self.members(of: $0)))
      }
    }
    routes.on(.confirmSecondFactor) { request, context in
      try await respond(to: request, names: ["token", "code"]) { members throws(AccessControl.Refusal) in
        let added = try access.confirmEnrolment(
          token: members["token"] ?? "", code: members["code"] ?? "", from: context.clientAddress,
          session: request.cookies[SessionCookie.name]?.value,
          devices: { request.cookies[DeviceCookie.name(of: $0)]?.value }, userAgent: request.headers[.userAgent])
        // At a sign-in, the visitor is a stranger until now.
        audit.record(
          .secondFactorAdded, by: added.account, ["account": added.account, "address": context.clientAddress])
        return added
      } response: { added in
        var response = Self.response(with: added.codes)
        if let session = added.session {
          response.headers[values: .setCookie] = signedIn(session, context).headers[values: .setCookie]
        }
        return response
      }
    }
    routes.on(.replaceRecoveryCodes) { request, context in
      guard case .account(let account) = context.visitor.kind else { return Self.noPassword }
      return try await respond(to: request, names: ["password"]) { members throws(AccessControl.Refusal) in
        let codes = try await access.replaceRecoveryCodes(
          of: account, password: members["password"] ?? "",
          session: request.cookies[SessionCookie.name]?.value ?? "")
        audit.record(.recoveryCodesReplaced, by: context, ["account": account])
        return codes
      } response: {
        Self.response(with: $0)
      }
    }
    routes.on(.removeSecondFactor) { request, context in
      guard case .account(let account) = context.visitor.kind else { return Self.noPassword }
      return try await respond(to: request, names: ["password"]) { members throws(AccessControl.Refusal) in
        try await access.removeSecondFactor(
          of: account, password: members["password"] ?? "",
          session: request.cookies[SessionCookie.name]?.value ?? "")
        audit.record(.secondFactorRemoved, by: context, ["account": account])
      } response: { _ in
        Response(status: .noContent)
      }
    }
  }

  /// The response to people whose password is not that of this server.
  static var noPassword: Response {
    .problem(.conflict, rule: "no-password", message: "You have not signed in with a password of this server")
  }

  private static func response(with codes: [RecoveryCode]) -> Response {
    .json(["recoveryCodes": .array(codes.map { .string($0.text) })])
  }

  /// Returns the response that says what a person has to do after the right password.
  static func response(to demand: SecondFactorDemand) -> Response {
    switch demand {
    case .code(let token): .json(["needs": "code", "token": .string(token)])
    case .enrolment(let enrolment):
      .json(.dictionary(members(of: enrolment).merging(["needs": "enrolment"]) { $1 }))
    }
  }

  private static func members(of enrolment: SecondFactorEnrolment) -> [String: Value] {
    [
      "token": .string(enrolment.token), "secret": .string(enrolment.secret), "address": .string(enrolment.address),
      "qrCode": enrolment.qrCode.map(Value.string) ?? .null,
    ]
  }
}
