/// Hosts as a manifest writes them, in the way of the host sources of the Content Security Policy: `api.example.org`,
/// `*.example.org`, `192.0.2.7:8080`, `[2001:db8::1]:*`.
enum HostName {
  static func normalized(_ text: String) -> Result<String, ManifestValueProblem> {
    let lower = text.lowercased()
    if let scheme = lower.firstRange(of: "://") {
      let host = lower[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      return .failure(
        ManifestValueProblem(
          message: "A host has no scheme and no path, found '\(text)'",
          fix: isHost(String(host)) ? "Replace '\(text)' with '\(host)'" : nil))
    }
    let name = lower.hasPrefix("*.") ? lower.dropFirst(2) : lower[...]
    if lower.hasPrefix("*.") ? !name.contains(".") || name.hasPrefix("[") : lower == "*" {
      return .failure(
        ManifestValueProblem(
          message: "'\(text)' would allow far too many hosts", fix: "Name a domain, such as '*.example.org'"))
    }
    guard isHost(String(name)) else {
      return .failure(
        ManifestValueProblem(
          message: "A host is a name or an address, with a port if need be, found '\(text)'",
          fix: "Write it like 'api.example.org', '*.example.org' or 'localhost:8080'"))
    }
    return .success(lower)
  }

  private static func isHost(_ text: String) -> Bool {
    guard text.utf8.count <= 255 else { return false }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return false }
      let address = text[text.index(after: text.startIndex)..<end]
      let isAddress =
        address.contains(":") && address.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
      return isAddress && isPort(text[text.index(after: end)...])
    }
    let name = text.prefix { $0 != ":" }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy(isLabel) && isPort(text[name.endIndex...])
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    let digits = text.dropFirst()
    if text == ":*" { return true }
    guard text.hasPrefix(":"), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
    return Int(digits).map { (1...65_535).contains($0) } ?? false
  }

  /// A part of a domain name: letters, digits and hyphens, none at the ends (RFC 1123, section 2.1).
  static func isLabel(_ label: Substring) -> Bool {
    guard !label.isEmpty, label.utf8.count <= 63, !label.hasPrefix("-"), !label.hasSuffix("-") else { return false }
    return label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}

/// Schemes of URLs that a widget answers (RFC 3986, section 3.1).
enum LinkScheme {
  /// Schemes that belong to the browser or the system.
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

/// A language tag (BCP 47), as far as bundles need it: parts between hyphens, each shorter tag more general.
struct LocaleTag: Hashable {
  /// The tag with hyphens and the usual case: `de-AT`, `zh-Hant-TW`.
  let text: String

  /// Reads a tag; `_` does for `-`. Nil if the text is none.
  init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let language = parts.first, (2...8).contains(language.count), parts.count <= 8,
      language.allSatisfy({ $0.isASCII && $0.isLetter }),
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return nil }
    let rest = parts.dropFirst().map { part in
      switch part.count {
      case 2: part.uppercased()
      case 4 where part.first?.isLetter == true: part.capitalizedASCII
      default: part.lowercased()
      }
    }
    self.text = ([language.lowercased()] + rest).joined(separator: "-")
  }

  /// The tag and its more general ones, the most special first: `de-AT`, `de`.
  var chain: [String] {
    let parts = text.split(separator: "-")
    return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
  }
}

extension Substring {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
