import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
package import TesseraAccess
package import TesseraBoardService
package import TesseraComponents
import TesseraForwarding
import TesseraGraphics
import TesseraHTTPClient
import TesseraPlaces
public import TesseraRuntime
import TesseraServices
public import TesseraValues
import TesseraViews
import UnixSignals

/// Shows widgets in browsers. It serves the web client, streams patches to it, and receives the user's events.
///
/// ```swift
/// let server = try WidgetServer(instances: [feed], fonts: .find())
/// try await server.run { print("Listening on \($0)") }
/// ```
public struct WidgetServer: Sendable {
  private let boards: BoardHost
  private let library: WidgetLibrary
  private let catalogues: Catalogues
  private let updates: UpdateCoordinator?
  private let pushToken: String
  private let cluster: ServerCluster
  private let configuration: ServerConfiguration
  private let pages: PageRoutes
  private let access: AccessControl
  private let registry: PresentationRegistry
  private let connections: ConnectionRegistry
  private let logger: Logger

  /// Creates a server for instances, on a board in memory. It does not listen yet. It admits everyone who reaches it.
  /// - Throws: A diagnostic if the web client's files cannot be read.
  public init(
    instances: [Instance], fonts: FontFiles, configuration: ServerConfiguration = ServerConfiguration(),
    logger: Logger = Logger(label: "tessera.server")
  ) throws(Diagnostic) {
    var components = ComponentRegistry.standard
    for definition in instances.flatMap(\.definition.extensions.components.all) { components.register(definition) }
    try self.init(
      widgets: instances.map { InstanceWidget($0) }, components: components, fonts: fonts,
      configuration: configuration, logger: logger)
  }

  /// Creates a server for widgets of any kind, on a board in memory. It does not listen yet.
  /// - Parameter components: The component types that the widgets can contain. Their elements and default styles are
  ///   served.
  /// - Throws: A diagnostic if the web client's files cannot be read.
  package init(
    widgets: [any ServedWidget], components: ComponentRegistry = .standard, fonts: FontFiles,
    configuration: ServerConfiguration = ServerConfiguration(),
    logger: Logger = Logger(label: "tessera.server")
  ) throws(Diagnostic) {
    var environment = RuntimeEnvironment(textMeasuring: PangoTextMeasuring())
    environment.networkClient = SystemNetworkClient()
    let library = WidgetLibrary(environment: environment, folder: nil)
    do {
      let boards = try BoardHost(placing: widgets, library: library)
      try self.init(
        boards: boards, library: library, access: .open(), components: components, fonts: fonts,
        configuration: configuration,
        logger: logger)
    } catch {
      throw error as? Diagnostic ?? Diagnostic(rule: "board", message: "\(error)")
    }
  }

  /// Creates a server for boards. It does not listen yet.
  /// - Parameters:
  ///   - library: The widgets that can be placed.
  ///   - access: Decides who may see and do what.
  ///   - catalogues: The catalogues from which widgets can be installed; nil for none.
  ///   - updates: Updates the widgets; nil for no updates.
  ///   - pushToken: The token that authenticates apps when they report changed content.
  ///   - cluster: The other hosts with which the server shares the boards.
  ///   - components: The component types that the widgets can contain. Their elements and default styles are served.
  /// - Throws: A diagnostic if the web client's files cannot be read.
  package init(
    boards: BoardHost, library: WidgetLibrary, access: AccessControl, catalogues: Catalogues? = nil,
    updates: UpdateCoordinator? = nil,
    pushToken: String = "", cluster: ServerCluster = ServerCluster(),
    components: ComponentRegistry = .standard, fonts: FontFiles,
    configuration: ServerConfiguration = ServerConfiguration(), logger: Logger = Logger(label: "tessera.server")
  ) throws(Diagnostic) {
    self.boards = boards
    self.updates = updates
    self.pushToken = pushToken
    self.cluster = cluster
    self.library = library
    self.catalogues =
      catalogues
      ?? Catalogues(
        [], transport: library.environment.transport, decoding: library.environment.contentDecoding,
        // Its name is secret: other users of the machine can write to the folder around it.
        archives: FileManager.default.temporaryDirectory.appending(path: "tessera-archives-\(UUID().uuidString)"),
        formats: library.extensions.bundleFormats)
    self.access = access
    self.configuration = configuration
    self.logger = logger
    pages = try PageRoutes(fonts: fonts, kinds: components.kinds, basePath: configuration.basePath)
    registry = PresentationRegistry(configuration: configuration)
    connections = ConnectionRegistry(
      limits: configuration.connections, openFiles: OpenFileLimit.raise(), logger: logger)
  }

