import TesseraValues

/// The URL of an action before its placeholders are replaced.
///
/// Placeholders may occur in the path and in the query. A base URL may be a placeholder as a whole, for an address that
/// a person typed or a server named; otherwise only the document determines the scheme and the host. Hosts are checked
/// again when the request is sent.
///
/// A template is created once, together with its action.
struct ServiceURLTemplate: Sendable, Hashable {
  /// A part of a path or a query.
  private enum Part: Sendable, Hashable {
    /// Percent-encoded text.
    case text(String)
    /// A value. Trailing keys that lead nowhere are text. A value of several segments keeps its slashes.
    case placeholder(ValuePath, isSegments: Bool)
  }

  /// Where requests go.
  private enum Origin: Sendable, Hashable {
    /// A scheme, host and port as written, such as `https://api.example.org:8443`.
    case written(String)
    /// The path of a value that is an absolute address.
    case placeholder(ValuePath)
  }

  /// The scheme, host and port, for checks against the manifest; nil if a placeholder stands for them.
  let host: HTTPURL?
  private let origin: Origin
  /// The path as written.
  private let path: String
  private let pathParts: [Part]
  /// The query with its `?`, for requests without an object to fill it from; empty if there is none.
  private let query: String
  private let queryParts: [Part]

  /// The reason why a base URL and a path form no URL, in words that continue "The URL '…' ".
  typealias Problem = HTTPURL.Problem

