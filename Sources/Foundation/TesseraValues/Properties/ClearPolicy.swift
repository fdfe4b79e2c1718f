/// The fate of an entity's existing objects when a response with objects of that entity arrives. Service documents
/// specify the policy; the store applies it.
public enum ClearPolicy: String, Sendable, Hashable, CaseIterable {
  /// Keeps existing objects. Objects with the same identity are merged.
  case none
  /// Deletes existing objects first, in a separate change. An action deletes them before it sends its request, so that
  /// the screen is empty while it waits. If the request or the import fails, the objects remain deleted.
  case before
  /// Replaces existing objects with the imported ones in a single change. An object that is imported again with the
  /// same identity keeps its row and the relationships that point to it, and is otherwise treated as new. If the import
  /// fails, existing objects are kept.
  case after
}
