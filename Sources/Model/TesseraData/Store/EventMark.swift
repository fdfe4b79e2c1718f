import GRDB

/// The mark of an event that a page sent. A store keeps it together with what the event changed, so that an event counts
/// once, even if the page sends it again because the answer was lost: to this host, after a restart, or to another one.
package struct EventMark: Sendable, Hashable {
  /// The page: a random text.
  package var page: String
  /// The number of the batch in which the page sent the event first. It increases with each batch.
  package var batch: Int
  /// The index of the event in the batch; nil for all of them.
  package var index: Int?
  /// Whether the page sends the event again, to another presentation than before.
  package var isRepeated: Bool

  package init(page: String, batch: Int, index: Int? = nil, isRepeated: Bool) {
    self.page = page
    self.batch = batch
    self.index = index
    self.isRepeated = isRepeated
  }

  /// The mark of the event that the current task handles; nil if it handles none. Tasks that it starts inherit it.
  @TaskLocal package static var current: EventMark?

  /// Returns the mark of one event of the batch. A mark that has an index keeps it: an embedded widget gets the events of
  /// the widget around it one by one.
  package func ofEvent(at index: Int) -> EventMark {
    var mark = self
    mark.index = self.index ?? index
    return mark
  }
}

extension Store {
  /// Whether the store has what an event changed, or what a later batch of the same page changed: a page sends a batch
  /// when the one before it is answered.
  package func hasHandled(_ mark: EventMark) throws -> Bool {
    try read { connection in
      let statement = try RawStatement(
        connection,
        "SELECT 1 FROM \"$event\" WHERE page = ?1 AND (batch > ?2 OR (batch = ?2 AND event = ?3))", isCached: true)
      statement.bind(mark)
      return try statement.hasRow()
    }
  }

  /// Records that the event which the current task handles must not be handled again, before it has an effect elsewhere.
  /// Does nothing outside of events.
  package func recordEvent() async throws {
    if EventMark.current != nil { try await write { _ in } }
  }
}

extension StoreTransaction {
  /// The maximum number of events that are known. Those that came first are forgotten.
  private static let maximumEvents = 1000

  /// Records the event that made these changes. The events of the page's earlier batches cannot come again.
  func record(_ mark: EventMark) throws {
    let keeping = try RawStatement(
      connection,
      "INSERT OR IGNORE INTO \"$event\" (page, batch, event) SELECT ?1, ?2, ?3 "
        + "WHERE NOT EXISTS (SELECT 1 FROM \"$event\" WHERE page = ?1 AND batch > ?2)", isCached: true)
    keeping.bind(mark)
    try keeping.run()
    let forgetting = try RawStatement(
      connection,
      "DELETE FROM \"$event\" WHERE (page = ?1 AND batch < ?2) "
        + "OR rowid <= (SELECT max(rowid) FROM \"$event\") - \(Self.maximumEvents)", isCached: true)
    forgetting.bind(mark.page, at: 1)
    forgetting.bind(Int64(mark.batch), at: 2)
    try forgetting.run()
  }
}

extension RawStatement {
  fileprivate func bind(_ mark: EventMark) {
    bind(mark.page, at: 1)
    bind(Int64(mark.batch), at: 2)
    bind(Int64(mark.index ?? 0), at: 3)
  }
}
