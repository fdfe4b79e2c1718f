import Synchronization

/// A cache of rows reached through relationships since the last commit, so that the author of a hundred posts is read
/// once.
final class RowCache: Sendable {
  private struct Key: Hashable {
    var table: Int
    var row: Int64
  }
  private struct State {
    var generation = 0
    var rows: [Key: StoredRow] = [:]
  }
  /// The maximum number of cached rows of a widget's data. Then all are dropped.
  private static let capacity = 4096
  private let state = Mutex(State())

  /// The number of commits so far. A row may be added only with the generation that was current before it was read.
  var generation: Int { state.withLock { $0.generation } }

  func row(table: Int, id: Int64) -> StoredRow? { state.withLock { $0.rows[Key(table: table, row: id)] } }

  func add(_ rows: some Sequence<StoredRow>, table: Int, generation: Int) {
    state.withLock { state in
      guard state.generation == generation else { return }
      for row in rows {
        if state.rows.count >= Self.capacity { state.rows.removeAll(keepingCapacity: true) }
        state.rows[Key(table: table, row: row.id)] = row
      }
    }
  }

  func removeAll() {
    state.withLock { state in
      state.generation += 1
      state.rows.removeAll(keepingCapacity: true)
    }
  }
}
