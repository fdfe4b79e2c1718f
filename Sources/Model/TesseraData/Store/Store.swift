public import Foundation
import GRDB
import GRDBSQLite
import Synchronization
package import TesseraExpressions
import TesseraValues

/// The location of a store's data.
public enum StoreLocation: Sendable, Hashable {
  /// In memory, for tests and headless rendering. The data is lost when the store is released.
  case memory
  /// In an SQLite file in WAL mode. Each widget instance has its own file. Missing folders are created.
  case file(URL)
}

/// The object store of a widget instance.
///
/// A store can be used from any thread. Writes are serialized; each is one transaction, and its observers are notified
/// before the call returns. Reads of a file-based store do not wait for writes; reads of an in-memory store do.
///
/// A file whose tables do not match the model is migrated and keeps the data that still fits. A damaged file is set
/// aside under a name with the date, and its readable data is copied to a new file.
package final class Store: Sendable {
  /// The model that describes the entities.
  package let model: EntityModel
  let schema: StoreSchema
  let readers: [RowReader]
  let cache = RowCache()
  /// The result of the recovery, if the file was damaged.
  package let recovery: StoreRecovery?
  private let connections: any DatabaseWriter
  private let journal: (any StoreJournal)?
  private let hub = ObservationHub()
  /// The changes of a group so far (``together(_:)``); nil outside of groups. Only the writing thread sets it.
  private let group = Mutex<[StoreChange]?>(nil)

  /// Opens a store and migrates its tables to the model.
  ///
  /// - Parameters:
  ///   - model: The entities.
  ///   - location: The location of the data.
  ///   - transformers: The transformers that convert values of attributes with a changed type.
  ///   - replication: Keeps what a file contains elsewhere as well; nil if the file is the only place.
  ///   - former: A store in memory whose data is copied into the new one, if that is in memory as well.
  /// - Throws: ``StoreError/database(code:message:)``, for example if the folder is not writable.
  package init(
    model: EntityModel, location: StoreLocation = .memory, transformers: ValueTransformers = .standard,
    replication: (any StoreReplication)? = nil, copying former: Store? = nil
  ) throws {
    self.model = model
    let schema = StoreSchema(model)
    self.schema = schema
    readers = schema.tables.map { RowReader($0, schema: schema) }
    let journal = try location.journal(in: replication)
    self.journal = journal
    do {
      (connections, recovery) = try StoreFile.open(at: location, journal: journal) { url in
        try Self.open(schema, url: url, transformers, journal, copying: url == nil ? former?.connections : nil)
      } recover: { file in
        try file.rescue {
          try Self.open(schema, url: $0, transformers)
        } copy: { connections in
          try Self.copy(file, schema, to: connections)
        }
      }
    } catch let error as DatabaseError {
      throw StoreError(error)
    }
  }

  /// Copies what can be read of a damaged file.
  /// - Returns: The number of objects.
  private static func copy(_ file: StoreFile, _ schema: StoreSchema, to connections: any DatabaseWriter) throws -> Int {
    try connections.writeWithoutTransaction { connection in
      var count = 0
      try connection.inTransaction {
        count = StoreRescue(schema: schema, connection: connection).copy(from: file.url)
        return .commit
      }
      return count
    }
  }

  /// The maximum size of a widget's data, in pages of 4 KiB: 256 MiB. A change that needs more fails.
  private static let maximumPages = 65_536

  private static func open(
    _ schema: StoreSchema, url: URL?, _ transformers: ValueTransformers, _ journal: (any StoreJournal)? = nil,
    copying former: (any DatabaseWriter)? = nil
  ) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = 3
    configuration.label = "tessera.store"
    configuration.busyMode = StoreFile.busyMode
    configuration.prepareDatabase { connection in
      try SQLTextFunctions.install(in: connection)
      try connection.execute(sql: "PRAGMA max_page_count = \(maximumPages)")
    }
    let connections: any DatabaseWriter
    if let url {
      connections = try DatabasePool(path: url.path, configuration: configuration)
    } else {
      connections = try DatabaseQueue(configuration: configuration)
      try former?.backup(to: connections)
    }
    try connections.writeWithoutTransaction { connection in
      if url != nil { try StoreFile.check(connection) }
      if journal != nil { try connection.useAsWorkingCopy() }
      let tables = try connection.tableVersion()
      try SchemaInstaller(schema: schema, connection: connection, transformers: transformers).install()
      try connection.persistContent(in: journal, since: tables)
    }
    return connections
  }

  /// Whether this host's lease for the data is valid. If not, another one may have taken over, and this one must send no
  /// requests.
  package var isLeaseValid: Bool { get async { await journal?.isLeaseValid ?? true } }

  // MARK: Access

  func layout(_ entity: String) throws(StoreError) -> EntityLayout {
    guard let layout = schema.layouts[entity] else { throw .unknownEntity(name: entity, known: model.names) }
    return layout
  }

  /// Performs a read. May be called from observers and from within other reads.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try translatingErrors { try connections.unsafeReentrantRead(body) }
  }

  /// Performs a write in one transaction and notifies the observers.
  func write<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    // The connection's queue does not have the values of this task.
    let mark = EventMark.current
    return try translatingErrors {
      defer { connections.persistContentIfWanted(in: journal) }
      return try connections.unsafeReentrantWrite { connection in try perform(body, on: connection, of: mark) }
    }
  }

  /// Makes several changes one transaction: when this returns, all of them are stored.
  ///
  /// A change that fails is undone alone, and the others stay. Reads in `body` see the changes before them; other threads see
  /// all of them at the end, when the observers are notified. Until then, no other thread writes, so `body` must not wait for
  /// one that does. A group within a group is a part of it.
  ///
  /// - Throws: ``StoreError`` if the changes cannot be stored. None of them is then. The observers are notified
  ///   nevertheless, because `body` may have read what is undone.
  package func together(_ body: () -> Void) throws {
    // The connection's queue does not have the values of this task.
    let mark = EventMark.current
    try translatingErrors {
      defer { connections.persistContentIfWanted(in: journal) }
      try connections.unsafeReentrantWrite { connection in
        guard !isGrouping else { return body() }
        defer {
          let changes = group.withLock { $0.take() ?? [] }
          if !changes.isEmpty { cache.removeAll() }
          for change in changes { hub.send(change) }
        }
        try connection.performTransaction(persistedIn: journal) {
          group.withLock { $0 = [] }
          EventMark.$current.withValue(mark) { body() }
        }
      }
    }
  }

  /// Whether a group of changes is being made, by any thread.
  var isGrouping: Bool { group.withLock { $0 != nil } }

  /// Does something while no other thread writes. Before locks that protect writes: this thread may be that of a group.
  package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    try translatingErrors { try connections.unsafeReentrantWrite { _ in try body() } }
  }

  /// Performs a write like ``write(_:)-(_)``, without blocking the calling thread.
  func write<Result: Sendable>(_ body: @Sendable (StoreTransaction) throws -> Result) async throws -> Result {
    let mark = EventMark.current
    do {
      defer { connections.persistContentIfWanted(in: journal) }
      return try await connections.writeWithoutTransaction { connection in
        try perform(body, on: connection, of: mark)
      }
    } catch let error as DatabaseError {
      throw failure(error)
    }
  }

  private func perform<Result>(
    _ body: (StoreTransaction) throws -> Result, on connection: Database, of mark: EventMark?
  ) throws -> Result {
    let isGrouped = isGrouping
    // A full disk ends the transaction of a group.
    guard !isGrouped || connection.isInsideTransaction else { throw StoreError.undoneWithOthers }
    let transaction = try StoreTransaction(store: self, connection: connection)
    func change() throws -> Result {
      let result = try body(transaction)
      try transaction.finish()
      if let mark { try transaction.record(mark) }
      return result
    }
    let result =
      try isGrouped
      ? connection.performPartOfTransaction(change) : connection.performTransaction(persistedIn: journal, change)
    let made = transaction.change
    guard !made.isEmpty else { return result }
    if isGrouped {
      group.withLock { $0?.append(made) }
    } else {
      cache.removeAll()
      hub.send(made)
    }
    return result
  }

  private func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw failure(error)
    }
  }

  /// Reaching the limit of the data has SQLite's code of a full disk.
  private func failure(_ error: DatabaseError) -> StoreError {
    let failure = StoreError(error)
    guard failure == .diskFull, !connections.isOnFullDisk else { return failure }
    return .database(code: Int(SQLITE_FULL), message: error.message ?? "database or disk is full")
  }

  // MARK: Observation

  /// Observes commits that change objects of the given entities or their sub-entities.
  ///
  /// The closure is called on the writing thread, in commit order, before the writing call returns. It may read from
  /// and write to the store. The changes that it writes are delivered after it returns. It must not wait for another
  /// thread that writes.
  ///
  /// - Parameters:
  ///   - entities: The entities, or nil for all entities.
  ///   - onChange: Called with each change.
  /// - Returns: The observation, which ends when it is released.
  package func observe(
    entities: Set<String>? = nil, onChange: @escaping @Sendable (StoreChange) -> Void
  ) -> StoreObservation {
    hub.add(entities: entities, onChange: onChange)
  }
}

