import Foundation
import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraValues

/// Adds handlers to a router, each behind the rule of its route.
struct RouteRegistrar {
  typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

  let router: Router<ServerContext>
  let gate: RouteGate
  /// Sends requests to the hosts that have their boards; nil without a cluster.
  var forwarding: BoardForwarding?

  /// Adds the handler of a route.
  func on(_ route: Route, use handler: @escaping Handler) {
    let access = route.access
    let authorized: Handler = { [gate, forwarding] request, context in
      if let refusal = await gate.refusal(access, request, context) { return refusal }
      if let forwarding { return try await forwarding.perform(route, request, context, handler) }
      return try await handler(request, context)
    }
    router.on(RouterPath(route.path), method: route.method) { [forwarding] request, context in
      guard let forwarding else { return try await authorized(request, context) }
      // Only who owns a board can say who may use it.
      return try await forwarding.respond(route, request, context, authorized)
    }
  }
}

/// Decides whether a visitor may use a route.
struct RouteGate: Sendable {
  let boards: BoardHost
  let basePath: BasePath

  /// Returns the response to a visitor who may not use a route; nil if the visitor may.
  func refusal(
    _ access: Route.Access, _ request: Request, _ context: ServerContext
  ) async -> Response? {
    let visitor = context.visitor
    if !visitor.isKnown {
      return switch access {
      case .everyone, .token: nil
      case .page: toSignIn(request)
      case .visitor, .board, .tile, .anyBoard, .sharedBoards: Self.signedOut
      }
    }
    // Without accounts, no board needs to be found.
    guard visitor.kind != .anyone else { return nil }
    switch access {
    case .everyone, .token, .page, .visitor: return nil
    case .board(let role): return Self.refusal(role, visitor, on: context.parameters.get("board") ?? "")
    case .tile(let role):
      let tile = context.parameters.get("widget") ?? context.parameters.get("tile") ?? ""
      guard let board = await boards.board(ofTile: tile) else { return .unknownWidget }
      return visitor.role(on: board) == nil ? .unknownWidget : Self.refusal(role, visitor, on: board)
    case .anyBoard(let role): return visitor.highestRole.map { $0 >= role } == true ? nil : Self.forbidden(role)
    case .sharedBoards(let role): return visitor.has(role) ? nil : Self.forbidden(role)
    }
  }

  private static func refusal(_ role: Role, _ visitor: Visitor, on board: String) -> Response? {
    guard let own = visitor.role(on: board) else {
      // Visitors who may not see a board do not learn whether it exists.
      return .unknownBoard
    }
    return own >= role ? nil : forbidden(role)
  }

  /// The response to visitors who have to sign in first.
  static var signedOut: Response {
    .problem(.unauthorized, rule: "signed-out", message: "Sign in first")
  }

  /// The response to visitors whose role does not suffice.
  static func forbidden(_ role: Role) -> Response {
    let action =
      switch role {
      case .view: "see this"
      case .use: "use the widgets of this board"
      case .edit: "change this board"
      case .administer: "do this"
      }
    return .problem(
      .forbidden, rule: "role",
      message: "You may not \(action): that needs the role '\(role)', which an administrator can give you"
    )
  }

  private func toSignIn(_ request: Request) -> Response {
    let next = request.uri.string.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return Response(
      status: .seeOther, headers: [.location: basePath.address(of: "/login") + (next == "%2F" ? "" : "?next=\(next)")])
  }
}
