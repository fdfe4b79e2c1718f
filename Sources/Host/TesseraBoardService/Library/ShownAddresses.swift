import Synchronization
package import TesseraRuntime
import TesseraValues
import TesseraViews

/// The URLs of images that a widget's clients have received. Only these are fetched for clients.
///
/// This prevents foreign web pages and other clients from making the server request arbitrary URLs.
package final class ShownAddresses: Sendable {
  /// The maximum number of addresses of pictures that widgets have shown. The least recently used are forgotten, and
  /// not fetched until they are shown again.
  package static let maximumCount = 8192

  private let known = Mutex(LRUCache<String, Bool>(maximumCost: maximumCount))

  /// Records the URLs that an update contains.
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

  /// Records the URLs in the steps of a drawing.
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

  /// Whether a client has received a URL.
  package func contains(_ address: String) -> Bool { known.withLock { $0.element(for: address) != nil } }
}
