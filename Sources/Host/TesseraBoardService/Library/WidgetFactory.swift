import Foundation
import TesseraBoard
import TesseraBundles
import TesseraData
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Makes the widgets of tiles: in this process, or in processes of their own.
struct WidgetFactory: Sendable {
  let storage: InstanceStorage
  private let environment: RuntimeEnvironment
  /// Runs widgets in processes of their own; nil if all run in this process.
  private let isolation: (any WidgetIsolation)?
  /// The kinds of views that widget processes can send, by name.
  private let viewKinds: [String: ViewKind]
  private let grants: TileGrants
  private let log: WidgetLog
  private let report: @Sendable (Diagnostic) -> Void

  init(
    environment: RuntimeEnvironment, storage: InstanceStorage, isolation: (any WidgetIsolation)?,
    viewKinds: [ViewKind], grants: TileGrants, log: WidgetLog, report: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.environment = environment
    self.storage = storage
    self.isolation = isolation
    self.viewKinds = Dictionary(viewKinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    self.grants = grants
    self.log = log
    self.report = report
  }

  /// Makes the widget of a tile.
  /// - Parameter onOutage: Called with the reason why the widget's process does not run, and with nil when it runs.
  func makeWidget(
    _ id: TileID, of tile: BoardTile, _ entry: WidgetLibrary.Entry,
    onOutage: @escaping @Sendable (_ id: String, _ reason: String?) -> Void
  ) -> (any BoardWidget)? {
    let location = storage.location(of: id, entry.definition, kind: tile.widget)
    var store: URL?
    if case .file(let url) = location { store = url }
    let request = IsolatedWidgetRequest(
      id: id.rawValue, kind: tile.widget, definition: entry.definition, source: entry.source,
      isInstalled: entry.isInstalled, store: store, replication: storage.replication,
      viewKinds: viewKinds,
      grants: { [grants] in grants[id] }, report: report,
      log: { [log, now = environment.now] message, isError in
        log.record(message, isError: isError, of: id.rawValue, at: now())
      }, onOutage: onOutage)
    if let isolated = isolation?.makeWidget(request) { return isolated }
    return makeInstance(id, entry.definition, location).map(InstanceWidget.init)
  }

  /// Makes an instance. If its data cannot be stored, it is kept in memory, and that is reported.
  private func makeInstance(_ id: TileID, _ definition: WidgetDefinition, _ location: StoreLocation) -> Instance? {
    let environment = environment(of: id)
    do {
      let instance = try Instance(
        id: id.rawValue, definition: definition, location: location, environment: environment)
      if let message = instance.recoveryMessage {
        tell(Diagnostic(.warning, rule: "store-damaged", message: "\(instance.name): \(message)"), of: id)
      }
      return instance
    } catch  where environment.storeReplication != nil {
      // What is in memory only, other hosts could not go on with.
      tell(
        Diagnostic(
          rule: "store-unavailable",
          message: "The data of '\(definition.bundle.manifest.name)' cannot be read, so it is not shown: "
            + ((error as? StoreError)?.diagnostic.message ?? "\(error)")), of: id)
      return nil
    } catch {
      tell(
        Diagnostic(
          rule: "store-unavailable",
          message:
            "The data of '\(definition.bundle.manifest.name)' cannot be stored, and will be lost when the server stops: "
            + ((error as? StoreError)?.diagnostic.message ?? "\(error)"),
          fix: "Make the folder of '--data' writable, and restart the server"), of: id)
      return try? Instance(id: id.rawValue, definition: definition, environment: environment)
    }
  }

  /// Returns the environment of a tile's instance, which records errors, and knows what the instance may reach.
  private func environment(of id: TileID) -> RuntimeEnvironment {
    var own = environment
    own.grants = { [grants] in grants[id] }
    own.log = { [log, forward = environment.log, now = environment.now] entry in
      if entry.level == .error { log.record(entry.message, of: id.rawValue, at: now()) }
      forward?(entry)
    }
    return own
  }

  /// Reports a problem of a tile's widget, and records it.
  private func tell(_ problem: Diagnostic, of id: TileID) {
    log.record(problem.message, of: id.rawValue, at: environment.now())
    report(problem)
  }

  /// Makes the process that draws the preview of an isolated widget; nil for other widgets.
  func makePreviewProcess(of widget: String, _ entry: WidgetLibrary.Entry) -> (any IsolatedWidget)? {
    let request = IsolatedWidgetRequest(
      id: "preview", kind: widget, definition: entry.definition, source: entry.source, isInstalled: entry.isInstalled,
      store: nil, replication: nil, viewKinds: [:], grants: { HostGrants() }, report: report, log: { _, _ in },
      onOutage: { _, _ in })
    return isolation?.makeWidget(request)
  }
}
