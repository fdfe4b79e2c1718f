package import TesseraValues

/// An error of a store.
package enum StoreError: Error, Sendable, Hashable {
  /// The model has no entity with this name.
  case unknownEntity(name: String, known: [String])
  /// The entity has no attribute or relationship with this name.
  case unknownProperty(name: String, entity: String, known: [String])
  /// A value has the wrong type. The path leads to it from the top of the data, such as `posts[3].favorite_count`.
  case typeMismatch(path: String, expected: String, found: String)
  /// An abstract entity cannot have objects of its own.
  case abstractEntity(String)
  /// The data exceeds the maximum nesting depth.
  case tooDeep(path: String, limit: Int)
  /// The data describes more objects than one import accepts. The path leads to the first excess object.
  case tooMuch(path: String)
  /// A relationship's delete rule `deny` prevents the deletion of an object.
  case deletionDenied(entity: String, relationship: String)
  /// The object to change has been deleted.
  case objectIsGone(String)
  /// The object to restore has the identity of an existing object.
  case identityIsTaken(String)
  /// The file was written by a later version of Tessera.
  case laterFormat(Int)
  /// The disk, or the share of it that the user may have, is full. Nothing was changed.
  case diskFull
  /// A database operation failed, with SQLite's result code and message.
  case database(code: Int, message: String)
  /// The change must be replicated, and is not.
  case notPersisted(reason: String)
  /// The change must be replicated, and it is not known whether it is.
  case perhapsPersisted(reason: String)
  /// Another host made changes that this host has to apply first.
  case copyIsBehind

  /// The refusal of a change after others of the same group were undone.
  static let undoneWithOthers = StoreError.notPersisted(reason: "changes that belong to it could not be stored")

  /// SQLite's result code for a full database (`SQLITE_FULL`).
  private static let full = 13

  /// The error as a diagnostic without a location in a file.
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
      Diagnostic(
        rule: "data-size",
        message: "\(path): the data describes more objects or takes more steps than one import accepts")
    case .deletionDenied(let entity, let relationship):
      Diagnostic(
        rule: "deletion-denied", message: "'\(entity)' cannot be deleted while its '\(relationship)' exist")
    case .objectIsGone(let entity):
      Diagnostic(rule: "object-gone", message: "The '\(entity)' has been deleted in the meantime")
    case .identityIsTaken(let entity):
      Diagnostic(rule: "identity-taken", message: "Another '\(entity)' has replaced the deleted one")
    case .laterFormat(let format):
      Diagnostic(
        rule: "store-version",
        message: "The file was written by a later version of Tessera, in format \(format), and is left unchanged",
        fix: "Use that version, or another folder")
    case .diskFull:
      Diagnostic(rule: "disk-full", message: "The disk is full", fix: "Make room on it")
    case .database(let code, let message) where code & 0xFF == Self.full && message.hasSuffix("disk is full"):
      Diagnostic(
        rule: "store-full",
        message: "There is no space left: the data of a widget is limited to 256 MB, or the disk is full")
    case .database(let code, let message):
      Diagnostic(rule: "database", message: "The database failed: \(message) (\(code))")
    case .notPersisted(let reason):
      Diagnostic(rule: "not-kept", message: "The change was not stored: \(reason)")
    case .perhapsPersisted(let reason):
      Diagnostic(rule: "perhaps-kept", message: "It is not known whether the change was stored: \(reason)")
    case .copyIsBehind:
      Diagnostic(rule: "not-kept", message: "The change was not stored, because another host was faster; try it again")
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The message, such as `posts[3].favorite_count: expected number, found text`.
  package var description: String { diagnostic.message }
}
