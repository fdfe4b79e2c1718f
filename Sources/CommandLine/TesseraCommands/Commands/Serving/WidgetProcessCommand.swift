import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraData
import TesseraGraphics
import TesseraHTTPClient
import TesseraProcessHost
import TesseraRuntime
import TesseraServices
import TesseraValues

/// `tessera widget-process`: runs one widget for the host that starts the process.
struct WidgetProcessCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widget-process", abstract: "Shows a widget to 'tessera serve --isolate', which starts it.",
    discussion: "It communicates over its standard input and output.", shouldDisplay: false)

  @Option(help: "The tile.")
  var tile: String

  @Option(help: "The widget, if it is written in Swift.")
  var kind: String?

  @Option(help: "The place of its documents.")
  var source: String?

  @Option(help: "The file with its data.")
  var store: String?

  @Flag(help: "The host keeps the data as well.")
  var journal = false

  @Option(help: "The folder of files that are shared with apps.")
  var groups: String?

  @Flag(help: "Let it contact private and loopback addresses, if its manifest names them.")
  var allowPrivateAddresses = false

  @Option(name: .customLong("private-host"), help: "A host of its manifest that may have a private address.")
  var privateHosts: [String] = []

  @Option(name: .customLong("server-key"), help: "A host that a person typed, and the public key of its server.")
  var serverKeys: [String] = []

  @Option(name: .customLong("local-source"), help: "A source of this machine that it may read.")
  var localSources: [SourceArgument] = []

  @Option(name: .customLong("trust"), help: "Certificates that are trusted for a host.")
  var trusted: [TrustArgument] = []

  @Flag(help: "Use service.dev.json in place of service.json.")
  var development = false

  func run() async throws {
    let host = HostConnection(output: try ownOutput())
    Self.readStandardInput(host)
    var environment = RuntimeEnvironment(
      textMeasuring: PangoTextMeasuring(), allowsPrivateAddresses: allowPrivateAddresses)
    environment.networkClient = SystemNetworkClient(
      granting: LocalSources(localSources), trusting: TrustedCertificates(trusted))
    environment.viewDrawing = SVGViewDrawing()
    environment.contentDecoding = TesseraCommand.contentDecoding
    environment.grants = { [grants] in grants }
    if journal { environment.storeReplication = HostReplication(host) }
    environment.groupFolder = groups.map { URL(filePath: $0) }
    environment.log = { if $0.level == .error { StandardError.write($0.message) } }
    guard let definition else {
      StandardError.write("The widget '\(kind ?? source ?? "")' does not exist")
      throw ExitCode(2)
    }
    let instance = try makeInstance(definition, environment)
    await WidgetProgram(instance, environment: environment, host: host).run()
  }

  private var grants: HostGrants {
    var grants = HostGrants()
    grants.privateHosts = Set(privateHosts)
    for text in serverKeys {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { grants.serverKeys[parts[0]] = parts[1] }
    }
    return grants
  }

  private var definition: WidgetDefinition? {
    let extensions = TesseraCommand.extensions
    if let source {
      let bundle = WidgetSource(source).namedBundle(
        mode: development ? .development : .production, decoding: TesseraCommand.contentDecoding)
      return WidgetDefinition(bundle: bundle, extensions: extensions)
    }
    return extensions.customWidgets.all.lazy.map { WidgetDefinition($0, extensions: extensions) }
      .first { WidgetLibrary.identity(of: $0) == kind }
  }

  private func makeInstance(_ definition: WidgetDefinition, _ environment: RuntimeEnvironment) throws -> Instance {
    let location = store.map { StoreLocation.file(URL(filePath: $0)) } ?? .memory
    do {
      let instance = try Instance(id: tile, definition: definition, location: location, environment: environment)
      if let message = instance.recoveryMessage { StandardError.write(message) }
      return instance
    } catch let error as StoreError {
      StandardError.write("Its data cannot be stored and is lost when it ends: \(error.diagnostic.message)")
      return try Instance(id: tile, definition: definition, environment: environment)
    }
  }

  /// Returns the standard output for messages only. Other output of the process is redirected to the standard error.
  private func ownOutput() throws -> FileHandle {
    let copy = dup(STDOUT_FILENO)
    guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw ExitCode(2) }
    return FileHandle(fileDescriptor: copy)
  }

  /// Reads the host's messages. When the host closes the stream, the process exits, whatever the widget is doing.
  private static func readStandardInput(_ host: HostConnection) {
    Thread.detachNewThread {
      // Unlike `read`, a file handle would wait until the buffer is full.
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = read(STDIN_FILENO, &buffer, buffer.count), count > 0,
        buffer.withUnsafeBytes({ host.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) })
      {}
      // Data that was passed to the store is saved; nothing else needs to be.
      _exit(0)
    }
  }
}
