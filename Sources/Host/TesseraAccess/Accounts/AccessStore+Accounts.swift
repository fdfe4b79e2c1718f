import GRDB
package import TesseraData
import TesseraValues

extension AccessStore {
  /// The minimum number of characters of a password. A shorter one is refused. The number is that of NIST SP 800-63B,
  /// section 5.1.1.2.
  package static let minimumPasswordLength = 8
  /// The maximum length of a password, in UTF-8 bytes. A longer one is refused. NIST SP 800-63B asks for at least 64
  /// characters.
  package static let maximumPasswordBytes = 1024
  /// The maximum number of personal boards of a person. A further one is refused. All boards of a server stay in memory, so
  /// it has 256 of all people; the last 32 are for administrators, whom others cannot leave without room.
  static let maximumPersonalBoards = 32

  /// Adds an account.
  /// - Parameter role: The role on shared boards; nil for `use`, or for `administer` if there is no account yet.
  /// - Throws: A diagnostic if the name or the password cannot be used, or if the first account would not administer, and
  ///   ``StoreError``.
  package func addAccount(
    _ name: String, password: String, role: Role? = nil, cost: PasswordCost = .standard
  ) throws -> Account {
    let name = try Self.checkedName(name)
    let hash = try Self.hash(password, cost)
    // Another process can add an account at the same time, so the checks belong to the change.
    return try changeChecked { database throws in
      let isFirst = try Int.fetchOne(database, sql: "SELECT 1 FROM account LIMIT 1") == nil
      let role = role ?? (isFirst ? .administer : .use)
      guard !isFirst || role == .administer else { throw Self.firstHasToAdminister }
      try database.execute(
        sql: "INSERT OR IGNORE INTO account (name, role, password) VALUES (?, ?, ?)",
        arguments: [name, role.rawValue, hash.text])
      guard database.changesCount > 0 else {
        throw Diagnostic(
          rule: "account-exists", message: "There is an account '\(name)' already",
          fix: "Choose another name, or change its password: tessera user password \(name)")
      }
      return Account(name: name, role: role)
    }
  }

  /// Returns the name of the account of a person whom a provider names, and binds the account to the person.
  ///
  /// A new account has no password that is right for it until one is set.
  /// - Parameter role: The role of a new account; nil adds none.
  /// - Returns: Nil if the person has no account, or if the account of that name belongs to another person.
  /// - Throws: A diagnostic if the first account would not administer, and ``StoreError``.
  func account(of person: OpenIDPerson, role: Role?) throws -> String? {
    try changeChecked { database in
      let known = try String.fetchOne(
        database, sql: "SELECT account FROM identity WHERE issuer = ? AND subject = ?",
        arguments: [person.issuer, person.subject])
      if let known { return known }
      guard let name = Account.normalizedName(person.name) else { return nil }
      if try Row.fetchOne(database, sql: "SELECT 1 FROM account WHERE name = ?", arguments: [name]) == nil {
        guard let role else { return nil }
        let isFirst = try Int.fetchOne(database, sql: "SELECT 1 FROM account LIMIT 1") == nil
        guard !isFirst || role == .administer else { throw Self.firstHasToAdminister }
        try database.execute(
          sql: "INSERT INTO account (name, role, password) VALUES (?, ?, ?)",
          arguments: [name, role.rawValue, Self.noPassword])
      }
      try database.execute(
        sql: "INSERT OR IGNORE INTO identity (account, issuer, subject) VALUES (?, ?, ?)",
        arguments: [name, person.issuer, person.subject])
      return database.changesCount > 0 ? name : nil
    }
  }

  /// Adds the first account, which administers, if there is none yet.
  /// - Returns: The account, or nil if there is one already.
  func addFirstAccount(_ name: String, password: String, cost: PasswordCost) throws -> Account? {
    let name = try Self.checkedName(name)
    let hash = try Self.hash(password, cost)
    let isFirst = try change { database in
      try database.execute(
        sql: "INSERT INTO account (name, role, password) SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM account)",
        arguments: [name, Role.administer.rawValue, hash.text])
      return database.changesCount > 0
    }
    return isFirst ? Account(name: name, role: .administer) : nil
  }

  /// Changes the password of an account, and ends its sessions.
  package func setPassword(of name: String, to password: String, cost: PasswordCost = .standard) throws {
    let name = try known(name)
    let hash = try Self.hash(password, cost)
    try change { database in
      try database.execute(sql: "UPDATE account SET password = ? WHERE name = ?", arguments: [hash.text, name])
      try database.execute(sql: "DELETE FROM session WHERE account = ?", arguments: [name])
    }
  }

  /// Changes the role of an account on boards that are shared, or on one board.
  /// - Parameters:
  ///   - role: Nil removes the role that the account has on one board only.
  ///   - board: The board; nil for all shared boards.
  package func setRole(of name: String, to role: Role?, on board: String? = nil) throws {
    let name = try known(name)
    try changeChecked { database in
      if let role, role < .administer, board == nil { try Self.checkOthersAdminister(besides: name, database) }
      switch (role, board) {
      case (let role?, nil):
        try database.execute(sql: "UPDATE account SET role = ? WHERE name = ?", arguments: [role.rawValue, name])
      case (let role?, let board?):
        try database.execute(
          sql: "INSERT OR REPLACE INTO board_role (account, board, role) VALUES (?, ?, ?)",
          arguments: [name, board, role.rawValue])
      case (nil, let board?):
        try database.execute(
          sql: "DELETE FROM board_role WHERE account = ? AND board = ?", arguments: [name, board])
      case (nil, nil): break
      }
    }
  }

