package import Foundation
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraData
package import TesseraPostgreSQL
package import TesseraValues

/// Moves the data folder of a single server into a cluster that has no boards yet.
package struct ClusterImport: Sendable {
  private let database: PostgresAddress
  private let cipher: ContentCipher

  /// How much was moved.
  package struct Summary: Sendable, Hashable {
    package var boards = 0
    /// The databases of widgets.
    package var widgets = 0
  }

  /// How long a statement may take.
  private static let timeout: Duration = .seconds(120)

  /// - Throws: A diagnostic if the database has no tables of a cluster.
  package init(database: PostgresAddress, key: ClusterKey) throws(Diagnostic) {
    try ClusterSetup(database: database).checkTables()
    guard let cipher = ContentCipher(key) else {
      throw Diagnostic(rule: "cluster-key", message: "The key of the cluster is damaged")
    }
    self.database = database
    self.cipher = cipher
  }

  /// Moves boards, schedules, widgets' data and accounts in one transaction. Shared files follow by `SharedFolder`.
  /// - Parameter folder: The data folder, which no server uses.
  /// - Throws: A diagnostic if the cluster has boards or living hosts, or if something cannot be read. The cluster is
  ///   unchanged then.
  package func run(_ folder: URL) throws(Diagnostic) -> Summary {
    do {
      let connection = try PostgresConnection(to: database, before: .now + Self.timeout)
      defer { connection.close() }
      let transaction = Transaction(connection: connection, cipher: cipher)
      try transaction.run("BEGIN")
      try checkIsEmpty(transaction)
      let summary = try move(folder, transaction)
      try transaction.run("COMMIT")
      return summary
    } catch let error as Diagnostic {
      throw error
    } catch let error as StoreError {
      throw error.diagnostic
    } catch {
      throw ClusterSetup.diagnostic(of: error, at: database)
    }
  }

  private func checkIsEmpty(_ transaction: Transaction) throws {
    guard let row = try transaction.run(MovingStatements.content).rows.first else { return }
    if try row.integer("hosts") > 0 {
      throw Diagnostic(
        rule: "cluster-in-use", message: "Hosts of the cluster are running", fix: "Stop them first, and wait 3 seconds")
    }
    if try row.integer("boards") > 0 || row.integer("stores") > 0 {
      throw Diagnostic(
        rule: "cluster-in-use", message: "The cluster has boards already",
        fix: "Import into a new one, or export boards and import them in the page")
    }
  }

  private func move(_ folder: URL, _ transaction: Transaction) throws -> Summary {
    let stored = try StoredBoards(in: folder)
    if let problem = stored.problems.first(where: { $0.severity == .error }) { throw problem }
    guard !stored.boards.isEmpty else {
      throw Diagnostic(rule: "no-data", message: "The folder '\(folder.path)' has no boards")
    }
    var summary = Summary()
    try transaction.run("DELETE FROM tessera.board")
    for (index, board) in stored.boards.enumerated() {
      let tiles = Set(stored.tilesByBoard[board.id, default: []].map(\.rawValue))
      try transaction.run(
        MovingStatements.addBoard, [.text(board.id), .text(board.name), .texts(tiles.sorted())])
      try transaction.persist(
        BoardSeparation.content(ofBoard: board.id, in: folder, withRemoved: index == 0), as: "boards/\(board.id)",
        of: board.id)
      try transaction.persist(
        BoardSeparation.schedules(of: tiles, in: folder), as: "updates/\(board.id)", of: board.id)
      for tile in tiles.sorted() { summary.widgets += try moveWidget(tile, of: board.id, folder, transaction) }
      summary.boards += 1
    }
    let accounts = folder.appending(path: AccessStore.fileName)
    if FileManager.default.fileExists(atPath: accounts.path) {
      // Opening it brings it to the present version.
      _ = try AccessStore(location: .file(accounts))
      try transaction.persist(StoreFile(url: accounts).content(), as: Cluster.accounts, of: nil)
    }
    return summary
  }

  /// Moves the data of a widget, and of those embedded in it.
  /// - Returns: The number of databases.
  private func moveWidget(_ tile: String, of board: String, _ folder: URL, _ transaction: Transaction) throws -> Int {
    let file = folder.appending(path: "instances/\(tile).sqlite")
    guard FileManager.default.fileExists(atPath: file.path) else { return 0 }
    try transaction.persist(StoreFile(url: file).content(), as: "instances/\(tile)", of: board)
    let beside = "\(file.path).widgets"
    let embedded = (try? FileManager.default.subpathsOfDirectory(atPath: beside)) ?? []
    let names = embedded.filter { $0.hasSuffix(".sqlite") && !$0.hasPrefix("archives/") }.sorted()
    for name in names {
      try transaction.persist(
        StoreFile(url: URL(filePath: "\(beside)/\(name)")).content(),
        as: "instances/\(tile).sqlite.widgets/\(name.dropLast(".sqlite".count))", of: board)
    }
    return 1 + names.count
  }

  /// Writes to the database until it is committed.
  private struct Transaction {
    let connection: PostgresConnection
    let cipher: ContentCipher

    @discardableResult
    func run(_ sql: String, _ parameters: [PostgresValue] = []) throws -> PostgresResult {
      try connection.run(sql, parameters, before: .now + ClusterImport.timeout)
    }

    /// Persists a database in place of what was persisted of it.
    func persist(_ content: [UInt8], as store: String, of board: String?) throws {
      try run(MovingStatements.addStore, [.text(store), board.map { .text($0) } ?? .null])
      try run(MovingStatements.clearJournal, [.text(store)])
      try run(MovingStatements.clearContent, [.text(store)])
      try ContentParts.forEach(of: content, of: store, after: 0, sealedBy: cipher) { part, parts, sealed in
        try run(
          MovingStatements.persistPart, [.text(store), .integer(part), .integer(parts), .bytes(sealed)])
      }
    }
  }
}
