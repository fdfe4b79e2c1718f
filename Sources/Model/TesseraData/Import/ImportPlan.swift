import TesseraValues

/// The objects of an import before any lookup: validated, and without duplicates.
struct ImportPlan: Sendable {
  /// The destination of a pending object's relationship.
  enum Reference: Hashable, Sendable {
    /// Another pending object.
    case pending(Int)
    /// An existing row.
    case row(Int64)
  }

  /// The row that an object is written to.
  enum Target: Sendable {
    /// Always a new row.
    case new
    /// The row with the pending object's identity, or a new one.
    case identity(base: Int, key: IdentityKey)
    /// An existing row.
    case row(Int64)
  }

  struct PendingObject: Sendable {
    var layout: EntityLayout
    var target: Target
    /// The new values by column, or nil for columns that stay unchanged.
    var values: [Value?]
    /// The new destinations of relationships. If a relationship occurs twice, the last one counts.
    var related: [(relationship: RelationshipLayout, references: [Reference])] = []
  }

  /// A set of entities that share identities: an entity and all sub-entities that inherit its identity attributes.
  struct IdentityBase: Sendable {
    var entity: String
    var columns: [Int]
    /// The indices of the pending objects, by identity.
    var pending: [IdentityKey: Int] = [:]
  }

  /// The objects that an import replaces: those of an entity that have some values, by column. The import deletes the
  /// ones that it does not contain.
  struct Clearing: Sendable {
    var layout: EntityLayout
    var values: [Int: Value] = [:]
  }

  var objects: [PendingObject] = []
  var bases: [IdentityBase] = []
  /// The indices of the objects listed by the data itself, without duplicates, in order of first appearance.
  var topLevel: [Int] = []
}

/// The value of an identity: one value, or several in the order of the identity attributes.
enum IdentityKey: Hashable, Sendable {
  case single(Value)
  case composite([Value])

  /// Creates the identity for values, none of which is null. Returns nil if there are no values.
  init?(_ values: [Value]) {
    guard let first = values.first else { return nil }
    self = values.count == 1 ? .single(first) : .composite(values)
  }

  var values: [Value] {
    switch self {
    case .single(let value): [value]
    case .composite(let values): values
    }
  }
}

/// A path into JSON data for error messages. Steps are cheap to record; the text is created only when needed.
struct JSONTrail {
  enum Step {
    case path(ValuePath)
    case index(Int)
  }
  let source: String
  var steps: [Step] = []

  /// Returns the path as text, such as `posts[3].favorite_count`.
  func text(_ last: ValuePath? = nil) -> String {
    var text = source
    for step in steps + (last.map { [.path($0)] } ?? []) {
      switch step {
      case .path(let path): text += (text.isEmpty ? "" : ".") + path.description
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
