import Foundation
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraBundles
import TesseraGraphics
import TesseraRuntime
import TesseraValues

/// Writes what a data folder contains as documents, without secrets. A server may use the folder meanwhile.
struct ExportWriter {
  /// The data folder, without links.
  let folder: URL
  let extensions: WidgetExtensions

  /// What was written.
  struct Summary {
    var boards = 0
    var widgets = 0
    /// What was left out, and what was repaired.
    var problems: [Diagnostic] = []
  }

  /// Writes everything to a new folder, which gets its name when it is complete.
  /// - Throws: A diagnostic if a board cannot be read or the folder cannot be written, and `StoreError`. Nothing is
  ///   left behind then.
  func write(to target: URL) throws -> Summary {
    try check(target)
    let draft = URL(filePath: "\(target.path).\(UUID().uuidString).staging")
    let files = FileManager.default
    defer { try? files.removeItem(at: draft) }
    do {
      try files.createDirectory(at: draft, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      var summary = Summary()
      let definitions = try writeWidgets(to: draft, &summary)
      try writeBoards(to: draft, definitions, &summary)
      try write(people(), to: ExportFolder.people, in: draft)
      guard rename(draft.path, target.path) == 0 else {
        throw Diagnostic(
          rule: "export", message: "The folder '\(target.path)' cannot be made: \(String(cString: strerror(errno)))")
      }
      return summary
    } catch let error as CocoaError {
      throw Diagnostic(
        rule: "export", message: "The folder '\(target.path)' cannot be written: \(error.localizedDescription)")
    }
  }

  private func check(_ target: URL) throws(Diagnostic) {
    guard FileRights(folder.path)?.isFolder == true else {
      throw Diagnostic(
        rule: "no-data", message: "The folder '\(folder.path)' does not exist",
        fix: "Name the folder of the server's '--data', or start the server once")
    }
    guard !(target.standardizedFileURL.resolvingSymlinksInPath().path + "/").hasPrefix(folder.path + "/") else {
      throw Diagnostic(
        rule: "export", message: "'\(target.path)' is in the data folder", fix: "Choose a folder elsewhere")
    }
    guard FileRights(target.path) != nil else { return }
    guard (try? FileManager.default.contentsOfDirectory(atPath: target.path))?.isEmpty == true else {
      throw Diagnostic(
        rule: "export", message: "'\(target.path)' exists already, and is no empty folder",
        fix: "Choose another name, or remove it")
    }
  }

  // MARK: Boards

  private func writeBoards(to draft: URL, _ definitions: [WidgetDefinition], _ summary: inout Summary) throws {
    let stored = try StoredBoards(in: folder)
    if let problem = stored.problems.first(where: { $0.severity == .error }) { throw problem }
    summary.problems += stored.problems
    // The definitions say which options are secret.
    let library = WidgetLibrary(
      environment: RuntimeEnvironment(textMeasuring: PangoTextMeasuring()), folder: nil, extensions: extensions)
    for definition in definitions { library.add(definition) }
    let boards = stored.exported(library)
    for board in boards { try write(BoardDocument.value(of: board), to: ExportFolder.board(board.id), in: draft) }
    try writeBackgrounds(of: boards, to: draft, &summary)
    summary.boards = boards.count
    try write(
      [
        "format": .integer(Int64(ExportFolder.format)), "boards": .array(boards.map { .string($0.id) }),
      ], to: ExportFolder.manifest, in: draft)
  }

  private func writeBackgrounds(of boards: [Board], to draft: URL, _ summary: inout Summary) throws {
    let pictures = BackgroundPictures(folder: folder)
    for name in Set(boards.compactMap(\.appearance.pictureName)).sorted() {
      guard let picture = pictures.picture(name) else {
        summary.problems.append(
          Diagnostic(.warning, rule: "export", message: "The background picture '\(name)' is missing"))
        continue
      }
      try write(picture.bytes, to: ExportFolder.background(name), in: draft)
    }
  }

  // MARK: Widgets

  private func writeWidgets(to draft: URL, _ summary: inout Summary) throws -> [WidgetDefinition] {
    var definitions: [WidgetDefinition] = []
    var rows: [Value] = []
    for widget in InstalledWidgets(folder.appending(path: "widgets")).all() {
      let source = extensions.bundleFormats.open(.folder(widget.path))
      let definition = WidgetDefinition(bundle: WidgetBundle(files: source), extensions: extensions)
      let manifest = definition.bundle.manifest
      rows.append([
        "id": .string(widget.id), "version": .string(manifest.version.description), "name": .string(manifest.name),
        "origin": widget.origin.map(Value.string) ?? .null,
      ])
      definitions.append(definition)
      guard !definition.hasErrors, manifest.id == widget.id else {
        summary.problems.append(
          Diagnostic(
            .warning, rule: "export", message: "The widget '\(widget.id)' has errors, so its files are left out",
            fix: "Run 'tessera check \(widget.path)'"))
        continue
      }
      for path in definition.bundle.storedPaths {
        let bytes = try source.bytes(at: path, limit: BundleLimits.standard.totalBytes)
        try write(bytes, to: "\(ExportFolder.widget(widget.id))/\(path)", in: draft)
      }
      summary.widgets += 1
    }
    try write(.array(rows), to: ExportFolder.widgets, in: draft)
    return definitions
  }

  // MARK: People

  /// The accounts, links and owners, without anything that admits.
  private func people() throws -> Value {
    let file = folder.appending(path: AccessStore.fileName)
    let content = try FileRights(file.path) == nil ? nil : AccessStore.content(of: file)
    let accounts = (content?.accounts ?? [:]).values.sorted { $0.name < $1.name }
    let links = (content?.links ?? [:]).values.sorted { $0.id < $1.id }
    return [
      "accounts": .array(accounts.map { Self.value(of: $0) }), "links": .array(links.map { Self.value(of: $0) }),
      "owners": .dictionary((content?.owners ?? [:]).mapValues { .string($0) }),
    ]
  }

  private static func value(of account: Account) -> Value {
    [
      "name": .string(account.name), "role": .string(account.role.rawValue),
      "boards": .dictionary(account.boardRoles.mapValues { .string($0.rawValue) }),
    ]
  }

  private static func value(of link: BoardLink) -> Value {
    ["name": .string(link.name), "board": .string(link.board), "role": .string(link.role.rawValue)]
  }

  // MARK: Files

  private func write(_ value: Value, to path: String, in draft: URL) throws {
    // A node is written with short parts on one line, so that changes can be reviewed.
    let node = try JSONNode.parse(JSONText.text(of: value), limits: BoardDocument.limits)
    try write(Array((JSONText.text(of: node, indented: true) + "\n").utf8), to: path, in: draft)
  }

  private func write(_ bytes: [UInt8], to path: String, in draft: URL) throws {
    let file = draft.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
