import Foundation
import HTTPTypes
import Hummingbird
import TesseraBoardService
import TesseraCrypto
import TesseraValues
import Testing

@testable import TesseraAccess
@testable import TesseraServer

@Suite("Second factors over HTTP")
struct SecondFactorRouteTests {
  private static let password = #"{"password": "\#(GuardedServer.password)"}"#

  /// Adds a second factor to an account, and returns a code that counts.
  private func add(to account: String, of guarded: GuardedServer) throws -> String {
    let factor = OneTimeCode()
    let step = OneTimeCode.step(at: guarded.access.now())
    _ = try #require(try guarded.store.addSecondFactor(factor, to: account, step: step - 1))
    return factor.code(ofStep: step)
  }

  private func members(_ response: RouteResponse) throws -> Value {
    try Value.parseJSON(response.body.readableBytesView)
  }

  @Test func `the right password gets a token and no cookie, and the code gets the cookie`() async throws {
    let guarded = try await GuardedServer()
    let code = try add(to: "ada", of: guarded)
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let body = #"{"name": "ada", "password": "\#(GuardedServer.password)"}"#
      let begun = try await client.post("/login", body)
      #expect(begun.status == .ok && begun.headers[.setCookie] == nil)
      #expect(try members(begun).value(at: "needs").string == "code")
      let token = try #require(try members(begun).value(at: "token").string)
      let wrong = try await client.post("/login/code", #"{"token": "\#(token)", "code": "no"}"#)
      #expect(wrong.status == .unauthorized && wrong.rule == "wrong-code" && wrong.headers[.setCookie] == nil)
      let forged = try await client.post("/login/code", #"{"token": "a\#(token)", "code": "\#(code)"}"#)
      #expect(forged.status == .unauthorized && forged.rule == "sign-in-expired")
      let done = try await client.post("/login/code", #"{"token": "\#(token)", "code": "\#(code)"}"#)
      #expect(done.status == .noContent)
      let cookies = done.headers[values: .setCookie]
      #expect(cookies.count == 2 && cookies.last?.hasPrefix(DeviceCookie.name(of: "ada")) == true)
      let cookie = String(try #require(cookies.first).prefix { $0 != ";" })
      let session = try await client.get("/session", headers: [.cookie: cookie]).text
      #expect(session.contains(#""account":"ada""#) && session.contains(#""recoveryCodes":10"#))
    }
  }

  @Test func `the account page adds a second factor with password and code, and removes it with the password`()
    async throws
  {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: "ada")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let path = "/account/second-factor"
      #expect(try await client.post(path, #"{"password": "no"}"#, headers: fields).rule == "wrong-password")
      let begun = try await members(client.post(path, Self.password, headers: fields))
      let token = try #require(begun.value(at: "token").string)
      #expect(begun.value(at: "address").string?.hasPrefix("otpauth://totp/Tessera:ada?secret=") == true)
      #expect(begun.value(at: "qrCode").string?.hasPrefix("<svg ") == true)
      let secret = try #require([UInt8](base64URL: token.split(separator: ".")[2]))
      let code = OneTimeCode(secret: secret).code(ofStep: OneTimeCode.step(at: guarded.access.now()))
      let confirmed = try await client.post(
        "/login/second-factor", #"{"token": "\#(token)", "code": "\#(code)"}"#, headers: fields)
      #expect(confirmed.status == .ok && confirmed.headers[.setCookie] == nil)
      #expect(try members(confirmed).value(at: "recoveryCodes").array?.count == 10)
      let again = try await client.post(path, Self.password, headers: fields)
      #expect(again.rule == "second-factor-exists")
      let unchanged = try await client.post("\(path)/recovery-codes", #"{"password": "no"}"#, headers: fields)
      #expect(unchanged.rule == "wrong-password")
      let others = try await client.post("\(path)/recovery-codes", Self.password, headers: fields)
      let first = try members(confirmed).value(at: "recoveryCodes").array ?? []
      let second = try members(others).value(at: "recoveryCodes").array ?? []
      #expect(others.status == .ok && second.count == 10 && first.allSatisfy { !second.contains($0) })
      let refused = try await client.post("\(path)/remove", #"{"password": "no"}"#, headers: fields)
      #expect(refused.rule == "wrong-password")
      #expect(try await client.post("\(path)/remove", Self.password, headers: fields).status == .noContent)
      #expect(try await client.get("/session", headers: fields).text.contains(#""recoveryCodes":null"#))
      let none = try await client.post("\(path)/recovery-codes", Self.password, headers: fields)
      #expect(none.status == .badRequest && none.rule == "no-second-factor")
    }
  }

  @Test func `who adds and removes a second factor is kept, without secrets, also at a sign-in that needs one`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = ServerConfiguration()
    configuration.audit = AuditLog(folder: folder)
    let guarded = try await GuardedServer(configuration: configuration)
    let fields = try await guarded.fields(of: "ada")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      for headers in [fields, jsonHeaders] {
        let begun = try await members(client.post("/account/second-factor", Self.password, headers: fields))
        let token = try #require(begun.value(at: "token").string)
        let secret = try #require([UInt8](base64URL: token.split(separator: ".")[2]))
        let code = OneTimeCode(secret: secret).code(ofStep: OneTimeCode.step(at: guarded.access.now()))
        let confirmed = try await client.post(
          "/login/second-factor", #"{"token": "\#(token)", "code": "\#(code)"}"#, headers: headers)
        #expect(confirmed.status == .ok)
        // The sign-in has cookies of a session and of a known browser.
        #expect(confirmed.headers[values: .setCookie].count == (headers == fields ? 0 : 2))
        let replaced = try await client.post("/account/second-factor/recovery-codes", Self.password, headers: fields)
        #expect(replaced.status == .ok)
        let refused = try await client.post(
          "/account/second-factor/remove", #"{"password": "no"}"#, headers: fields)
        #expect(refused.rule == "wrong-password")
        let removed = try await client.post("/account/second-factor/remove", Self.password, headers: fields)
        #expect(removed.status == .noContent)
      }
    }
    let text = try String(contentsOf: folder.appending(path: AuditLog.fileName), encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try Value.parseJSON(String($0)) }
    let actions = lines.map { $0.value(at: "action").string }
    let round = ["second-factor-added", "recovery-codes-replaced", "second-factor-removed"]
    #expect(actions == round + round)
    #expect(lines.allSatisfy { $0.value(at: "who").string == "ada" && $0.value(at: "account").string == "ada" })
    #expect(lines.allSatisfy { $0.value(at: "address").string != nil })
  }

  @Test func `people without a password of this server have no second factor here`() async throws {
    var configuration = ServerConfiguration()
    configuration.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
    let field = try #require(HTTPField.Name("Remote-User"))
    configuration.remoteUser = RemoteUser(field: field, role: .use)
    let guarded = try await GuardedServer(configuration: configuration)
    try await guarded.server.listening { port in
      let response = try await RouteClient(port: port).post(
        "/account/second-factor", Self.password, headers: [.contentType: "application/json", field: "ada"])
      #expect(response.status == .conflict && response.rule == "no-password")
    }
  }
}
