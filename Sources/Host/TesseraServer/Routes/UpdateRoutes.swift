import Foundation
import HTTPTypes
import Hummingbird
import TesseraBoard
import TesseraBoardService
import TesseraProtocol
import TesseraValues

/// The routes by which users and apps request updates of widgets.
struct UpdateRoutes: Sendable {
  let updates: UpdateCoordinator
  /// The token that authenticates apps.
  let token: ServerToken

  func add(to routes: RouteRegistrar) {
    routes.on(.refresh, use: refresh)
    routes.on(.updates, use: show)
    routes.on(.reload, use: reload)
    routes.on(.webhook, use: receiveWebhook)
  }

  private static var unknownWidget: Response {
    .problem(.notFound, rule: "unknown-widget", message: "The widget does not exist or has no updates")
  }

  @Sendable private func refresh(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let id = context.parameters.get("widget"), await updates.refresh(id) else { return Self.unknownWidget }
    return Response(status: .accepted)
  }

  /// Responds with the update state and the schedule of a widget.
  @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let id = context.parameters.get("widget"), let schedule = await updates.schedule(of: id),
      let freshness = await updates.freshness(of: id)
    else { return Self.unknownWidget }
    func text(_ date: Date?) -> Value { date.map { .string($0.ISO8601Format()) } ?? .null }
    return Response.json([
      "kind": .string(schedule.kind), "updated": text(freshness.updated), "stale": text(freshness.staleDate),
      "failure": freshness.failure.map(Value.string) ?? .null, "isUpdating": .bool(freshness.isUpdating),
      "hasContent": .bool(schedule.hasContent), "next": text(schedule.next),
      "cause": schedule.next == nil ? .null : .string(schedule.cause.rawValue),
      "spent": .integer(Int64(schedule.spent.count)), "failures": .integer(Int64(schedule.failures)),
      "entries": .array(schedule.entries.map { text($0) }),
    ])
  }

  /// Handles `{"tile" | "kind": name}` or `{"all": true}`, optionally with `hasContent` to change that state.
  @Sendable private func reload(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard token.isIn(request) else { return ServerToken.refusal }
    do {
      let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
      let (selection, hasContent) = try Self.read(body.readableBytesView)
      let count =
        if let hasContent {
          await updates.setHasContent(hasContent, selection)
        } else {
          await updates.contentDidChange(selection)
        }
      guard count > 0 || selection == .all else { return Self.unknownWidget }
      return Response.json(["widgets": .integer(Int64(count))], status: .accepted)
    } catch let problem as Diagnostic {
      return Response.problem(problem)
    }
  }

  /// Handles a request to a widget's webhook. Its content does not matter.
  @Sendable private func receiveWebhook(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let tile = context.parameters.get("tile"), let signature = context.parameters.get("signature"),
      Webhook(token: token.text).isValid(signature, for: tile)
    else { return .problem(.notFound, rule: "unknown-webhook", message: "The webhook does not exist") }
    _ = try await request.body.collect(upTo: WireFormat.maximumBodySize)
    guard await updates.contentDidChange(.tile(tile)) > 0 else { return Self.unknownWidget }
    return Response(status: .accepted)
  }

  private static func read(
    _ bytes: some Sequence<UInt8>
  ) throws(Diagnostic) -> (selection: UpdateCoordinator.Selection, hasContent: Bool?) {
    let members = try WireFormat.object(from: bytes, names: ["tile", "kind", "all", "hasContent"])
    if let hasContent = members["hasContent"], hasContent.bool == nil {
      throw WireFormat.wrong("'hasContent' must be true or false")
    }
    let hasContent = members["hasContent"]?.bool
    switch (members["tile"], members["kind"], members["all"]) {
    case (.string(let id)?, nil, nil): return (.tile(id), hasContent)
    case (nil, .string(let kind)?, nil): return (.kind(kind), hasContent)
    case (nil, nil, .bool(true)?): return (.all, hasContent)
    default: throw WireFormat.wrong("The body must have 'tile' or 'kind' with a name, or 'all' with true")
    }
  }
}
