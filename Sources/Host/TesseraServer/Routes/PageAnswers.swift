import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraProtocol
import TesseraValues

/// What the page of a board asks for first, which it gets as a part of itself. So it waits for no further requests.
struct PageAnswers: Sendable {
  let accounts: AccountRoutes
  let boards: BoardHost

  /// Returns the hosts that the page may show in frames: those that widgets name, and those that people typed into the
  /// options of widgets on its board.
  func frameSources(for context: ServerContext) async -> [String] {
    if let tile = context.parameters.get("widget") {
      guard await context.visitor.has(.look, onBoardOf: tile, of: boards) else { return boards.frameSources }
      return boards.frameSources + (await boards.typedHosts(ofTile: tile))
    }
    var board = context.parameters.get("board")
    if board == nil { board = await BoardRoutes.list(of: boards, for: context.visitor).value(at: "0.id").string }
    guard let board, context.visitor.role(on: board) != nil else { return boards.frameSources }
    return boards.frameSources + (await boards.typedHosts(on: board))
  }

  /// Returns the answers by path as JSON that can stand in a page.
  /// - Parameter kinds: The kinds of views as JSON.
  func text(for request: Request, _ context: ServerContext, kinds: String) async -> String {
    let visitor = context.visitor
    var answers: [String: Value] = ["/session": await accounts.description(of: visitor)]
    var board = context.parameters.get("board")
    if board == nil {
      let list = await BoardRoutes.list(of: boards, for: visitor)
      answers["/boards"] = list
      board = list.value(at: "0.id").string
    }
    // The client says in a cookie which grid its window has.
    if let board, visitor.role(on: board) != nil,
      let grid = (request.cookies["tessera-grid"]?.value).flatMap({ WireFormat.gridSize(from: $0[...]) }),
      let update = try? await boards.update(of: board, on: grid)
    {
      answers["board"] = WireFormat.value(of: update)
    }
    let text = "\(JSONText.text(of: .dictionary(answers)).dropLast()),\"/client/kinds.json\":\(kinds)}"
    // No text may end the element.
    return text.replacing("<", with: "\\u003C")
  }
}
