import GRDB

/// Key-value storage for texts outside of all entities, used by widgets implemented in Swift.
extension Store {
  /// Returns all texts by key.
  package func states() throws -> [String: String] {
    try read { connection in
      let statement = try RawStatement(connection, "SELECT name, value FROM \"$state\"", isCached: false)
      var states: [String: String] = [:]
      try statement.forEachRow { states[statement.text(0)] = statement.text(1) }
      return states
    }
  }

  /// Stores a text for a key. Passing nil removes it.
  package func setState(_ text: String?, forKey key: String) throws {
    try write { transaction in
      let sql =
        text == nil
        ? "DELETE FROM \"$state\" WHERE name = ?" : "INSERT OR REPLACE INTO \"$state\" (name, value) VALUES (?, ?)"
      let statement = try RawStatement(transaction.connection, sql, isCached: true)
      statement.bind(key, at: 1)
      if let text { statement.bind(text, at: 2) }
      try statement.run()
    }
  }
}
