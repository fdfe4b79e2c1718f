import ArgumentParser
import Foundation
import TesseraBundles
import TesseraRuntime
import TesseraValues

/// `tessera check`: reports all problems of a bundle.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report every problem of a bundle, with its place, rule and likely fix.")

  @Argument(help: "The folders or archives of bundles, addresses of archives, or documents of one screen.")
  var bundles: [String]

  @Flag(help: "Print the problems as a list of JSON objects on standard output.")
  var json = false

  @Flag(help: "Check with service.dev.json in place of service.json.")
  var development = false

  @OptionGroup
  var document: DocumentOptions

  func run() async throws {
    var sources: [WidgetSource] = []
    for bundle in bundles {
      let source = try await BundleArgument.source(bundle)
      if case .address = source {
        throw ValidationError("'check' reads files: save the answer of '\(bundle)', and check the saved file")
      }
      sources.append(source)
    }
    var hasErrors = false
    var all: [Diagnostic] = []
    for (bundle, source) in zip(bundles, sources) {
      let (name, definition) = check(source)
      hasErrors = hasErrors || definition.hasErrors
      let scenarios = Self.problemsOfScenarios(in: source)
      hasErrors = hasErrors || scenarios.contains { $0.severity == .error }
      let found = definition.diagnostics + (definition.hasErrors ? [] : definition.oversights) + scenarios
      let named = found.map { $0.inFolder(bundle) }
      // With a single bundle, file names are relative to it.
      all += bundles.count > 1 ? named : found
      guard !json else { continue }
      StandardError.write(named)
      if found.isEmpty { StandardOutput.write("\(name): no problems found\n") }
    }
    if json { StandardOutput.write(JSONText.text(of: .array(all.map(\.value)), indented: true) + "\n") }
    if hasErrors { throw ExitCode(1) }
  }

  /// Returns the problems of the scenarios in the folder `tests` of a bundle.
  private static func problemsOfScenarios(in source: WidgetSource) -> [Diagnostic] {
    guard case .folder(let folder) = source, let paths = try? TestCommand.files(at: folder + "/tests") else {
      return []
    }
    return paths.flatMap { path in
      let name = "tests/" + URL(filePath: path).lastPathComponent
      return ScenarioReader.scenario(at: path).problems.map { $0.inFile(name) }
    }
  }

  private func check(_ source: WidgetSource) -> (name: String, definition: WidgetDefinition) {
    let extensions = document.extensions
    let widget = WidgetBundle(
      source, mode: development ? .development : .production, base: document.base, extensions: extensions)
    return (widget.manifest.name, WidgetDefinition(bundle: widget, extensions: extensions))
  }
}

extension Diagnostic {
  /// Returns the same problem with the bundle's folder before the file name, so that editors can open it.
  func inFolder(_ folder: String) -> Diagnostic { WidgetSource(folder).locating(self) }

  /// The problem as printed by `--json`.
  var value: Value {
    [
      "severity": .string(severity.rawValue), "rule": .string(rule), "file": file.map(Value.string) ?? .null,
      "line": range.map { .integer(Int64($0.start.line)) } ?? .null,
      "column": range.map { .integer(Int64($0.start.column)) } ?? .null,
      "endLine": range.map { .integer(Int64($0.end.line)) } ?? .null,
      "endColumn": range.map { .integer(Int64($0.end.column)) } ?? .null,
      "message": .string(message), "fix": fix.map(Value.string) ?? .null,
    ]
  }
}
