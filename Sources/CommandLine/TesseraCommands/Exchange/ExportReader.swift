import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraBundles
import TesseraRuntime
import TesseraValues

/// What an exported folder contains. All of it was read and checked.
struct ExportContent: Sendable {
  /// An installed widget.
  struct Widget: Sendable {
    let definition: WidgetDefinition
    let files: any BundleFiles
    /// Where the widget came from, for display; nil if that is unknown.
    let origin: String?
  }

  /// The boards in their order.
  var boards: [Board] = []
  /// The names of the accounts that own personal boards, by the identities of the boards.
  var owners: [String: String] = [:]
  /// The background pictures that boards use.
  var pictures: [[UInt8]] = []
  var widgets: [Widget] = []
  /// What was repaired, and what is missing.
  var warnings: [Diagnostic] = []
}

/// Reads an exported folder, which may be damaged or hostile: no link is followed, and sizes are limited.
struct ExportReader {
  private let folder: String
  private let files: DirectoryBundleFiles
  private let paths: Set<String>
  /// The files of installed widgets, by the folders of the widgets.
  private let widgetEntries: [String: [BundleEntry]]
  private let extensions: WidgetExtensions

  /// Lists a folder.
  /// - Throws: A diagnostic if there is no folder, or if it contains anything but plain files, or too many.
  init(_ folder: String, extensions: WidgetExtensions) throws(Diagnostic) {
    guard FileRights(folder)?.isFolder == true else {
      throw .unimportable(folder, "There is no such folder", fix: "Name a folder that 'tessera export' has written")
    }
    let files = DirectoryBundleFiles(path: folder)
    let listing = files.list(limits: ExportFolder.limits)
    if let problem = listing.diagnostics.first { throw Self.located(problem, in: folder) }
    var room = ExportFolder.maximumBytes
    for entry in listing.entries {
      guard entry.kind == .file else {
        throw .unimportable(
          "\(folder)/\(entry.path)", "This is a link or a device, and an export has plain files only", fix: "Remove it")
      }
      guard entry.size <= room else {
        throw .unimportable(
          "\(folder)/\(entry.path)", "The files are larger than \(SizeText.of(ExportFolder.maximumBytes))")
      }
      room -= entry.size
    }
    self.folder = folder
    self.files = files
    self.extensions = extensions
    paths = Set(listing.entries.map(\.path))
    widgetEntries = Dictionary(grouping: listing.entries) { entry in
      entry.path.split(separator: "/").prefix(2).joined(separator: "/")
    }
  }

  /// Reads everything.
  /// - Throws: A diagnostic with the file that cannot be imported.
  func content() throws(Diagnostic) -> ExportContent {
    var content = ExportContent()
    let manifest = try list(ExportFolder.manifest)
    guard let format = manifest.value(at: "format").integer else {
      throw refusal(ExportFolder.manifest, "The list has no 'format'")
    }
    guard format <= ExportFolder.format else {
      throw refusal(ExportFolder.manifest, "A later version of Tessera made the export", fix: "Update Tessera first")
    }
    for id in (manifest.value(at: "boards").array ?? []).map({ $0.string ?? "" }) { try readBoard(id, into: &content) }
    try readPictures(into: &content)
    try readWidgets(into: &content)
    try readOwners(into: &content)
    return content
  }

  // MARK: Boards

  private func readBoard(_ id: String, into content: inout ExportContent) throws(Diagnostic) {
    guard PortableFilename.isValid(id), !content.boards.contains(where: { $0.id == id }) else {
      throw refusal(ExportFolder.manifest, "'\(id.prefix(80))' cannot be the identity of a board, or is there twice")
    }
    let path = ExportFolder.board(id)
    let reading: BoardDocument.Reading
    do throws(Diagnostic) {
      reading = try BoardDocument.read(files.bytes(at: path, limit: BoardDocument.limits.bytes))
    } catch {
      throw located(error, at: path)
    }
    guard reading.board.id == id else {
      throw refusal(path, "The identity in the board is '\(reading.board.id)', and its file is called '\(id).json'")
    }
    content.boards.append(reading.board)
    content.warnings += reading.problems.map { located($0, at: path) }
  }

