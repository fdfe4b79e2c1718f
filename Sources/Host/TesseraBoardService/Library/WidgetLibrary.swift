package import Foundation
import Synchronization
package import TesseraBoard
package import TesseraBundles
import TesseraComponents
import TesseraData
package import TesseraRuntime
package import TesseraValues
import TesseraViews

/// The widgets that can be placed on boards, by the identities of their bundles. Some can come while it is used.
package final class WidgetLibrary: Sendable {
  private let state = Mutex<[String: Entry]>([:])
  /// The hosts that the widgets may talk to; asked for by each answer of the server, so counted when a widget comes.
  private let allHosts = Mutex<[String]>([])
  /// What instances are made with.
  package let environment: RuntimeEnvironment
  /// What documents of installed widgets may say.
  private let extensions: WidgetExtensions
  private let folder: URL?
  /// The pictures behind boards.
  package let backgrounds: BackgroundPictures
  private let report: @Sendable (Diagnostic) -> Void
  /// Runs widgets in processes of their own; nil where all run in this one.
  private let isolation: (any WidgetIsolation)?
  /// What views can be, by name.
  private let kinds: [String: ViewKind]

  /// A widget that can be placed.
  private struct Entry: Sendable {
    var definition: WidgetDefinition
    /// Where it was read, in words of the command line; nil where it is only in memory.
    var source: WidgetSource?
    /// Whether it was installed by a page.
    var isInstalled = false
    /// In which order it came.
    var number: Int
    /// Its picture in the gallery, as soon as somebody asked for it.
    var preview: Task<ServedImage?, Never>?
  }

  /// - Parameters:
  ///   - folder: where instances keep their data, a file for each; nil for memory.
  ///   - isolation: runs widgets in processes of their own; nil where all run in this one.
  ///   - report: hears what is wrong with the data of an instance.
  package init(
    environment: RuntimeEnvironment, folder: URL?, extensions: WidgetExtensions = .standard,
    isolation: (any WidgetIsolation)? = nil,
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    var environment = environment
    // Widgets can place each other.
    let widgets = environment.widgets ?? WidgetRegistry()
    environment.widgets = widgets
    self.environment = environment
    self.extensions = extensions
    self.folder = folder
    backgrounds = BackgroundPictures(folder: folder)
    self.report = report
    self.isolation = isolation
    kinds = Dictionary(extensions.components.kinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let briefly =
      isolation?.readsInstalledFiles == true
      ? FileManager.default.temporaryDirectory.appending(path: "tessera-widgets-\(UUID().uuidString)") : nil
    installed = (folder?.appending(path: "widgets") ?? briefly).map { InstalledWidgets($0) }
    for widget in extensions.customWidgets.all { add(WidgetDefinition(widget, extensions: extensions)) }
  }

  /// Adds a widget, or replaces the one of its identity.
  /// - Returns: the identity under which boards know it.
  @discardableResult
  package func add(_ definition: WidgetDefinition, from source: WidgetSource? = nil) -> String {
    add(definition, from: source, isInstalled: false)
  }

  private func add(_ definition: WidgetDefinition, from source: WidgetSource?, isInstalled: Bool) -> String {
    let id = Self.identity(of: definition)
    replace(id, with: definition, from: (source, isInstalled))
    return id
  }

  /// Makes a widget another one under the identity that boards know it by.
  package func replace(_ id: String, with definition: WidgetDefinition) { replace(id, with: definition, from: nil) }

  private func replace(
    _ id: String, with definition: WidgetDefinition, from origin: (source: WidgetSource?, isInstalled: Bool)?
  ) {
    state.withLock { entries in
      let number = entries[id]?.number ?? (entries.values.map(\.number).max() ?? 0) + 1
      entries[id]?.preview?.cancel()
      entries[id] = Entry(
        definition: definition, source: origin.map(\.source) ?? entries[id]?.source,
        isInstalled: origin?.isInstalled ?? entries[id]?.isInstalled ?? false,
        number: number)
      updateHosts(of: entries)
    }
    environment.widgets?.register(id, definition)
  }

  private func updateHosts(of entries: [String: Entry]) {
    let hosts = entries.values.flatMap { $0.definition.bundle.manifest.hosts.map(\.description) }
    allHosts.withLock { $0 = Set(hosts).sorted() }
  }

  /// The hosts that the widgets may talk to, as content security policies name them.
  package var hosts: [String] { allHosts.withLock { $0 } }

  /// Whether a widget is there without errors.
  package func hasWorking(_ id: String) -> Bool { definition(id)?.hasErrors == false }

  // MARK: Installing

  /// Where installed bundles are kept. Processes of their own have to find them somewhere, even if nothing is kept for long.
  private let installed: InstalledWidgets?
  /// The bundles that were there when somebody looked last.
  private let seen = Mutex<[String: UInt64]>([:])

  /// Adds the widgets that were installed before.
  package func loadInstalled() {
    guard let installed else { return }
    installed.restore()
    seen.withLock { $0 = installed.stamps() }
    for widget in installed.all() { _ = loadInstalled(widget) }
  }

  /// Reads a widget that was installed, and adds it.
  @discardableResult
  private func loadInstalled(_ widget: InstalledWidgets.Widget) -> WidgetDefinition {
    let definition = WidgetDefinition(bundle: WidgetBundle(directory: widget.path), extensions: extensions)
    for diagnostic in definition.diagnostics where diagnostic.severity == .error {
      report(diagnostic.inFile("\(widget.id).widget"))
    }
    _ = add(definition, from: .folder(widget.path), isInstalled: true)
    return definition
  }

  /// Looks for bundles that somebody else installed, or took away.
  /// - Returns: what is to be shown anew. What was taken away cannot be placed any more.
  package func refreshInstalled() -> [(id: String, definition: WidgetDefinition)] {
    guard let installed else { return [] }
    var stamps = installed.stamps()
    stamps.merge(seen.withLock { $0 }.filter { installed.isKept($0.key) }) { now, _ in now }
    let before = seen.withLock { [stamps] seen in
      defer { seen = stamps }
      return seen
    }
    guard stamps != before else { return [] }
    for id in before.keys where stamps[id] == nil {
      state.withLock { entries in
        guard entries[id]?.isInstalled == true else { return }
        entries[id]?.preview?.cancel()
        entries[id] = nil
        updateHosts(of: entries)
        environment.widgets?.remove(id)
      }
    }
    return installed.all().filter { stamps[$0.id] != before[$0.id] }.compactMap { widget in
      let definition = WidgetDefinition(bundle: WidgetBundle(directory: widget.path), extensions: extensions)
      // What the command line names is shown as it names it; who installed something here has told about it already.
      guard state.withLock({ $0[widget.id]?.isInstalled }) != false else { return nil }
      guard self.definition(widget.id)?.bundle.fingerprint != definition.bundle.fingerprint else { return nil }
      return (widget.id, loadInstalled(widget))
    }
  }

  /// Checks a bundle, keeps it, and adds it, in place of one of its identity. Where nothing is kept it is added for as long as the
  /// server runs.
  /// - Throws: ``InstalledWidgets/Failure`` for a bundle with errors, and where it cannot be written.
  package func install(_ files: some BundleFiles) throws(InstalledWidgets.Failure) -> (
    id: String, definition: WidgetDefinition
  ) {
    let bundle = WidgetBundle(files: files)
    let definition = WidgetDefinition(bundle: bundle, extensions: extensions)
    guard let installed else {
      try InstalledWidgets.check(definition)
      return (add(definition, from: nil, isInstalled: true), definition)
    }
    try installed.install(definition, from: nil) { try files.bytes(at: $0, limit: BundleLimits.standard.totalBytes) }
    let path = installed.folder.appending(path: "\(bundle.manifest.id).widget").path
    return (add(definition, from: .folder(path), isInstalled: true), definition)
  }

  /// The identity of a widget: that of its manifest, or its name where that has none.
  package static func identity(of definition: WidgetDefinition) -> String {
    let manifest = definition.bundle.manifest
    return manifest.id.isEmpty ? manifest.name : manifest.id
  }

  package func definition(_ widget: String) -> WidgetDefinition? { state.withLock { $0[widget]?.definition } }

  /// All widgets in the order in which they came.
  package var all: [(id: String, definition: WidgetDefinition)] {
    state.withLock { $0 }.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.definition) }
  }

  /// What a person can set for a widget: its own options, and what the board asks beside them.
  package func options(of widget: String) -> [Manifest.Option] {
    guard let definition = definition(widget) else { return [] }
    return definition.bundle.manifest.options + (definition.isUpdated ? [UpdateChoice.setting] : [])
  }

  /// The version that options of a widget are meant for from now on; nil where there is only one.
  package func version(of widget: String) -> Int? { definition(widget)?.optionsVersion }

  /// A tile with options for the present version of its widget.
  func migrated(_ tile: BoardTile) -> BoardTile {
    guard let definition = definition(tile.widget),
      var options = definition.migratedOptions(tile.options, of: tile.version)
    else { return tile }
    options[UpdateChoice.option] = tile.options[UpdateChoice.option]
    return BoardTile(widget: tile.widget, options: options, version: definition.optionsVersion)
  }

  /// How large a tile may be.
  package func sizes(of tile: BoardTile?) -> TileSizes {
    guard let tile, let definition = definition(tile.widget) else { return .any }
    return TileSizes(definition.bundle.manifest.sizes)
  }

  /// Makes the widget of a tile: in this process, or in one of its own.
  /// - Parameter onOutage: hears why its process is not there; nil when it is.
  package func makeWidget(
    _ id: TileID, of tile: BoardTile, onOutage: @escaping @Sendable (_ id: String, _ reason: String?) -> Void
  ) -> (any BoardWidget)? {
    guard let entry = state.withLock({ $0[tile.widget] }) else { return nil }
    var store: URL?
    if case .file(let url) = location(of: id, widget: tile.widget) { store = url }
    let request = IsolatedWidgetRequest(
      id: id.rawValue, kind: tile.widget, definition: entry.definition, source: entry.source,
      isInstalled: entry.isInstalled, store: store, viewKinds: kinds, report: report, onOutage: onOutage)
    if let isolated = isolation?.makeWidget(request) { return isolated }
    return makeInstance(id, of: tile).map(InstanceWidget.init)
  }

  /// Makes the instance of a tile. Where its data cannot be kept it is kept in memory, and that is reported.
  package func makeInstance(_ id: TileID, of tile: BoardTile) -> Instance? {
    guard let definition = definition(tile.widget) else { return nil }
    do {
      let instance = try Instance(
        id: id.rawValue, definition: definition, location: location(of: id, widget: tile.widget),
        environment: environment)
      if let message = instance.recoveryMessage {
        report(Diagnostic(.warning, rule: "store-damaged", message: "\(instance.name): \(message)"))
      }
      return instance
    } catch {
      report(
        Diagnostic(
          rule: "store-unavailable",
          message:
            "The data of '\(definition.bundle.manifest.name)' cannot be kept, and is gone when the server stops: "
            + ((error as? StoreError)?.diagnostic.message ?? "\(error)"),
          fix: "Let the server write to the folder of '--data', and start it again"))
      return try? Instance(id: id.rawValue, definition: definition, environment: environment)
    }
  }

  private func location(of id: TileID, widget: String) -> StoreLocation {
    guard let folder else { return .memory }
    let file = folder.appending(path: "instances/\(id.rawValue).sqlite")
    // What has no identity is known by its name, which can be anything.
    guard definition(widget)?.bundle.manifest.id == widget else { return .file(file) }
    for name in [widget] + (2...9).map({ "\(widget)_\($0)" }) {
      adopt(folder.appending(path: "\(name).sqlite"), as: file)
    }
    return .file(file)
  }

  /// Takes over the data that a widget kept before there were boards, under the name of its bundle.
  private func adopt(_ former: URL, as file: URL) {
    let files = FileManager.default
    guard !files.fileExists(atPath: file.path), files.fileExists(atPath: former.path) else { return }
    try? files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // The file itself goes last: as long as it is there, the next start begins anew.
    for suffix in ["-wal", "-shm", ""] where files.fileExists(atPath: former.path + suffix) {
      try? files.moveItem(atPath: former.path + suffix, toPath: file.path + suffix)
    }
  }

  /// Whether there is data under the name of an instance.
  func hasData(of id: TileID) -> Bool {
    guard let folder else { return false }
    return FileManager.default.fileExists(atPath: folder.appending(path: "instances/\(id.rawValue).sqlite").path)
  }

  /// Forgets the data of an instance that no board has, and that cannot come back.
  func removeData(of id: TileID) {
    guard let folder else { return }
    for suffix in ["", "-wal", "-shm", ".answers", ".widgets"] {
      try? FileManager.default.removeItem(
        atPath: folder.appending(path: "instances/\(id.rawValue).sqlite").path + suffix)
    }
  }

  /// A picture of a widget as it is when it is placed.
  package func preview(of widget: String) async -> ServedImage? {
    let task = state.withLock { entries -> Task<ServedImage?, Never>? in
      guard let entry = entries[widget] else { return nil }
      if let preview = entry.preview { return preview }
      let task = Task { [environment] in
        guard let process = makePreviewProcess(of: widget, entry) else {
          return await WidgetPreview.draw(entry.definition, environment: environment)
        }
        let preview = await process.preview()
        await process.stop()
        return preview
      }
      entries[widget]?.preview = task
      return task
    }
    let preview = await task?.value
    // What failed once is tried again by the next who asks.
    if preview == nil { state.withLock { $0[widget]?.preview = nil } }
    return preview
  }
}

extension WidgetLibrary {
  /// What draws a picture of a widget that runs in a process of its own; nil for the others.
  private func makePreviewProcess(of widget: String, _ entry: Entry) -> (any IsolatedWidget)? {
    let request = IsolatedWidgetRequest(
      id: "preview", kind: widget, definition: entry.definition, source: entry.source, isInstalled: entry.isInstalled,
      store: nil, viewKinds: [:], report: report, onOutage: { _, _ in })
    return isolation?.makeWidget(request)
  }
}

extension TileSizes {
  /// What a manifest says, columns first, as rows and columns.
  package init(_ sizes: Manifest.Sizes) {
    self.init(
      preferred: GridSize(sizes.default), minimum: GridSize(sizes.minimum), maximum: sizes.maximum.map(GridSize.init),
      canChangeColumns: sizes.resize == .both || sizes.resize == .horizontal,
      canChangeRows: sizes.resize == .both || sizes.resize == .vertical)
  }
}

extension GridSize {
  package init(_ size: Manifest.CellSize) { self.init(rows: size.rows, columns: size.columns) }
}
