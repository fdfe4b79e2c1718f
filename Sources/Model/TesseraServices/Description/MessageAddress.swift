import TesseraValues

/// The address from which a server pushes messages, over a WebSocket (RFC 6455) or as server-sent events.
package struct MessageAddress: Sendable, Hashable {
  /// The protocol of the messages.
  enum Form: Sendable, Hashable {
    case webSocket
    case serverSentEvents
  }

  let form: Form
  /// The URL of the request that opens the connection, with the scheme `http` or `https`.
  let url: HTTPURL

  /// Parses an address with the scheme `ws`, `wss`, `http` or `https`.
  init(_ text: String) throws(HTTPURL.Problem) {
    let literal = PercentEncoding.literal(text)
    let scheme = literal.prefix { $0 != ":" }.lowercased()
    switch scheme {
    case "ws", "wss":
      form = .webSocket
      url = try HTTPURL((scheme == "ws" ? "http" : "https") + literal.dropFirst(scheme.count))
    case "http", "https":
      form = .serverSentEvents
      url = try HTTPURL(literal)
    default:
      throw HTTPURL.Problem(
        words: literal.contains(":")
          ? "has the scheme '\(scheme)'; only 'ws', 'wss', 'http' and 'https' are allowed"
          : "has no scheme such as 'wss:'")
    }
  }
}
