import Synchronization
import TesseraRuntime
import TesseraValues
import TesseraViews

/// The addresses of pictures that a widget's clients were told: nothing else is fetched for them.
///
/// A page of a foreign site, or whoever reaches the server, cannot make it ask for an address of their own.
final class ShownAddresses: Sendable {
  /// The most that are remembered; those that were told longest ago are forgotten.
  static let maximumCount = 8192

  private let known = Mutex(LeastRecentlyUsed<String, Bool>(maximumCost: maximumCount))

  /// Notes what a client is told.
  func note(_ update: PresentationUpdate) {
    switch update {
    case .tree(let tree, _): for node in tree.nodes.values { note(node.attributes[.image]) }
    case .patches(let patches, _):
      for patch in patches {
        switch patch {
        case .insert(let node, _, _): note(node.attributes[.image])
        case .attributes(_, let changes): note(changes[.image])
        default: continue
        }
      }
    }
  }

  private func note(_ image: Value?) {
    guard let address = image?.value(at: "url").string else { return }
    known.withLock { $0.insert(true, for: address, cost: 1) }
  }

  /// Whether a client was told an address.
  func contains(_ address: String) -> Bool { known.withLock { $0.element(for: address) != nil } }
}
