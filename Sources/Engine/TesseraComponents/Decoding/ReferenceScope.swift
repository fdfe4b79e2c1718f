import TesseraValues
import TesseraViews

/// The names that can be read at the current position of a document.
struct ReferenceScope {
  /// The names that expressions can read anywhere on the screen.
  var screenNames: Set<String> = []
  /// The names local to the current position: enclosing contexts, the item of a row, and the event of an action.
  private(set) var localNames: [String] = []
  /// The names of the contexts that enclose the current position.
  private(set) var localContexts: [String] = []
  /// The names of the items of the rows that enclose the current position.
  private var localItems: [String] = []
  private var localEvents: [String: EventDefinition] = [:]

  /// Whether the current position is in a row, where expressions can also read the row's components.
  var isInRow: Bool { localNames.contains("item") }

  /// Returns whether a name can be read.
  func isKnown(_ name: String) -> Bool { screenNames.contains(name) || localNames.contains(name) }

  /// Returns whether a name is local to the current position.
  func isLocal(_ name: String) -> Bool { localNames.contains(name) }

  /// Returns whether a name refers to the item of an enclosing row.
  func isItem(_ name: String) -> Bool { localItems.contains(name) }

  /// Returns whether a name refers to an enclosing context or item, which can be written.
  func isLocalContext(_ name: String) -> Bool { localContexts.contains(name) || localItems.contains(name) }

  /// Returns the event whose values are read by a name, unless a context hides it.
  func event(_ name: String) -> EventDefinition? { localContexts.contains(name) ? nil : localEvents[name] }

  // MARK: Entering and leaving

  mutating func enter(names: [String]) { localNames.append(contentsOf: names) }
  mutating func leave(names: [String]) { localNames.removeLast(names.count) }

  mutating func enter(items: [String]) { localItems.append(contentsOf: items) }
  mutating func leave(items: [String]) { localItems.removeLast(items.count) }

  mutating func enter(contexts: [String]) {
    localContexts.append(contentsOf: contexts)
    enter(names: contexts)
  }
  mutating func leave(contexts: [String]) {
    localContexts.removeLast(contexts.count)
    leave(names: contexts)
  }

  /// - Returns: The event of the same name that is hidden meanwhile.
  mutating func enter(_ event: EventDefinition) -> EventDefinition? {
    enter(names: [event.name])
    return localEvents.updateValue(event, forKey: event.name)
  }
  mutating func leave(_ event: EventDefinition, restoring outer: EventDefinition?) {
    leave(names: [event.name])
    localEvents[event.name] = outer
  }
}
