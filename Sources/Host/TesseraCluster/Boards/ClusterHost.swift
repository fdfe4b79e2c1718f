import Foundation
import Synchronization
package import TesseraBoardService
import TesseraData
import TesseraPostgreSQL
package import TesseraValues

/// One host of a cluster: acquires and transfers boards, and knows where all others are.
package actor ClusterHost {
  private let cluster: Cluster
  private let disk: HostDisk
  private var boards: BoardHost?
  private let report: @Sendable (Diagnostic) -> Void
  /// Called with what happens to a host in good order.
  private let note: @Sendable (String) -> Void
  private var isDisconnected = false
  private var isRefused = false
  /// What is being done with boards, one thing after the other for each.
  private var work: [String: Task<Void, Never>] = [:]
  /// The boards that had no owner in the last round.
  private var unowned: Set<String> = []
  /// How often boards could not be served.
  private var failures: [String: Int] = [:]
  /// The boards that this host could not serve, and when it may acquire them again.
  private var retryAfter: [String: ContinuousClock.Instant] = [:]
  private var roundCount = 0
  private var rounds: Task<Void, Never>?
  private var isBalancing = false
  private var balancing = Balancing()

  /// How often serving a board is tried before other hosts may try it.
  private static let maximumFailures = 3
  /// How long this host then leaves it to others.
  private static let retryDelay: Duration = .seconds(30)
  /// How long draining may take when an administrator asks for it. Commands wait as long by default.
  private static let drainTime: Duration = .seconds(300)
  /// How long persisting the content of a board may take before the board is transferred.
  private static let contentTime: Duration = .seconds(2)

  /// - Parameters:
  ///   - note: Called with a sentence for the log about what is no problem, such as a board that came here.
  ///   - report: Called with problems.
  package init(
    _ cluster: Cluster, note: @escaping @Sendable (String) -> Void = { _ in },
    report: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.cluster = cluster
    self.note = note
    self.report = report
    disk = HostDisk(of: cluster.replication.folder)
  }

  // MARK: Life cycle

  /// Begins to acquire boards.
  /// - Parameter address: The address at which other hosts reach this one, such as `10.0.0.1:8080`.
  /// - Throws: A diagnostic if the database does not admit this host, or another process has its name.
  package func start(_ boards: BoardHost, at address: String) async throws(Diagnostic) {
    self.boards = boards
    cluster.session.start(at: address)
    let events = cluster.events
    let (first, hasBegun) = AsyncStream.makeStream(of: HostSession.Event.self, bufferingPolicy: .bufferingOldest(1))
    Task { [weak self] in
      for await event in events {
        if event == .connected || event == .nameIsTaken { hasBegun.yield(event) }
        await self?.handle(event)
      }
    }
    for await event in first {
      if event == .nameIsTaken {
        throw Diagnostic(
          rule: "cluster-name", message: "Another host of the cluster has the name '\(cluster.session.name)'",
          fix: "Give this one another name with '--cluster-name'")
      }
      break
    }
    rounds = Task { [weak self] in
      while !Task.isCancelled {
        await self?.balance()
        try? await Task.sleep(for: HostLease.interval)
      }
    }
  }

  /// Transfers all boards to other hosts, and ends the connection.
  /// - Parameter time: How long that may take.
  package func drain(within time: Duration = .seconds(10)) async {
    rounds?.cancel()
    await transferAll(within: time)
    for board in cluster.session.boards { cluster.session.relinquish(board) }
    cluster.session.stop()
    _ = try? await cluster.run(LeaseStatements.unregister, [.text(cluster.session.id)])
    try? await cluster.notify(ClusterNotification.lease)
  }

  private func transferAll(within time: Duration) async {
    cluster.session.isDraining = true
    let begin = ContinuousClock.now
    let end = begin + time
    while !cluster.session.servedEpochs.isEmpty, ContinuousClock.now < end {
      for board in cluster.session.servedEpochs.keys.sorted() {
        // Transferring boards matters more than how fast others acquire them.
        await transfer(board, to: (try? await leastLoaded()) ?? nil, persistingContentsBefore: begin + time / 2)
      }
      // Without a valid lease, there is nothing to transfer yet.
      try? await Task.sleep(for: .milliseconds(50))
    }
  }

  private func handle(_ event: HostSession.Event) async {
    switch event {
    case .acquired(let boards): for board in boards { adopt(board) }
    case .lost(let boards):
      note("The lease of \(Self.list(boards)) is over, or must be read again")
      for board in boards { release(board) }
    case .transferRequested(let transfers):
      for (board, host) in transfers { Task { await transfer(board, to: host) } }
    case .releasePending(let epochs):
      for (board, epoch) in epochs { await release(board, epoch, to: nil) }
    case .notified(ClusterNotification.lease):
      cluster.directory.invalidate()
      // Events that follow must not wait for what this begins.
      Task { await balance() }
    case .notified(let text) where text.hasPrefix(ClusterNotification.balanced):
      balancing.record(String(text.dropFirst(ClusterNotification.balanced.count)), at: .now)
    case .notified(let text): Task { await cluster.notified(text) }
    case .disconnected(let reason):
      isDisconnected = true
      report(
        Diagnostic(.warning, rule: "cluster-database", message: "The database of the cluster was lost: \(reason)"))
    case .connected:
      if isDisconnected { note("The database of the cluster answers again") }
      if isRefused { note("The cluster admits this host") }
      isDisconnected = false
      isRefused = false
      cluster.directory.invalidate()
      Task { await cluster.notified(ClusterNotification.all) }
    case .drainRequested: Task { await transferAll(within: Self.drainTime) }
    case .nameIsTaken:
      report(Diagnostic(rule: "cluster-name", message: "Another host of the cluster has the name of this one"))
    case .refused(let refusal):
      isRefused = true
      report(refusal.diagnostic)
    }
  }

  /// Names boards, of which there can be many.
  private static func list(_ boards: Set<String>) -> String {
    let names = boards.sorted().prefix(maximumNames).map { "'\($0)'" }.joined(separator: ", ")
    return boards.count > maximumNames ? "\(boards.count) boards, such as \(names)," : "the board \(names)"
  }

  /// The maximum number of boards that a line of the log names.
  private static let maximumNames = 8

  // MARK: Boards

  /// Does something with a board after what is done with it already.
  private func enqueue(
    _ board: String, _ body: @escaping @Sendable (isolated ClusterHost) async -> Void
  ) -> Task<Void, Never> {
    let former = work[board]
    let task = Task {
      await former?.value
      await body(self)
    }
    work[board] = task
    return task
  }

  @discardableResult
  private func adopt(_ board: String) -> Task<Void, Never> {
    enqueue(board) { host in
      guard let boards = host.boards, let lease = host.cluster.session.lease(for: board),
        host.cluster.session.servedEpochs[board] != lease.epoch
      else { return }
      do {
        let name = host.cluster.directory[board]?.name ?? board
        let problems = try await boards.adopt(board, named: name, epoch: lease.epoch)
        for problem in problems { host.report(problem) }
        host.failures[board] = nil
        host.note("This host has the board '\(board)' now (\(lease.epoch))")
      } catch {
        // The board has moved on meanwhile, as boards do. If it has not, it is tried again.
        guard host.cluster.session.lease(for: board)?.epoch == lease.epoch || !Self.isMove(error) else {
          return host.cluster.session.invalidate(board)
        }
        let failure = StoreError.of(error, at: host.cluster.replication.folder.appending(path: board))
        let message = (error as? Diagnostic)?.message ?? failure.diagnostic.message
        let isDiskFull = failure == .diskFull
        host.report(
          Diagnostic(
            rule: isDiskFull ? "disk-full" : "cluster-board",
            message: "The board '\(board)' cannot be shown by this host: \(message)"))
        // What was written of it would only take room from others.
        if isDiskFull { host.disk.refuse(at: .now) }
        host.failures[board, default: 0] += 1
        if !isDiskFull, host.failures[board, default: 0] < Self.maximumFailures {
          // It is tried again after the next renewal.
          host.cluster.session.invalidate(board)
        } else {
          // Another host may be able to, such as one of a later version.
          host.cluster.session.relinquish(board)
          host.cluster.replication.close(board)
          host.failures[board] = nil
          host.retryAfter[board] = .now + Self.retryDelay
          await host.release(board, lease.epoch, to: nil)
        }
      }
    }
  }

  private static func isMove(_ error: any Error) -> Bool {
    error as? StoreError == .ownedElsewhere || error is CancellationError
  }

  @discardableResult
  private func release(_ board: String) -> Task<Void, Never> {
    enqueue(board) { host in
      // The host may have got it back meanwhile, in the same epoch.
      if let epoch = host.cluster.session.lease(for: board)?.epoch, epoch == host.cluster.session.servedEpochs[board] {
        return
      }
      host.cluster.replication.close(board)
      host.cluster.session.setServed(board, nil)
      await host.boards?.release(board)
    }
  }

  /// Transfers a board to another host, or to any. Before that, while the board is served here, its content is
  /// persisted.
  /// - Parameter deadline: When contents are not persisted any more; nil if only the time for those of a board counts.
  private func transfer(
    _ board: String, to other: String?, persistingContentsBefore deadline: ContinuousClock.Instant? = nil
  ) async {
    await enqueue(board) { host in
      guard host.cluster.session.lease(for: board) != nil else { return }
      await host.persistContents(of: board, before: deadline)
      guard let lease = host.cluster.session.lease(for: board) else { return }
      // From now on nothing is served or written, and what was begun ends.
      host.cluster.session.relinquish(board)
      host.cluster.replication.close(board)
      await host.boards?.release(board)
      await host.release(board, lease.epoch, to: other)
      host.note("This host gave the board '\(board)' away (\(lease.epoch))")
    }.value
  }

  private func persistContents(of board: String, before deadline: ContinuousClock.Instant?) async {
    let limit = ContinuousClock.now + Self.contentTime
    let end = min(deadline ?? limit, limit)
    guard .now < end else { return }
    await onOwnThread { [replication = cluster.replication] in replication.persistContents(of: board, before: end) }
  }

  /// Releases a board in the database. If the answer is lost, the next renewal shows whether it has to be released
  /// again.
  private func release(_ board: String, _ epoch: Int64, to other: String?) async {
    _ = try? await cluster.run(
      LeaseStatements.release,
      [.text(board), .integer(epoch), .text(cluster.session.id), other.map { .text($0) } ?? .null])
    cluster.directory.invalidate()
    try? await cluster.notify(ClusterNotification.lease)
  }

  /// Acquires a board without an owner, and serves it.
  /// - Returns: Whether the host has it now.
  private func acquire(_ entry: BoardDirectory.Entry) async -> Bool {
    guard cluster.session.isCurrent, !cluster.session.isDraining, !disk.isFull, retryAfter[entry.id] ?? .now <= .now
    else {
      return false
    }
    let id = cluster.session.id
    var parameters: [PostgresValue] = [.text(entry.id), .integer(entry.epoch), .text(id)]
    var statement = LeaseStatements.acquireUnowned
    let reading = cluster.session.latestReading
    if let former = entry.host, entry.address != nil {
      statement = LeaseStatements.takeOver
      parameters.append(.text(former))
    }
    guard let row = try? await cluster.run(statement, parameters).rows.first, let epoch = try? row.integer("epoch")
    else { return false }
    cluster.session.acquire(entry.id, epoch: epoch, since: reading)
    cluster.directory.invalidate()
    await adopt(entry.id).value
    try? await cluster.notify(ClusterNotification.lease)
    return cluster.session.servedEpochs[entry.id] == epoch
  }

  // MARK: Balance

  /// Acquires boards without owners, and transfers what is more than a fair share.
  private func balance() async {
    guard !isBalancing, !cluster.session.isDraining, cluster.session.isCurrent else { return }
    isBalancing = true
    defer { isBalancing = false }
    await checkDisk()
    roundCount += 1
    if roundCount % 1000 == 0 { _ = try? await cluster.run(LeaseStatements.removeExpired) }
    guard let hosts = try? await cluster.hosts().filter({ $0.isAlive && !$0.isDraining }), !hosts.isEmpty,
      let rows = try? await cluster.run(LeaseStatements.unowned, [.text(cluster.session.id)]).rows
    else { return }
    try? await cluster.reloadDirectory()
    let entries = cluster.directory.entries
    let share = (entries.count + hosts.count - 1) / hosts.count
    let living = Set(hosts.map(\.id))
    var count = cluster.session.boards.count
    var left: Set<String> = []
    for row in rows {
      guard let board = try? row.text("board"), let entry = cluster.directory[board] else { continue }
      if let target = entry.transferTarget, target != cluster.session.id, living.contains(target),
        !unowned.contains(board)
      {
        left.insert(board)
        continue
      }
      guard count < share || entry.transferTarget == cluster.session.id || unowned.contains(board) else {
        left.insert(board)
        continue
      }
      if await acquire(entry) { count += 1 }
    }
    unowned = left
    guard rows.isEmpty,
      let plan = balancing.plan(
        of: cluster.session.servedEpochs.keys, count: count, total: entries.count,
        among: hosts.map { Balancing.Host(id: $0.id, boards: $0.boards) }, at: .now)
    else { return }
    // Boards whose hosts ended wait for the end of this round.
    let contentEnd = ContinuousClock.now + Self.contentTime
    for board in plan.boards {
      balancing.record(board, at: .now)
      // All hosts leave it where it is now.
      try? await cluster.notify(ClusterNotification.balanced + board)
      await transfer(board, to: plan.host, persistingContentsBefore: contentEnd)
    }
  }

  private func checkDisk() async {
    guard let isFull = await onOwnThread({ [disk] in disk.check(at: .now) }) else { return }
    guard isFull else { return note("The disk has room again: this host takes boards") }
    report(
      Diagnostic(rule: "disk-full", message: "The disk is full: this host takes no boards", fix: "Make room on it"))
  }

  private func leastLoaded() async throws -> String? {
    try await cluster.hosts().filter { $0.isAlive && !$0.isDraining && $0.id != cluster.session.id }
      .min { $0.boards < $1.boards }?.id
  }
}

