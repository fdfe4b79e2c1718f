import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraValues

/// `tessera catalogue`: makes and lists catalogues of widgets.
struct CatalogueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalogue", abstract: "Make and list catalogues, from which widgets are installed by name.",
    subcommands: [Build.self, List.self])

  /// `tessera catalogue build`: makes a catalogue of the widgets in a folder.
  struct Build: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a catalogue of the widgets in a folder, to be put on any web server.",
      discussion: """
        Writes an archive and a picture of each widget, and 'catalogue.json', which lists them with their checksums and \
        with what they contact. A widget's picture shows it after its scenario 'tests/now.yaml', if it has one. A widget \
        with errors ends the command, and an existing list stays as it is.
        """)

    @Argument(help: "The folder with the bundles: folders named '*.widget', and archives.")
    var folder: String

    @Option(name: .shortAndLong, help: "The folder to write.")
    var output: String

    @Option(help: "The name that people see; by default, that of the folder.")
    var name: String?

    func run() async throws {
      guard let bundles = CatalogueLocation.bundles(in: folder), !bundles.isEmpty else {
        throw ValidationError("The folder '\(folder)' contains no bundles")
      }
      var writer = CatalogueWriter(
        name: name ?? URL(filePath: folder).standardizedFileURL.lastPathComponent, target: URL(filePath: output))
      do {
        for source in bundles { StandardError.write(try await writer.add(source).map { source.locating($0) }) }
        let count = try writer.finish()
        StandardOutput.write("\(output)/\(Catalogue.fileName) lists \(count) widgets\n")
      } catch let error as CatalogueProblems {
        StandardError.write(error.diagnostics)
        throw ExitCode(1)
      } catch let error as Diagnostic {
        StandardError.write([error])
        throw ExitCode(1)
      } catch let error as CocoaError {
        StandardError.write([
          Diagnostic(
            rule: "catalogue", message: "The folder '\(output)' cannot be written: \(error.localizedDescription)")
        ])
        throw ExitCode(1)
      }
    }
  }

  /// `tessera catalogue list`: lists the widgets of catalogues.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the widgets of catalogues: identity, version, name, and what each contacts.")

    @OptionGroup var option: CatalogueOption

    func run() async throws {
      let listings = await (try option.catalogues()).all()
      StandardError.write(listings.flatMap(\.problems))
      for entry in listings.flatMap({ $0.catalogue?.entries ?? [] }) {
        let manifest = entry.manifest
        let access = entry.manifest.networkAccess.sentences.joined(separator: "; ")
        StandardOutput.write("\(manifest.id)\t\(manifest.version)\t\(manifest.name)\t\(access)\n")
      }
      if listings.contains(where: { $0.catalogue == nil }) { throw ExitCode(1) }
    }
  }
}
