import TesseraText
import TesseraValues

/// Parsing of host names in a manifest; see `HostPattern`.
enum HostName {
  static func pattern(_ text: String) -> Result<HostPattern, ManifestValueProblem> {
    do throws(HostPattern.Problem) {
      let pattern = try HostPattern(parsing: DomainName.ascii(text) ?? text)
      guard pattern.hostName != nil || !pattern.description.contains(LocalSourceHost.domain) else {
        return .failure(
          ManifestValueProblem(
            message: "Sources of the machine are named one by one, found '\(text)'",
            fix: "Write the name, as in '\(LocalSourceHost.host(of: "machine"))'"))
      }
      return .success(pattern)
    } catch {
      return .failure(problem(error, with: text))
    }
  }

  private static func problem(_ problem: HostPattern.Problem, with text: String) -> ManifestValueProblem {
    switch problem {
    case .hasScheme(let host):
      let pattern = try? HostPattern(parsing: host)
      return ManifestValueProblem(
        message: "A host has no scheme and no path, found '\(text)'",
        fix: pattern.map { "Replace '\(text)' with '\($0)'" })
    case .isTooWide,
      .hasWildcard where text == "*":
      return ManifestValueProblem(
        message: "'\(text)' would allow far too many hosts", fix: "Name a domain, such as '*.example.org'")
    case .hasWildcard, .isMoreThanHost, .isNoAddress, .isNoName, .isNoPort:
      return ManifestValueProblem(
        message: "A host is a name or an address, with an optional port, found '\(text)'",
        fix: "Write it like 'api.example.org', '*.example.org' or 'localhost:8080'")
    }
  }
}

/// Parsing of the URL schemes that a widget handles (RFC 3986, section 3.1).
enum LinkScheme {
  /// Schemes that are reserved for the browser or the system.
  private static let reserved: Set<String> = [
    "about", "blob", "chrome", "data", "file", "ftp", "http", "https", "intent", "javascript", "mailto", "sms", "tel",
    "view-source", "ws", "wss",
  ]

  static func normalized(_ text: String) -> Result<String, ManifestValueProblem> {
    let lower = text.lowercased()
    let name = lower.prefix { $0 != ":" }
    let isScheme =
      (name.first.map { $0.isASCII && $0.isLetter } ?? false)
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard isScheme, name.utf8.count <= 64 else {
      return .failure(ManifestValueProblem(message: "A link is a URL scheme such as 'feed', found '\(text)'"))
    }
    guard !reserved.contains(String(name)) else {
      return .failure(ManifestValueProblem(message: "The scheme '\(name)' belongs to the system and cannot be a link"))
    }
    guard name.count == lower.count else {
      return .failure(
        ManifestValueProblem(
          message: "A link is a scheme without ':', found '\(text)'", fix: "Replace '\(text)' with '\(name)'"))
    }
    return .success(lower)
  }
}
