import ArgumentParser
import Foundation
import TesseraValues

/// `tessera simulate`: simulates days of widget updates in a moment.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Simulate days of widget updates in a moment, and report their cost.",
    discussion: """
      The file lists the widgets, their answers, when people look, and when content changes; \
      docs/explanation/updates.md describes it. The report on standard output has the requests by cause, the use of the \
      budget, and the age of what people saw.
      """)

  @Argument(help: "The description of widgets and days.")
  var file: String

  @Flag(help: "Print a line of JSON for each request and answer first.")
  var log = false

  @Option(name: .shortAndLong, help: "A file for a chart of the days, as SVG or, where it ends with .png, as PNG.")
  var output: String?

  func run() throws {
    guard let content = FileManager.default.contents(atPath: file) else {
      throw ValidationError("The file '\(file)' does not exist")
    }
    let document: SimulationDocument
    do {
      document = try SimulationDocument([UInt8](content))
    } catch {
      StandardError.write([error.inFile(file)])
      throw ExitCode(1)
    }
    let report = SimulationReport(document, log: log ? { StandardOutput.write($0 + "\n") } : nil)
    StandardOutput.write(JSONText.text(of: report.json, indented: true) + "\n")
    guard let output else { return }
    let isPicture = output.lowercased().hasSuffix(".png")
    do {
      try OutputFile.write(isPicture ? report.png() : Array(report.svg.utf8), to: output)
    } catch let error as Diagnostic {
      StandardError.write([error])
      throw ExitCode(1)
    }
  }
}
