import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TesseraAccess
import TesseraBoardService
import TesseraValues
import Testing

@testable import TesseraServer

@Suite("Administration of people")
struct PeopleRouteTests {
  /// Runs a test as an administrator of a server.
  private func administering(
    _ test: @escaping @Sendable (RouteClient, HTTPFields, GuardedServer) async throws -> Void
  ) async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: "administer")
    try await guarded.server.listening { port in try await test(RouteClient(port: port), fields, guarded) }
  }

  @Test func `accounts are added, changed and removed`() async throws {
    try await administering { client, fields, guarded in
      let body = #"{"name": "Bob@example.org", "password": "correct horse", "role": "use"}"#
      let added = try await client.post("/admin/people", body, headers: fields)
      #expect(added.status == .created && added.text == #"{"name":"bob@example.org","role":"use"}"#)
      try guarded.store.setRole(of: "bob@example.org", to: .edit, on: "home")
      let people = try await client.get("/admin/people", headers: fields)
      let accounts = try Value.parseJSON(people.body.readableBytesView).value(at: "accounts").array ?? []
      #expect(
        accounts.map { $0.value(at: "name").string } == ["ada", "administer", "bob@example.org", "edit", "look", "use"])
      #expect(accounts[2].value(at: "boards.home").string == "edit")
      #expect(!people.text.contains("argon2"))
      let bob = try await guarded.fields(of: "bob@example.org")
      let path = "/admin/people/bob%40example.org"
      let role = try await client.post("\(path)/role", #"{"role": "administer"}"#, headers: fields)
      #expect(role.status == .noContent)
      #expect(try await client.get("/admin/people", headers: bob).status == .ok)
      let password = try await client.post("\(path)/password", #"{"password": "another one"}"#, headers: fields)
      #expect(password.status == .noContent)
      #expect(try await client.get("/admin/people", headers: bob).status == .unauthorized)
      #expect(try await client.post("\(path)/remove", "{}", headers: fields).status == .noContent)
      #expect(try guarded.store.content().accounts["bob@example.org"] == nil)
    }
  }

  @Test func `who changed what is kept, without secrets`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = ServerConfiguration()
    configuration.audit = AuditLog(folder: folder)
    let guarded = try await GuardedServer(configuration: configuration)
    let fields = try await guarded.fields(of: "administer")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let body = #"{"name": "bob", "password": "correct horse", "role": "use"}"#
      let added = try await client.post("/admin/people", body, headers: fields)
      #expect(added.status == .created)
      // What was refused is not kept.
      let refused = try await client.post("/admin/people", body, headers: fields)
      #expect(refused.status == .conflict)
      let steps = [
        ("people/bob/role", #"{"role": "edit"}"#),
        ("people/bob/board-role", #"{"board": "home", "role": "look"}"#),
        ("people/bob/board-role", #"{"board": "home", "role": "none"}"#),
        ("people/bob/password", #"{"password": "another one"}"#),
        ("people/bob/remove", "{}"),
      ]
      for (path, body) in steps {
        #expect(try await client.post("/admin/\(path)", body, headers: fields).status == .noContent)
      }
    }
    let text = try String(contentsOf: folder.appending(path: AuditLog.fileName), encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try Value.parseJSON(String($0)) }
    #expect(
      lines.map { $0.value(at: "action").string } == [
        "account-added", "role-set", "role-set", "role-set", "password-set", "account-removed",
      ])
    #expect(lines.allSatisfy { $0.value(at: "who").string == "administer" })
    #expect(lines.allSatisfy { $0.value(at: "account").string == "bob" })
    #expect(lines[1...3].map { $0.value(at: "role").string } == ["edit", "look", "none"])
    #expect(lines[1...3].map { $0.value(at: "board").string } == [nil, "home", "home"])
    #expect(!text.contains("another one") && !text.contains("correct horse"))
  }

  @Test(arguments: [
    ("", #"{"name": "ADA", "password": "correct horse", "role": "use"}"#, 409, "account-exists", "already"),
    ("", #"{"name": "a b", "password": "correct horse", "role": "use"}"#, 400, "account-name", "Use 1 to 64 letters"),
    ("", #"{"name": "bob", "password": "short", "role": "use"}"#, 400, "password", "at least 8 characters"),
    ("", #"{"name": "bob", "password": "correct horse"}"#, 400, "wire-format", "'administer'"),
    ("/administer/role", #"{"role": "edit"}"#, 409, "last-administrator", "Give another account the role"),
    ("/administer/remove", "{}", 409, "last-administrator", "only account that administers"),
    ("/ada/role", #"{"role": "king"}"#, 400, "wire-format", "'administer'"),
    ("/ada/password", #"{"password": "short"}"#, 400, "password", "at least 8 characters"),
    ("/eve/role", #"{"role": "use"}"#, 404, "unknown-account", "no account 'eve'"),
    ("/eve/password", #"{"password": "correct horse"}"#, 404, "unknown-account", "no account 'eve'"),
    ("/eve/remove", "{}", 404, "unknown-account", "no account 'eve'"),
  ])
  func `what cannot be done is refused in words`(path: String, body: String, status: Int, rule: String, words: String)
    async throws
  {
    try await administering { client, fields, _ in
      let response = try await client.post("/admin/people\(path)", body, headers: fields)
      #expect(response.status.code == status && response.rule == rule, "\(response.text)")
      #expect(response.text.contains(words) && !response.text.contains("tessera user"), "\(response.text)")
    }
  }

  @Test func `roles on one board are given, replaced and ended, also by who has lost the own one there`() async throws {
    try await administering { client, fields, guarded in
      func set(_ name: String, _ role: String, on board: String = "home") async throws -> RouteResponse {
        let body = #"{"board": "\#(board)", "role": "\#(role)"}"#
        return try await client.post("/admin/people/\(name)/board-role", body, headers: fields)
      }
      func roles(of name: String) throws -> [String: Role]? { try guarded.store.content().accounts[name]?.boardRoles }
      for role in [Role.edit, .view] {
        #expect(try await set("ada", role.rawValue).status == .noContent)
        #expect(try roles(of: "ada") == ["home": role])
      }
      #expect(try await set("ada", "none").status == .noContent)
      #expect(try roles(of: "ada") == [:])
      for role in ["look", "none"] { #expect(try await set("administer", role).status == .noContent) }
      for (name, role, board, status, rule) in [
        ("ada", "king", "home", 400, "wire-format"), ("eve", "edit", "home", 404, "unknown-account"),
        ("ada", "edit", "nowhere", 404, "unknown-board"), ("ada", "edit", guarded.personal, 404, "unknown-board"),
        ("administer", "look", guarded.personal, 404, "unknown-board"),
      ] {
        let refused = try await set(name, role, on: board)
        #expect(refused.status.code == status && refused.rule == rule, "\(refused.text)")
      }
      // Administrators give roles on boards whose owner has no account.
      try guarded.store.removeAccount("ada")
      #expect(try await set("edit", "use", on: guarded.personal).status == .noContent)
      let people = try await Value.parseJSON(client.get("/admin/people", headers: fields).body.readableBytesView)
      let boards = people.value(at: "boards").array ?? []
      #expect(boards.map { $0.value(at: "id").string } == ["home", guarded.personal])
      #expect(boards.map { $0.value(at: "owner").string } == [nil, ""])
    }
  }

  @Test func `links are added to boards that the administrator may administer, and removed`() async throws {
    try await administering { client, fields, guarded in
      let added = try await client.post(
        "/admin/links", #"{"name": "Kitchen", "board": "home", "role": "look"}"#, headers: fields)
      #expect(added.status == .created)
      let members = try Value.parseJSON(added.body.readableBytesView)
      let path = try #require(members.value(at: "path").string)
      let number = try #require(members.value(at: "number").integer)
      #expect(try await client.get(path).headers[.location] == "/boards/home/page")
      let people = try await client.get("/admin/people", headers: fields).text
      #expect(people.contains(#""name":"Kitchen""#) && people.contains(#""boards":[{"id":"home","name":"Home"}]"#))
      #expect(!people.contains(String(path.dropFirst("/links/".count))))
      for (body, status, rule) in [
        (#"{"name": "Spy", "board": "\#(guarded.personal)", "role": "look"}"#, 404, "unknown-board"),
        (#"{"name": "Spy", "board": "nowhere", "role": "look"}"#, 404, "unknown-board"),
        (#"{"name": " ", "board": "home", "role": "look"}"#, 400, "link-name"),
        (#"{"name": "Kitchen", "board": "home", "role": "edit"}"#, 400, "link-role"),
      ] {
        let refused = try await client.post("/admin/links", body, headers: fields)
        #expect(refused.status.code == status && refused.rule == rule, "\(refused.text)")
      }
      #expect(try await client.post("/admin/links/\(number)/remove", "{}", headers: fields).status == .noContent)
      let again = try await client.post("/admin/links/\(number)/remove", "{}", headers: fields)
      #expect(again.status == .notFound && again.rule == "unknown-link")
      #expect(try await client.get(path).status == .notFound)
    }
  }

  @Test func `a server without accounts refuses, and says how to begin`() async throws {
    try await withRoutes { client in
      #expect(try await client.get("/admin/people").rule == "no-accounts")
      let body = #"{"name": "eve", "password": "correct horse", "role": "administer"}"#
      let refused = try await client.post("/admin/people", body)
      #expect(refused.status == .conflict && refused.text.contains("tessera user add"))
      #expect(try await client.get("/admin").status == .ok)
      #expect(try await client.get("/admin/widgets").text.contains(#""name":"Feed""#))
    }
  }
}
