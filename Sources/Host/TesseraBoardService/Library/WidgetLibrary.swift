package import Foundation
import Synchronization
package import TesseraBoard
package import TesseraBundles
import TesseraComponents
package import TesseraRuntime
package import TesseraValues

/// The widgets that can be placed on boards, by the identities of their bundles. Widgets can be added and removed at any
/// time.
package final class WidgetLibrary: Sendable {
  private let state = Mutex<[String: Entry]>([:])
  /// The hosts of all widgets. Every response of the server needs them, so they are computed when a widget is added.
  private let allHosts = Mutex<[String]>([])
  private let previews: WidgetPreviews
  private let factory: WidgetFactory
  /// The environment that instances are created with.
  package let environment: RuntimeEnvironment
  /// What documents of installed widgets can name.
  package let extensions: WidgetExtensions
  /// The installed bundles; nil if none can be installed in files. Widget processes read bundles from files, so there is a
  /// temporary folder for them even without a data folder.
  let installed: InstalledWidgets?
  /// The installed bundles at the last check.
  let installedStamps = Mutex<[String: UInt64]>([:])
  /// The background images of boards.
  package let backgrounds: BackgroundPictures
  /// The private hosts that people let widgets reach.
  let grants = TileGrants()
  /// The latest messages of widgets.
  package let log = WidgetLog()
  let report: @Sendable (Diagnostic) -> Void

  /// A widget that can be placed.
  struct Entry: Sendable {
    var definition: WidgetDefinition
    /// Where the widget was read from; nil if it is only in memory.
    var source: WidgetSource?
    /// Whether the widget was installed while the server ran, or with `tessera install`.
    var isInstalled = false
    /// The position in the order of additions.
    var number: Int
  }

  /// - Parameters:
  ///   - folder: The folder in which each instance has a file for its data; nil for memory.
  ///   - isolation: Runs widgets in processes of their own; nil if all run in this process.
  ///   - report: Called with problems of an instance's data.
  package init(
    environment: RuntimeEnvironment, folder: URL?, extensions: WidgetExtensions = .standard,
    isolation: (any WidgetIsolation)? = nil,
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    var environment = environment
    // Widgets can embed each other.
    environment.widgets = environment.widgets ?? WidgetRegistry()
    self.environment = environment
    self.extensions = extensions
    self.report = report
    backgrounds = BackgroundPictures(folder: folder)
    factory = WidgetFactory(
      environment: environment, storage: InstanceStorage(folder: folder, replication: environment.storeReplication),
      isolation: isolation,
      viewKinds: extensions.components.kinds, grants: grants, log: log, report: report)
    previews = WidgetPreviews(environment: environment, factory: factory)
    let temporary =
      isolation?.readsInstalledFiles == true
      ? FileManager.default.temporaryDirectory.appending(path: "tessera-widgets-\(UUID().uuidString)") : nil
    installed = (folder?.appending(path: "widgets") ?? temporary).map { InstalledWidgets($0) }
    for widget in extensions.customWidgets.all { add(WidgetDefinition(widget, extensions: extensions)) }
  }

  // MARK: Catalogue

  /// Adds a widget, or replaces the one with its identity.
  /// - Returns: The identity by which boards refer to the widget.
  @discardableResult
  package func add(_ definition: WidgetDefinition, from source: WidgetSource? = nil) -> String {
    add(definition, from: source, isInstalled: false)
  }

  func add(_ definition: WidgetDefinition, from source: WidgetSource?, isInstalled: Bool) -> String {
    let id = Self.identity(of: definition)
    replace(id, with: definition, from: (source, isInstalled))
    return id
  }

  /// Replaces the definition of a widget that boards refer to by an identity.
  package func replace(_ id: String, with definition: WidgetDefinition) { replace(id, with: definition, from: nil) }

  private func replace(
    _ id: String, with definition: WidgetDefinition, from origin: (source: WidgetSource?, isInstalled: Bool)?
  ) {
    state.withLock { entries in
      let number = entries[id]?.number ?? (entries.values.map(\.number).max() ?? 0) + 1
      entries[id] = Entry(
        definition: definition, source: origin.map(\.source) ?? entries[id]?.source,
        isInstalled: origin?.isInstalled ?? entries[id]?.isInstalled ?? false,
        number: number)
      updateHosts(of: entries)
    }
    previews.remove(id)
    environment.widgets?.register(id, definition)
  }

  /// Removes a widget that was installed, so that it can no longer be placed.
  /// - Returns: Whether there was one.
  func removeInstalled(_ id: String) -> Bool {
    let isRemoved = state.withLock { entries in
      guard entries[id]?.isInstalled == true else { return false }
      entries[id] = nil
      updateHosts(of: entries)
      environment.widgets?.remove(id)
      return true
    }
    previews.remove(id)
    return isRemoved
  }

  private func updateHosts(of entries: [String: Entry]) {
    let hosts = entries.values.flatMap { $0.definition.bundle.manifest.hosts.map(\.description) }
    allHosts.withLock { $0 = Set(hosts).sorted() }
  }

  /// The hosts that the widgets may contact, as content security policies name them.
  package var hosts: [String] { allHosts.withLock { $0 } }

  func entry(_ widget: String) -> Entry? { state.withLock { $0[widget] } }

  /// The definition of a widget.
  package func definition(_ widget: String) -> WidgetDefinition? { entry(widget)?.definition }

  /// The widgets that people can add, in the order in which they were added.
  package var available: [(id: String, definition: WidgetDefinition)] { all.filter { $0.definition.isAvailable } }

  /// Whether there is a widget without errors.
  package func hasWorking(_ id: String) -> Bool { definition(id)?.hasErrors == false }

  /// All widgets in the order in which they were added.
  package var all: [(id: String, definition: WidgetDefinition)] {
    state.withLock { $0 }.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.definition) }
  }

  /// The identity of a widget: the one in its manifest, or its name if the manifest has none.
  package static func identity(of definition: WidgetDefinition) -> String {
    let manifest = definition.bundle.manifest
    return manifest.id.isEmpty ? manifest.name : manifest.id
  }

  // MARK: Tiles

  /// The options that a person can set for a widget: the widget's own, and those of the board.
  package func options(of widget: String) -> [Manifest.Option] {
    guard let definition = definition(widget) else { return [] }
    return options(of: definition, definition.bundle.manifest)
  }

  /// The options that a person can set for a widget.
  /// - Parameter manifest: The widget's manifest, perhaps in the person's language.
  func options(of definition: WidgetDefinition, _ manifest: Manifest) -> [Manifest.Option] {
    manifest.options + (definition.isUpdated ? [UpdateChoice.setting] : [])
  }

  /// The version of a widget's options; nil if there is only one.
  package func version(of widget: String) -> Int? { definition(widget)?.optionsVersion }

  /// Returns a tile with options for the present version of its widget.
  func migrated(_ tile: BoardTile) -> BoardTile {
    guard let definition = definition(tile.widget),
      var options = definition.migratedOptions(tile.options, of: tile.version)
    else { return tile }
    options[UpdateChoice.option] = tile.options[UpdateChoice.option]
    var migrated = tile
    migrated.options = options
    migrated.version = definition.optionsVersion
    return migrated
  }

  /// The hosts that a tile's widget may contact: those of its manifest, then those of the addresses in its options.
  func hosts(of tile: BoardTile) -> [HostPattern] {
    guard let manifest = definition(tile.widget)?.bundle.manifest else { return [] }
    var seen: Set<HostPattern> = []
    return (manifest.hosts + reachedHosts(of: tile)).filter { seen.insert($0).inserted }
  }

  /// The hosts of the addresses in a tile's options; none if the widget is missing.
  func reachedHosts(of tile: BoardTile) -> [HostPattern] {
    definition(tile.widget)?.bundle.manifest.reachedHosts(in: migrated(tile).options) ?? []
  }

  /// What boards may do with a tile.
  package func rules(of tile: BoardTile?) -> TileRules {
    guard let tile, let definition = definition(tile.widget) else { return .any }
    return TileRules(definition.bundle.manifest)
  }

  /// Makes the widget of a tile, in this process or in one of its own.
  /// - Parameter onOutage: Called with the reason why the widget's process does not run, and with nil when it runs.
  package func makeWidget(
    _ id: TileID, of tile: BoardTile, onOutage: @escaping @Sendable (_ id: String, _ reason: String?) -> Void
  ) -> (any BoardWidget)? {
    entry(tile.widget).flatMap { factory.makeWidget(id, of: tile, $0, onOutage: onOutage) }
  }

  /// Whether data is stored under the identity of a tile.
  func hasData(of id: TileID) -> Bool { factory.storage.hasData(of: id) }

  /// Returns the size of a tile's data, in bytes; nil if it is in memory.
  func dataSize(of id: TileID) -> Int? { factory.storage.size(of: id) }

  /// Removes the data of a tile that cannot come back.
  func removeData(of id: TileID) { factory.storage.removeData(of: id) }

  /// Returns an image of a widget as it is when it is placed. A size that the widget does not allow is ignored.
  package func preview(
    of widget: String, _ style: WidgetPreviewStyle = WidgetPreviewStyle()
  ) async -> ServedImage? {
    var style = style
    if let size = style.size, let rules = definition(widget).map({ TileRules($0.bundle.manifest) }),
      size == rules.preferred || !rules.allow(size, from: rules.preferred)
    {
      style.size = nil
    }
    return await previews.preview(of: widget, style) { self.entry(widget) }
  }
}

extension TileRules {
  /// What a manifest allows.
  package init(_ manifest: Manifest) {
    let sizes = manifest.sizes
    self.init(
      preferred: sizes.default, minimum: sizes.minimum, maximum: sizes.maximum,
      canChangeColumns: sizes.resize == .both || sizes.resize == .horizontal,
      canChangeRows: sizes.resize == .both || sizes.resize == .vertical,
      allowedInstancesPerPage: manifest.board.allowedInstancesPerPage)
  }
}
