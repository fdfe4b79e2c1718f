import Foundation
import GRDB
import TesseraData
import TesseraValues
import Testing

@testable import TesseraAccess

/// Runs a test with a folder that is removed afterwards.
private func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

@Suite("The accounts")
struct AccessStoreTests {
  private func store() throws -> AccessStore { try AccessStore(location: .memory) }

  private func rule(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Diagnostic)?.rule ?? "\(error)"
    }
  }

  @Test func `names are compared without case`() throws {
    let store = try store()
    #expect(try store.addAccount("Ada", password: "12345678", cost: .least).name == "ada")
    #expect(rule { _ = try store.addAccount("ADA", password: "12345678") } == "account-exists")
  }

  @Test func `the first account administers, and others use, unless a role is named`() throws {
    let store = try store()
    #expect(rule { _ = try store.addAccount("eve", password: "12345678", role: .edit) } == "first-account")
    #expect(try store.addAccount("ada", password: "12345678", cost: .least).role == .administer)
    #expect(try store.addAccount("bob", password: "12345678", cost: .least).role == .use)
    #expect(try store.addAccount("cleo", password: "12345678", role: .view, cost: .least).role == .view)
  }

  @Test(arguments: [
    ("", "12345678", "account-name"), ("a b", "12345678", "account-name"), ("ä", "12345678", "account-name"),
    ("a\n", "12345678", "account-name"), (String(repeating: "a", count: 65), "12345678", "account-name"),
    ("ada", "1234567", "password"), ("ada", String(repeating: "1", count: 1025), "password"),
  ])
  func `unusable names and passwords are refused`(name: String, password: String, rule: String) throws {
    let store = try store()
    #expect(self.rule { _ = try store.addAccount(name, password: password, cost: .least) } == rule)
    #expect(try store.content().accounts.isEmpty)
  }

  @Test func `the last account that administers stays`() throws {
    let store = try store()
    _ = try store.addAccount("ada", password: "12345678", role: .administer, cost: .least)
    _ = try store.addAccount("bob", password: "12345678", cost: .least)
    #expect(rule { try store.removeAccount("ada") } == "last-administrator")
    #expect(rule { try store.setRole(of: "ada", to: .edit) } == "last-administrator")
    try store.setRole(of: "bob", to: .administer)
    try store.removeAccount("ada")
    #expect(try Array(store.content().accounts.keys) == ["bob"])
    #expect(rule { try store.removeAccount("ada") } == "unknown-account")
  }

  @Test func `two processes that change accounts at once leave one administrator`() throws {
    for _ in 0..<20 {
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "access.sqlite")
        let stores = [try AccessStore(location: .file(file)), try AccessStore(location: .file(file))]
        // Both would be the first, and the second would have the role of a first one.
        let names = ["ada", "bob"]
        DispatchQueue.concurrentPerform(iterations: 2) { index in
          _ = try? stores[index].addAccount(names[index], password: "12345678", cost: .least)
        }
        #expect(try stores[0].content().accounts.values.map(\.role).sorted() == [.use, .administer])
        for name in names { try stores[0].setRole(of: name, to: .administer) }
        DispatchQueue.concurrentPerform(iterations: 2) { index in try? stores[index].removeAccount(names[index]) }
        #expect(try stores[0].content().accounts.count == 1)
      }
    }
  }

  @Test func `without a file there are no accounts, and none can be made`() throws {
    let store = try AccessStore(withoutFile: StoreError.database(code: 13, message: "the disk is full"))
    #expect(rule { _ = try store.addAccount("ada", password: "12345678", cost: .least) } != nil)
    #expect(try store.content().accounts.isEmpty)
  }

  @Test func `a removed account and a new password end their sessions`() throws {
    let store = try store()
    for name in ["ada", "bob", "eve"] {
      _ = try store.addAccount(name, password: "12345678", role: .administer, cost: .least)
      #expect(try store.addSession(of: name, now: Date()) != nil)
    }
    try store.removeAccount("ada")
    try store.setPassword(of: "bob", to: "87654321", cost: .least)
    #expect(try store.content().sessions.values.map(\.account) == ["eve"])
    #expect(try store.addSession(of: "ada", now: Date()) == nil)
  }

  @Test func `each account has up to 32 personal boards, and a removed board leaves no rights`() throws {
    let store = try store()
    _ = try store.addAccount("ada", password: "12345678", cost: .least)
    for index in 0..<32 { try store.setOwner(of: "board\(index)", to: "ada") }
    try store.setOwner(of: "bob's", to: "bob")
    #expect(rule { try store.setOwner(of: "more", to: "ada") } == "too-many-boards")
    try store.setRole(of: "ada", to: .view, on: "board0")
    _ = try store.addLink(named: "Kitchen", to: "board0", role: .view)
    try store.removeBoard("board0")
    let content = try store.content()
    #expect(content.owners["board0"] == nil && content.links.isEmpty)
    #expect(content.accounts["ada"]?.boardRoles == [:])
  }

  @Test func `who could see the board that an imported personal one replaces does not see the new one`() throws {
    let store = try store()
    for name in ["ada", "bob"] { _ = try store.addAccount(name, password: "12345678", cost: .least) }
    try store.setRole(of: "bob", to: .edit, on: "home")
    for board in ["home", "other"] { _ = try store.addLink(named: "Kitchen", to: board, role: .view) }
    try store.setOwner(ofImported: "home", to: "ada")
    let content = try store.content()
    #expect(content.owners["home"] == "ada")
    #expect(content.accounts["bob"]?.boardRoles == [:])
    #expect(content.links.values.map(\.board) == ["other"])
  }

  @Test func `an account has a limited number of sessions, and the one unused longest ends`() throws {
    let store = try store()
    _ = try store.addAccount("ada", password: "12345678", cost: .least)
    let first = try store.addSession(of: "ada", now: Date(timeIntervalSince1970: 0))
    for index in 1...AccessStore.maximumSessions {
      _ = try store.addSession(of: "ada", now: Date(timeIntervalSince1970: Double(index)))
    }
    let sessions = try store.content().sessions
    #expect(sessions.count == AccessStore.maximumSessions)
    #expect(try sessions[#require(first).hash] == nil)
  }

  @Test func `tokens and passwords are not in the file`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: AccessStore.fileName)
      let store = try AccessStore(location: .file(file))
      _ = try store.addAccount("ada", password: "a very secret one", cost: .least)
      let session = try #require(try store.addSession(of: "ada", now: Date()))
      let (_, link) = try store.addLink(named: "Kitchen", to: "home", role: .view)
      var bytes = Data()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        bytes += FileManager.default.contents(atPath: folder.appending(path: name).path) ?? Data()
      }
      #expect(bytes.range(of: Data("ada".utf8)) != nil)
      for secret in ["a very secret one", session.text, link.text] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil)
      }
      let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(permissions == 0o600)
    }
  }

  @Test func `a server sees at once what a command changes`() throws {
    try withTemporaryFolder { folder in
      let location = StoreLocation.file(folder.appending(path: AccessStore.fileName))
      let (server, command) = (try AccessStore(location: location), try AccessStore(location: location))
      #expect(try server.content().accounts.isEmpty)
      _ = try command.addAccount("ada", password: "12345678", role: .administer, cost: .least)
      #expect(try server.content().accounts["ada"]?.role == .administer)
      let session = try #require(try server.addSession(of: "ada", now: Date()))
      #expect(try command.content().sessions[session.hash] != nil)
      _ = try command.addAccount("bob", password: "12345678", role: .administer, cost: .least)
      try command.removeAccount("ada")
      #expect(try server.content().sessions.isEmpty)
    }
  }

  @Test
  func `accounts of the format without second factors keep their sessions, and may have both factors and passkeys`()
    throws
  {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: AccessStore.fileName)
      let session = try {
        let store = try AccessStore(location: .file(file))
        _ = try store.addAccount("ada", password: "12345678", cost: .least)
        return try #require(try store.addSession(of: "ada", device: "Firefox, Linux", now: Date()))
      }()
      try DatabaseQueue(path: file.path).write {
        try $0.execute(
          sql: """
            DROP TABLE recovery_code; DROP TABLE second_factor; DROP TABLE passkey; DROP TABLE used_challenge;
            PRAGMA user_version = 4;
            """)
      }
      let store = try AccessStore(location: .file(file))
      #expect(try store.content().sessions[session.hash]?.device == "Firefox, Linux")
      #expect(KnownDevice.text(for: session, in: store) != nil)
      #expect(try store.addSecondFactor(OneTimeCode(), to: "ada", step: 0)?.count == AccessStore.recoveryCodes)
      #expect(try store.passkeys(of: "ada").isEmpty)
    }
  }

  @Test func `sessions of the format without devices go on, and their browsers become known at the next sign-in`()
    throws
  {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: AccessStore.fileName)
      let session = try {
        let store = try AccessStore(location: .file(file))
        _ = try store.addAccount("ada", password: "12345678", cost: .least)
        return try #require(try store.addSession(of: "ada", device: "Firefox, Linux", now: Date()))
      }()
      try DatabaseQueue(path: file.path).write {
        try $0.execute(
          sql: """
            DROP TABLE recovery_code; DROP TABLE second_factor; DROP TABLE passkey; DROP TABLE used_challenge;
            DROP TABLE secret; ALTER TABLE session DROP COLUMN began; ALTER TABLE session DROP COLUMN device;
            PRAGMA user_version = 3;
            """)
      }
      let store = try AccessStore(location: .file(file))
      let entry = try #require(try store.content().sessions[session.hash])
      #expect(entry.account == "ada" && entry.began == nil && entry.device == nil)
      #expect(KnownDevice.text(for: session, in: store) != nil)
    }
  }

  @Test func `a damaged file, an empty one, and one of a later version are refused and not replaced`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: AccessStore.fileName)
      let garbage = Data(repeating: 0x55, count: 8192)
      try garbage.write(to: file)
      #expect(throws: StoreError.self) { try AccessStore(location: .file(file)) }
      #expect(try Data(contentsOf: file) == garbage)
      try Data().write(to: file)
      #expect(throws: StoreError.self) { try AccessStore(location: .file(file)) }
      #expect(try Data(contentsOf: file).isEmpty)
      try FileManager.default.removeItem(at: file)
      try DatabaseQueue(path: file.path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
      #expect(throws: StoreError.self) { try AccessStore(location: .file(file)) }
    }
  }

  @Test func `accounts whose roles this version does not know count as accounts`() throws {
    let store = try store()
    try store.write { try $0.execute(sql: "INSERT INTO account VALUES ('ada', 'emperor', '')") }
    let content = try store.content()
    #expect(content.accounts.isEmpty && content.hasAccounts)
    #expect(AccessControl(store: store, policy: .automatic).visitor(session: nil) == .stranger)
  }
}
