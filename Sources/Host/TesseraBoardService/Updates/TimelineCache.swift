import TesseraBundles
import TesseraRuntime
import TesseraViews

/// The prepared timelines of all widgets and the windows that they are drawn for.
///
/// A timeline is read from the store when it is first asked for. Drawings of other documents than the present ones are
/// not used.
final class TimelineCache {
  private let store: any UpdateStorage
  private let library: WidgetLibrary
  private let kinds: [String: ViewKind]
  private var timelines: [String: PreparedTimeline] = [:]
  private var windowsByID: [String: [DrawingWindow]] = [:]
  private var generations: [String: Int] = [:]
  private var fingerprints: [String: String] = [:]

  /// The maximum number of window sizes that a widget is drawn for. A further one takes the place of the least recent.
  private static let maximumWindows = 4

  init(store: any UpdateStorage, library: WidgetLibrary, kinds: [ViewKind]) {
    self.store = store
    self.library = library
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The timeline of a widget in memory. Reading it here does not touch the store.
  subscript(id: String) -> PreparedTimeline? {
    get { timelines[id] }
    // A drawing is stored in place, without a copy of the other entries.
    _modify { yield &timelines[id] }
  }

  /// Whether any timeline says how much its entries matter.
  var hasRelevance: Bool { timelines.values.contains(where: \.hasRelevance) }

  /// Returns the timeline of a widget, from the store if it is not in memory.
  /// - Parameter kind: The kind of the widget.
  func timeline(of id: String, _ kind: String) -> PreparedTimeline? {
    if let known = timelines[id] { return known }
    guard let stored = store.timeline(of: id), var timeline = PreparedTimeline(stored.timeline, kinds: kinds) else {
      return nil
    }
    if stored.documents != fingerprint(of: kind) { timeline.removeDrawings() }
    timelines[id] = timeline
    let latest = timeline.entries.last?.drawings.keys.map { $0 } ?? []
    windowsByID[id] = Array((windows(of: id) + latest).uniqued().prefix(Self.maximumWindows))
    return timeline
  }

  /// The windows that a widget was shown in, the latest first.
  func windows(of id: String) -> [DrawingWindow] { windowsByID[id] ?? [] }

  /// Puts a window first. Drawings for windows that fall out are removed.
  func recordWindow(_ window: DrawingWindow, of id: String) {
    var known = windows(of: id)
    guard known.first != window else { return }
    known.removeAll { $0 == window }
    known.insert(window, at: 0)
    windowsByID[id] = Array(known.prefix(Self.maximumWindows))
    timelines[id]?.removeDrawings(exceptFor: windows(of: id))
  }

  /// Counts what makes drawings of a widget useless. A drawing that began in an earlier generation is discarded.
  func generation(of id: String) -> Int { generations[id, default: 0] }

  /// Starts a new generation of drawings.
  func invalidate(_ id: String) { generations[id, default: 0] += 1 }

  /// Removes all that is known of a widget.
  func remove(_ id: String) {
    timelines[id] = nil
    windowsByID[id] = nil
    invalidate(id)
  }

  // MARK: Documents

  /// The fingerprint of the documents of a kind of widget.
  func fingerprint(of kind: String) -> String {
    if let known = fingerprints[kind] { return known }
    let fingerprint = library.definition(kind)?.bundle.fingerprint ?? ""
    fingerprints[kind] = fingerprint
    return fingerprint
  }

  /// Makes the fingerprint of a kind be computed anew.
  func documentsDidChange(of kind: String) { fingerprints[kind] = nil }
}

extension Array where Element: Hashable {
  /// The distinct elements, each at its first place.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
