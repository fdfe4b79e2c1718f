import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraProtocol
import TesseraValues

/// The responses to the first requests of a board's page, which the page contains.
struct PagePreload: Sendable {
  let accounts: AccountRoutes
  let boards: BoardHost
  /// The origins of pages that may show this server's pages in frames.
  let frameAncestors: [String]

  /// Returns the responses to the first requests of a board's page, by path as JSON that can stand in a page, and the
  /// content security policy of the page.
  /// - Parameter kinds: The kinds of views as JSON.
  func board(for request: Request, _ context: ServerContext, kinds: String) async -> (responses: String, policy: String)
  {
    let visitor = context.visitor
    var responses: [String: Value] = ["/session": await accounts.description(of: visitor)]
    var board = context.parameters.get("board")
    if board == nil {
      let list = await BoardRoutes.list(of: boards, for: visitor)
      responses["/boards"] = list
      board = list.value(at: "0.id").string
    }
    var typedHosts: [String] = []
    if let board, visitor.role(on: board) != nil {
      typedHosts = await boards.typedHosts(on: board)
      // The client says in a cookie which grid its window has.
      if let grid = (request.cookies["tessera-grid"]?.value).flatMap({ WireFormat.gridSize(from: $0[...]) }),
        let update = try? await boards.update(of: board, on: grid)
      {
        responses["board"] = WireFormat.value(of: update)
      }
    }
    let text = "\(JSONText.text(of: .dictionary(responses)).dropLast()),\"/client/kinds.json\":\(kinds)}"
    // No text may end the element.
    return (text.replacing("<", with: "\\u003C"), policy(typedHosts))
  }

  /// Returns the content security policy of the page that shows one widget.
  func policy(ofWidget tile: String, for visitor: Visitor) async -> String {
    policy(await visitor.has(.view, onBoardOf: tile, of: boards) ? await boards.typedHosts(ofTile: tile) : [])
  }

  /// Returns a policy by which frames show the hosts that widgets name, and some that people typed.
  private func policy(_ typedHosts: [String]) -> String {
    SecurityHeaders.pagePolicy(frameSources: boards.frameSources + typedHosts, frameAncestors: frameAncestors)
  }
}
