import ArgumentParser
import Foundation
import TesseraBackup
import TesseraBoardService
import TesseraData
import TesseraValues

/// `tessera export`: writes boards, installed widgets and the names of people as documents.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write boards, installed widgets and the names of people as documents.",
    discussion: """
      The server may run meanwhile. Unlike a backup, an export contains no secrets and no data of widgets: it is for \
      other servers, other programs and reviews. 'tessera import' reads it.
      """)

  @Argument(help: "The folder to write, which is new or empty.")
  var target: String

  @OptionGroup var folder: DataFolderOption

  func run() throws {
    try reportingFailures {
      // A service manager may have made the folder a link.
      let writer = ExportWriter(
        folder: folder.url.resolvingSymlinksInPath(), extensions: TesseraCommand.extensions)
      let summary = try writer.write(to: URL(filePath: target))
      StandardError.write(summary.problems)
      StandardOutput.write("exported \(summary.boards) boards and \(summary.widgets) widgets\n")
    }
  }
}

/// `tessera import`: adds the boards and the installed widgets of an exported folder.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the boards and installed widgets of an exported folder.",
    discussion: """
      Stop the server first. What is there already stays: an imported board whose identity is taken gets another one, \
      and a widget is replaced only by a later version. Accounts are not imported, because exports contain no \
      passwords; 'tessera restore' restores everything from a backup.
      """)

  @Argument(help: "The folder that 'tessera export' has written.")
  var source: String

  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    do {
      let content = try ExportReader(source, extensions: TesseraCommand.extensions).content()
      StandardError.write(content.warnings)
      let folder = folder.url.resolvingSymlinksInPath()
      let lock = try Self.lock(folder)
      defer { withExtendedLifetime(lock) {} }
      let summary = try await ImportWriter(folder: folder, extensions: TesseraCommand.extensions).write(content)
      AuditLog(ofCommandIn: folder).record(
        .dataImported,
        ["origin": source, "boards": "\(summary.boards)", "widgets": "\(summary.widgets)"])
      BackupRestore.giveAway(folder, toOwnerOf: folder)
      for (former, identity) in summary.renamed {
        StandardOutput.write("there is a board '\(former)' already: the imported one is '\(identity)'\n")
      }
      StandardOutput.write("imported \(summary.boards) boards and \(summary.widgets) widgets\n")
    } catch let error as Diagnostic {
      StandardError.write([error])
      throw ExitCode(1)
    } catch let error as StoreError {
      StandardError.write([error.diagnostic])
      throw ExitCode(1)
    } catch let error as InstalledWidgets.Failure {
      StandardError.write(error.diagnostics)
      throw ExitCode(1)
    }
  }

  /// Locks a folder, so that no server can use it meanwhile.
  private static func lock(_ folder: URL) throws(Diagnostic) -> DataFolderLock {
    let held: DataFolderLock?
    do throws(Diagnostic) {
      held = try DataFolderLock(folder)
    } catch {
      throw Diagnostic(
        rule: error.rule, message: error.message,
        fix: "Stop it first; to copy everything from a server that runs, make a backup: 'tessera backup'")
    }
    guard let held else {
      throw Diagnostic(
        rule: "import", message: "You do not have permission to change the folder '\(folder.path)'",
        fix: "Run this command as the account that runs the server, or as root")
    }
    return held
  }
}
