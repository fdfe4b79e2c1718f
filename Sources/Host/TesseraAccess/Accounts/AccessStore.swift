package import Foundation
import GRDB
import Synchronization
package import TesseraData
import TesseraValues

/// Stores the accounts, their second factors, passkeys and sessions, the links to boards, the owners of personal boards,
/// and the key of known devices.
///
/// Several processes may use the file at once: a server, and commands that change accounts. Each read sees what the
/// others have committed.
package final class AccessStore: Sendable {
  private let connection: DatabaseQueue
  /// The changes of all hosts of a cluster; nil without one.
  private let journal: (any SharedStoreJournal)?
  private let cache = Mutex<CachedContent?>(nil)

  private struct CachedContent {
    /// SQLite's number of the content, which changes when another connection has committed.
    var version: Int
    var content: AccessContent
    /// When the number was read.
    var checked: ContinuousClock.Instant
  }

  private let lastCatchUp = Mutex<ContinuousClock.Instant?>(nil)

  /// How old the content of ``recentContent()`` may be.
  private static let recency: Duration = .milliseconds(10)

  /// The name of the file in the data folder.
  package static let fileName = "access.sqlite"

  /// Why changes cannot be stored, and are lost when the process ends; nil if they can.
  package let problem: StoreError?

  /// - Throws: ``StoreError`` if the file cannot be read, is damaged, or is empty. It is never replaced by a new one, which
  ///   would admit everyone.
  package init(location: StoreLocation) throws(StoreError) {
    journal = nil
    do {
      guard case .file(let url) = location else {
        connection = try StoreFile.makeQueue(at: nil, label: Self.label)
        problem = nil
        try connection.write { try Self.migrate($0) }
        return
      }
      do {
        try Self.create(at: url)
        connection = try Self.open(url)
        problem = nil
      } catch
        where !StoreFile.isDamage(error) && FileManager.default.fileExists(atPath: url.path)
        && !Self.isWritable(url)
      {
        problem = StoreError.of(error)
        let copy = try StoreFile.makeQueue(at: nil, label: Self.label)
        try StoreFile(url: url).readTemporaryCopy(label: Self.label) { old in
          try old.read { try StoreFile.check($0) }
          try old.backup(to: copy)
        }
        try copy.write { try Self.migrate($0) }
        connection = copy
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Creates a store without accounts, which cannot get any: its file could not be made.
  package init(withoutFile problem: StoreError) throws(StoreError) {
    (self.problem, journal) = (problem, nil)
    do {
      connection = try StoreFile.makeQueue(at: nil, label: Self.label)
      try connection.write { try Self.migrate($0) }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Opens the working copy of the accounts of a cluster.
  /// - Throws: ``StoreError`` if it cannot be read, or if another version of Tessera wrote it.
  package init(workingCopy file: URL, of journal: any SharedStoreJournal) throws(StoreError) {
    self.journal = journal
    problem = nil
    do {
      connection = try StoreFile.makeQueue(at: file, label: Self.label)
      try connection.writeWithoutTransaction { database in
        try database.useAsWorkingCopy()
        // `Cluster.openAccounts()` says what to do about it.
        guard try Self.version(of: database) == Self.version else {
          throw StoreError.notPersisted(reason: "another version of Tessera wrote the accounts of the cluster")
        }
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Returns the version of the format of a file.
  package static func version(of file: URL) throws(StoreError) -> Int {
    do {
      return try StoreFile(url: file).readInPlace(label: label) { try version(of: $0) }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Brings a working copy of the accounts of a cluster to the format of this program.
  /// - Returns: The file.
  /// - Throws: ``StoreError`` if it cannot be read or changed, or if a later version wrote it.
  package static func upgradedContent(ofWorkingCopy file: URL) throws(StoreError) -> [UInt8] {
    do {
      let connection = try StoreFile.makeQueue(at: file, label: label)
      return try connection.writeWithoutTransaction { database in
        try database.inTransaction {
          try migrate(database)
          return .commit
        }
        return try database.content()
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Returns the file of a store without accounts, with which a cluster begins.
  package static func emptyContent() throws(StoreError) -> [UInt8] {
    do {
      let connection = try StoreFile.makeQueue(at: nil, label: label)
      return try connection.writeWithoutTransaction { database in
        try database.inTransaction {
          try migrate(database)
          return .commit
        }
        return try database.content()
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  private static let label = "tessera.access"

  private static func isWritable(_ url: URL) -> Bool {
    let files = FileManager.default
    return files.isWritableFile(atPath: url.path) && files.isWritableFile(atPath: url.deletingLastPathComponent().path)
  }

  private static func open(_ url: URL) throws -> DatabaseQueue {
    let connection = try StoreFile.makeQueue(at: url, label: label)
    try connection.read { try StoreFile.check($0) }
    // A reader must not wait for a writer.
    if try connection.read({ try version(of: $0) }) != version { try connection.write { try migrate($0) } }
    return connection
  }

  /// Makes the file if there is none. It gets its name when it is complete, so an empty file is always a damaged one.
  private static func create(at url: URL) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: url.path) else {
      let size = try files.attributesOfItem(atPath: url.path)[.size] as? Int
      if size == 0 { throw StoreError.database(code: 11, message: "the file is empty") }
      return
    }
    let draft = StoreFile(url: URL(filePath: "\(url.path).\(UUID().uuidString).new"))
    try draft.prepare()
    let connection = try DatabaseQueue(path: draft.url.path)
    try connection.write { try migrate($0) }
    try connection.close()
    // A command that an administrator runs must leave a file that the server can write.
    let folder = try files.attributesOfItem(atPath: url.deletingLastPathComponent().path)
    if geteuid() == 0, let owner = folder[.ownerAccountID], let group = folder[.groupOwnerAccountID] {
      try files.setAttributes([.ownerAccountID: owner, .groupOwnerAccountID: group], ofItemAtPath: draft.url.path)
    }
    do {
      // Unlike a move, a link fails if another process was faster.
      try files.linkItem(atPath: draft.url.path, toPath: url.path)
    } catch {
      guard files.fileExists(atPath: url.path) else { throw error }
    }
    draft.remove()
  }

  /// Returns what is stored now, except for hashes of passwords and secrets of second factors.
  ///
  /// - Complexity: Some ten microseconds, unless something has changed since the last call.
  package func content() throws(StoreError) -> AccessContent {
    do {
      return try connection.unsafeRead { database in
        // Own changes empty the cache.
        let version = try Int.fetchOne(database.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        let known = cache.withLock { $0 }
        let content = if let known, known.version == version { known.content } else { try AccessContent(database) }
        cache.withLock { $0 = CachedContent(version: version, content: content, checked: .now) }
        return content
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Returns what is stored, as ``content()`` does, but without changes that other processes made within the last 10 ms.
  /// Changes of this process count at once.
  ///
  /// - Complexity: Less than a microsecond, mostly.
  func recentContent() throws(StoreError) -> AccessContent {
    if let known = cache.withLock({ $0 }), known.checked.duration(to: .now) < Self.recency { return known.content }
    return try content()
  }

  /// Changes accounts, roles, owners or links.
  /// - Throws: ``problem`` if changes cannot be stored: one that a restart undoes must not look as if it were made.
  func change<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    if let problem { throw problem }
    return try write(body)
  }

  /// Changes accounts if `body` finds that it may: a diagnostic that it throws undoes the change, and is thrown.
  func changeChecked<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var refusal: Diagnostic?
    do {
      return try change { database in
        do {
          return try body(database)
        } catch let error as Diagnostic {
          refusal = error
          throw error
        }
      }
    } catch {
      throw refusal ?? error
    }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try connection.read(body)
    } catch {
      throw StoreError.of(error)
    }
  }

  func write<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    for _ in 1..<Self.maximumAttempts {
      do throws(StoreError) {
        return try writeOnce(body)
      } catch .copyIsBehind {
        try catchUp()
      } catch {
        throw error
      }
    }
    return try writeOnce(body)
  }

  /// How often a change is tried while other hosts are faster.
  private static let maximumAttempts = 16

  private func writeOnce<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      defer {
        cache.withLock { $0 = nil }
        connection.persistContentIfWanted(in: journal)
      }
      return try connection.writeWithoutTransaction { database in
        try database.performTransaction(persistedIn: journal) { try body(database) }
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Applies what other hosts have changed. Blocks the thread.
  package func catchUp() throws(StoreError) {
    guard let journal else { return }
    defer { cache.withLock { $0 = nil } }
    do {
      // Reading waits for the network, so others can use the file meanwhile.
      let changes = try journal.newChanges()
      guard !changes.isEmpty else { return }
      try connection.writeWithoutTransaction { database in
        for (number, changes) in changes where journal.lacks(number) {
          try database.apply(changes)
          journal.didApply(number)
        }
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Applies what other hosts have changed, unless that was just done. Returns whether it was done now.
  func catchUpIfShared() -> Bool {
    guard journal != nil else { return false }
    let isDue = lastCatchUp.withLock { last in
      // One at a time: strangers can cause it.
      if let last, last.duration(to: .now) < Self.recency { return false }
      last = .now + Self.longestCatchUp
      return true
    }
    guard isDue else { return false }
    defer { lastCatchUp.withLock { $0 = .now } }
    return (try? catchUp()) != nil
  }

  /// After this time, another thread may try to catch up.
  private static let longestCatchUp: Duration = .seconds(5)

  /// Returns what a file contains, as ``content()`` does, without changing it, also while a server uses it.
  /// - Throws: ``StoreError`` if the file cannot be read, is damaged, or is of another version.
  package static func content(of file: URL) throws(StoreError) -> AccessContent {
    do {
      return try StoreFile(url: file).readInPlace(label: "tessera.access.reading") { database in
        guard try version(of: database) == version else {
          throw StoreError.database(code: 1, message: "another version of Tessera wrote the accounts")
        }
        return try AccessContent(database)
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// What is stored in place of a hash if an account has no password. It is no hash, so no password matches it.
  static let noPassword = ""

  /// Returns the hash of the password of an account; nil if there is no such account, or if it has no password.
  func passwordHash(of account: String) throws(StoreError) -> PasswordHash? {
    try read {
      try String.fetchOne($0, sql: "SELECT password FROM account WHERE name = ?", arguments: [account])
    }.flatMap { $0 == Self.noPassword ? nil : PasswordHash(text: $0) }
  }
}

/// What an access store contains, as values.
package struct AccessContent: Sendable {
  /// A signed-in browser.
  struct Session: Sendable {
    var account: String
    /// When it was last recorded as used.
    var used: Date
    /// When the person signed in; nil if an earlier version began the session.
    var began: Date?
    /// The browser and the system of the device; nil if they are not known.
    var device: String?
  }

  /// A number that no other content of this process has.
  let id: UInt64
  /// Whether there are accounts, also such whose roles this version does not know.
  package let hasAccounts: Bool
  /// The accounts by name.
  package let accounts: [String: Account]
  /// The links by number.
  package let links: [Int64: BoardLink]
  /// The accounts that own personal boards, by the identity of the board.
  package let owners: [String: String]
  /// The personal boards of people who have no account, such as those whom only a proxy names.
  let boardsWithoutAccount: Set<String>
  /// The numbers of unused recovery codes of accounts with a second factor, by the name of the account.
  package let secondFactors: [String: Int]
  let linkNumbers: [[UInt8]: Int64]
  let sessions: [[UInt8]: Session]

  private static let lastID = Mutex<UInt64>(0)

  /// Returns the link that a token admits to.
  func link(with token: AccessToken) -> BoardLink? { linkNumbers[token.hash].flatMap { links[$0] } }

  fileprivate init(_ database: Database) throws {
    var accounts: [String: Account] = [:]
    id = Self.lastID.withLock {
      $0 += 1
      return $0
    }
    let rows = try Row.fetchAll(database, sql: "SELECT name, role FROM account")
    hasAccounts = !rows.isEmpty
    // Also accounts whose roles are unknown have boards that are theirs.
    let names = Set(rows.map { $0["name"] as String })
    for row in rows {
      let name: String = row["name"]
      // A role that this version does not know admits to nothing.
      guard let role = Role(rawValue: row["role"]) else { continue }
      accounts[name] = Account(name: name, role: role)
    }
    for row in try Row.fetchAll(database, sql: "SELECT account, board, role FROM board_role") {
      guard let role = Role(rawValue: row["role"]) else { continue }
      accounts[row["account"]]?.boardRoles[row["board"]] = role
    }
    self.accounts = accounts
    owners = Dictionary(
      try Row.fetchAll(database, sql: "SELECT board, account FROM board_owner").map { ($0["board"], $0["account"]) },
      uniquingKeysWith: { first, _ in first })
    boardsWithoutAccount = Set(owners.filter { !names.contains($0.value) }.keys)
    secondFactors = try AccessStore.secondFactors(in: database)
    var links: [Int64: BoardLink] = [:]
    var linkNumbers: [[UInt8]: Int64] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT id, hash, name, board, role FROM link") {
      guard let role = Role(rawValue: row["role"]) else { continue }
      let link = BoardLink(id: row["id"], name: row["name"], board: row["board"], role: role)
      links[link.id] = link
      linkNumbers[Array(row["hash"] as Data)] = link.id
    }
    self.links = links
    self.linkNumbers = linkNumbers
    var sessions: [[UInt8]: Session] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT hash, account, used, began, device FROM session") {
      sessions[Array(row["hash"] as Data)] = Session(
        account: row["account"], used: Date(timeIntervalSinceReferenceDate: row["used"]),
        began: (row["began"] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }, device: row["device"])
    }
    self.sessions = sessions
  }
}
