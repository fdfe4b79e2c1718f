import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraRuntime
import TesseraValues

/// The location of installed widgets.
struct InstalledOptions: ParsableArguments {
  @OptionGroup var folder: DataFolderOption

  var widgets: InstalledWidgets { InstalledWidgets(folder.url.appending(path: "widgets")) }

  /// Keeps who installed and removed widgets.
  var audit: AuditLog { AuditLog(ofCommandIn: folder.url) }

  /// Runs an operation on the installed widgets, and prints its failure.
  func attempt(_ body: (InstalledWidgets) throws -> Void) throws {
    do {
      try body(widgets)
    } catch let failure as InstalledWidgets.Failure {
      StandardError.write(failure.diagnostics)
      throw ExitCode(1)
    }
  }
}

extension InstalledWidgets.Widget {
  /// Reads the bundle in any format that the command knows.
  func readBundle() -> WidgetBundle { WidgetBundle(directory: path, extensions: TesseraCommand.extensions) }
}

/// `tessera install`: installs a widget, which can then be placed on boards.
struct InstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install a widget, or a new version of one, for use on boards.",
    discussion: """
      The bundle is checked first; one with errors is refused, and nothing changes. The previous version is kept: \
      'tessera rollback' restores it. A server that runs on the folder shows the new version at once.
      """)

  @Argument(help: "A folder, an archive (.zip), the address of an archive, or the name of a widget in a catalogue.")
  var bundle: String

  @OptionGroup var catalogues: CatalogueOption

  @Option(help: "The checksum that the archive must have: SHA-256 in hexadecimal digits.")
  var sha256: String?

  @Flag(help: "Accept a version that is older than the installed one.")
  var allowDowngrade = false

  @OptionGroup var options: InstalledOptions

  func validate() throws {
    guard let sha256 else { return }
    guard sha256.count == 64, sha256.allSatisfy(\.isHexDigit) else {
      throw ValidationError("'--sha256' takes 64 hexadecimal digits")
    }
  }

  func run() async throws {
    let (files, origin) = try await found()
    let definition = WidgetDefinition(
      bundle: WidgetBundle(files: files), extensions: TesseraCommand.extensions)
    StandardError.write(definition.diagnostics.filter { $0.severity != .error }.map { $0.inFolder(bundle) })
    let manifest = definition.bundle.manifest
    let known = options.widgets.all().first { $0.id == manifest.id }
    let installed = known?.readBundle()
    let former = installed?.manifest.networkAccess
    if let present = installed?.manifest.version, manifest.version < present, !allowDowngrade {
      StandardError.write(
        "Error: \(manifest.version) is older than \(present), which is installed. 'tessera rollback \(manifest.id)' restores "
          + "the version before that; '--allow-downgrade' installs this one")
      throw ExitCode(1)
    }
    do {
      try options.widgets.install(definition, from: origin) {
        try files.bytes(at: $0, limit: BundleLimits.standard.totalBytes)
      }
    } catch {
      StandardError.write(error.isBundle ? error.diagnostics.map { $0.inFolder(bundle) } : error.diagnostics)
      throw ExitCode(1)
    }
    options.audit.record(
      .widgetInstalled, ["widget": manifest.id, "version": manifest.version.description, "origin": origin])
    let words = known != nil ? "replaced" : "installed"
    StandardOutput.write("\(words) \(manifest.id) \(manifest.version): \(manifest.name)\n")
    let access = definition.bundle.manifest.networkAccess.exceeding(former)
    for sentence in access.sentences { StandardOutput.write("\(former == nil ? "" : "now also ")\(sentence)\n") }
  }

  /// Returns the files of the bundle, and their origin for display. Parts of a URL that may contain secrets are removed.
  private func found() async throws -> (files: any BundleFiles, origin: String) {
    if CatalogueOption.isName(bundle) {
      guard sha256 == nil else { throw ValidationError("'--sha256' is for archives; catalogues have checksums") }
      return try await catalogues.find(bundle)
    }
    let source = try await BundleArgument.source(bundle, sha256: sha256)
    let origin =
      WidgetSource(bundle).isRemoteArchive
      ? String(bundle.prefix { $0 != "?" && $0 != "#" }) : URL(filePath: bundle).standardizedFileURL.path
    return (try BundleArgument.files(of: source), origin)
  }
}

/// `tessera list`: lists the installed widgets.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the installed widgets: identity, version, name and origin.")

  @Flag(help: "Print them as a list of JSON objects.")
  var json = false

  @OptionGroup var options: InstalledOptions

  func run() throws {
    let rows = options.widgets.all().map { ($0, $0.readBundle().manifest) }
    if json {
      let values = rows.map { widget, manifest -> Value in
        [
          "id": .string(widget.id), "version": .string(manifest.version.description), "name": .string(manifest.name),
          "origin": widget.origin.map(Value.string) ?? .null, "installed": widget.date.map(Value.double) ?? .null,
          "previousVersion": widget.previousVersion.map(Value.string) ?? .null, "path": .string(widget.path),
        ]
      }
      return StandardOutput.write(JSONText.text(of: .array(values), indented: true) + "\n")
    }
    for (widget, manifest) in rows {
      let before = widget.previousVersion.map { " (before: \($0))" } ?? ""
      StandardOutput.write(
        "\(widget.id)\t\(manifest.version)\(before)\t\(manifest.name)\t\(widget.origin ?? "")\n")
    }
  }
}

/// `tessera remove`: uninstalls a widget.
struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Uninstall a widget.",
    discussion: "Boards keep its places and its data, and show them again when it is installed again.")

  @Argument(help: "The identity of the widget.")
  var id: String

  @OptionGroup var options: InstalledOptions

  func run() throws {
    try options.attempt { widgets in
      try widgets.remove(id)
      options.audit.record(.widgetRemoved, ["widget": id, "data": "kept"])
    }
  }
}

/// `tessera rollback`: restores the previous version of a widget.
struct RollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback", abstract: "Restore the previous version of a widget.",
    discussion: "Running it again restores the latest version.")

  @Argument(help: "The identity of the widget.")
  var id: String

  @OptionGroup var options: InstalledOptions

  func run() throws {
    try options.attempt { widgets in
      try widgets.rollBack(id)
      options.audit.record(.widgetRolledBack, ["widget": id])
      guard let widget = widgets.all().first(where: { $0.id == id }) else { return }
      StandardOutput.write("\(id) is \(widget.readBundle().manifest.version) again\n")
    }
  }
}
