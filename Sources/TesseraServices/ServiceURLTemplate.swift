import TesseraValues

/// The URL of an action before its placeholders are replaced.
///
/// Placeholders may stand in the path and in the query, never in the scheme or the host: who is talked to is a matter of
/// the document.
struct ServiceURLTemplate: Sendable, Hashable {
  /// `https://api.example.org:8443`, as written.
  var origin: String
  /// Path and query with placeholders, without the fragment; empty or beginning with `/` or `?`.
  var rest: String

  /// Why a base URL and a path are no URL, in words that continue "The URL '…' ".
  typealias Problem = HTTPURL.Problem

  /// Joins a base URL and a path. A path with a scheme stands for itself.
  /// - Returns: nil where there is neither.
  init?(baseURL: String?, path: String?) throws(Problem) {
    let text: String
    switch (baseURL, path ?? "") {
    case (_, let path) where Self.isAbsolute(path): text = path
    case (nil, ""): return nil
    case (nil, _): throw Problem(words: "is relative, and there is no 'baseUrl'")
    case (let base?, ""): text = base
    case (let base?, let path):
      guard !base.contains("?") else { throw Problem(words: "has a path behind a 'baseUrl' with a query") }
      let head = base.hasSuffix("/") ? base.dropLast() : base[...]
      text = path.hasPrefix("?") ? base + path : head + "/" + (path.hasPrefix("/") ? path.dropFirst() : path[...])
    }
    guard let authority = text.firstRange(of: "://")?.upperBound else {
      throw Problem(words: "has no scheme such as 'https://'")
    }
    let end = text[authority...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    origin = String(text[..<end])
    guard !origin.contains("$") else { throw Problem(words: "has a placeholder in its host") }
    rest = String(text[end...].prefix { $0 != "#" })
    _ = try HTTPURL(origin)
    let literalPath = rest.prefix { $0 != "?" }
    guard !Self.hasDotSegment(PercentEncoding.literal(literalPath)) else {
      throw Problem(words: "has '.' or '..' in its path")
    }
  }

  /// The host and port without placeholders, for a check against the manifest.
  var hostURL: HTTPURL? { try? HTTPURL(origin) }

  private static func isAbsolute(_ path: String) -> Bool {
    guard let colon = path.firstRange(of: "://")?.lowerBound else { return false }
    return path[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func hasDotSegment(_ path: String) -> Bool {
    path.split(separator: "/").contains { [".", ".."].contains(PercentEncoding.decoded($0)) }
  }

  /// Replaces the placeholders by percent-encoded texts of an object's values.
  ///
  /// A placeholder is `$` and a name; dots go on into the value as far as it has members, so that `$id.json` and
  /// `$author.id` both mean what they say; `$$` is a dollar sign. In the path each one needs a value: without, `posts/$id` would be another
  /// resource. In the query a missing value is empty.
  func url(with object: Value) throws(ServiceError) -> HTTPURL {
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    let path = try replaced(rest[..<mark], with: object, needsValues: true)
    // As in parameters, nothing is replaced where there is no object at all.
    let query =
      object.isNull
      ? PercentEncoding.literal(rest[mark...]) : try replaced(rest[mark...], with: object, needsValues: false)
    guard !Self.hasDotSegment(path) else {
      throw ServiceError(
        .invalidRequest, message: "The request cannot be made of this value",
        underlying: "a value makes '.' or '..' a part of the path '\(rest[..<mark])'")
    }
    do {
      return try HTTPURL(origin + path + query)
    } catch {
      throw ServiceError(
        .invalidRequest, message: "The request has no valid address",
        underlying: "The URL '\(origin)\(rest[..<mark])' \(error.words)")
    }
  }

  private func replaced(
    _ template: Substring, with object: Value, needsValues: Bool
  ) throws(ServiceError) -> String {
    var result = ""
    var index = template.startIndex
    while let dollar = template[index...].firstIndex(of: "$") {
      result += PercentEncoding.literal(template[index..<dollar])
      var end = template.index(after: dollar)
      let name = template[end...].prefix(while: Self.isNameCharacter)
      guard !name.isEmpty else {
        result += "$"
        index = template[end...].hasPrefix("$") ? template.index(after: end) : end
        continue
      }
      end = name.endIndex
      var value = object.value(forKey: String(name)) ?? .null
      while end < template.endIndex, template[end] == ".", value.dictionary != nil || value.object != nil {
        let key = template[template.index(after: end)...].prefix(while: Self.isNameCharacter)
        guard !key.isEmpty else { break }
        value = value.value(forKey: String(key)) ?? .null
        end = key.endIndex
      }
      let text = value.description
      if text.isEmpty, needsValues {
        throw ServiceError(
          .invalidRequest, message: "The request needs a value that is missing",
          underlying: "'\(template[dollar..<end])' in the path '\(template)' has no value")
      }
      result += PercentEncoding.data(text)
      index = end
      guard result.utf8.count <= HTTPURL.maximumLength else {
        throw .requestTooLarge("its address is longer than \(HTTPURL.maximumLength) bytes")
      }
    }
    return result + PercentEncoding.literal(template[index...])
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
