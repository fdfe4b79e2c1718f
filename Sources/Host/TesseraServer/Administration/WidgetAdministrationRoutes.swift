import Foundation
import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraData
import TesseraValues

/// The routes by which administrators see what widgets use, and restart, stop and start them.
struct WidgetAdministrationRoutes: Sendable {
  let boards: BoardHost
  let library: WidgetLibrary
  let updates: UpdateCoordinator?
  let registry: PresentationRegistry

  func add(to routes: RouteRegistrar) {
    routes.on(.adminWidgets, use: list)
    routes.on(.restartWidget) { _, context in
      try await respond(in: context) { tile in try await boards.restartWidget(tile) }
    }
    routes.on(.stopWidget) { _, context in
      try await respond(in: context) { tile in
        try await boards.stopWidget(tile)
        await registry.removeAll(ofWidget: tile)
      }
    }
    routes.on(.startWidget) { _, context in
      try await respond(in: context) { tile in
        try await boards.startWidget(tile)
        await registry.removeAll(ofWidget: tile)
      }
    }
  }

  /// Responds with `{"widgets": […]}`, one for each tile of each board. Those that the query names as `log` have their
  /// messages.
  @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let wanted = Set(request.uri.queryParameters.getAll("log").map { String($0) })
    var rows: [Value] = []
    for status in await boards.statuses() {
      var members = figures(of: status)
      await addDates(of: status.id, to: &members)
      // What a personal board shows is not for others, also not for administrators.
      if context.visitor.role(on: status.board) != nil {
        addNames(of: status, to: &members)
        if wanted.contains(status.id) { members["log"] = .array(library.log.entries(of: status.id).map(Self.value)) }
      }
      rows.append(.dictionary(members))
    }
    return .json(["widgets": .array(rows)])
  }

  private func figures(of status: WidgetStatus) -> [String: Value] {
    var members: [String: Value] = ["id": .string(status.id), "state": .string(status.state.rawValue)]
    members["storeSize"] = status.storeSize.map { .integer(Int64($0)) }
    if let process = status.process {
      members["process"] = [
        "identifier": .integer(Int64(process.identifier)), "memory": .integer(Int64(process.memory)),
        "processorTime": .double(process.processorTime),
      ]
    }
    return members
  }

  private func addNames(of status: WidgetStatus, to members: inout [String: Value]) {
    members["name"] = .string(status.name)
    members["kind"] = .string(status.kind)
    members["board"] = .string(status.boardName)
    members["outage"] = status.outage.map(Value.string)
    members["error"] = library.log.lastError(of: status.id).map(Self.value)
  }

  private func addDates(of id: String, to members: inout [String: Value]) async {
    guard let updates, let schedule = await updates.schedule(of: id) else { return }
    members["isUpdated"] = true
    members["updated"] = schedule.lastGood.map(Self.milliseconds)
    members["next"] = schedule.next.map(Self.milliseconds)
  }

  private static func value(of entry: WidgetLog.Entry) -> Value {
    ["date": milliseconds(entry.date), "text": .string(entry.text), "isError": .bool(entry.isError)]
  }

  /// Returns a date in milliseconds since 1970.
  private static func milliseconds(_ date: Date) -> Value {
    .integer(Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  /// Responds to a request about a tile, and converts errors to responses.
  private func respond(in context: ServerContext, _ body: (String) async throws -> Void) async throws -> Response {
    do {
      try await body(context.parameters.get("tile") ?? "")
      return Response(status: .noContent)
    } catch let problem as Diagnostic {
      let status: HTTPResponse.Status = problem.rule.hasPrefix("unknown-") ? .notFound : .conflict
      return .problem(status, rule: problem.rule, message: problem.message)
    } catch let error as StoreError {
      return .problem(of: error.diagnostic, "The data of the widget cannot be read")
    }
  }
}