  /// Removes an account and its sessions. Its personal boards stay, and belong to no account: only administrators see them.
  package func removeAccount(_ name: String) throws {
    let name = try known(name)
    try changeChecked { database in
      try Self.checkOthersAdminister(besides: name, database)
      try database.execute(sql: "UPDATE board_owner SET account = '' WHERE account = ?", arguments: [name])
      try database.execute(sql: "DELETE FROM account WHERE name = ?", arguments: [name])
    }
  }

  /// Makes a board personal.
  /// - Throws: A diagnostic if the account has as many as it may have, and ``StoreError``.
  package func setOwner(of board: String, to account: String) throws {
    let isAdded = try change { database in
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM board_owner WHERE account = ?", arguments: [account])
      guard (count ?? 0) < Self.maximumPersonalBoards else { return false }
      try database.execute(
        sql: "INSERT OR REPLACE INTO board_owner (board, account) VALUES (?, ?)", arguments: [board, account])
      return true
    }
    guard isAdded else {
      throw Diagnostic(
        rule: "too-many-boards",
        message: "You have \(Self.maximumPersonalBoards) boards of your own, the most possible",
        fix: "Remove one of them first")
    }
  }

  /// Makes a board that comes from another server personal here, too: for the account with the name of its owner there, or
  /// for administrators if there is no such account. Roles and links for the board that it replaces end.
  package func setOwner(ofImported board: String, to owner: String) throws(StoreError) {
    try change { database in
      for table in ["board_role", "link"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE board = ?", arguments: [board])
      }
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO board_owner (board, account)
            VALUES (?1, coalesce((SELECT name FROM account WHERE name = ?2), ''))
          """, arguments: [board, owner])
    }
  }

  /// Removes all that refers to a board that is no more.
  package func removeBoard(_ board: String) throws(StoreError) {
    try change { database in
      for table in ["board_owner", "board_role", "link"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE board = ?", arguments: [board])
      }
    }
  }

  // MARK: Links

  /// Adds a link to a board.
  /// - Returns: The link, and the token that admits. The token cannot be read again.
  package func addLink(named name: String, to board: String, role: Role) throws(StoreError) -> (BoardLink, AccessToken)
  {
    let token = AccessToken()
    let id = try change { database in
      try database.execute(
        sql: "INSERT INTO link (hash, name, board, role) VALUES (?, ?, ?, ?)",
        arguments: [token.storedHash, name, board, role.rawValue])
      return database.lastInsertedRowID
    }
    return (BoardLink(id: id, name: name, board: board, role: role), token)
  }

  /// Revokes a link.
  /// - Returns: Whether there was one.
  @discardableResult
  package func removeLink(_ id: Int64) throws(StoreError) -> Bool {
    try change { database in
      try database.execute(sql: "DELETE FROM link WHERE id = ?", arguments: [id])
      return database.changesCount > 0
    }
  }

  // MARK: Checks

  private static func checkedName(_ text: String) throws(Diagnostic) -> String {
    guard let name = Account.normalizedName(text) else {
      throw Diagnostic(
        rule: "account-name", message: "'\(text)' cannot be the name of an account",
        fix: "Use 1 to 64 letters from a to z, digits, and the characters . _ - + @")
    }
    return name
  }

  /// Checks that a password can be set.
  static func check(_ password: String) throws(Diagnostic) {
    guard password.count >= minimumPasswordLength, password.utf8.count <= maximumPasswordBytes else {
      throw Diagnostic(
        rule: "password",
        message:
          "A password has at least \(minimumPasswordLength) characters, and at most \(maximumPasswordBytes) bytes")
    }
  }

  private static func hash(_ password: String, _ cost: PasswordCost) throws -> PasswordHash {
    try check(password)
    return try PasswordHash(of: password, cost: cost)
  }

  private static var firstHasToAdminister: Diagnostic {
    Diagnostic(
      rule: "first-account", message: "The first account has to administer",
      fix: "Add it with the role 'administer', and then others")
  }

  private func known(_ text: String) throws -> String {
    guard let name = Account.normalizedName(text), try content().accounts[name] != nil else {
      throw Diagnostic(
        rule: "unknown-account", message: "There is no account '\(text)'", fix: "List them with 'tessera user list'")
    }
    return name
  }

  /// Without an administrator, no person could give roles any more, and without accounts, a server on loopback would
  /// admit everyone.
  private static func checkOthersAdminister(besides name: String, _ database: Database) throws {
    let administrators = try String.fetchAll(
      database, sql: "SELECT name FROM account WHERE role = ?", arguments: [Role.administer.rawValue])
    guard administrators == [name] else { return }
    throw Diagnostic(
      rule: "last-administrator", message: "'\(name)' is the only account that administers",
      fix: "Give another account the role 'administer' first")
  }
}
