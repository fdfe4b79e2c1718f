/// Where a server sends messages from by itself: a WebSocket (RFC 6455), or server-sent events.
package struct MessageAddress: Sendable, Hashable {
  /// How the messages come.
  enum Form: Sendable, Hashable {
    case webSocket
    case serverSentEvents
  }

  let form: Form
  /// The address, whose scheme is that of the request which opens the connection.
  let url: HTTPURL

  /// Reads an address that begins with `ws`, `wss`, `http` or `https`.
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

  /// The address as it is written.
  var text: String {
    form == .webSocket ? "ws" + url.text.dropFirst("http".count) : url.text
  }
}