  /// Joins a base URL and a path. A path with a scheme replaces the base URL.
  /// - Returns: The template, or nil if there is neither a base URL nor a path.
  init?(baseURL: String?, path: String?) throws(Problem) {
    let text: String
    switch (baseURL, path ?? "") {
    case (_, let path) where Self.isAbsolute(path): text = path
    case (let base?, let path) where base.hasPrefix("$"): text = path.isEmpty ? base : Self.joined(base, path)
    case (nil, ""): return nil
    case (nil, _): throw Problem(words: "is relative, and there is no 'baseUrl'")
    case (let base?, ""): text = base
    case (let base?, let path):
      guard !base.contains("?") else { throw Problem(words: "has a path after a 'baseUrl' with a query") }
      text = Self.joined(base, path)
    }
    if text.hasPrefix("$") {
      let name = text.dropFirst().prefix { Self.isNameCharacter($0) || $0 == "." }
      guard !name.isEmpty else { throw Problem(words: "has no scheme such as 'https://'") }
      try self.init(origin: .placeholder(ValuePath(String(name))), host: nil, rest: text[name.endIndex...])
      return
    }
    guard let authority = text.firstRange(of: "://")?.upperBound else {
      throw Problem(words: "has no scheme such as 'https://'")
    }
    let end = text[authority...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    let origin = String(text[..<end])
    guard !origin.contains("$") else { throw Problem(words: "has a placeholder in its host") }
    try self.init(origin: .written(origin), host: try HTTPURL(origin), rest: text[end...])
  }

  private init(origin: Origin, host: HTTPURL?, rest text: Substring) throws(Problem) {
    self.origin = origin
    self.host = host
    let rest = text.prefix { $0 != "#" }
    self.path = String(rest.prefix { $0 != "?" })
    guard !Self.hasDotSegment(PercentEncoding.literal(self.path)) else {
      throw Problem(words: "has '.' or '..' in its path")
    }
    pathParts = Self.parts(of: rest.prefix { $0 != "?" })
    queryParts = Self.parts(of: rest.drop { $0 != "?" })
    query = PercentEncoding.literal(rest.drop { $0 != "?" })
  }

  private static func joined(_ base: String, _ path: String) -> String {
    if path.hasPrefix("?") { return base + path }
    return (base.hasSuffix("/") ? base.dropLast() : base[...]) + "/"
      + (path.hasPrefix("/") ? path.dropFirst() : path[...])
  }

  private static func isAbsolute(_ path: String) -> Bool {
    guard let colon = path.firstRange(of: "://")?.lowerBound else { return false }
    return path[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func hasDotSegment(_ path: String) -> Bool {
    path.split(separator: "/").contains { [".", ".."].contains(PercentEncoding.decoded($0)) }
  }

  /// The names of the values that the URL requires of an action's object.
  var neededNames: Set<String> {
    var paths = pathParts.compactMap { part in if case .placeholder(let path, _) = part { path } else { nil } }
    if case .placeholder(let path) = origin { paths.append(path) }
    return Set(paths.compactMap(\.keys.first)).subtracting([OptionValues.key])
  }

  /// The name of the option that contains the address before the path; nil if there is none.
  var originOption: String? { if case .placeholder(let path) = origin { OptionValues.name(in: path) } else { nil } }

  /// The names of the options that the URL reads.
  var optionNames: [String] {
    var paths = (pathParts + queryParts).compactMap { part in
      if case .placeholder(let path, _) = part { path } else { nil }
    }
    if case .placeholder(let path) = origin { paths.append(path) }
    return paths.compactMap(OptionValues.name)
  }

  /// Returns the URL with its placeholders replaced by percent-encoded values of an object.
  ///
  /// A placeholder is `$` and a name, or `$*` and a name for several segments of a path. Dots continue into the value as
  /// long as it has members, so that `$id.json` and `$author.id` both have the expected meaning. `$$` is a dollar sign.
  /// Each placeholder in the path requires a value, because `posts/` without `$id` would be another resource. In the
  /// query, a missing value is empty.
  func url(with object: Value, options: OptionValues = .none) throws(ServiceError) -> HTTPURL {
    let path = try filled(pathParts, with: object, options, needsValues: true)
    // As in parameters, nothing is replaced if there is no object at all.
    let isFilled = !object.isNull || !optionNames.isEmpty
    let query = isFilled ? try filled(queryParts, with: object, options, needsValues: false) : query
    guard !Self.hasDotSegment(path) else {
      throw ServiceError(
        .invalidRequest, message: "The request cannot be made from this value",
        underlying: "a value inserts '.' or '..' as a part of the path '\(self.path)'")
    }
    let origin = try originText(with: object, options, isWhole: path.isEmpty && query.isEmpty)
    do {
      return try HTTPURL(origin + path + query)
    } catch {
      throw ServiceError(
        .invalidRequest, message: "The request has no valid address",
        underlying: "The URL '\(origin)\(self.path)' \(error.words)")
    }
  }

  /// Returns what stands before the path.
  /// - Parameter isWhole: Whether nothing follows, so that an address may have a query.
  private func originText(
    with object: Value, _ options: OptionValues, isWhole: Bool
  ) throws(ServiceError) -> String {
    guard case .placeholder(let keys) = origin else {
      if case .written(let text) = origin { return text }
      return ""
    }
    let text = options.value(at: keys, otherwise: object).description
    func failure(_ words: String) -> ServiceError {
      ServiceError(
        .invalidRequest, message: text.isEmpty ? "The address is missing" : "'\(text.prefix(200))' is not an address",
        underlying: "'$\(keys)' \(words)")
    }
    guard !text.isEmpty else { throw failure("has no value") }
    guard isWhole || !text.contains(where: { "?#".contains($0) }) else {
      throw failure("has a query, but a path follows")
    }
    do {
      let url = try HTTPURL(text)
      if isWhole { return url.text }
      return url.text.hasSuffix("/") ? String(url.text.dropLast()) : url.text
    } catch {
      throw failure(error.words)
    }
  }

  private func filled(
    _ parts: [Part], with object: Value, _ options: OptionValues, needsValues: Bool
  ) throws(ServiceError) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .placeholder(let keys, let isSegments):
        var value = options.root(for: keys, otherwise: object)
        var rest = keys[...]
        repeat {
          value = rest.popFirst().flatMap { value.value(forKey: $0) } ?? .null
        } while !rest.isEmpty && (value.dictionary != nil || value.object != nil)
        let text = value.description
        if text.isEmpty, needsValues {
          let name = keys[..<rest.startIndex].joined(separator: ".")
          throw ServiceError(
            .invalidRequest, message: "The request lacks a required value",
            underlying: "'$\(name)' in the path '\(path)' has no value")
        }
        result +=
          isSegments
          ? text.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.data(String($0)) }
            .joined(separator: "/") : PercentEncoding.data(text)
        for key in rest { result += PercentEncoding.literal("." + key) }
        guard result.utf8.count <= HTTPURL.maximumLength else {
          throw .requestTooLarge("its address is longer than \(HTTPURL.maximumLength) bytes")
        }
      }
    }
    return result
  }

  private static func parts(of template: Substring) -> [Part] {
    var parts: [Part] = []
    var index = template.startIndex
    while let dollar = template[index...].firstIndex(of: "$") {
      parts.append(.text(PercentEncoding.literal(template[index..<dollar])))
      let start = template.index(after: dollar)
      let isSegments = template[start...].hasPrefix("*")
      index = isSegments ? template.index(after: start) : start
      var keys: [String] = []
      while true {
        let key = template[index...].prefix(while: isNameCharacter)
        guard !key.isEmpty else { break }
        keys.append(String(key))
        index = key.endIndex
        // A dot that is not followed by a key is text.
        guard template[index...].hasPrefix("."),
          template[index...].dropFirst().first.map(isNameCharacter) == true
        else { break }
        index = template.index(after: index)
      }
      if !keys.isEmpty {
        parts.append(.placeholder(ValuePath(keys: keys), isSegments: isSegments))
      } else {
        index = start
        parts.append(.text("$"))
        if template[start...].hasPrefix("$") { index = template.index(after: start) }
      }
    }
    parts.append(.text(PercentEncoding.literal(template[index...])))
    return parts
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
