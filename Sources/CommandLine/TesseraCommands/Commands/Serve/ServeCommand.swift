import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraComponents
import TesseraGraphics
import TesseraHTTPClient
import TesseraProcessHost
import TesseraRuntime
import TesseraServer
import TesseraValues
import TesseraViews

/// `tessera serve`: shows widgets in a browser.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show a board of widgets in a browser.",
    discussion: "Prints the address of the page. Without '--host', only this machine can reach it.")

  @Argument(
    help:
      "The folders, archives or addresses of bundles; those that were never on the board are added to it."
  )
  var bundles: [String] = []

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "A file with these options, under the same names, and with boards.",
      discussion: "Variables such as TESSERA_PORT are stronger than the file, and options here are stronger than both. "
        + "The file is read again when it changes, and on SIGHUP.",
      valueName: "file"))
  var configurationFile: String?

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8080

  @OptionGroup
  var network: AccessOptions

  @OptionGroup
  var log: LogOptions

  @Option(
    help: ArgumentHelp(
      "The folder for boards and for the widgets' data.",
      discussion: "Without it, and with bundles, everything is kept in memory and lost when the process ends; "
        + "without bundles it is 'tessera' in $XDG_DATA_HOME, or in ~/.local/share."))
  var data: String?

  @Option(help: "An exported board to start with if there is none yet.")
  var startWith: String?

  @Option(
    name: .customLong("catalogue"),
    help: "The address, file or folder of a catalogue whose widgets people can install in the gallery.")
  var catalogues: [String] = []

  @OptionGroup
  var backups: BackupOptions

  @OptionGroup
  var cluster: ClusterOptions

  @OptionGroup
  var widgetOptions: WidgetOptions

  @Flag(help: "Use service.dev.json in place of service.json.")
  var development = false

  @Option(
    name: .customLong("network"),
    help: "A scenario whose network responds to widgets in place of servers; not to those in processes of their own.")
  var networkScenarios: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Reload files when they are saved; the default with --development.")
  var watch: Bool?

  @Option(
    help: ArgumentHelp(
      "The address to which services redirect people after sign-in, such as https://home.example/sign-in.",
      discussion:
        "For a server that browsers reach at a different address than its own. "
        + "Services require its registration in advance."))
  var signInAddress: String?

  @Option(help: "The maximum number of presentations of one widget; those without viewers make room.")
  var maximumPresentations = ServerConfiguration().maximumPresentations

  @Option(help: "The maximum number of simultaneous connections.")
  var maximumConnections = ConnectionLimits().maximumCount

  @Option(help: "How often each widget may be updated within 24 hours; 0 for never.")
  var updatesPerDay = UpdateLimits().budget

  @Option(
    name: .customLong("reload-on"),
    help: ArgumentHelp(
      "Update widgets when a file changes, such as org.example.trains=/srv/trains.json.",
      valueName: "kind=file"))
  var reloads: [WatchedFile] = []

  @Flag(help: "Run each widget in a process of its own, so that none can harm the others.")
  var isolate = false

  @Flag(help: "The same for widgets that were installed through the page.")
  var isolateInstalled = false

  @Option(
    name: .customLong("program"),
    help: ArgumentHelp(
      "The program that draws the widgets whose manifests name it, such as clock=\"python3 clock.py\".",
      valueName: "name=command"))
  var programs: [ProgramArgument] = []

  @Option(help: "The maximum memory of a widget in a process of its own, in MB.")
  var processMemory = ProcessLimits().memory >> 20

  func validate() throws {
    guard (16...65_536).contains(processMemory) else {
      throw ValidationError("'--process-memory' takes 16 to 65536")
    }
    guard (0...1440).contains(updatesPerDay) else { throw ValidationError("'--updates-per-day' takes 0 to 1440") }
    try checkClusterOptions()
    try checkBackupOptions()
    guard (0...65_535).contains(port) else { throw ValidationError("'--port' takes a number from 0 to 65535") }
    guard maximumPresentations > 0, maximumConnections > 0 else {
      throw ValidationError("'--maximum-presentations' and '--maximum-connections' take a number from 1")
    }
  }

  func run() async throws {
    let signals = StopSignals.shared
    let source = ServeConfiguration(file: configurationFile)
    var current: ServeConfiguration.Result
    do throws(ServeConfiguration.Failure) {
      current = try source.load()
    } catch {
      if let format = error.logFormat { LogFormat.current = format }
      StandardError.write(error.diagnostics)
      throw ExitCode(2)
    }
    LogFormat.current = current.command.log.logFormat
    if let folder = current.command.folder, DataFolderLock.holder(of: folder) == nil {
      RefusedConfiguration.remove(in: folder)
    }
    // A change of other things than boards needs another server. Pages connect to it by themselves.
    var former: ServeConfiguration.Result?
    while true {
      do {
        let next = try await signals.cancelling { [current] in try await current.command.serve(current, from: source) }
        guard let next else { return }
        (former, current) = (current, next)
      } catch {
        // Some mistakes show only when the server begins, such as a file that is not there.
        guard var working = former else { throw error }
        StandardError.write("The former configuration is used again")
        RefusedConfiguration.keep(
          [Diagnostic(rule: "configuration", file: source.file, message: "A server could not begin with it")],
          in: working.command.folder)
        working.stamps = current.stamps
        (former, current) = (nil, working)
      }
    }
  }

  /// Serves until the process is told to stop, or the configuration changes.
  /// - Returns: The changed configuration, which needs another server; nil if the process was told to stop.
  private func serve(
    _ current: ServeConfiguration.Result, from source: ServeConfiguration
  ) async throws -> ServeConfiguration.Result? {
    let logger = log.begin()
    let environment = try makeEnvironment()
    let dataLock = try lockFolder()
    defer { withExtendedLifetime(dataLock) {} }
    let assembly: ServerAssembly =
      if let cluster = try await openCluster(logger) {
        try await .cluster(cluster, self, current.configuration, environment)
      } else {
        try await .single(self, current.configuration, environment)
      }
    let updates = makeUpdates(of: assembly)
    let configuration = try makeConfiguration(keepingDataIn: assembly.folder)
    let catalogues = Catalogues(
      self.catalogues.map { CatalogueLocation($0) }, transport: assembly.library.environment.transport,
      decoding: TesseraCommand.contentDecoding, archives: DataFolder.cache.appending(path: "archives"),
      formats: TesseraCommand.extensions.bundleFormats, additions: assembly.folder?.appending(path: "catalogues.json"))
    do {
      let server = try WidgetServer(
        boards: assembly.boards, library: assembly.library, access: assembly.access, catalogues: catalogues,
        updates: updates, pushToken: assembly.pushToken,
        cluster: assembly.membership?.server(catalogues) ?? ServerCluster(),
        components: TesseraCommand.extensions.components, fonts: FontFiles.find(), configuration: configuration,
        logger: logger)
      let tasks = startTasks(for: assembly, updates, logger)
      defer { for task in tasks { task.cancel() } }
      let reloading = ConfigurationReload(source: source, current: current) { changed in
        await assembly.declare(changed.configuration.boards)
      }
      return try await reloading.next(whileRunning: server) { listening in
        if let membership = assembly.membership {
          do throws(Diagnostic) {
            try await membership.begin(at: clusterAddress(listening), catalogues: catalogues)
          } catch {
            StandardError.write([error])
            Foundation.exit(2)
          }
          await assembly.declare(current.configuration.boards)
        }
        let address = ["0.0.0.0", "::"].contains(network.host) ? Self.named(listening) : listening
        StandardOutput.writeStatus("Listening on \(address)")
        if let secret = assembly.access.setUpSecret {
          StandardOutput.writeStatus("Make the first account at \(address)setup#\(secret)")
        }
      }
    } catch let error as Diagnostic {
      StandardError.write([error])
      // A port that is in use is a problem of the command line, not of the documents.
      throw ExitCode(error.rule.hasPrefix("port-") ? 2 : 1)
    }
  }

  private func makeEnvironment() throws -> RuntimeEnvironment {
    var environment = RuntimeEnvironment(
      textMeasuring: PangoTextMeasuring(), allowsPrivateAddresses: widgetOptions.allowPrivateAddresses)
    environment.networkClient =
      networkScenarios.isEmpty
      ? widgetOptions.networkClient
      : try ScenarioNetwork(ofFiles: networkScenarios)
    environment.viewDrawing = SVGViewDrawing()
    environment.contentDecoding = TesseraCommand.contentDecoding
    let problems = ProblemLog()
    environment.log = { if $0.level == .error { problems.write("\($0.instance): \($0.message)") } }
    environment.groupFolder = groupFolder
    return environment
  }

  /// - Parameter folder: The folder of what is kept; nil for memory.
  private func makeConfiguration(keepingDataIn folder: URL?) throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    network.apply(to: &configuration)
    configuration.openID = try network.openID.makeClient()
    configuration.port = port
    configuration.maximumPresentations = maximumPresentations
    configuration.signInAddress = signInAddress
    configuration.connections.maximumCount = maximumConnections
    configuration.onMemoryRelease = TesseraCommand.program.onMemoryRelease
    configuration.metrics = Self.metrics
    configuration.audit = AuditLog(folder: folder, report: { StandardError.write([$0]) })
    configuration.writeProbe = folder.map { WriteProbe($0) { StandardError.write([$0]) } }
    configuration.stopsAtSignals = false
    return configuration
  }

  /// Creates the host that keeps the widgets up to date; returns nil without a store for it.
  private func makeUpdates(of assembly: ServerAssembly) -> UpdateCoordinator? {
    guard let store = assembly.updates else { return nil }
    var limits = UpdateLimits()
    limits.budget = updatesPerDay
    // Entries that are drawn in advance cost nothing to show.
    limits.entrySpacing = 0
    limits.secondsFromGMT = TimeZone.current.secondsFromGMT()
    return UpdateCoordinator(
      boards: assembly.boards, library: assembly.library, store: store,
      kinds: TesseraCommand.extensions.components.kinds, limits: limits
    ) { StandardError.write([$0]) }
  }

  /// Starts what runs beside the server.
  private func startTasks(
    for assembly: ServerAssembly, _ updates: UpdateCoordinator?, _ logger: Logger
  ) -> [Task<Void, Never>] {
    var tasks: [Task<Void, Never>] = []
    if watch ?? development { tasks.append(watch(assembly.widgets, on: assembly.boards, assembly.library)) }
    if let updates { tasks.append(Task { [reloads] in await WatchedFile.follow(reloads, updates) }) }
    if let folder = assembly.library.installedFolder {
      tasks.append(Task { await watchInstalled(for: assembly.boards, in: folder) })
    }
    if let backups = scheduledBackups(logger, of: assembly.membership) { tasks.append(Task { await backups.run() }) }
    return tasks
  }

  /// The metrics of the process. The library takes one receiver of them, once.
  private static let metrics: PrometheusRegistry = {
    let registry = PrometheusRegistry()
    MetricsSystem.bootstrap(registry)
    return registry
  }()

  /// Returns an address in which the name of the machine replaces the address that stands for all its addresses.
  private static func named(_ address: String) -> String {
    let name = ProcessInfo.processInfo.hostName
    return address.replacing("//0.0.0.0:", with: "//\(name):").replacing("//[::]:", with: "//\(name):")
  }

  /// The folder of all data; nil keeps the data in memory.
  var folder: URL? {
    if let data { return URL(filePath: data) }
    // It has only copies of what the cluster has.
    if cluster.database != nil { return DataFolder.cache.appending(path: "cluster-\(cluster.name)") }
    guard bundles.isEmpty else { return nil }
    return DataFolder.usual
  }

  /// The folder of the files that widgets share with apps; nil if data is kept in memory, which cannot be shared.
  var groupFolder: URL? { folder?.appending(path: "groups") }
}
