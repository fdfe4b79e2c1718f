import Foundation
import TesseraExpressions
import TesseraValues

@testable import TesseraData

/// Models used by several tests.
enum Models {
  /// Items in categories.
  static let items = """
    {"entities": {
      "Item": {
        "identityAttribute": "identifier",
        "attributes": {
          "identifier": {"type": "integer", "default": 0, "JSONKeyPath": "id"},
          "name": {"type": "string", "JSONKeyPath": "name"},
          "groupTitle": {"type": "string", "JSONKeyPath": "group"}
        },
        "relationships": {"category": {"destination": "Category", "inverse": "items", "JSONKeyPath": "category"}}
      },
      "Category": {
        "identityAttribute": "title",
        "attributes": {"title": {"type": "string", "JSONKeyPath": "title"}},
        "relationships": {"items": {"destination": "Item", "toMany": true, "inverse": "category", "JSONKeyPath": "items"}}
      }
    }}
    """

  /// A feed: posts by users, one of whom is the account of the person who views it.
  static let feed = """
    {"entities": {
      "User": {
        "identityAttribute": "userId",
        "attributes": {
          "userId": {"type": "string", "JSONKeyPath": "id_str"},
          "name": {"type": "string", "JSONKeyPath": "name"},
          "imageName": {"type": "string", "JSONKeyPath": "image_name"}
        },
        "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "author"}}
      },
      "Account": {
        "parent": "User", "isOwnerEntity": "1",
        "attributes": {"mail": {"type": "string", "JSONKeyPath": "mail"}, "level": {"type": "integer", "default": 3}}
      },
      "Post": {
        "identityAttribute": "postId", "ownerRelationship": "author",
        "attributes": {
          "postId": {"type": "string", "JSONKeyPath": "id_str"},
          "text": {"type": "string", "JSONKeyPath": "text"},
          "timestamp": {"type": "date", "JSONKeyPath": "created_at", "JSONTransformerName": "strToDate"},
          "favoritesCount": {"type": "integer", "default": 0, "JSONKeyPath": "favorite_count"},
          "score": {"type": "double", "JSONKeyPath": "score"},
          "isHidden": {"type": "boolean", "default": true, "JSONKeyPath": "hidden"},
          "entities": {"type": "any", "JSONKeyPath": "entities"}
        },
        "relationships": {
          "author": {"destination": "User", "inverse": "posts", "JSONKeyPath": "user"},
          "tags": {"destination": "Tag", "toMany": true, "inverse": "posts", "JSONKeyPath": "tags"}
        }
      },
      "Tag": {
        "identityAttribute": "name",
        "attributes": {"name": {"type": "string", "JSONKeyPath": "name"}},
        "relationships": {"posts": {"destination": "Post", "toMany": true}}
      }
    }}
    """

  /// Transformers with `strToDate` for the date format of the feed's service.
  static let transformers: ValueTransformers = {
    var transformers = ValueTransformers.standard
    _ = transformers.registerDates([
      "strToDate": ["format": "EEE MMM d HH:mm:ss Z y", "locale": "en_US_POSIX"]
    ])
    return transformers
  }()

  static func store(_ model: String, location: StoreLocation = .memory) throws -> Store {
    try Store(model: EntityModel(json: model), location: location)
  }
}

extension Store {
  /// Imports JSON text.
  @discardableResult
  func importText(
    _ json: String, _ entity: String, isList: Bool = true, clearPolicy: ClearPolicy = .none, set: [String: Value] = [:],
    source: String = ""
  ) async throws -> [ManagedObject] {
    try await importJSON(
      Value.parseJSON(json), entity: entity, isList: isList, clearPolicy: clearPolicy, set: set,
      environment: TemplateEnvironment(transformers: Models.transformers), source: source)
  }

  /// Returns the values of a key for all objects of an entity, in insertion order or sorted by a field.
  func values(_ key: String, of entity: String, sortedBy field: String? = nil) throws -> [Value] {
    try fetch(FetchRequest(entity, sortByFields: field)).map { $0.value(at: ValuePath(key)) }
  }
}

/// Records the changes delivered to observers.
final class ChangeLog: @unchecked Sendable {
  private let lock = NSLock()  // Guards `entries`.
  private var entries: [StoreChange] = []

  func add(_ change: StoreChange) { lock.withLock { entries.append(change) } }
  var changes: [StoreChange] { lock.withLock { entries } }
}
