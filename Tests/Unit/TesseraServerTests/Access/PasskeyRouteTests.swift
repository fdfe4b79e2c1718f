import HTTPTypes
import Hummingbird
import TesseraValues
import Testing

@testable import TesseraServer

@Suite("Passkeys over HTTP")
struct PasskeyRouteTests {
  @Test func `everyone gets challenges, and answers that are none sign nobody in`() async throws {
    let guarded = try await GuardedServer()
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      var challenges: Set<String> = []
      for _ in 0..<2 {
        let response = try await client.post("/login/passkey/challenge", "{}")
        let members = try Value.parseJSON(response.body.readableBytesView)
        #expect(members.value(at: "site").string == "localhost")
        challenges.insert(try #require(members.value(at: "challenge").string))
      }
      #expect(challenges.count == 2)
      for body in [
        "{}", #"{"id": "AA", "user": "AA", "clientData": "AA", "authenticatorData": "AA", "signature": "AA"}"#,
        #"{"id": "ä", "clientData": "="}"#,
      ] {
        let response = try await client.post("/login/passkey", body)
        #expect(response.status == .unauthorized && response.rule == "passkey-refused")
        #expect(response.headers[.setCookie] == nil)
      }
    }
  }

  @Test func `adding a passkey begins with the password, and says what the browser needs`() async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: "ada")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let path = "/account/passkeys"
      #expect(try await client.get(path, headers: fields).text == "[]")
      #expect(try await client.post("\(path)/begin", #"{"password": "no"}"#, headers: fields).rule == "wrong-password")
      let begun = try await client.post(
        "\(path)/begin", #"{"password": "\#(GuardedServer.password)"}"#, headers: fields)
      let members = try Value.parseJSON(begun.body.readableBytesView)
      #expect(members.value(at: "site").string == "localhost" && members.value(at: "account").string == "ada")
      #expect(members.value(at: "algorithms").array == [.integer(-7), .integer(-8), .integer(-257)])
      #expect(members.value(at: "known").array == [])
      let refused = try await client.post(path, #"{"name": "Key"}"#, headers: fields)
      #expect(refused.rule == "passkey-refused")
    }
  }
}
