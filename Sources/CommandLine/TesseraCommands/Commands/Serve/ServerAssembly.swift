import Foundation
import TesseraAccess
import TesseraBoardService
import TesseraCluster
import TesseraRuntime

/// What a server is made of. A single host and a host of a cluster open it differently.
struct ServerAssembly: Sendable {
  let library: WidgetLibrary
  /// The widgets of the command line and of declared boards.
  let widgets: [ServeCommand.Widget]
  let boards: BoardHost
  let accounts: AccessStore
  let access: AccessControl
  /// The update schedules; nil if not even memory can take them.
  let updates: (any UpdateStorage)?
  let pushToken: String
  /// The folder of what is kept; nil for memory.
  let folder: URL?
  /// The cluster that the host is one of; nil for a single host.
  var membership: ClusterMembership?

  /// Opens what a single host has in its folder, and makes the declared boards.
  static func single(
    _ command: ServeCommand, _ configuration: Configuration, _ environment: RuntimeEnvironment
  ) async throws -> ServerAssembly {
    let store = try command.openStore()
    // If boards cannot be stored, nothing is: the names of tiles in memory would refer to other data in the folder.
    let folder = store.problem == nil ? command.folder : nil
    let library = command.makeLibrary(environment, in: folder)
    library.loadInstalled()
    let widgets = try await command.read(configuration.bundlesOfBoards, into: library)
    let boards = try command.openBoards(store, library)
    // Where boards are declared, bundles are placed by people.
    if configuration.boards.isEmpty { try await command.place(widgets, on: boards) }
    let accounts = try command.openAccounts()
    let assembly = ServerAssembly(
      library: library, widgets: widgets, boards: boards, accounts: accounts,
      access: AccessControl(
        store: accounts, policy: command.network.policy, secondFactorRoles: Set(command.network.secondFactorRoles)),
      updates: command.openUpdateStore(in: folder), pushToken: command.pushToken(in: folder), folder: folder)
    await assembly.declare(configuration.boards)
    store.seal()
    return assembly
  }

  /// Opens the copy that a host has of what its cluster has. Boards are declared when the host takes part in the cluster,
  /// and people place bundles.
  static func cluster(
    _ cluster: Cluster, _ command: ServeCommand, _ configuration: Configuration, _ environment: RuntimeEnvironment
  ) async throws -> ServerAssembly {
    var environment = environment
    environment.storeReplication = cluster.replication
    environment.now = cluster.session.now
    let library = command.makeLibrary(environment, in: command.folder)
    // Installed bundles are loaded as the other hosts have them.
    let files = try await command.pullFiles(of: cluster)
    library.loadInstalled()
    let widgets = try await command.read(configuration.bundlesOfBoards, into: library)
    let membership = try command.join(cluster, library: library, files: files)
    return ServerAssembly(
      library: library, widgets: widgets, boards: membership.boards, accounts: membership.accounts,
      access: membership.access(
        command.network.policy, secondFactorRoles: Set(command.network.secondFactorRoles)),
      updates: membership.updates, pushToken: cluster.key.pushToken, folder: command.folder, membership: membership)
  }

  /// Makes boards as a configuration declares them.
  func declare(_ declarations: [BoardDeclaration]) async {
    let identities = Dictionary(widgets.map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
    let problems = await boards.declare(declarations) {
      identities[$0] ?? $0
    } prepare: {
      // Rights on a removed board of the same name end.
      try accounts.removeBoard($0)
    }
    StandardError.write(problems)
  }
}