  /// Serves requests until the process receives SIGTERM or SIGINT, or the task is cancelled. It then ends the streams,
  /// and waits up to ``ConnectionLimits/stopTime`` for requests in progress.
  /// - Parameter onListening: Called with the URL of the page, which contains the chosen port.
  /// - Throws: An error if the server cannot listen on the address: a diagnostic with the rule `port-in-use` or
  ///   `port-refused` for the usual reasons.
  public func run(onListening: @escaping @Sendable (_ address: String) async -> Void = { _ in }) async throws {
    await boards.observeRemovals { [registry] in await registry.removeAll(ofWidget: $0) }
    await updates?.start()
    do {
      try await listen(onListening)
    } catch {
      await stopWidgets()
      throw error
    }
    await stopWidgets()
  }

  private func stopWidgets() async {
    await updates?.stop()
    await boards.stop()
  }

  private func listen(_ onListening: @escaping @Sendable (_ address: String) async -> Void) async throws {
    var services: [any Service] = [ShutdownDeadline(connections: connections, logger: logger)]
    var server: HTTPServerBuilder?
    if let files = configuration.certificate {
      let encryption = try ServerEncryption(files, logger: logger)
      server = try encryption.server(over: plainServer)
      services.append(encryption)
    }
    let application = application(server: server) { address in await onListening(address) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [application] + services,
        gracefulShutdownSignals: configuration.stopsAtSignals ? [.sigterm, .sigint] : [], logger: logger))
    // A cancelled task stops as after a signal, not in the middle of requests.
    let running = Task { try await group.run() }
    do {
      try await withTaskCancellationHandler {
        try await running.value
      } onCancel: {
        Task { [cluster] in
          // Until others have the boards, this host still answers for them.
          await cluster.beforeStop()
          await group.triggerGracefulShutdown()
        }
      }
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw Diagnostic(
        rule: "port-in-use", message: "Port \(configuration.port) is already in use",
        fix: "Stop the other program, or choose another port; 0 selects a free one")
    } catch let error as IOError where error.errnoCode == EACCES {
      throw Diagnostic(
        rule: "port-refused", message: "You do not have permission to listen on port \(configuration.port)",
        fix: "Choose a port above 1023")
    }
  }

  func application(
    server: HTTPServerBuilder? = nil, onListening: @escaping @Sendable (String) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let server = server ?? plainServer
    let scheme = configuration.certificate == nil ? "http" : "https"
    let host = HostAuthority.inBrackets(configuration.host)
    var application = Application(
      responder: BasePathResponder(basePath: configuration.basePath, responder: router().buildResponder()),
      server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: nil,
        // Without spare file descriptors, a connection waits in the system's queue and cannot even be refused.
        availableConnectionsDelegate: MaximumAvailableConnections(connections.maximumCount + 32)),
      onServerRunning: {
        [
          callbacks = library.environment.signInCallbacks, signInAddress = configuration.signInAddress,
          root = configuration.basePath.address(of: "/")
        ] channel in
        let address = "\(scheme)://\(host):\(channel.localAddress?.port ?? 0)\(root)"
        callbacks.address = signInAddress ?? address + ServiceSignInRoutes.path
        await onListening(address)
      },
      logger: logger)
    application.addServices(IdleSessionReaper(registry: registry, onRelease: configuration.onMemoryRelease))
    return application
  }

  /// Speaks HTTP.
  private var plainServer: HTTPServerBuilder {
    .http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(connections: connections), SendingGate()]))
  }

  func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
    let boards = boards
    router.add(
      middleware: SecurityHeaders(
        frameSources: { boards.frameSources }, frameAncestors: configuration.frameAncestors,
        isEncrypted: configuration.certificate != nil))
    router.add(middleware: RequestLog())
    if configuration.metrics != nil { router.add(middleware: MetricsMiddleware()) }
    router.add(middleware: RequestGuard(configuration: configuration))
    router.add(
      middleware: VisitorMiddleware(
        access: access, configuration: configuration, forwarded: cluster.proof))
    var routes = RouteRegistrar(router: router, gate: RouteGate(boards: boards, basePath: configuration.basePath))
    routes.forwarding = cluster.proof.map { proof in
      let root = configuration.basePath.address(of: "/")
      return BoardForwarding(
        boards: boards, locator: cluster.locator,
        forwarder: RequestForwarder(
          proof: proof, eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
          pathPrefix: String(root.dropLast())),
        proxyFields: [configuration.remoteUser?.field].compactMap(\.self),
        beforeSharedChange: cluster.beforeSharedChange, afterSharedChange: cluster.afterSharedChange,
        closePresentation: { [registry] token, widget in await registry.remove(token, ofWidget: widget) },
        timeout: cluster.timeout)
    }
    let accounts = AccountRoutes(
      access: access, boards: boards, basePath: configuration.basePath, cookie: SessionCookie(configuration),
      deviceCookie: DeviceCookie(configuration), openID: configuration.openID?.settings, logger: logger,
      audit: configuration.audit)
    accounts.add(to: routes)
    PasskeyRoutes(accounts: accounts).add(to: routes)
    pages.add(
      to: routes,
      preload: PagePreload(accounts: accounts, boards: boards, frameAncestors: configuration.frameAncestors))
    OpenIDRoutes(client: configuration.openID, access: access, configuration: configuration, logger: logger)
      .add(to: routes)
    PresentationRoutes(boards: boards, updates: updates, registry: registry, configuration: configuration).add(
      to: routes)
    ImageRoutes(boards: boards).add(to: routes)
    ServiceSignInRoutes(callbacks: library.environment.signInCallbacks).add(to: routes)
    BoardRoutes(boards: boards, library: library, access: access, audit: configuration.audit).add(to: routes)
    TileSettingsRoutes(boards: boards, library: library).add(to: routes)
    LibraryRoutes(boards: boards, library: library, catalogues: catalogues, audit: configuration.audit)
      .add(to: routes)
    CatalogueRoutes(library: library, catalogues: catalogues, audit: configuration.audit).add(to: routes)
    SiteIconRoutes(library: library, configuration: configuration).add(to: routes)
    PlaceRoutes(cities: CityFinder(folder: configuration.cityFolder)).add(to: routes)
    WidgetAdministrationRoutes(boards: boards, library: library, updates: updates, registry: registry).add(to: routes)
    PeopleRoutes(access: access, boards: boards, audit: configuration.audit).add(to: routes)
    let token = ServerToken(text: pushToken)
    OperationRoutes(
      boards: boards, cluster: cluster, registry: registry, connections: connections,
      metrics: configuration.metrics, writeProbe: configuration.writeProbe, token: token
    ).add(to: routes)
    if let updates, !pushToken.isEmpty { UpdateRoutes(updates: updates, token: token).add(to: routes) }
    if let root = library.environment.groupFolder { GroupRoutes(root: root, token: token).add(to: routes) }
    return router
  }
}

/// Suspends or closes presentations that are no longer watched.
private struct IdleSessionReaper: Service {
  let registry: PresentationRegistry
  let onRelease: (@Sendable () -> Void)?

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: .seconds(15))) != nil {
        if await registry.evictIdle() { onRelease?() }
      }
    }
  }
}
