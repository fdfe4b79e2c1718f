import Synchronization

/// The widgets that the server serves. They can change while it runs.
package final class ServedWidgets: Sendable {
  private struct Entry {
    let widget: any ServedWidget
    let addresses: ShownAddresses
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Adds a widget, in place of any with the same identity.
  package func add(_ widget: any ServedWidget) {
    entries.withLock { $0[widget.id] = Entry(widget: widget, addresses: ShownAddresses()) }
  }

  package func remove(_ id: String) { entries.withLock { _ = $0.removeValue(forKey: id) } }

  package subscript(id: String) -> (any ServedWidget)? { entries.withLock { $0[id]?.widget } }

  /// All widgets, in no particular order.
  package var all: [any ServedWidget] { entries.withLock { $0.values.map(\.widget) } }

  /// Returns the record of image URLs that the clients of a widget have received.
  package func addresses(of id: String) -> ShownAddresses? { entries.withLock { $0[id]?.addresses } }
}
