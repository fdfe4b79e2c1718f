import ArgumentParser
import Foundation
import TesseraBeagle
import TesseraBeagleScreens
import TesseraBundles
import TesseraRuntime
import TesseraValues

/// `tessera convert`: converts a document, or a bundle of Xcode, to another format.
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Convert a document of one screen, or a bundle of Xcode, to another format.",
    discussion: """
      A payload of Beagle becomes a screen of Tessera, or the same payload in its normal form: type ids in lower case, \
      expressions in one spelling, without members that are never read. A screen of Tessera becomes a payload; what Beagle \
      cannot express is written to '_tessera_', which only Tessera reads. What clients of Beagle ignore is printed.

      The folder or archive of a bundle that Xcode compiled becomes a bundle of Tessera: '--output' is its folder.
      """)

  /// The formats of documents.
  enum Spelling: String, ExpressibleByArgument, CaseIterable {
    case tessera
    case beagle
  }

  @Argument(help: "The document, or the folder or archive of a bundle.")
  var file: String

  @Option(help: "The format to write: \(Spelling.allCases.map(\.rawValue).joined(separator: " or ")).")
  var to = Spelling.tessera

  @Option(name: .shortAndLong, help: "The file or folder to write; for a document, standard output by default.")
  var output: String?

  func run() async throws {
    if let bundle {
      guard to == .tessera else { throw ValidationError("A bundle is converted to 'tessera' only") }
      return try BundleConversion(source: bundle).write(to: output)
    }
    guard let content = FileManager.default.contents(atPath: file) else {
      throw ValidationError("The document '\(file)' does not exist")
    }
    let document: JSONNode
    do {
      document = try JSONNode.parse(content)
    } catch {
      StandardError.write([error.inFile(file)])
      throw ExitCode(1)
    }
    let (result, found) = converted(document)
    StandardError.write(found.map { $0.inFile(file) })
    if found.contains(where: { $0.rule == "convert-source" }) { throw ExitCode(1) }
    let text = JSONText.text(of: result, indented: true) + "\n"
    do {
      // The converted document may exceed the limits of documents.
      _ = try JSONNode.parse(text)
    } catch {
      StandardError.write([error])
      throw ExitCode(1)
    }
    try OutputFile.write(Array(text.utf8), to: output)
    if found.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
  }

  /// The bundle to convert; nil for a document.
  private var bundle: WidgetSource? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue { return .folder(file) }
    return ArchiveBundleFiles.isArchiveName(file) ? .archive(file) : nil
  }

  private func converted(_ document: JSONNode) -> (JSONNode, [Diagnostic]) {
    let extensions = TesseraCommand.extensions
    guard BeagleDecoder.canRead(document) else {
      // A screen may be the value of its name.
      let screen = document["view"] == nil ? document.membersWithoutComments?.first?.value : document
      guard let screen, screen["view"]?["type"]?.string != nil else {
        let problem = Diagnostic(
          rule: "convert-source", range: document.range, message: "This is neither a payload nor a screen",
          fix: "Name a document whose root has '_beagleComponent_', or a component as its 'view'")
        return (document, [problem])
      }
      return to == .tessera ? (screen, []) : BeagleScreenReader.payload(of: screen, extensions)
    }
    switch to {
    case .tessera: return BeagleScreenReader.translate(document, extensions)
    case .beagle:
      var decoder = BeagleDecoder()
      let payload = decoder.decode(document)
      return (BeagleEncoder().document(of: payload), decoder.diagnostics.all)
    }
  }
}
