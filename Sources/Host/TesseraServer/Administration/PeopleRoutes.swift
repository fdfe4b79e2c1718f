import Foundation
import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraProtocol
import TesseraValues

/// The routes by which administrators see and change accounts, and links to boards.
struct PeopleRoutes: Sendable {
  let access: AccessControl
  let boards: BoardHost
  let audit: AuditLog

  func add(to routes: RouteRegistrar) {
    routes.on(.people) { _, context in
      try await respond(in: context) { .json(try await list(for: context.visitor)) }
    }
    routes.on(.addPerson) { request, context in
      try await respond(in: context) {
        let members = try await strings(in: request, names: ["name", "password", "role"])
        let account = try await access.addAccount(
          members["name"] ?? "", password: members["password"] ?? "", role: try role(in: members))
        audit.record(.accountAdded, by: context, ["account": account.name, "role": account.role.rawValue])
        return .json(["name": .string(account.name), "role": .string(account.role.rawValue)], status: .created)
      }
    }
    routes.on(.setPersonRole) { request, context in
      try await respond(in: context) {
        let members = try await strings(in: request, names: ["role"])
        let role = try role(in: members)
        try access.setRole(of: name(in: context), to: role)
        audit.record(.roleSet, by: context, ["account": name(in: context), "role": role.rawValue])
        return Response(status: .noContent)
      }
    }
    routes.on(.setBoardRole) { request, context in
      try await respond(in: context) {
        let members = try await strings(in: request, names: ["board", "role"])
        let board = members["board"] ?? ""
        let role = members["role"] == Self.noRole ? nil : try role(in: members, orNone: true)
        guard await boards.has(board), try mayOpen(board, access.people(), context.visitor) else {
          return .unknownBoard
        }
        try access.setRole(of: name(in: context), to: role, on: board)
        audit.record(
          .roleSet, by: context,
          ["account": name(in: context), "board": board, "role": role?.rawValue ?? Self.noRole])
        return Response(status: .noContent)
      }
    }
    routes.on(.setPersonPassword) { request, context in
      try await respond(in: context) {
        let members = try await strings(in: request, names: ["password"])
        try await access.setPassword(of: name(in: context), to: members["password"] ?? "")
        audit.record(.passwordSet, by: context, ["account": name(in: context)])
        return Response(status: .noContent)
      }
    }
    routes.on(.removePerson) { _, context in
      try await respond(in: context) {
        try access.removeAccount(name(in: context))
        audit.record(.accountRemoved, by: context, ["account": name(in: context)])
        return Response(status: .noContent)
      }
    }
    addLinks(to: routes)
  }

  private func addLinks(to routes: RouteRegistrar) {
    routes.on(.addLink) { request, context in
      try await respond(in: context) {
        let members = try await strings(in: request, names: ["name", "board", "role"])
        let board = members["board"] ?? ""
        guard await boards.has(board), try mayOpen(board, access.people(), context.visitor) else {
          return .unknownBoard
        }
        let (link, token) = try access.addLink(
          named: members["name"] ?? "", to: board, role: try role(in: members))
        audit.record(
          .linkAdded, by: context,
          ["link": "\(link.id)", "name": link.name, "board": board, "role": link.role.rawValue])
        return .json(
          ["number": .integer(link.id), "path": .string("/links/\(token.text)")], status: .created)
      }
    }
    routes.on(.removeLink) { _, context in
      try await respond(in: context) {
        guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else {
          throw Diagnostic(rule: "unknown-link", message: "The link does not exist")
        }
        try access.removeLink(number)
        audit.record(.linkRemoved, by: context, ["link": "\(number)"])
        return Response(status: .noContent)
      }
    }
  }

  /// What stands for the end of a role on one board, here and on the command line.
  private static let noRole = "none"

  /// Whether an administrator may let others see a board: a shared one, whatever role the administrator has there, or a
  /// personal one that the administrator may administer. The personal boards of others are theirs.
  private func mayOpen(_ board: String, _ content: AccessContent, _ visitor: Visitor) -> Bool {
    content.owners[board] == nil || visitor.has(.administer, on: board)
  }

  /// Returns the accounts, the links, and the boards that the visitor may let others see.
  private func list(for visitor: Visitor) async throws -> Value {
    let content = try access.people()
    let accounts = content.accounts.values.sorted { $0.name < $1.name }.map { account -> Value in
      [
        "name": .string(account.name), "role": .string(account.role.rawValue),
        "boards": .dictionary(account.boardRoles.mapValues { .string($0.rawValue) }),
      ]
    }
    let links = content.links.values.sorted { $0.id < $1.id }.map { link -> Value in
      [
        "number": .integer(link.id), "name": .string(link.name), "board": .string(link.board),
        "role": .string(link.role.rawValue),
      ]
    }
    let opened = await boards.boards.filter { mayOpen($0.id, content, visitor) }.map { board -> Value in
      var members: [String: Value] = ["id": .string(board.id), "name": .string(board.name)]
      members["owner"] = content.owners[board.id].map(Value.string)
      return .dictionary(members)
    }
    return ["accounts": .array(accounts), "links": .array(links), "boards": .array(opened)]
  }

  private func name(in context: ServerContext) -> String {
    let text = context.parameters.get("name") ?? ""
    return text.removingPercentEncoding ?? text
  }

  private func role(in members: [String: String], orNone: Bool = false) throws(Diagnostic) -> Role {
    guard let role = members["role"].flatMap({ Role(rawValue: $0) }) else {
      let others = orNone ? ", 'administer' or '\(Self.noRole)'" : " or 'administer'"
      throw WireFormat.wrong("'role' must be 'look', 'use', 'edit'\(others)")
    }
    return role
  }

  private func strings(in request: Request, names: Set<String>) async throws -> [String: String] {
    let bytes = try await request.body.collect(upTo: 8 << 10)
    return try WireFormat.object(from: bytes.readableBytesView, names: names).compactMapValues(\.string)
  }

  /// Responds to a request, and converts errors to responses.
  private func respond(in context: ServerContext, _ body: () async throws -> Response) async throws -> Response {
    // With '--access open', there may be accounts, and visitors of any kind.
    guard context.visitor.kind != .anyone else {
      return .problem(
        .conflict, rule: "no-accounts",
        message: "People do not sign in to this server; 'tessera user add' makes the first account")
    }
    do {
      return try await body()
    } catch let problem as Diagnostic {
      return Self.response(to: problem)
    } catch let refusal as AccessControl.Refusal {
      return Self.response(to: refusal)
    }
  }

  private static func response(to refusal: AccessControl.Refusal) -> Response {
    switch refusal {
    case .unusable(let problem): response(to: problem)
    case .busy:
      .problem(
        .serviceUnavailable, rule: "busy", message: "Too many people are signing in. Try again in a moment",
        retryAfter: 5)
    case .store(let problem):
      .problem(of: problem, "The accounts cannot be read or stored")
    default: .problem(.badRequest, rule: "access", message: "That did not work")
    }
  }

  private static func response(to problem: Diagnostic) -> Response {
    let status: HTTPResponse.Status =
      switch problem.rule {
      case "unknown-account", "unknown-link": .notFound
      case "account-exists", "first-account", "last-administrator": .conflict
      default: .badRequest
      }
    // What to do on the command line is no help on the page.
    let fix = problem.fix.flatMap { $0.contains("tessera ") ? nil : $0 }
    let message = fix.map { "\(problem.message). \($0)" } ?? problem.message
    return .problem(status, rule: problem.rule, message: message)
  }
}
