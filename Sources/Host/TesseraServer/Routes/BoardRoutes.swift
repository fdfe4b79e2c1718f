import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraBundles
import TesseraData
import TesseraHTTPClient
import TesseraProtocol
import TesseraRuntime
import TesseraValues
import TesseraViews

/// The routes of boards and of their background images.
struct BoardRoutes: Sendable {
  let boards: BoardHost
  let library: WidgetLibrary
  let access: AccessControl
  let audit: AuditLog

  func add(to routes: RouteRegistrar) {
    routes.on(.boards) { _, context in .json(await Self.list(of: boards, for: context.visitor)) }
    routes.on(.addBoard) { request, context in
      try await respond(to: request) { body in
        let members = try WireFormat.object(from: body, names: ["name", "isPersonal"])
        let owner = members["isPersonal"]?.bool == true ? context.visitor.accountName : nil
        guard owner != nil || context.visitor.has(.edit) else { return RouteGate.forbidden(.edit) }
        let id = try await boards.addBoard(
          named: members["name"]?.string ?? "", usesReserve: context.visitor.has(.administer)
        ) {
          try access.prepareBoard($0, owner: owner)
        }
        return .json(["id": .string(id)], status: .created)
      }
    }
    routes.on(.removeBoard) { request, context in
      try await respond(to: request) { _ in
        try await boards.removeBoard(board(context)) { try access.removeBoard($0) }
        audit.record(.boardRemoved, by: context, ["board": board(context)])
        return Response(status: .noContent)
      }
    }
    routes.on(.editBoard) { request, context in
      try await respond(to: request) { body in
        let asked = try WireFormat.boardRequest(from: body)
        // Turning a stack is using it.
        let isTurn = if case .edit(.turn) = asked.action { true } else { false }
        guard isTurn || context.visitor.has(.edit, on: board(context)) else { return RouteGate.forbidden(.edit) }
        if asked.isPreview { return .json(try await preview(asked, of: board(context))) }
        let result = try await perform(asked, on: board(context))
        if case .edit(let edit) = asked.action { recordGrant(edit, context) }
        return .json(WireFormat.value(of: result))
      }
    }
    routes.on(.exportBoard) { request, context in
      try await respond(to: request, hasBody: false) { _ in
        let document = try await boards.exported(board(context))
        var response = Response.json(BoardDocument.value(of: document))
        response.headers[.contentDisposition] = "attachment; filename=\"board.json\""
        return response
      }
    }
    routes.on(.importBoard) { request, context in
      let bytes = try await request.body.collect(upTo: BoardDocument.limits.bytes)
      return try await respond(to: request, hasBody: false) { _ in
        let reading = try BoardDocument.read(bytes.readableBytesView)
        _ = try await boards.replace(board(context), with: reading.board)
        return .json(["problems": .array(reading.problems.map { .string($0.message) })])
      }
    }
    addBackgrounds(to: routes)
  }

  /// Keeps that a person let a widget reach something, or no longer does.
  private func recordGrant(_ edit: BoardEdit, _ context: ServerContext) {
    switch edit {
    case .allowHost(let tile, let host, let isAllowed):
      audit.record(
        isAllowed ? .hostAllowed : .hostForbidden, by: context,
        ["board": board(context), "tile": tile.rawValue, "host": host])
    case .trustServer(let tile, let host, let key):
      audit.record(
        key == nil ? .serverDistrusted : .serverTrusted, by: context,
        ["board": board(context), "tile": tile.rawValue, "host": host, "key": key])
    default: break
    }
  }

  /// Returns the boards that a visitor may see.
  static func list(of boards: BoardHost, for visitor: Visitor) async -> Value {
    let visible = await boards.boards.filter { visitor.role(on: $0.id) != nil }
    return .array(
      visible.map { ["id": .string($0.id), "name": .string($0.name), "isPersonal": .bool(visitor.owns($0.id))] })
  }

  private func addBackgrounds(to routes: RouteRegistrar) {
    routes.on(.addBackground) { request, _ in
      let bytes = try await request.body.collect(upTo: BackgroundPictures.maximumSize)
      return try await respond(to: request, hasBody: false) { _ in
        let name = try library.backgrounds.add(Array(bytes.readableBytesView), used: await boards.usedPictures)
        return .json(["background": .string(BoardAppearance.picturePrefix + name)], status: .created)
      }
    }
    routes.on(.background) { request, context in
      let name = context.parameters.get("name") ?? ""
      guard let (bytes, format) = library.backgrounds.picture(name) else { return ImageRoutes.missing }
      return ImageRoutes.response(bytes, format, version: name, to: request)
    }
  }

  private func board(_ context: ServerContext) -> String { context.parameters.get("board") ?? "" }

  /// Returns the board after an edit, without performing it. A refused edit is not an HTTP error, but `{"refused": …}`.
  private func preview(_ request: BoardRequest, of board: String) async throws -> Value {
    guard case .edit(let edit) = request.action else {
      throw Diagnostic(rule: "wire-format", message: "Undo and redo cannot be previewed")
    }
    do {
      return WireFormat.value(of: try await boards.preview(edit, of: board, on: request.grid))
    } catch let refusal as BoardRefusal {
      return ["refused": ["rule": .string(refusal.rule), "message": .string(refusal.message)]]
    }
  }

  private func perform(_ request: BoardRequest, on board: String) async throws -> BoardUpdate {
    switch request.action {
    case .edit(let edit): try await boards.perform(edit, on: board, request.grid, named: request.name)
    case .undo: try await boards.step(isUndo: true, on: board, request.grid, named: request.name)
    case .redo: try await boards.step(isUndo: false, on: board, request.grid, named: request.name)
    }
  }
}

extension HTTPField.Name {
  fileprivate static let contentDisposition = HTTPField.Name("Content-Disposition") ?? .server
}