extension ClusterHost: BoardLocator {
  package func location(ofBoard id: String, isFresh: Bool) async -> BoardLocation {
    if cluster.session.owns(id) { return .local }
    if cluster.session.lease(for: id) != nil {
      // It is on its way here.
      await adopt(id).value
      return cluster.session.owns(id) ? .local : .unknown("The board is not ready")
    }
    do {
      guard let entry = try await isFresh ? cluster.freshEntry(id) : cluster.recentEntry(id) else { return .notFound }
      if !isFresh, let location = remoteLocation(entry) { return location }
      if await acquire(entry) { return .local }
      if let current = try await cluster.freshEntry(id), let location = remoteLocation(current) {
        return location
      }
      if disk.isFull { return .diskFull }
      return .unknown(cluster.session.problem == nil ? "The board moves to another host" : PostgresError.noResponse)
    } catch {
      return .unknown(error.reason)
    }
  }

  /// Returns where a board is whose owner is another host that lives.
  private func remoteLocation(_ entry: BoardDirectory.Entry) -> BoardLocation? {
    guard let address = entry.address, let until = entry.until, entry.host != cluster.session.id else { return nil }
    guard let number = entry.hostProtocol.flatMap(cluster.session.hostProtocol.common) else {
      return .unknown("The host of the board has a version that this one does not understand")
    }
    // What is sent on until then takes a moment to arrive.
    return .remote(
      BoardOwner(
        address: address, epoch: entry.epoch, until: until - HostLease.margin, protocolNumber: number))
  }

  package func board(ofTile id: String) async -> BoardOfTile {
    do {
      guard let board = try await cluster.board(ofTile: id) else { return .notFound }
      return .board(board)
    } catch {
      return .unknown(error.reason)
    }
  }

  package func otherHosts() async -> [OtherHost] {
    let hosts = try? await cluster.hosts()
    return hosts?.filter { $0.isAlive && $0.id != cluster.session.id }.compactMap { host in
      cluster.session.hostProtocol.common(with: host.hostProtocol).map {
        OtherHost(address: host.address, protocolNumber: $0)
      }
    } ?? []
  }

  package nonisolated var refusal: String? { cluster.session.refusal?.reason }

  package nonisolated var problem: String? {
    if let refusal { return refusal }
    if cluster.session.isDraining { return "This host is being stopped" }
    guard cluster.session.isCurrent else {
      return PostgresError.noResponse
    }
    return disk.isFull ? StoreError.diskFull.diagnostic.message : nil
  }
}
