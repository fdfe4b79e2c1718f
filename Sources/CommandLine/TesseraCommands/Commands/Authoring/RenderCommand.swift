import ArgumentParser
import Foundation
import TesseraBoard
import TesseraBundles
import TesseraGraphics
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// `tessera render`: renders one frame of a widget.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render one frame of a widget after everything has settled.",
    discussion: "A widget with errors is rendered with placeholders; the errors are printed, and the exit code is 1.")

  @Argument(
    help: "The folder or archive of the bundle, a document of one screen, or the address of an archive or a document.")
  var bundle: String

  @Option(help: "The screen to show; the manifest's main screen by default.")
  var screen: String?

  @Option(help: "The size of the window in points; 375x667 by default.")
  var size: WindowSize?

  @Option(
    help: "In place of '--size', the cells of a board, columns and rows, such as 4x2; they may choose the screen.")
  var cells: CellSize?

  @Option(
    help:
      "In place of '--size', the size that widgets have on a phone of 390x844: \(WidgetFamily.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var family: WidgetFamily?

  @Option(help: "What to write: \(RenderFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = RenderFormat.png

  @Option(name: .shortAndLong, help: "The file to write; standard output by default.")
  var output: String?

  @Option(help: "The date that the widget sees, such as 2018-06-20T19:00:00Z; now by default.")
  var clock: StartDate?

  @Option(help: "Pixels per point, for png.")
  var scale = 1.0

  @Option(help: "The viewer's language, such as de-AT; the widget's own language by default.")
  var language: String?

  @Option(
    help: "A scenario that is played before the frame, without its expectations.")
  var scenario: String?

  @Flag(help: "Show the widget in dark mode.")
  var dark = false

  @Flag(help: "Use service.dev.json in place of service.json.")
  var development = false

  @OptionGroup
  var widget: WidgetOptions

  @OptionGroup
  var document: DocumentOptions

  func validate() throws {
    guard scale > 0, scale <= 8 else { throw ValidationError("'--scale' takes a number above 0, up to 8") }
  }

  func run() async throws {
    let source = try await BundleArgument.source(bundle)
    let runner = try ScenarioRunner(
      try played(), source: source, mode: development ? .development : .production, widget, document,
      drawsPictures: true)
    let host = runner.host
    StandardError.write(host.definition.diagnostics.map { $0.inFolder(bundle) })
    if let screen, !host.definition.bundle.screenNames.contains(screen) {
      throw ValidationError("The bundle has no screen '\(screen)'")
    }
    let presentation = await runner.present()
    let failure = await runner.play(on: presentation, checksExpectations: false)
    let tree = await presentation.tree().tree
    let bytes = try await host.draw(tree, format: format, scheme: dark ? .dark : .light, scale: scale)
    try OutputFile.write(bytes, to: output)
    if let failure { StandardError.write([failure.inFile(scenario ?? bundle)]) }
    // A scenario says itself which updates fail.
    let updateFailure = scenario == nil ? await host.updateFailure : nil
    let problems = await presentation.problems + [updateFailure].compactMap(\.self)
    for problem in problems { StandardError.write("\(bundle): error: \(problem)") }
    if host.definition.hasErrors || !problems.isEmpty || failure != nil { throw ExitCode(1) }
  }

  /// Returns the scenario that leads to the frame, with what other options say of the window.
  private func played() throws -> Scenario {
    var played = Scenario()
    if let scenario {
      let (found, problems) = ScenarioReader.scenario(at: scenario)
      guard let found else {
        StandardError.write(problems.map { $0.inFile(scenario) })
        throw ExitCode(1)
      }
      played = found
    }
    let familySize = family?.size(onScreen: family == .extraLarge ? ScreenSize(768, 1024) : ScreenSize(390, 844))
    played.size = familySize.map { Size(width: $0.width, height: $0.height) } ?? size?.size ?? played.size
    if let cells = cells?.size { played.show(in: cells) }
    played.screen = screen ?? played.screen
    played.language = language ?? played.language
    played.start = clock?.date ?? played.start
    return played
  }
}

extension WidgetFamily: ExpressibleByArgument {}

/// The output formats of `tessera render`.
enum RenderFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case tree, svg, png, pdf
}
