import Foundation
import TesseraText
import TesseraValues

/// An absolute `http` or `https` URL in normalized form.
///
/// The URL that is checked must be the URL that is connected to. Therefore a URL is parsed once, rejected if it
/// contains anything that parsers are known to interpret differently (user names, backslashes), and sent only in the form in
/// which it is reassembled here. A host in another script becomes ASCII first.
struct HTTPURL: Sendable, Hashable {
  /// The schemes that a widget may use.
  enum Scheme: String, Sendable, Hashable {
    case http
    case https

    /// The port of a URL that does not specify one.
    var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// The reason why a text is not such a URL, in words that continue "The URL '…' ".
  struct Problem: Error, Sendable, Hashable {
    var words: String
  }

  var scheme: Scheme
  /// The host in lower case. An IPv6 address has no brackets.
  var host: String
  /// The port, including the default port of the scheme.
  var port: Int
  /// The percent-encoded path, which begins with `/`.
  var path: String
  /// The percent-encoded query without its `?`.
  var query: String?

  /// Parses a URL. The fragment is dropped, because it is never sent.
  init(_ text: String) throws(Problem) {
    guard text.utf8.count <= HTTPURL.maximumLength else {
      throw Problem(words: "is longer than \(HTTPURL.maximumLength) bytes")
    }
    let text = DomainName.inASCII(address: text)
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
        throw Problem(words: "has the host '[\(host)]', which is not an address")
      }
      host = address.description
    } else {
      if host.hasSuffix(".") { host.removeLast() }
      guard HTTPURL.isHostName(host) else {
        throw Problem(words: "has the host '\(host)'; a host is written with letters, digits, '-' and '.'")
      }
    }
    let port = parts.port ?? scheme.defaultPort
    guard (1...65535).contains(port) else { throw Problem(words: "has the port \(port), which is not a valid port") }
    self.scheme = scheme
    self.host = host
    self.port = port
    path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    query = parts.percentEncodedQuery
  }

  /// Resolves a reference, as in a `Location` field, relative to this URL.
  func resolving(_ reference: String) throws(Problem) -> HTTPURL {
    guard let base = URL(string: text), let url = URL(string: PercentEncoding.literal(reference), relativeTo: base)
    else { throw Problem(words: "cannot be read") }
    return try HTTPURL(url.absoluteURL.absoluteString)
  }

  /// The normalized text of the URL.
  var text: String { textWithoutQuery + (query.map { "?\($0)" } ?? "") }

  /// The URL without its query, which may contain user input. Intended for messages and logs.
  var textWithoutQuery: String { "\(scheme.rawValue)://\(authority)\(path)" }

  /// The host, in brackets if it is an IPv6 address, followed by the port unless it is the scheme's default.
  var authority: String {
    let name = HostAuthority.inBrackets(host)
    return port == scheme.defaultPort ? name : "\(name):\(port)"
  }

  /// The scheme and the ``authority`` (RFC 6454, section 6.2).
  var origin: String { "\(scheme.rawValue)://\(authority)" }

  /// Returns whether both URLs have the same origin: scheme, host and port. Secrets are not sent to another origin.
  func hasSameOrigin(as other: HTTPURL) -> Bool {
    (scheme, host, port) == (other.scheme, other.host, other.port)
  }

  /// The maximum length of a URL that is requested, in bytes. A longer one is refused.
  static let maximumLength = 8192

  /// Returns whether a text is a host name or an IPv4 address in ASCII.
  static func isHostName(_ text: some StringProtocol) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 253, !text.hasPrefix("."), !text.contains("..") else { return false }
    return text.utf8.allSatisfy(HostAuthority.isOfName)
  }
}
