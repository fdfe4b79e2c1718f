import TesseraAccess
import TesseraBoardService

extension AuditLog {
  /// Keeps that the visitor of a request changed something.
  func record(_ action: Action, by context: ServerContext, _ members: [String: String?] = [:]) {
    let who =
      switch context.visitor.kind {
      case .account(let name), .proxied(let name): name
      case .anyone: "anyone"
      case .stranger: "a stranger"
      case .link(let link): "the link \(link.id)"
      }
    record(action, by: who, members.merging(["address": context.clientAddress]) { $1 })
  }
}
