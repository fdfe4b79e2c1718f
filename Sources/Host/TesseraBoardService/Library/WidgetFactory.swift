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
  private let report: @Sendable (Diagnostic) -> Void

  init(
    environment: RuntimeEnvironment, storage: InstanceStorage, isolation: (any WidgetIsolation)?,
    viewKinds: [ViewKind], report: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.environment = environment
    self.storage = storage
    self.isolation = isolation
    self.viewKinds = Dictionary(viewKinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
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
      isInstalled: entry.isInstalled, store: store, viewKinds: viewKinds, report: report, onOutage: onOutage)
    if let isolated = isolation?.makeWidget(request) { return isolated }
    return makeInstance(id, entry.definition, location).map(InstanceWidget.init)
  }

  /// Makes an instance. If its data cannot be stored, it is kept in memory, and that is reported.
  private func makeInstance(_ id: TileID, _ definition: WidgetDefinition, _ location: StoreLocation) -> Instance? {
    do {
      let instance = try Instance(
        id: id.rawValue, definition: definition, location: location, environment: environment)
      if let message = instance.recoveryMessage {
        report(Diagnostic(.warning, rule: "store-damaged", message: "\(instance.name): \(message)"))
      }
      return instance
    } catch {
      report(
        Diagnostic(
          rule: "store-unavailable",
          message:
            "The data of '\(definition.bundle.manifest.name)' cannot be stored, and will be lost when the server stops: "
            + ((error as? StoreError)?.diagnostic.message ?? "\(error)"),
          fix: "Make the folder of '--data' writable, and restart the server"))
      return try? Instance(id: id.rawValue, definition: definition, environment: environment)
    }
  }

  /// Makes the process that draws the preview of an isolated widget; nil for other widgets.
  func makePreviewProcess(of widget: String, _ entry: WidgetLibrary.Entry) -> (any IsolatedWidget)? {
    let request = IsolatedWidgetRequest(
      id: "preview", kind: widget, definition: entry.definition, source: entry.source, isInstalled: entry.isInstalled,
      store: nil, viewKinds: [:], report: report, onOutage: { _, _ in })
    return isolation?.makeWidget(request)
  }
}
