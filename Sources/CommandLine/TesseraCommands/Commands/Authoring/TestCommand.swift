import ArgumentParser
import Foundation
import TesseraBundles
import TesseraValues

/// `tessera test`: plays scenarios on widgets.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scenarios on a widget, without a window and without waiting.",
    discussion: """
      A scenario that names no widget, by '--widget' or by its key 'widget', tests the bundle whose folder contains it.
      """)

  @Argument(help: "Scenario files, folders of them, or bundles with a folder 'tests'.")
  var scenarios: [String]

  @Option(help: "The folder or archive of the bundle, or the address of an archive.")
  var widget: String?

  @Flag(help: "Use service.dev.json in place of service.json.")
  var development = false

  @OptionGroup
  var widgetOptions: WidgetOptions

  func run() async throws {
    var source: WidgetSource?
    if let widget { source = try await BundleArgument.source(widget) }
    let files = try scenarios.flatMap { try Self.files(at: $0) }
    guard !files.isEmpty else {
      throw ValidationError("There are no scenarios (*.yaml) in \(scenarios.joined(separator: ", "))")
    }
    var failed = 0
    for file in files {
      let problems = await play(file, of: source)
      StandardError.write(problems.map { $0.inFile(file) })
      StandardOutput.write("\(problems.isEmpty ? "passed" : "failed") \(file)\n")
      if !problems.isEmpty { failed += 1 }
    }
    StandardOutput.write("\(files.count - failed) passed, \(failed) failed\n")
    if failed > 0 { throw ExitCode(1) }
  }

  private func play(_ file: String, of named: WidgetSource?) async -> [Diagnostic] {
    let (read, problems) = ScenarioReader.scenario(at: file)
    guard let scenario = read else { return problems }
    guard let source = named ?? Self.bundle(of: scenario, at: file).map({ WidgetSource($0) }) else {
      return [
        Diagnostic(
          rule: "scenario", message: "The scenario is not in a bundle and does not name one",
          fix: "Add 'widget: path' or '--widget path'")
      ]
    }
    do {
      let failure = try await ScenarioRunner(
        scenario, source: source, mode: development ? .development : .production, widgetOptions
      ).run()
      return failure.map { [$0] } ?? []
    } catch let error as ValidationError {
      return [Diagnostic(rule: "scenario", message: error.message)]
    } catch {
      return [Diagnostic(rule: "scenario", message: "The widget cannot be opened: \(error)")]
    }
  }

  /// Returns the bundle that a scenario names, or the nearest enclosing folder that is a bundle.
  static func bundle(of scenario: Scenario, at file: String) -> String? {
    let folder = URL(filePath: file).deletingLastPathComponent()
    if let name = scenario.widget, name.hasPrefix("/") { return name }
    if let name = scenario.widget { return folder.appending(path: name).standardizedFileURL.path }
    var current = folder.standardizedFileURL
    for _ in 0..<8 {
      if isBundle(current.path) { return current.path }
      current.deleteLastPathComponent()
    }
    return nil
  }

  /// Returns whether a folder has a manifest, or WidgetKit's `Info.plist`.
  private static func isBundle(_ folder: String) -> Bool {
    ["widget.json", "Info.plist"].contains { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
  }

  /// Returns a file itself, or the scenarios of a folder, sorted by name. A bundle has its scenarios in `tests`.
  static func files(at path: String) throws -> [String] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw ValidationError("The file '\(path)' does not exist")
    }
    guard isDirectory.boolValue else { return [path] }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    if isBundle(folder) {
      let tests = folder + "/tests"
      return FileManager.default.fileExists(atPath: tests) ? try files(at: tests) : []
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted().map { folder + "/" + $0 }
  }
}
