import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraBundles
import TesseraCluster
import TesseraComponents
import TesseraData
import TesseraGraphics
import TesseraHTTPClient
import TesseraProcessHost
import TesseraRuntime
import TesseraServer
import TesseraServices
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
  var surroundings: WidgetOptions

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
    let declarations = current.configuration.boards
    let logger = log.begin()
    var environment = RuntimeEnvironment(
      textMeasuring: PangoTextMeasuring(), allowsPrivateAddresses: surroundings.allowPrivateAddresses)
    environment.networkClient =
      networkScenarios.isEmpty
      ? surroundings.networkClient
      : try ScenarioNetwork(ofFiles: networkScenarios)
    environment.viewDrawing = SVGViewDrawing()
    environment.contentDecoding = TesseraCommand.contentDecoding
    let problems = ProblemLog()
    environment.log = { if $0.level == .error { problems.write("\($0.instance): \($0.message)") } }
    let dataLock = try lockFolder()
    defer { withExtendedLifetime(dataLock) {} }
    let shared = try await openCluster(logger)
    environment.storeReplication = shared?.replication
    if let shared { environment.now = shared.session.now }
    let store = try shared == nil ? openStore() : nil
    let keepsData = store?.problem == nil
    // If boards cannot be stored, nothing is: the names of tiles in memory would refer to other data in the folder.
    environment.groupFolder = groupFolder
    let library = WidgetLibrary(
      environment: environment, folder: keepsData ? folder : nil, extensions: TesseraCommand.extensions,
      isolation: processes
    ) { StandardError.write([$0]) }
    // Installed bundles are loaded as the other hosts have them.
    let files = try await pullFiles(of: shared)
    library.loadInstalled()
    let paths = bundles + current.configuration.bundlesOfBoards.filter { !bundles.contains($0) }
    let widgets = try await read(paths, into: library)
    let membership: ClusterMembership? =
      if let shared, let files { try join(shared, library: library, files: files) } else { nil }
    let boards = try membership?.boards ?? openBoards(store, library)
    // Where boards are declared, and where other hosts share them, bundles are placed by people.
    if declarations.isEmpty, membership == nil { try await place(widgets, on: boards) }
    let identities = Dictionary(widgets.map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
    let accounts = try membership?.accounts ?? openAccounts()
    let declare: @Sendable ([BoardDeclaration]) async -> Void = { declarations in
      let problems = await boards.declare(declarations) {
        identities[$0] ?? $0
      } prepare: {
        // Rights on a removed board of the same name end.
        try accounts.removeBoard($0)
      }
      StandardError.write(problems)
    }
    if membership == nil { await declare(declarations) }
    store?.seal()
    let updates = makeUpdates(
      of: boards, library, in: membership?.updates ?? openUpdateStore(keepsData: keepsData))
    var configuration = ServerConfiguration()
    network.apply(to: &configuration)
    configuration.openID = try network.openID.makeClient()
    configuration.port = port
    configuration.maximumPresentations = maximumPresentations
    configuration.signInAddress = signInAddress
    configuration.connections.maximumCount = maximumConnections
    configuration.onMemoryRelease = TesseraCommand.program.onMemoryRelease
    configuration.metrics = Self.metrics
    configuration.audit = AuditLog(folder: keepsData ? folder : nil, report: { StandardError.write([$0]) })
    configuration.writeProbe = (keepsData ? folder : nil).map { WriteProbe($0) { StandardError.write([$0]) } }
    configuration.stopsAtSignals = false
    let secondFactorRoles = Set(network.secondFactorRoles)
    let access =
      membership?.access(network.policy, secondFactorRoles: secondFactorRoles)
      ?? AccessControl(store: accounts, policy: network.policy, secondFactorRoles: secondFactorRoles)
    let catalogues = Catalogues(
      self.catalogues.map { CatalogueLocation($0) }, transport: library.environment.transport,
      decoding: environment.contentDecoding,
      archives: DataFolder.cache.appending(path: "archives"),
      additions: keepsData ? folder?.appending(path: "catalogues.json") : nil)
    do {
      let server = try WidgetServer(
        boards: boards, library: library, access: access,
        catalogues: catalogues,
        updates: updates,
        pushToken: membership?.cluster.key.pushToken ?? pushToken(in: keepsData ? folder : nil),
        cluster: membership?.server(catalogues),
        components: TesseraCommand.extensions.components, fonts: FontFiles.find(), configuration: configuration,
        logger: logger)
      let watching = watch ?? development ? watch(widgets, on: boards, library) : nil
      let fileWatch = updates.map { updates in Task { [reloads] in await WatchedFile.follow(reloads, updates) } }
      let installing = library.installedFolder.map { folder in Task { await watchInstalled(for: boards, in: folder) } }
      let backups = scheduledBackups(logger, of: membership).map { backups in Task { await backups.run() } }
      defer {
        backups?.cancel()
        watching?.cancel()
        fileWatch?.cancel()
        installing?.cancel()
      }
      let reloading = ConfigurationReload(source: source, current: current) { changed in
        await declare(changed.configuration.boards)
      }
      return try await reloading.next(whileRunning: server) { [host = network.host] listening in
        do throws(Diagnostic) {
          try await membership?.begin(at: clusterAddress(listening), catalogues: catalogues)
          if membership != nil { await declare(declarations) }
        } catch {
          StandardError.write([error])
          Foundation.exit(2)
        }
        let address = ["0.0.0.0", "::"].contains(host) ? Self.named(listening) : listening
        StandardOutput.writeStatus("Listening on \(address)")
        if let secret = access.setUpSecret {
          StandardOutput.writeStatus("Make the first account at \(address)setup#\(secret)")
        }
      }
    } catch let error as Diagnostic {
      StandardError.write([error])
      // A port that is in use is a problem of the command line, not of the documents.
      throw ExitCode(error.rule.hasPrefix("port-") ? 2 : 1)
    }
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

  /// The widgets that run in processes of their own.
  private var processes: WidgetProcesses {
    var processes = WidgetProcesses()
    processes.isolation = isolate ? .all : isolateInstalled ? .installed : .none
    processes.limits.memory = processMemory << 20
    processes.programs = Dictionary(programs.map { ($0.name, $0.command) }, uniquingKeysWith: { $1 })
    processes.own = { [surroundings, development, groupFolder] widget in
      // Names may begin with a hyphen.
      var arguments = ["widget-process", "--tile=\(widget.tile)"]
      if let source = widget.source {
        arguments.append("--source=\(source.text)")
      } else {
        arguments.append("--kind=\(widget.kind)")
      }
      if let store = widget.store { arguments.append("--store=\(store.path)") }
      if widget.isReplicated { arguments.append("--journal") }
      if let groupFolder { arguments.append("--groups=\(groupFolder.path)") }
      if surroundings.allowPrivateAddresses { arguments.append("--allow-private-addresses") }
      arguments += widget.grants.privateHosts.sorted().map { "--private-host=\($0)" }
      arguments += widget.grants.serverKeys.sorted { $0.key < $1.key }.map { "--server-key=\($0.key)=\($0.value)" }
      arguments += surroundings.sources.map { "--local-source=\($0.text)" }
      arguments += surroundings.trusted.map { "--trust=\($0.text)" }
      if development { arguments.append("--development") }
      return .own(arguments)
    }
    return processes
  }

  /// A widget that the command line names.
  private struct Widget {
    /// The identifier by which boards refer to the widget.
    var id: String
    var path: String
    var definition: WidgetDefinition
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
  private var groupFolder: URL? { folder?.appending(path: "groups") }

  private func read(_ paths: [String], into library: WidgetLibrary) async throws -> [Widget] {
    var widgets: [Widget] = []
    for path in paths {
      let source = try await BundleArgument.source(path)
      let bundle = source.namedBundle(
        mode: development ? .development : .production, decoding: TesseraCommand.contentDecoding)
      let definition = WidgetDefinition(bundle: bundle, extensions: TesseraCommand.extensions)
      StandardError.write(definition.diagnostics.map { $0.inFolder(path) })
      let id = WidgetLibrary.identity(of: definition)
      if let other = widgets.first(where: { $0.id == id && $0.path != path }) {
        StandardError.write([
          Diagnostic(
            .warning, rule: "duplicate-widget",
            message: "This widget has the identity of '\(other.path)', '\(id)', and replaces it",
            fix: "Give one of them another 'id' in its widget.json"
          ).inFolder(path)
        ])
      }
      library.add(definition, from: source)
      widgets.append(Widget(id: id, path: path, definition: definition))
    }
    return widgets
  }

  /// Sees what `tessera install` and its like change in the folder, until the task is cancelled.
  private func watchInstalled(for boards: BoardHost, in folder: URL) async {
    await boards.refreshInstalled { StandardError.write([$0]) }
    for await _ in FileWatcher.changes(in: [.entries(of: folder.path)]) {
      await boards.refreshInstalled { StandardError.write([$0]) }
    }
  }

  /// Places widgets that have never been on a board. A new board gets a tile for each bundle on the command line. With a
  /// board to start with, that board says what is placed, and the gallery offers the rest.
  private func place(_ widgets: [Widget], on boards: BoardHost) async throws {
    let values = try OptionArgument.values(surroundings.options, for: widgets.map { ($0.path, $0.definition) })
    let isFresh = await boards.isFresh
    if isFresh, let startWith { try await begin(with: startWith, on: boards) }
    for (widget, values) in zip(widgets, values) {
      let count = await boards.count(of: widget.id)
      if startWith == nil, isFresh || count == 0 {
        let tile = try await boards.place(widget.id, isStep: !isFresh)
        try await boards.setOptions(values, of: tile)
      } else if !values.isEmpty {
        try await boards.setOptions(values, ofAll: widget.id)
      }
    }
  }

  private func begin(with path: String, on boards: BoardHost) async throws {
    guard let document = FileManager.default.contents(atPath: path) else {
      throw ValidationError("The board '\(path)' cannot be read")
    }
    do {
      StandardError.write(try await boards.begin(with: document).map { $0.inFile(path) })
    } catch let error as Diagnostic {
      StandardError.write([error.inFile(path)])
      throw ExitCode(1)
    }
  }

  private func watch(_ widgets: [Widget], on boards: BoardHost, _ library: WidgetLibrary) -> Task<Void, Never> {
    let watch = BundleWatch(
      widgets.map { BundleWatch.Watched(path: $0.path, widget: $0.id) }, on: boards, library: library,
      mode: development ? .development : .production, extensions: TesseraCommand.extensions)
    return Task { await watch.run() }
  }
}
