import TesseraBoardService
import TesseraBundles
import TesseraRuntime
import TesseraValues

/// Watches the files of widgets during development, and shows saved changes.
struct BundleWatch: Sendable {
  /// A widget that can be placed, and the path of its files.
  struct Watched: Sendable {
    var path: String
    /// The identifier by which boards refer to the widget.
    var widget: String
  }

  private let watched: [Watched]
  private let boards: BoardHost
  private let library: WidgetLibrary
  private let mode: BundleMode
  private let extensions: WidgetExtensions

  /// The time after which a saved file with errors is read again. Its errors are then reported. It may still be being
  /// written.
  private static let retryDelay = Duration.milliseconds(60)

  init(
    _ watched: [Watched], on boards: BoardHost, library: WidgetLibrary, mode: BundleMode, extensions: WidgetExtensions
  ) {
    self.watched = watched
    self.boards = boards
    self.library = library
    self.mode = mode
    self.extensions = extensions
  }

  /// Shows saved changes, until the task is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for each in watched { group.addTask { await follow(each) } }
    }
  }

  private func follow(_ each: Watched) async {
    var seen = BundleStamp(directory: each.path)
    // A path can lead to a folder or to an archive.
    for await _ in FileWatcher.changes(in: [.folder(each.path), .file(each.path)]) {
      let now = BundleStamp(directory: each.path)
      guard now != seen else { continue }
      seen = now
      var definition = definition(at: each.path)
      if definition.hasErrors {
        // An editor that writes a file in two steps leaves it incomplete for a moment.
        try? await Task.sleep(for: Self.retryDelay)
        if Task.isCancelled { return }
        seen = BundleStamp(directory: each.path)
        definition = self.definition(at: each.path)
      }
      await show(definition, of: each)
    }
  }

  private func definition(at path: String) -> WidgetDefinition {
    let decoding = library.environment.contentDecoding
    let bundle = WidgetSource(path).namedBundle(mode: mode, extensions: extensions, decoding: decoding)
    return WidgetDefinition(bundle: bundle, extensions: extensions)
  }

  private func show(_ definition: WidgetDefinition, of each: Watched) async {
    let diagnostics = definition.diagnostics
    StandardError.write(diagnostics.map { $0.inFolder(each.path) })
    let files = DirectoryBundleFiles(path: each.path)
    // A widget that has worked shows problems over its content. One that never worked is replaced by them.
    if definition.hasErrors, library.hasWorking(each.widget) {
      let problems = diagnostics.filter { $0.severity == .error }
        .map { DocumentProblem($0, line: Self.line(of: $0, in: files)) }
      for widget in await boards.instances(of: each.widget) { await widget.show(problems) }
      return
    }
    do {
      let isModelNew = try await boards.renew(each.widget, with: definition)
      StandardError.write(
        "\(definition.bundle.manifest.name): reloaded"
          + (isModelNew ? "; the model changed, so its data was reset" : ""))
    } catch {
      StandardError.write("\(definition.bundle.manifest.name): \(error)")
    }
  }

  /// Returns the line of a document that a diagnostic refers to.
  private static func line(of diagnostic: Diagnostic, in files: DirectoryBundleFiles) -> String? {
    guard let file = diagnostic.file, let range = diagnostic.range,
      let bytes = try? files.bytes(at: file, limit: BundleLimits.standard.documentBytes)
    else { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.indices.contains(range.start.line - 1) else { return nil }
    return String(decoding: lines[range.start.line - 1].prefix(4096), as: UTF8.self)
  }
}
