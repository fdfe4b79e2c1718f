public import TesseraViews

/// What a host is told: all, or what is new.
public enum PresentationUpdate: Sendable, Hashable {
  /// Everything as it is at a revision.
  case tree(ViewTree, revision: Int)
  /// The steps that lead to a revision.
  case patches([ViewPatch], revision: Int)

  /// The revision that a host has after this.
  public var revision: Int {
    switch self {
    case .tree(_, let revision), .patches(_, let revision): revision
    }
  }
}

/// The latest updates of a presentation, for hosts that lost their connection and come back.
struct UpdateHistory {
  /// About how many bytes the steps that are kept may take.
  private static let capacity = 512 << 10

  private var updates: [(revision: Int, patches: [ViewPatch])] = []
  private var size = 0

  mutating func append(_ patches: [ViewPatch], revision: Int) {
    updates.append((revision, patches))
    size += Self.size(of: patches)
    while size > Self.capacity, !updates.isEmpty { size -= Self.size(of: updates.removeFirst().patches) }
  }

  private static func size(of patches: [ViewPatch]) -> Int { patches.reduce(0) { $0 + $1.approximateSize } }

  /// What came after a revision; nil if that is not known any more.
  func updates(after revision: Int, current: Int) -> [PresentationUpdate]? {
    if revision == current { return [] }
    guard revision < current, let first = updates.first, first.revision <= revision + 1 else { return nil }
    return updates.filter { $0.revision > revision }.map { .patches($0.patches, revision: $0.revision) }
  }
}
