import TesseraValues

/// Objects as an import wants them, before anything is looked up: checked, and each thing once.
struct ImportPlan: Sendable {
  /// What a relationship of a pending object leads to.
  enum Reference: Hashable, Sendable {
    /// Another pending object.
    case pending(Int)
    /// A row that was there before.
    case row(Int64)
  }

  /// Which row an object stands for.
  enum Target: Sendable {
    /// A new one in any case.
    case new
    /// The one with the pending object's identity, or a new one.
    case identity(base: Int, key: IdentityKey)
    /// A row that was there before.
    case row(Int64)
  }

  struct PendingObject: Sendable {
    var layout: EntityLayout
    var target: Target
    /// The new values by column; nil where the column is left alone.
    var values: [Value?]
    /// The new destinations of relationships; of two for one relationship the last counts.
    var related: [(relationship: RelationshipLayout, references: [Reference])] = []
  }

  /// Objects with one identity base share their identities: those of an entity and all sub-entities that inherit its
  /// identity attributes.
  struct IdentityBase: Sendable {
    var entity: String
    var columns: [Int]
    /// The pending objects by identity.
    var pending: [IdentityKey: Int] = [:]
  }

  var objects: [PendingObject] = []
  var bases: [IdentityBase] = []
  /// The objects that the data itself lists, each once, in order of first appearance.
  var topLevel: [Int] = []
}

/// The value of an identity: one value, or several in order of the identity attributes.
enum IdentityKey: Hashable, Sendable {
  case single(Value)
  case composite([Value])

  /// The identity of some values, none of them null; nil without values.
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

/// A way into JSON data for messages, which are rare: a step is cheap to take and the text is made on demand.
struct JSONTrail {
  enum Step {
    case path(ValuePath)
    case index(Int)
  }
  let source: String
  var steps: [Step] = []

  /// `posts[3].favorite_count`
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
