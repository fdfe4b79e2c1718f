public import Foundation
import GRDB
import GRDBSQLite
import Synchronization
package import TesseraExpressions
import TesseraValues

/// Where a store keeps its data.
public enum StoreLocation: Sendable, Hashable {
  /// In memory, for tests and headless rendering. Gone with the store.
  case memory
  /// In an SQLite file, in write-ahead mode. One file for each widget instance; folders are created.
  case file(URL)
}

/// The objects of a widget instance.
///
/// A store may be used from any thread. Writing calls run one after the other; each is one transaction, and the
/// observers are told about it before the call returns. Reading does not wait for writing in a file, and waits in
/// memory.
///
/// A file whose tables do not fit the model is brought to it, and keeps the data that still fits. One that is damaged is set aside under a name with the date, and
/// what can be read of it is copied into a new one.
package final class Store: Sendable {
  /// The entities.
  package let model: EntityModel
  let schema: StoreSchema
  let readers: [RowReader]
  let cache = RowCache()
  /// What became of the file, if it was damaged.
  package let recovery: StoreRecovery?
  private let connections: any DatabaseWriter
  private let hub = ObservationHub()

  /// Opens a store and brings its tables to the model.
  /// - Throws: ``StoreError/database(code:message:)``, such as when the folder cannot be written to.
  /// - Parameters:
  ///   - transformers: convert values whose type is another one in the model.
  ///   - former: a store in memory whose data this one begins with.
  package init(
    model: EntityModel, location: StoreLocation = .memory, transformers: ValueTransformers = .standard,
    copying former: Store? = nil
  ) throws {
    self.model = model
    let schema = StoreSchema(model)
    self.schema = schema
    readers = schema.tables.map { RowReader($0, schema: schema) }
    (connections, recovery) = try Self.translatingErrors {
      switch location {
      case .memory: return (try Self.open(schema, url: nil, transformers, copying: former?.connections), nil)
      case .file(let url):
        let file = StoreFile(url: url)
        try file.prepare()
        do {
          return (try Self.open(schema, url: url, transformers), nil)
        } catch  where StoreFile.isDamage(error) {
          return try Self.recover(schema, file, transformers)
        }
      }
    }
  }

  private static func recover(
    _ schema: StoreSchema, _ file: StoreFile, _ transformers: ValueTransformers
  ) throws -> (any DatabaseWriter, StoreRecovery?) {
    // The damaged file keeps its name until all that can be rescued is in the new one: a process that ends on the way
    // begins again at the next start.
    let rescue = file.rescueFile
    rescue.remove()
    try rescue.prepare()
    let connections = try open(schema, url: rescue.url, transformers)
    let count = try connections.writeWithoutTransaction { connection in
      var count = 0
      try connection.inTransaction {
        count = StoreRescue(schema: schema, connection: connection).copy(from: file.url)
        return .commit
      }
      return count
    }
    try connections.close()
    let damaged = try file.setAside()
    try file.prepare()
    return (try open(schema, url: file.url, transformers), StoreRecovery(damagedFile: damaged, rescuedObjects: count))
  }

  /// The most that the data of a widget may take: 256 MB in pages of 4 kB.
  private static let maximumPages = 65_536

  private static func open(
    _ schema: StoreSchema, url: URL?, _ transformers: ValueTransformers, copying former: (any DatabaseWriter)? = nil
  ) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = 3
    configuration.label = "tessera.store"
    configuration.prepareDatabase { connection in
      try TextFunctions.install(in: connection)
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
      try SchemaInstaller(schema: schema, connection: connection, transformers: transformers).install()
    }
    return connections
  }

  // MARK: Access

  func layout(_ entity: String) throws(StoreError) -> EntityLayout {
    guard let layout = schema.layouts[entity] else { throw .unknownEntity(name: entity, known: model.names) }
    return layout
  }

  /// Reads. May be called from within observers and other reads.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try Self.translatingErrors { try connections.unsafeReentrantRead(body) }
  }

  /// Writes in one transaction and tells the observers.
  func write<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    try Self.translatingErrors {
      try connections.unsafeReentrantWrite { connection in try perform(body, on: connection) }
    }
  }

  /// As ``write(_:)-(_)``, without blocking the calling thread.
  func write<Result: Sendable>(_ body: @Sendable (StoreTransaction) throws -> Result) async throws -> Result {
    do {
      return try await connections.writeWithoutTransaction { connection in try perform(body, on: connection) }
    } catch let error as DatabaseError {
      throw StoreError(error)
    }
  }

  private func perform<Result>(_ body: (StoreTransaction) throws -> Result, on connection: Database) throws -> Result {
    let transaction = try StoreTransaction(store: self, connection: connection)
    var result: Result?
    try connection.inTransaction(.immediate) {
      result = try body(transaction)
      try transaction.finish()
      return .commit
    }
    guard let result else { throw CancellationError() }
    let change = transaction.change
    if !change.isEmpty {
      cache.removeAll()
      hub.send(change)
    }
    return result
  }

  private static func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error)
    }
  }

  // MARK: Observing

  /// Calls a closure after each commit that changes objects of some entities or of those that inherit from them.
  ///
  /// The call happens on the writing thread, before the writing call returns, in order of the commits. The closure may
  /// read the store and may write to it; what it writes is told after it returns. It must not wait for another thread
  /// that writes.
  /// - Parameter entities: the entities, or nil for all.
  package func observe(
    entities: Set<String>? = nil, onChange: @escaping @Sendable (StoreChange) -> Void
  ) -> StoreObservation {
    hub.add(entities: entities, onChange: onChange)
  }
}

extension StoreError {
  /// Any error of a database, or of its file.
  package static func of(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: StoreError(error)
    default: .database(code: Int(SQLITE_ERROR), message: "\(error)")
    }
  }

  init(_ error: DatabaseError) {
    self = .database(code: Int(error.extendedResultCode.rawValue), message: error.message ?? "unknown error")
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
    /// What waits while an observer is being told: an observer may write.
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

  /// Called on the writer's queue only, so one call is never beside another: only within it.
  func send(_ change: StoreChange) {
    let isNested = state.withLock { state in
      state.pending.append(change)
      defer { state.isSending = true }
      return state.isSending
    }
    if isNested { return }
    while let next = takeNext() {
      let identifiers = state.withLock { $0.observers.keys.sorted() }
      for identifier in identifiers {
        // Looked up again each time: an observer may have cancelled another one.
        guard let observer = state.withLock({ $0.observers[identifier] }) else { continue }
        if observer.entities.map(next.touches) ?? true { observer.onChange(next) }
      }
    }
  }

  private func takeNext() -> StoreChange? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isSending = false
        return nil
      }
      return state.pending.removeFirst()
    }
  }
}
