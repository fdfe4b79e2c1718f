/// The path under which browsers reach the server: nothing, or one such as `/tessera`, without a slash at the end.
package struct BasePath: Sendable, Hashable {
  package let text: String

  /// The path of a server that has an origin of its own.
  package static let root = BasePath(text: "")

  private init(text: String) { self.text = text }

  /// Parses a path such as `/tessera` or `/home/tessera/`. Each part consists of unreserved characters (RFC 3986,
  /// section 2.3), and the first part is not the name of a page of this server.
  package init?(_ text: String) {
    let parts = text.split(separator: "/")
    let isPlain = parts.allSatisfy { part in
      part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~".utf8.contains(byte)
        }
      } && part.contains { $0 != "." }
    }
    let names = Set(Route.allCases.compactMap { $0.path.split(separator: "/").first })
    guard isPlain, parts.first.map({ !names.contains($0) }) ?? true else { return nil }
    self.text = parts.map { "/" + $0 }.joined()
  }

  /// Returns the address of a path of this server, such as `/boards`.
  func address(of path: String) -> String { text + path }

  /// Returns a path of a request without the base path. A path without it is not changed: a proxy may have removed it.
  func removed(from path: String) -> String {
    guard !text.isEmpty, path.hasPrefix(text) else { return path }
    let rest = path.dropFirst(text.count)
    if rest.isEmpty { return "/" }
    return switch rest.first {
    case "/": String(rest)
    case "?": "/" + rest
    default: path
    }
  }
}
