/// The names of the statements that a connection has prepared.
struct PreparedStatements {
  /// The maximum number of statements. The one that was not used for the longest time makes room for another one.
  static let maximumCount = 64

  /// The text of a statement and the types of its parameters.
  struct Key: Hashable {
    var sql: String
    var types: [UInt32]
  }

  private struct Entry {
    var name: String
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  /// The number of uses so far, and so of no fewer than all names.
  private var uses = 0

  /// Returns the name of a statement, if it is prepared.
  mutating func name(of key: Key) -> String? {
    guard entries[key] != nil else { return nil }
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]?.name
  }

  /// Adds a statement.
  mutating func add(_ key: Key, name: String) {
    uses += 1
    entries[key] = Entry(name: name, lastUse: uses)
  }

  mutating func remove(_ key: Key) { entries[key] = nil }

  /// A name that no statement had before.
  mutating func newName() -> String {
    uses += 1
    return "tessera_\(uses)"
  }

  /// The statement that has to go before another one is added.
  var superfluous: (key: Key, name: String)? {
    guard entries.count >= Self.maximumCount, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return nil }
    return (oldest.key, oldest.value.name)
  }
}
