/// What becomes of the objects of an entity that are there already when an answer with objects of it comes in. Documents
/// of services write it; the store carries it out.
public enum ClearPolicy: String, Sendable, Hashable, CaseIterable {
  /// They stay: objects with the same identity are merged.
  case none
  /// They are deleted first, in a change of its own: for an action before its request goes out, so that the screen is
  /// empty while it waits. If the request or the import fails they are gone.
  case before
  /// The import replaces them, as one change. An object that comes again with the same identity keeps its row and what
  /// leads to it, and is otherwise like new. If the import fails they stay.
  case after
}
