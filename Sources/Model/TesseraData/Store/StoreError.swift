package import TesseraValues

/// Why the store refused something.
package enum StoreError: Error, Sendable, Hashable {
  /// The model has no entity of that name.
  case unknownEntity(name: String, known: [String])
  /// The entity has no attribute or relationship of that name.
  case unknownProperty(name: String, entity: String, known: [String])
  /// A value is not of the type that its place takes. The path leads to it from the top of the data:
  /// `posts[3].favorite_count`.
  case typeMismatch(path: String, expected: String, found: String)
  /// An abstract entity has no objects of its own.
  case abstractEntity(String)
  /// Data is nested deeper than the store follows.
  case tooDeep(path: String, limit: Int)
  /// Data stands for more objects than one import takes. The path leads to the first one too many.
  case tooMuch(path: String)
  /// The delete rule `deny` of a relationship keeps an object.
  case deletionDenied(entity: String, relationship: String)
  /// An object that was to be changed was deleted meanwhile.
  case objectIsGone(String)
  /// An object that was to come back has the identity of one that is there.
  case identityIsTaken(String)
  /// The file was written by a later version of Tessera.
  case laterFormat(Int)
  /// The database did not do what it was asked to: SQLite's result code and words.
  case database(code: Int, message: String)

  /// SQLite's code for a file that may not grow.
  private static let full = 13

  /// The error as a diagnostic without a place in a file.
  package var diagnostic: Diagnostic {
    switch self {
    case .unknownEntity(let name, let known):
      Diagnostic(
        rule: "unknown-entity", message: "Unknown entity '\(name)'", fix: SpellingSuggestion.fix(for: name, in: known))
    case .unknownProperty(let name, let entity, let known):
      Diagnostic(
        rule: "unknown-property", message: "Unknown property '\(name)' of '\(entity)'",
        fix: SpellingSuggestion.fix(for: name, in: known))
    case .typeMismatch(let path, let expected, let found):
      Diagnostic(
        rule: "data-type", message: "\(path.isEmpty ? "" : path + ": ")expected \(expected), found \(found)")
    case .abstractEntity(let name):
      Diagnostic(rule: "abstract-entity", message: "Entity '\(name)' is abstract and has no objects of its own")
    case .tooDeep(let path, let limit):
      Diagnostic(rule: "data-depth", message: "\(path): objects are nested deeper than \(limit) levels")
    case .tooMuch(let path):
      Diagnostic(rule: "data-size", message: "\(path): the data stands for more objects than one import takes")
    case .deletionDenied(let entity, let relationship):
      Diagnostic(
        rule: "deletion-denied", message: "'\(entity)' cannot be deleted while its '\(relationship)' are there")
    case .objectIsGone(let entity):
      Diagnostic(rule: "object-gone", message: "The '\(entity)' was deleted meanwhile")
    case .identityIsTaken(let entity):
      Diagnostic(rule: "identity-taken", message: "Another '\(entity)' has taken the place of the one that was deleted")
    case .laterFormat(let format):
      Diagnostic(
        rule: "store-version",
        message: "The file was written by a later version of Tessera, in format \(format), and stays as it is",
        fix: "Use that version, or another folder")
    case .database(let code, let message) where code & 0xFF == Self.full && message.hasSuffix("disk is full"):
      Diagnostic(
        rule: "store-full", message: "There is no room: the data of a widget may take 256 MB, or the disk is full")
    case .database(let code, let message):
      Diagnostic(rule: "database", message: "The database failed: \(message) (\(code))")
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The headline, such as `posts[3].favorite_count: expected number, found text`.
  package var description: String { diagnostic.message }
}
