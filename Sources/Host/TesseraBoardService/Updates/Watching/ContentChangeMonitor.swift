import Foundation
import TesseraBoard
import TesseraBundles
import TesseraRuntime
import TesseraServices
import TesseraValues

/// Notices that content changed outside of the host: by events of the widgets' servers, and by files that apps share or
/// that are sources.
struct ContentChangeMonitor {
  /// What a widget's content changed by.
  enum Change: Sendable {
    /// A server sent an event about a kind of widget.
    case event(kind: String)
    /// The connection to a server's events failed; it is tried again.
    case eventsFailed(kind: String, ServiceError)
    /// Files changed that these kinds of widgets share, or read as sources.
    case files(kinds: Set<String>)
  }

  private let library: WidgetLibrary
  private var events: ContentEvents
  /// Watches what apps share with widgets; nil if the host shares nothing.
  private var groupWatch: GroupWatch?
  /// The kinds of widgets by the groups whose files they share.
  private var kindsByGroup: [String: Set<String>] = [:]
  /// The kinds of widgets by the paths of the folders that they read as sources.
  private(set) var kindsByFolder: [String: Set<String>] = [:]
  /// The kinds whose failure was reported and that no event came for since.
  private var failedKinds: Set<String> = []

  init(_ library: WidgetLibrary) {
    self.library = library
    events = ContentEvents(library.environment)
    groupWatch = library.environment.groupFolder.map { GroupWatch($0) }
  }

  /// Whether there are shared files to look at.
  var watchesFiles: Bool { groupWatch != nil && !kindsByGroup.isEmpty }

  /// Follows the events and files of the widgets of some tiles, and of no others.
  /// - Parameter tiles: The kinds of the widgets, by tiles.
  mutating func follow(_ tiles: [String: String], onChange: @escaping @Sendable (Change) async -> Void) {
    let definitions = Set(tiles.values).compactMap { kind in library.definition(kind).map { (kind, $0) } }
    let grants = tiles.reduce(into: [String: HostGrants]()) { grants, tile in
      // Events come from hosts of the manifest, for which people trust no keys.
      grants[tile.value, default: HostGrants()].privateHosts
        .formUnion(library.grants[TileID(rawValue: tile.key)].privateHosts)
    }
    events.follow(Dictionary(definitions, uniquingKeysWith: { $1 }), grants: grants) { kind in
      await onChange(.event(kind: kind))
    } onFailure: { kind, error in
      await onChange(.eventsFailed(kind: kind, error))
    }
    (kindsByGroup, kindsByFolder) = ([:], [:])
    let folders = library.environment.transport.sourceFolders
    for (kind, definition) in definitions {
      let manifest = definition.bundle.manifest
      if let group = manifest.group { kindsByGroup[group, default: []].insert(kind) }
      for source in manifest.hosts.compactMap({ $0.hostName.flatMap(LocalSourceHost.name) }) {
        if let folder = folders[source] { kindsByFolder[folder, default: []].insert(kind) }
      }
    }
  }

  /// Looks at the shared files.
  /// - Returns: The kinds of widgets whose files changed since the last look, and whether all files could be looked at.
  mutating func changedKinds() -> (kinds: Set<String>, isComplete: Bool) {
    let (groups, isComplete) = groupWatch?.changes(in: Set(kindsByGroup.keys)) ?? ([], true)
    return (groups.reduce(into: []) { $0.formUnion(kindsByGroup[$1] ?? []) }, isComplete)
  }

  /// Records that a kind's events arrive.
  mutating func eventDidArrive(for kind: String) { failedKinds.remove(kind) }

  /// Returns the warning about a failed connection; nil if it was reported already.
  mutating func warning(about kind: String, _ error: ServiceError) -> Diagnostic? {
    guard failedKinds.insert(kind).inserted, let name = library.definition(kind)?.bundle.manifest.name else {
      return nil
    }
    return Diagnostic(
      .warning, rule: "update-events", message: "\(name): 'update.events' cannot be followed: \(error.message)",
      fix: "It is tried again every few minutes")
  }

  mutating func stop() { events.stop() }
}

/// Limits the changes of files that update a widget at no cost, because widgets may answer each other's changes.
struct FileChangeLimit {
  private var count = 0
  private var since = Date.distantPast

  /// The maximum number of changes of shared files that update a widget at no cost within a minute. Further ones count
  /// as updates.
  private static let maximumCount = 10

  /// Counts a change.
  /// - Returns: Whether it is within the limit.
  mutating func countChange(at now: Date) -> Bool {
    if now.timeIntervalSince(since) >= 60 || now < since { (count, since) = (0, now) }
    count += 1
    return count <= Self.maximumCount
  }
}
