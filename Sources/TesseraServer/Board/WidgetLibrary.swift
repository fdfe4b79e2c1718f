package import Foundation
import Synchronization
import TesseraBoard
import TesseraBundles
import TesseraData
package import TesseraRuntime
package import TesseraValues

/// The widgets that can be placed on boards, by the identities of their bundles. Some can come while it is used.
package final class WidgetLibrary: Sendable {
  private let state = Mutex<[String: Entry]>([:])
  /// What instances are made with.
  let environment: RuntimeEnvironment
  private let folder: URL?
  private let report: @Sendable (Diagnostic) -> Void

  /// A widget that can be placed.
  private struct Entry: Sendable {
    var definition: WidgetDefinition
    /// In which order it came.
    var number: Int
    /// Its picture in the gallery, as soon as somebody asked for it.
    var preview: Task<ServedImage?, Never>?
  }

  /// - Parameters:
  ///   - folder: where instances keep their data, a file for each; nil for memory.
  ///   - report: hears what is wrong with the data of an instance.
  package init(
    environment: RuntimeEnvironment, folder: URL?, report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    self.environment = environment
    self.folder = folder
    self.report = report
  }

  /// Adds a widget, or replaces the one of its identity.
  /// - Returns: the identity under which boards know it.
  @discardableResult
  package func add(_ definition: WidgetDefinition) -> String {
    let id = Self.identity(of: definition)
    replace(id, with: definition)
    return id
  }

  /// Makes a widget another one under the identity that boards know it by.
  package func replace(_ id: String, with definition: WidgetDefinition) {
    state.withLock { entries in
      let number = entries[id]?.number ?? (entries.values.map(\.number).max() ?? 0) + 1
      entries[id]?.preview?.cancel()
      entries[id] = Entry(definition: definition, number: number)
    }
  }

  /// Whether a widget is there without errors.
  package func hasWorking(_ id: String) -> Bool { definition(id)?.hasErrors == false }

  /// The identity of a widget: that of its manifest, or its name where that has none.
  package static func identity(of definition: WidgetDefinition) -> String {
    let manifest = definition.bundle.manifest
    return manifest.id.isEmpty ? manifest.name : manifest.id
  }

  func definition(_ widget: String) -> WidgetDefinition? { state.withLock { $0[widget]?.definition } }

  /// All widgets in the order in which they came.
  var all: [(id: String, definition: WidgetDefinition)] {
    state.withLock { $0 }.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.definition) }
  }

  /// How large a tile may be.
  func sizes(of tile: BoardTile?) -> TileSizes {
    guard let tile, let definition = definition(tile.widget) else { return .any }
    return TileSizes(definition.bundle.manifest.sizes)
  }

  /// Makes the instance of a tile. Where its data cannot be kept it is kept in memory, and that is reported.
  func makeInstance(_ id: TileID, of tile: BoardTile) -> Instance? {
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

  /// Forgets the data of an instance that no board has, and that cannot come back.
  func removeData(of id: TileID) {
    guard let folder else { return }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(
        atPath: folder.appending(path: "instances/\(id.rawValue).sqlite").path + suffix)
    }
  }

  /// A picture of a widget as it is when it is placed.
  func preview(of widget: String) async -> ServedImage? {
    let task = state.withLock { entries -> Task<ServedImage?, Never>? in
      guard let entry = entries[widget] else { return nil }
      if let preview = entry.preview { return preview }
      let task = Task { [environment] in await WidgetPreview.draw(entry.definition, environment: environment) }
      entries[widget]?.preview = task
      return task
    }
    return await task?.value
  }
}

extension TileSizes {
  /// What a manifest says, columns first, as rows and columns.
  init(_ sizes: Manifest.Sizes) {
    self.init(
      preferred: GridSize(sizes.default), minimum: GridSize(sizes.minimum), maximum: sizes.maximum.map(GridSize.init),
      canChangeColumns: sizes.resize == .both || sizes.resize == .horizontal,
      canChangeRows: sizes.resize == .both || sizes.resize == .vertical)
  }
}

extension GridSize {
  init(_ size: Manifest.CellSize) { self.init(rows: size.rows, columns: size.columns) }
}
