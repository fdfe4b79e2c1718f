import Foundation
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraCluster
import TesseraData
import TesseraForwarding
import TesseraServer
import TesseraValues

/// What a server needs of the cluster that it is a host of.
struct ClusterMembership: Sendable {
  let cluster: Cluster
  let host: ClusterHost
  let boards: BoardHost
  let updates: UpdateFiles
  let accounts: AccessStore
  let files: SharedFolder

  /// How often what other hosts did is read without being notified.
  private static let catchUpInterval: Duration = .seconds(5)

  /// - Throws: A diagnostic if the accounts cannot be read.
  /// - Parameter shared: The files that all hosts have, which were pulled already.
  init(_ cluster: Cluster, library: WidgetLibrary, files shared: SharedFolder) throws(Diagnostic) {
    self.cluster = cluster
    self.files = shared
    let files = BoardFiles(
      folder: cluster.replication.folder, cluster: cluster, replication: cluster.replication)
    boards = BoardHost(files: files, library: library)
    updates = UpdateFiles(files)
    host = ClusterHost(cluster) {
      StandardError.write($0)
    } report: {
      StandardError.write([$0])
    }
    accounts = try cluster.openAccounts()
  }

  /// Decides who visitors are. The link for the first account is the same at all hosts.
  func access(_ policy: AccessControl.Policy, secondFactorRoles: Set<Role>) -> AccessControl {
    AccessControl(
      store: accounts, policy: policy, secondFactorRoles: secondFactorRoles,
      setUpToken: AccessToken(secret: cluster.key.setUpSecret),
      signInSecret: AccessToken(secret: cluster.key.signInSecret), now: cluster.session.now)
  }

  /// What the server knows of the other hosts.
  /// - Parameter catalogues: The catalogues, of which other hosts may add some.
  func server(_ catalogues: Catalogues) -> ServerCluster {
    let numbers = cluster.session.hostProtocol
    var server = ServerCluster(
      locator: host,
      proof: ForwardedProof(
        key: cluster.key.key(for: .forwarding), numbers: numbers.oldest...numbers.newest, now: cluster.session.now),
      beforeSharedChange: { try await pull(catalogues) },
      afterSharedChange: { [files] in try await files.publishChanges() }
    ) { [host] in await host.drain() }
    server.figures = { [cluster] in Self.figures(of: cluster) }
    return server
  }

  /// What programs that watch a host want to know of it.
  private static func figures(of cluster: Cluster) -> [ServerCluster.Figure] {
    let (session, journals) = (cluster.session.counts, cluster.journals.counts)
    let (size, age) = cluster.replication.journalState
    let lease = cluster.session.deadline.map { ContinuousClock.now.duration(to: $0) / .seconds(1) } ?? -1
    let counters: [(String, Int)] = [
      ("renewals", session.renewals), ("failures", session.failures), ("connections", session.connections),
      ("takeovers", session.takeovers), ("changes", journals.changes), ("change_bytes", journals.changeBytes),
      ("contents", journals.contents), ("content_bytes", journals.contentBytes), ("restored", journals.restored),
      ("damaged", journals.damaged),
    ]
    let gauges: [(String, Double)] = [
      ("boards", Double(cluster.session.boards.count)), ("lease_seconds", lease),
      ("round_trip_seconds", session.roundTrip), ("journal_bytes", Double(size)), ("oldest_content_seconds", age),
    ]
    return counters.map { ServerCluster.Figure("tessera_cluster_\($0)_total", "counter", Double($1)) }
      + gauges.map { ServerCluster.Figure("tessera_cluster_\($0)", "gauge", $1) }
  }

  /// Begins to take boards, and to hear what other hosts do.
  /// - Parameters:
  ///   - address: The address at which other hosts reach this one.
  ///   - catalogues: The catalogues, of which other hosts may add some.
  /// - Throws: A diagnostic if the database does not admit this host.
  func begin(at address: String, catalogues: Catalogues) async throws(Diagnostic) {
    cluster.observeNotifications { text in
      if text == ClusterNotification.files || text == ClusterNotification.all { try? await pull(catalogues) }
    }
    cluster.observeNotifications { [accounts] text in
      if text == Cluster.accounts || text == ClusterNotification.all { await Self.catchUp(accounts) }
    }
    try await host.start(boards, at: address)
    // What could not be read now is read when a board is looked for.
    try? await cluster.reloadDirectory()
    Task {
      while (try? await Task.sleep(for: Self.catchUpInterval)) != nil {
        await Self.catchUp(accounts)
        try? await pull(catalogues)
      }
    }
  }

  /// Brings the files that all hosts have to the latest state, and shows what is new.
  private func pull(_ catalogues: Catalogues) async throws(StoreError) {
    let changed = try await files.pullChanges()
    if changed.contains(SharedFolder.catalogues) { await catalogues.reloadAdditions() }
    if changed.contains(where: { $0.hasPrefix("widgets/") }) {
      await boards.refreshInstalled { StandardError.write([$0]) }
    }
  }

  private static func catchUp(_ accounts: AccessStore) async {
    // What could not be read now is read the next time.
    try? await onOwnThread { () throws(StoreError) in try accounts.catchUp() }
  }
}
