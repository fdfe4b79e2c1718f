import Synchronization

/// The widgets that are served. They come and go while the server runs.
package final class ServedWidgets: Sendable {
  private struct Entry {
    let widget: any ServedWidget
    let addresses: ShownAddresses
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Serves a widget from now on, in place of one of its identity.
  package func add(_ widget: any ServedWidget) {
    entries.withLock { $0[widget.id] = Entry(widget: widget, addresses: ShownAddresses()) }
  }

  package func remove(_ id: String) { entries.withLock { _ = $0.removeValue(forKey: id) } }

  package subscript(id: String) -> (any ServedWidget)? { entries.withLock { $0[id]?.widget } }

  /// All that are served, in no order.
  package var all: [any ServedWidget] { entries.withLock { $0.values.map(\.widget) } }

  /// Where the addresses are noted that a widget's clients are told.
  package func addresses(of id: String) -> ShownAddresses? { entries.withLock { $0[id]?.addresses } }
}
