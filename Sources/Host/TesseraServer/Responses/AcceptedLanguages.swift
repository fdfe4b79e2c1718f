import Hummingbird

extension Request {
  /// The tags of the languages that the browser accepts, most preferred first.
  var languages: [String] { AcceptedLanguages.tags(in: headers[.acceptLanguage] ?? "") }
}

/// The languages that a browser accepts.
enum AcceptedLanguages {
  /// Returns the tags of an `Accept-Language` header (RFC 9110, section 12.5.4), most preferred first. Invalid parts
  /// are ignored.
  static func tags(in header: String) -> [String] {
    let wishes = header.prefix(1000).split(separator: ",").prefix(20).map { part -> (tag: String, weight: Double) in
      let pieces = part.split(separator: ";", omittingEmptySubsequences: false).map { piece in
        piece.filter { !$0.isWhitespace }
      }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      return (pieces.first ?? "", weight)
    }
    let wanted = wishes.enumerated().filter {
      $0.element.weight > 0 && $0.element.tag != "*" && !$0.element.tag.isEmpty
    }
    return wanted.sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element.tag)
  }
}
