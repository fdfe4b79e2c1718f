import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraValues

/// `tessera doctor`: checks an installation.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check an installation, and say what to do about what is wrong.",
    discussion: """
      Checks fonts, the data folder with its files and rights, accounts, daily backups, the clock, the port, a \
      certificate, and the database of a cluster. \
      Nothing is changed, and the server may run meanwhile. The exit code is 1 if there is an error.
      """)

  @OptionGroup var folder: DataFolderOption

  @OptionGroup var cluster: ClusterLocation

  @Option(help: "The port that the server listens on.")
  var port = 8080

  @Option(help: ArgumentHelp("The file of the server's certificate in PEM format.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("The file of the certificate's private key in PEM format.", valueName: "file"))
  var key: String?

  @Flag(help: "Also look up the hosts that installed widgets name, and connect to them.")
  var reach = false

  @Flag(help: "Print the findings as a list of JSON objects.")
  var json = false

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("'--port' takes a number from 1 to 65535") }
    if (certificate == nil) != (key == nil) { throw ValidationError("'--certificate' and '--key' need each other") }
  }

  func run() async throws {
    let findings = await findings()
    if json {
      StandardOutput.write(JSONText.text(of: .array(findings.map(\.value)), indented: true) + "\n")
    } else {
      for finding in findings {
        StandardOutput.write(finding.description.withVisibleControls(exceptLineBreaks: false) + "\n")
      }
    }
    if findings.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
  }

  private func findings() async -> [Finding] {
    // A service manager may have made the folder a link.
    let folder = folder.url.resolvingSymlinksInPath()
    let folderCheck = FolderCheck(folder: folder)
    var findings = PartsCheck.findings() + folderCheck.findings
    var manifests: [Manifest] = []
    if folderCheck.isReadable {
      findings += StoresCheck(folder: folder).findings + AccountsCheck(folder: folder).findings
      let widgets = InstalledWidgets(folder.appending(path: "widgets")).all().map {
        WidgetsCheck.InstalledWidget(path: $0.path, bundle: $0.readBundle())
      }
      findings += WidgetsCheck(widgets: widgets).findings
      manifests = widgets.map(\.bundle.manifest)
    }
    if folderCheck.isReadable, let record = BackupRecord.read(in: folder) {
      findings.append(BackupsCheck(record: record, now: Date()).finding)
    }
    findings.append(ClockCheck(folder: folder).finding)
    let hasServer = DataFolderLock.holder(of: folder) != nil
    if hasServer { findings += ConfigurationCheck(folder: folder).findings }
    findings += await PortCheck(port: port, isEncrypted: certificate != nil, hasServer: hasServer).findings()
    if let certificate, let key { findings += CertificateCheck(certificate: certificate, key: key).findings }
    if let database = cluster.database, let key = cluster.clusterKey {
      findings += await onOwnThread { ClusterCheck(database: database, key: URL(filePath: key)).findings }
    }
    if reach { findings += await ReachCheck(manifests).findings() }
    return findings
  }
}
