import Hummingbird
import NIOCore
import TesseraAccess
import TesseraForwarding

/// What the server knows about a request besides the request itself.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The network address from which the request came: of the client, or of a trusted proxy's client.
  var clientAddress: String
  /// The connection of the request.
  let channel: any Channel
  /// What another host of the cluster says of a request that it forwarded; nil if none did.
  var proof: ForwardedProof.Proof?
  /// The name that a trusted proxy gave the visitor; nil if none did.
  var proxiedName: String?
  /// Whether the client's own connection is encrypted.
  var isEncrypted = false
  /// Who makes the request.
  var visitor = Visitor.stranger
  /// Finds out anew who makes the request, because rights may change while a stream is open.
  var currentVisitor: @Sendable () -> Visitor = { .stranger }

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    clientAddress = source.channel.remoteAddress?.ipAddress ?? ""
  }

  /// Returns a check whether the visitor still has the rights on boards with which the request began.
  func permission(on boards: Set<String>) -> @Sendable () -> Bool {
    { [visitor, currentVisitor] in
      let current = currentVisitor()
      return current.isKnown && boards.allSatisfy { current.role(on: $0) == visitor.role(on: $0) }
    }
  }
}
