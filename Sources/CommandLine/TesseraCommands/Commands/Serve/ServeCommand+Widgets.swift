import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraProcessHost
import TesseraRuntime
import TesseraValues

// The widgets that the command line names, and those that were installed.
extension ServeCommand {
  /// A widget that the command line names.
  struct Widget: Sendable {
    /// The identifier by which boards refer to the widget.
    var id: String
    var path: String
    var definition: WidgetDefinition
  }

  /// Creates the library of the server, without installed widgets.
  /// - Parameter folder: The folder of what is kept; nil for memory.
  func makeLibrary(_ environment: RuntimeEnvironment, in folder: URL?) -> WidgetLibrary {
    WidgetLibrary(
      environment: environment, folder: folder, extensions: TesseraCommand.extensions, isolation: processes
    ) { StandardError.write([$0]) }
  }

  /// The widgets that run in processes of their own.
  private var processes: WidgetProcesses {
    var processes = WidgetProcesses()
    processes.isolation = isolate ? .all : isolateInstalled ? .installed : .none
    processes.limits.memory = processMemory << 20
    processes.programs = Dictionary(programs.map { ($0.name, $0.command) }, uniquingKeysWith: { $1 })
    processes.own = { [widgetOptions, development, groupFolder] widget in
      // Names may begin with a hyphen.
      var arguments = ["widget-process", "--tile=\(widget.tile)"]
      if let source = widget.source {
        arguments.append("--source=\(source.text)")
      } else {
        arguments.append("--kind=\(widget.kind)")
      }
      if let store = widget.store { arguments.append("--store=\(store.path)") }
      if widget.isReplicated { arguments.append("--journal") }
      if let groupFolder { arguments.append("--groups=\(groupFolder.path)") }
      if widgetOptions.allowPrivateAddresses { arguments.append("--allow-private-addresses") }
      arguments += widget.grants.privateHosts.sorted().map { "--private-host=\($0)" }
      arguments += widget.grants.serverKeys.sorted { $0.key < $1.key }.map { "--server-key=\($0.key)=\($0.value)" }
      arguments += widgetOptions.sources.map { "--local-source=\($0.text)" }
      arguments += widgetOptions.trusted.map { "--trust=\($0.text)" }
      if development { arguments.append("--development") }
      return .own(arguments)
    }
    return processes
  }

  /// Adds the widgets of the command line and of declared boards to the library.
  func read(_ declared: [String], into library: WidgetLibrary) async throws -> [Widget] {
    var widgets: [Widget] = []
    for path in bundles + declared.filter({ !bundles.contains($0) }) {
      let source = try await BundleArgument.source(path)
      let bundle = source.namedBundle(
        mode: development ? .development : .production, decoding: TesseraCommand.contentDecoding)
      let definition = WidgetDefinition(bundle: bundle, extensions: TesseraCommand.extensions)
      StandardError.write(definition.diagnostics.map { $0.inFolder(path) })
      let id = WidgetLibrary.identity(of: definition)
      if let other = widgets.first(where: { $0.id == id && $0.path != path }) {
        StandardError.write([
          Diagnostic(
            .warning, rule: "duplicate-widget",
            message: "This widget has the identity of '\(other.path)', '\(id)', and replaces it",
            fix: "Give one of them another 'id' in its widget.json"
          ).inFolder(path)
        ])
      }
      library.add(definition, from: source)
      widgets.append(Widget(id: id, path: path, definition: definition))
    }
    return widgets
  }

  /// Sees what `tessera install` and its like change in the folder, until the task is cancelled.
  func watchInstalled(for boards: BoardHost, in folder: URL) async {
    await boards.refreshInstalled { StandardError.write([$0]) }
    for await _ in FileWatcher.changes(in: [.entries(of: folder.path)]) {
      await boards.refreshInstalled { StandardError.write([$0]) }
    }
  }

  /// Places widgets that have never been on a board. A new board gets a tile for each bundle on the command line. With a
  /// board to start with, that board says what is placed, and the gallery offers the rest.
  func place(_ widgets: [Widget], on boards: BoardHost) async throws {
    let values = try OptionArgument.values(widgetOptions.options, for: widgets.map { ($0.path, $0.definition) })
    let isFresh = await boards.isFresh
    if isFresh, let startWith { try await begin(with: startWith, on: boards) }
    for (widget, values) in zip(widgets, values) {
      let count = await boards.count(of: widget.id)
      if startWith == nil, isFresh || count == 0 {
        let tile = try await boards.place(widget.id, isStep: !isFresh)
        try await boards.setOptions(values, of: tile)
      } else if !values.isEmpty {
        try await boards.setOptions(values, ofAll: widget.id)
      }
    }
  }

  private func begin(with path: String, on boards: BoardHost) async throws {
    guard let document = FileManager.default.contents(atPath: path) else {
      throw ValidationError("The board '\(path)' cannot be read")
    }
    do {
      StandardError.write(try await boards.begin(with: document).map { $0.inFile(path) })
    } catch let error as Diagnostic {
      StandardError.write([error.inFile(path)])
      throw ExitCode(1)
    }
  }

  func watch(_ widgets: [Widget], on boards: BoardHost, _ library: WidgetLibrary) -> Task<Void, Never> {
    let watch = BundleWatch(
      widgets.map { BundleWatch.Watched(path: $0.path, widget: $0.id) }, on: boards, library: library,
      mode: development ? .development : .production, extensions: TesseraCommand.extensions)
    return Task { await watch.run() }
  }
}
