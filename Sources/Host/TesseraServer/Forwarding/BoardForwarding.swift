import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TesseraAccess
import TesseraBoardService
import TesseraData
import TesseraForwarding
import TesseraProtocol
import TesseraValues

/// Lets requests be answered by the host of the cluster that has their board.
///
/// A request goes from the host that received it to the owner of its board, and no further.
struct BoardForwarding: Sendable {
  typealias Handler = RouteRegistrar.Handler

  let boards: BoardHost
  let locator: any BoardLocator
  let forwarder: RequestForwarder
  /// The fields that are believed of trusted proxies only.
  let proxyFields: [HTTPField.Name]
  /// Called before and after requests that change files that all hosts share.
  let beforeSharedChange: @Sendable () async throws -> Void
  let afterSharedChange: @Sendable () async throws -> Void
  /// Closes a presentation that handled events without a valid lease for what they change. It knows them, so it would
  /// not handle them again; the page sends them to the next one.
  let closePresentation: @Sendable (_ token: String, _ widget: String) async -> Void
  var timeout = Self.timeout

  /// How long an owner of a board is looked for: a board without one is acquired within some seconds.
  static let timeout: Duration = .seconds(8)
  /// The pause between two looks.
  private static let pause: Duration = .milliseconds(100)

  /// Answers a request here or by the host that has its board.
  func respond(_ route: Route, _ request: Request, _ context: ServerContext, _ handler: Handler) async throws
    -> Response
  {
    if let reason = locator.refusal, !Self.routesOfRefused.contains(route) {
      return .problem(.serviceUnavailable, rule: "host-refused", message: reason)
    }
    let owner = route.owner
    switch owner {
    case .anyHost: return try await handler(request, context)
    case .firstSuccess, .allHosts: return try await queryOtherHosts(owner, request, context, handler)
    case .mergedLists: return try await combineLists(request, context, handler)
    default: break
    }
    var request = request
    var body: ByteBuffer?
    // What is collected can be sent again. Large bodies are files, which are streamed.
    if owner != .firstBoard, route != .sendFile, route != .importBoard, request.method != .get {
      body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
      request.body = body.map { RequestBody(buffer: $0) } ?? request.body
    }
    let end = ContinuousClock.now + timeout
    var isFresh = false
    while true {
      switch await location(of: request, owner, context, body, isFresh: isFresh) {
      case (_, .notFound): return try await handler(request, context)
      case (let board, .local):
        let epoch = boards.epoch(of: board)
        let response = try await handler(request, context)
        guard isLost(board, since: epoch, route, response) else { return response }
        if let token = context.parameters.get("presentation"), let widget = context.parameters.get("widget") {
          await closePresentation(token, widget)
        }
        guard context.proof == nil else { return Self.misdirected }
        guard Self.isRepeatable(request, body), ContinuousClock.now < end else { return Self.unavailable(Self.moving) }
      case (_, .unknown(let reason)):
        // Another host has decided that this one has the board. It looks again.
        guard context.proof == nil, ContinuousClock.now < end else { return Self.unavailable(reason) }
      case (_, .diskFull):
        guard context.proof == nil else { return Self.misdirected }
        // Another host may acquire it.
        guard ContinuousClock.now < end else { return .problem(of: StoreError.diskFull.diagnostic, "") }
      case (let board, .remote(let owner)):
        // This host does not have it any more; the other one looks again.
        guard context.proof == nil else { return Self.misdirected }
        do {
          let response = try await whileOwned(board, by: owner) { [request, body] in
            try await forward(request, context, to: owner.address, speaking: owner.protocolNumber, body)
          }
          guard response.status == .misdirectedRequest else {
            return await cancelOnOwnerChange(board, of: owner, response, context)
          }
          guard Self.isRepeatable(request, body) else { return Self.unavailable(Self.moving) }
        } catch ForwardingFailure.unreachable {
          // Nothing was sent.
        } catch ForwardingFailure.broken where request.method == .get || request.method == .head {
          // Reading twice is harmless.
        } catch is ForwardingFailure {
          return Self.unavailable("The host of the board did not answer")
        }
        guard ContinuousClock.now < end else { return Self.unavailable("The host of the board cannot be reached") }
      }
      isFresh = true
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Whether a request must be done again, because the board left this host, or left and came back, while it was handled.
  private func isLost(_ board: String, since epoch: Int64?, _ route: Route, _ response: Response) -> Bool {
    guard epoch == nil || boards.epoch(of: board) != epoch else { return false }
    // Handlers of these routes do not wait until what widgets change is stored. What others answer with success is stored.
    let mayBeUnstored = route.method == .post && [.tile, .tilesInBody].contains(route.owner)
    return mayBeUnstored || Self.refusalsOfMoved.contains(response.status)
  }

  /// Performs a permitted request here. If it may change files that all hosts share, it is answered when the database
  /// has them.
  func perform(
    _ route: Route, _ request: Request, _ context: ServerContext, _ handler: Handler
  ) async throws -> Response {
    guard route.owner == .firstBoard, route.method != .get else { return try await handler(request, context) }
    do {
      try await beforeSharedChange()
    } catch let error as StoreError {
      return .problem(of: error.diagnostic, "Nothing was changed")
    }
    let response = try await handler(request, context)
    guard response.status.kind == .successful else { return response }
    do {
      try await afterSharedChange()
    } catch let error as StoreError {
      // This host has it, so its own disk is not the matter.
      return .problem(
        .insufficientStorage, rule: "store-unavailable",
        message: "Other hosts do not have the change yet: \(error.diagnostic.message)")
    }
    return response
  }

  /// Waits for a response as long as a host has a board. One that is stopped or cut off takes requests, but does not
  /// respond.
  private func whileOwned(
    _ board: String, by owner: BoardOwner, _ body: @escaping @Sendable () async throws -> Response
  ) async throws -> Response {
    try await withThrowingTaskGroup(of: Response.self) { group in
      group.addTask(operation: body)
      group.addTask {
        repeat { try await Task.sleep(for: Self.watchInterval) } while await renewed(owner, of: board) != nil
        throw ForwardingFailure.broken("The host does not have the board any more")
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw CancellationError() }
      return response
    }
  }

  /// Returns a stream that breaks off when the host may not have the board any more, so that the page asks again.
  ///
  /// What the host sent while it had the board can arrive here long after that, if this host was stopped. So all that is
  /// sent on is sent at a time for which the database said that the host has the board.
  private func cancelOnOwnerChange(
    _ board: String, of owner: BoardOwner, _ response: Response, _ context: ServerContext
  ) async -> Response {
    guard let type = response.headers[.contentType], Self.followedTypes.contains(where: type.hasPrefix) else {
      return response
    }
    // The response may have taken a while.
    let lease = FollowedLease(await renewed(owner, of: board))
    let body = ResponseBody { [body = response.body] writer in
      let watching = Task {
        while let owner = lease.owner {
          try await Task.sleep(for: Self.watchInterval)
          lease.owner = await renewed(owner, of: board)
        }
      }
      defer { watching.cancel() }
      try await body.write(writer)
    }
    var followed = response
    // The other host learns a moment later of roles that this one has removed.
    let isPermitted = context.permission(on: [board])
    followed.body = body.sent(on: context.channel) { lease.isCurrent && isPermitted() }
    return followed
  }

  /// The types of responses that show trees as they come.
  private static let followedTypes = ["text/event-stream", "application/x-ndjson"]

  /// How often the owner of a board is asked for.
  private static let watchInterval: Duration = .milliseconds(250)

  /// Returns the owner of a board with the present end of its lease; nil if the board is another's now. Without a
  /// response of the database, what it said last remains true.
  private func renewed(_ owner: BoardOwner, of board: String) async -> BoardOwner? {
    switch await locator.location(ofBoard: board, isFresh: false) {
    case .remote(let current) where current.address == owner.address && current.epoch == owner.epoch: current
    case .unknown: owner
    case .local, .notFound, .remote, .diskFull: nil
    }
  }

  private static func isRepeatable(_ request: Request, _ body: ByteBuffer?) -> Bool {
    body != nil || request.method == .get || request.method == .head
  }

  private func forward(
    _ request: Request, _ context: ServerContext, to address: String, speaking number: Int, _ body: ByteBuffer?
  ) async throws -> Response {
    guard let host = HostAddress(address) else { throw ForwardingFailure.unreachable("'\(address)' is no address") }
    return try await forwarder.forward(
      request, from: context.clientAddress, scheme: context.isEncrypted ? .https : .http,
      name: context.proxiedName, to: host, speaking: number, client: context.channel, body: body,
      withholding: proxyFields)
  }

  /// Answers a request here and at all other hosts.
  /// - Returns: This host's response, or the first successful one of another.
  private func queryOtherHosts(
    _ owner: Route.Owner, _ request: Request, _ context: ServerContext, _ handler: Handler
  ) async throws -> Response {
    guard context.proof == nil else { return try await handler(request, context) }
    var request = request
    let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
    request.body = RequestBody(buffer: body)
    var response = try await handler(request, context)
    if owner == .firstSuccess, Self.isGood(response) { return response }
    for host in await locator.otherHosts() {
      let forwarded = try? await forward(request, context, to: host.address, speaking: host.protocolNumber, body)
      guard let other = forwarded, Self.isGood(other) else { continue }
      if owner == .firstSuccess { return other }
      if !Self.isGood(response) { response = other }
    }
    return response
  }

  /// Answers a request with what this host and all others list. A host that does not answer in time is left out.
  private func combineLists(_ request: Request, _ context: ServerContext, _ handler: Handler) async throws -> Response {
    let response = try await handler(request, context)
    guard context.proof == nil, response.status == .ok else { return response }
    let others = await locator.otherHosts()
    guard !others.isEmpty, let own = await response.value() else { return response }
    let all = await withTaskGroup(of: Value?.self) { group in
      for host in others {
        group.addTask {
          let list = try? await withTimeout(Self.listTime) {
            let response = try await forward(request, context, to: host.address, speaking: host.protocolNumber, nil)
            return response.status == .ok ? await response.value() : nil
          }
          return list ?? nil
        }
      }
      return await group.reduce(own) { list, other in other.map(list.combined) ?? list }
    }
    return .json(all)
  }

  /// What a host answers that the cluster does not admit: how it is.
  private static let routesOfRefused: Set<Route> = [.health, .readiness, .metrics]

  /// How long the list of another host is waited for.
  private static let listTime: Duration = .seconds(2)

  /// Whether a host did what it was asked for. A sign-in leads to another page.
  private static func isGood(_ response: Response) -> Bool { response.status.code < 400 }

  /// What a host says that has no board, or not that of the person: it may have had it a moment before.
  private static let refusalsOfMoved: [HTTPResponse.Status] = [.insufficientStorage, .notFound, .forbidden]

  private static let moving = "The board moves to another host"

  /// Returns the board that a request is about, and where it is: nowhere if it is about none.
  private func location(
    of request: Request, _ owner: Route.Owner, _ context: ServerContext, _ body: ByteBuffer?, isFresh: Bool
  ) async -> (board: String, location: BoardLocation) {
    switch await board(of: request, owner, context, body) {
    case .board(let board): (board, await locator.location(ofBoard: board, isFresh: isFresh))
    case .notFound: ("", .notFound)
    case .unknown(let reason): ("", .unknown(reason))
    }
  }

  /// Returns the board that a request is about; nowhere if it is about none, or one that is not there.
  private func board(
    of request: Request, _ owner: Route.Owner, _ context: ServerContext, _ body: ByteBuffer?
  ) async -> BoardOfTile {
    let query = request.uri.queryParameters
    switch owner {
    case .anyHost, .firstSuccess, .allHosts, .mergedLists: return .notFound
    case .firstBoard: return await boards.boards.first.map { .board($0.id) } ?? Self.unread
    case .board: return context.parameters.get("board").map { .board($0) } ?? .notFound
    case .tile:
      return await board(ofTile: context.parameters.get("widget") ?? context.parameters.get("tile") ?? "")
    case .boardInQuery:
      if let named = context.parameters.get("board") ?? query["board"].map(String.init) { return .board(named) }
      let known = await boards.boards
      guard !known.isEmpty else { return Self.unread }
      return known.first { context.visitor.role(on: $0.id) != nil }.map { .board($0.id) } ?? .notFound
    case .stream:
      if let named = query["board"] { return named.split(separator: "@").first.map { .board(String($0)) } ?? .notFound }
      return await board(ofTile: query["watch"].flatMap { $0.split(separator: "/").first.map(String.init) } ?? "")
    case .tilesInBody:
      let windows = try? WireFormat.windows(from: (body ?? ByteBuffer()).readableBytesView, [], maximum: .max)
      return await board(ofTile: windows?.first?.widget ?? "")
    }
  }

  /// A cluster has boards, so a host that knows of none has not learnt of them yet.
  private static let unread = BoardOfTile.unknown("This host does not know the boards yet")

  private func board(ofTile tile: String) async -> BoardOfTile {
    if tile.isEmpty { return .notFound }
    if let own = await boards.board(ofTile: tile) { return .board(own) }
    return await locator.board(ofTile: tile)
  }

  /// The response to another host that asked the wrong one (RFC 9110, section 15.5.20).
  private static var misdirected: Response {
    .problem(.misdirectedRequest, rule: "misdirected", message: "Another host has the board")
  }

  private static func unavailable(_ reason: String) -> Response {
    .problem(.serviceUnavailable, rule: "board-unavailable", message: reason, retryAfter: 1)
  }
}

/// What is known of the owner of a board whose stream is sent on.
private final class FollowedLease: Sendable {
  private let state: Mutex<BoardOwner?>

  init(_ owner: BoardOwner?) { state = Mutex(owner) }

  /// The owner; nil if the board is another's.
  var owner: BoardOwner? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Whether no other host can have the board yet.
  var isCurrent: Bool { owner.map { .now < $0.until } ?? false }
}
