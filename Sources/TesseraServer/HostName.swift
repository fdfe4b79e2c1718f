/// The host part of an authority such as `localhost:8080` or `[::1]:8080`.
enum HostName {
  /// The host in lower case, without port and brackets; nil for what is no authority.
  static func host(ofAuthority authority: String) -> String? {
    let text = authority.lowercased()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || isPort(rest) else { return nil }
      return String(text[text.index(after: text.startIndex)..<end])
    }
    guard let colon = text.firstIndex(of: ":") else { return text.isEmpty ? nil : text }
    let host = text[..<colon]
    return !host.isEmpty && isPort(text[colon...]) ? String(host) : nil
  }

  /// Whether a host is this machine under a name that nobody else can have.
  static func isLoopback(_ host: String) -> Bool {
    loopbackNames.contains(host.lowercased())
  }

  /// The names of this machine that cannot be made to point elsewhere.
  static let loopbackNames: Set<String> = ["localhost", "127.0.0.1", "::1"]

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}
