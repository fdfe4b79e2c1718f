public import TesseraViews

/// An update for a host: the whole tree, or the changes.
public enum PresentationUpdate: Sendable, Hashable {
  /// The tree at a revision.
  case tree(ViewTree, revision: Int)
  /// The patches that lead to a revision.
  case patches([ViewPatch], revision: Int)

  /// The revision after the update.
  public var revision: Int {
    switch self {
    case .tree(_, let revision), .patches(_, let revision): revision
    }
  }
}

/// The latest updates of a presentation, for hosts that reconnect.
struct UpdateHistory {
  /// The approximate maximum size of the patches that are stored for returning clients, in bytes. A client that missed
  /// older ones gets the whole tree.
  private static let capacity = 512 << 10

  private var updates: [(revision: Int, patches: [ViewPatch])] = []
  private var size = 0

  mutating func append(_ patches: [ViewPatch], revision: Int) {
    updates.append((revision, patches))
    size += Self.size(of: patches)
    while size > Self.capacity, !updates.isEmpty { size -= Self.size(of: updates.removeFirst().patches) }
  }

  private static func size(of patches: [ViewPatch]) -> Int { patches.reduce(0) { $0 + $1.approximateSize } }

  /// Returns the updates after a revision; nil if they are no longer available.
  func updates(after revision: Int, current: Int) -> [PresentationUpdate]? {
    if revision == current { return [] }
    guard revision < current, let first = updates.first, first.revision <= revision + 1 else { return nil }
    return updates.filter { $0.revision > revision }.map { .patches($0.patches, revision: $0.revision) }
  }
}