/// The observers of a store.
private final class ObservationHub: Sendable {
  private struct Observer {
    var entities: Set<String>?
    var onChange: @Sendable (StoreChange) -> Void
  }
  private struct State {
    var observers: [Int: Observer] = [:]
    var nextIdentifier = 0
    /// The changes that wait while observers are being notified, since an observer may write.
    var pending: [StoreChange] = []
    var isSending = false
  }
  private let state = Mutex(State())

  func add(entities: Set<String>?, onChange: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    let identifier = state.withLock { state in
      state.nextIdentifier += 1
      state.observers[state.nextIdentifier] = Observer(entities: entities, onChange: onChange)
      return state.nextIdentifier
    }
    return StoreObservation { [weak self] in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: identifier) }
    }
  }

  /// Called on the writer's queue only, so calls never run concurrently, but they can be nested.
  func send(_ change: StoreChange) {
    let isNested = state.withLock { state in
      state.pending.append(change)
      defer { state.isSending = true }
      return state.isSending
    }
    if isNested { return }
    while let next = nextChange() {
      let identifiers = state.withLock { $0.observers.keys.sorted() }
      for identifier in identifiers {
        // Looked up again each time, because an observer may have cancelled another one.
        guard let observer = state.withLock({ $0.observers[identifier] }) else { continue }
        if observer.entities.map(next.touches) ?? true { observer.onChange(next) }
      }
    }
  }

  private func nextChange() -> StoreChange? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isSending = false
        return nil
      }
      return state.pending.removeFirst()
    }
  }
}
