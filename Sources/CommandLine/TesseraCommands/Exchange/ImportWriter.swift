import Foundation
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraBundles
import TesseraData
import TesseraGraphics
import TesseraRuntime
import TesseraValues

/// Adds the content of an export to a data folder. No server may use the folder.
struct ImportWriter {
  /// The data folder, without links.
  let folder: URL
  let extensions: WidgetExtensions

  /// What was added.
  struct Summary {
    var boards = 0
    var widgets = 0
    /// The boards that have other identities here, by their identities in the export, in their order.
    var renamed: [(former: String, identity: String)] = []
  }

  /// Adds everything. If it fails, what was added before stays, and a second run adds the rest.
  /// - Throws: A diagnostic if there would be too many boards, before anything is changed; later `StoreError`,
  ///   `InstalledWidgets.Failure`, or a diagnostic.
  func write(_ content: ExportContent) async throws -> Summary {
    let library = WidgetLibrary(
      environment: RuntimeEnvironment(textMeasuring: PangoTextMeasuring()), folder: folder, extensions: extensions
    ) { StandardError.write([$0]) }
    library.loadInstalled()
    let store = try BoardStore(location: .file(folder.appending(path: StoredBoards.fileName)))
    if let warning = store.recoveryWarning { StandardError.write([warning]) }
    let boards = try BoardHost(store: store, library: library)
    StandardError.write(boards.problems)
    var summary = Summary()
    let identities = try await addBoards(of: content, to: boards)
    summary.boards = identities.count
    for board in content.boards {
      guard let identity = identities[board.id], identity != board.id else { continue }
      summary.renamed.append((former: board.id, identity: identity))
    }
    let used = await boards.usedPictures
    for picture in content.pictures { _ = try library.backgrounds.add(picture, used: used) }
    summary.widgets = try install(content.widgets)
    return summary
  }

  private func addBoards(of content: ExportContent, to boards: BoardHost) async throws -> [String: String] {
    let owners = content.owners
    // The file of the accounts is made only for personal boards.
    let arePersonal = content.boards.contains(where: { owners[$0.id] != nil })
    let file = folder.appending(path: AccessStore.fileName)
    let store = try arePersonal ? AccessStore(location: .file(file)) : nil
    return try await boards.add(content.boards) { former, identity in
      if let owner = owners[former] { try store?.setOwner(ofImported: identity, to: owner) }
    }
  }

  /// Installs the widgets that are not installed here in the same or a later version.
  /// - Returns: The number of widgets.
  private func install(_ widgets: [ExportContent.Widget]) throws(InstalledWidgets.Failure) -> Int {
    let installed = InstalledWidgets(folder.appending(path: "widgets"))
    let present = Dictionary(installed.all().map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var count = 0
    for widget in widgets {
      let manifest = widget.definition.bundle.manifest
      let version = present[manifest.id]?.readBundle().manifest.version
      if let version, manifest.version <= version { continue }
      try installed.install(widget.definition, from: widget.origin) {
        try widget.files.bytes(at: $0, limit: BundleLimits.standard.totalBytes)
      }
      count += 1
    }
    return count
  }
}
