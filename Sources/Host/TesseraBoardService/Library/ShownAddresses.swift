import Synchronization
package import TesseraRuntime
import TesseraValues
import TesseraViews

/// The addresses of pictures that a widget's clients were told: nothing else is fetched for them.
///
/// A page of a foreign site, or whoever reaches the server, cannot make it ask for an address of their own.
package final class ShownAddresses: Sendable {
  /// The most that are remembered; those that were told longest ago are forgotten.
  package static let maximumCount = 8192

  private let known = Mutex(LRUCache<String, Bool>(maximumCost: maximumCount))

  /// Notes what a client is told.
  package func record(_ update: PresentationUpdate) {
    switch update {
    case .tree(let tree, _): for node in tree.nodes.values { record(node.attributes) }
    case .patches(let patches, _):
      for patch in patches {
        switch patch {
        case .insert(let node, _, _): record(node.attributes)
        case .attributes(_, let changes): record(changes)
        default: continue
        }
      }
    }
  }

  private func record(_ attributes: [ViewAttribute: Value]) {
    if let address = attributes[.image]?.value(at: "url").string { record(address) }
    if let list = attributes[.displayList] { recordImages(in: list, depth: 0) }
  }

  /// Pictures from elsewhere stand in the steps of a drawing.
  private func recordImages(in steps: Value, depth: Int) {
    guard depth < 64 else { return }
    switch steps {
    case .array(let parts): for part in parts { recordImages(in: part, depth: depth + 1) }
    case .dictionary(let members):
      if let address = members["url"]?.string { record(address) }
      for value in members.values { recordImages(in: value, depth: depth + 1) }
    default: break
    }
  }

  private func record(_ address: String) {
    known.withLock { $0.insert(true, for: address, cost: 1) }
  }

  /// Whether a client was told an address.
  package func contains(_ address: String) -> Bool { known.withLock { $0.element(for: address) != nil } }
}