  private func readPictures(into content: inout ExportContent) throws(Diagnostic) {
    for name in Set(content.boards.compactMap(\.appearance.pictureName)).sorted() {
      let path = ExportFolder.background(name)
      guard paths.contains(path) else {
        content.warnings.append(
          Diagnostic(
            .warning, rule: "import", file: "\(folder)/\(path)",
            message: "The background picture of a board is missing"))
        continue
      }
      do {
        let bytes = try files.bytes(at: path, limit: BackgroundPictures.maximumSize)
        // In memory, a picture is checked in the same way.
        guard try BackgroundPictures(folder: nil).add(bytes, used: []) == name else {
          throw refusal(path, "The picture is damaged: its name is not its checksum")
        }
        content.pictures.append(bytes)
      } catch let error as Diagnostic {
        throw located(error, at: path)
      } catch {
        throw refusal(path, "The picture cannot be used")
      }
    }
  }

  // MARK: Widgets

  private func readWidgets(into content: inout ExportContent) throws(Diagnostic) {
    let rows = try list(ExportFolder.widgets).array ?? []
    guard rows.count <= ExportFolder.maximumWidgets else {
      throw refusal(ExportFolder.widgets, "There are more than \(ExportFolder.maximumWidgets) widgets")
    }
    for row in rows {
      guard let id = row.value(at: "id").string, !id.isEmpty, !id.contains("/") else {
        throw refusal(ExportFolder.widgets, "A widget has no 'id'")
      }
      let path = ExportFolder.widget(id)
      guard let entries = widgetEntries[path] else {
        content.warnings.append(
          Diagnostic(
            .warning, rule: "import", file: "\(folder)/\(ExportFolder.widgets)",
            message: "The files of the widget '\(id.prefix(80))' are missing, so it is left out"))
        continue
      }
      let files = extensions.bundleFormats.open(
        NestedBundleFiles(outer: files, folder: path + "/", entries: entries))
      let definition = WidgetDefinition(bundle: WidgetBundle(files: files), extensions: extensions)
      try check(definition, id: id, at: path)
      content.widgets.append(
        ExportContent.Widget(
          definition: definition, files: files,
          origin: row.value(at: "origin").string.map { String($0.prefix(1000)) }))
    }
  }

  private func check(_ definition: WidgetDefinition, id: String, at path: String) throws(Diagnostic) {
    if let problem = definition.diagnostics.first(where: { $0.severity == .error }) {
      var copy = problem
      copy.file = [path, problem.file].compactMap(\.self).joined(separator: "/")
      throw Self.located(copy, in: folder)
    }
    guard definition.bundle.manifest.id == id else {
      throw refusal(path, "The identity in the manifest is not '\(id.prefix(80))'")
    }
  }

  // MARK: People

  /// Accounts cannot be imported, because their passwords are not exported. Personal boards stay personal all the same.
  private func readOwners(into content: inout ExportContent) throws(Diagnostic) {
    guard paths.contains(ExportFolder.people) else { return }
    let owners = try list(ExportFolder.people).value(at: "owners").dictionary ?? [:]
    content.owners = owners.mapValues { $0.string.flatMap { Account.normalizedName($0) } ?? "" }
  }

  // MARK: Files

  private func list(_ path: String) throws(Diagnostic) -> Value {
    do throws(Diagnostic) {
      let bytes = try files.bytes(at: path, limit: ExportFolder.maximumListBytes)
      return try Value.parseJSON(bytes, limits: JSONLimits(bytes: ExportFolder.maximumListBytes, depth: 16))
    } catch {
      throw located(error, at: path)
    }
  }

  private func refusal(_ path: String, _ message: String, fix: String? = nil) -> Diagnostic {
    .unimportable("\(folder)/\(path)", message, fix: fix)
  }

  /// Returns a problem with the place of its file, which is relative to the exported folder.
  private func located(_ problem: Diagnostic, at path: String) -> Diagnostic {
    var copy = problem
    copy.file = problem.file?.hasPrefix("\(folder)/") == true ? problem.file : "\(folder)/\(path)"
    return copy
  }

  private static func located(_ problem: Diagnostic, in folder: String) -> Diagnostic {
    var copy = problem
    copy.file = problem.file.map { "\(folder)/\($0)" } ?? folder
    return copy
  }
}
