import Foundation
import TesseraValues

/// An absolute `http` or `https` URL in one spelling.
///
/// What is checked must be what is connected to. So a URL is taken apart once, refused if it has anything that readers
/// are known to disagree about (user names, backslashes, hosts outside ASCII), and sent on only as it is put together
/// again here.
struct HTTPURL: Sendable, Hashable {
  /// The schemes that a widget may use.
  enum Scheme: String, Sendable, Hashable {
    case http
    case https

    /// The port that a URL without one means.
    var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// Why a text is not such a URL, in words that continue "The URL '…' ".
  struct Problem: Error, Sendable, Hashable {
    var words: String
  }

  var scheme: Scheme
  /// The host in lower case; an IPv6 address without its brackets.
  var host: String
  /// The port, the scheme's own one included.
  var port: Int
  /// The percent-encoded path; begins with `/`.
  var path: String
  /// The percent-encoded query without its `?`.
  var query: String?

  /// Reads a URL. The fragment is dropped: it is never sent.
  init(_ text: String) throws(Problem) {
    guard text.utf8.count <= HTTPURL.maximumLength else {
      throw Problem(words: "is longer than \(HTTPURL.maximumLength) bytes")
    }
    guard !text.contains("\\"), let parts = URLComponents(string: text, encodingInvalidCharacters: false) else {
      throw Problem(words: "cannot be read")
    }
    guard let name = parts.scheme?.lowercased() else { throw Problem(words: "has no scheme such as 'https:'") }
    guard let scheme = Scheme(rawValue: name) else {
      throw Problem(words: "has the scheme '\(name)'; only 'http' and 'https' are allowed")
    }
    guard parts.percentEncodedUser == nil, parts.percentEncodedPassword == nil else {
      throw Problem(words: "has a user name in it")
    }
    guard var host = parts.encodedHost?.lowercased(), !host.isEmpty else { throw Problem(words: "has no host") }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
      guard let address = NetworkAddress(host), address.isIPv6 else {
        throw Problem(words: "has the host '[\(host)]', which is no address")
      }
      host = address.description
    } else {
      if host.hasSuffix(".") { host.removeLast() }
      guard HTTPURL.isHostName(host) else {
        throw Problem(words: "has the host '\(host)'; a host is written with ASCII letters, digits, '-' and '.'")
      }
    }
    let port = parts.port ?? scheme.defaultPort
    guard (1...65535).contains(port) else { throw Problem(words: "has the port \(port), which is none") }
    self.scheme = scheme
    self.host = host
    self.port = port
    path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    query = parts.percentEncodedQuery
  }

  /// Reads a reference as it stands in a `Location` field, relative to this URL.
  func resolving(_ reference: String) throws(Problem) -> HTTPURL {
    guard let base = URL(string: text), let url = URL(string: PercentEncoding.literal(reference), relativeTo: base)
    else { throw Problem(words: "cannot be read") }
    return try HTTPURL(url.absoluteURL.absoluteString)
  }

  /// The one spelling.
  var text: String { textWithoutQuery + (query.map { "?\($0)" } ?? "") }

  /// Without the query, which may hold what people typed: for messages and logs.
  var textWithoutQuery: String { "\(scheme.rawValue)://\(authority)\(path)" }

  /// The host, in brackets where it is an IPv6 address, with the port where it is not the scheme's own.
  var authority: String {
    let name = HostAuthority.inBrackets(host)
    return port == scheme.defaultPort ? name : "\(name):\(port)"
  }

  /// Whether both have one scheme, host and port, so that they trust each other with secrets.
  func hasSameOrigin(as other: HTTPURL) -> Bool {
    (scheme, host, port) == (other.scheme, other.host, other.port)
  }

  /// The longest URL that is accepted, in bytes.
  static let maximumLength = 8192

  /// Whether a text is a host name or an IPv4 address in ASCII.
  static func isHostName(_ text: some StringProtocol) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 253, !text.hasPrefix("."), !text.contains("..") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
