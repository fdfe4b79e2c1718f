/// The value of `If-Match` or `If-None-Match` (RFC 9110, sections 13.1.1 and 13.1.2).
enum EntityTags: Equatable {
  /// `*`: any representation.
  case any
  /// The opaque tags, with their quotes and without `W/`.
  case tags([Substring])

  /// Parses a header field. Returns nil if the request does not have it.
  init?(_ field: String?) {
    guard let field else { return nil }
    let tags = field.split(separator: ",").map { $0.trimmingPrefix(" ") }
      .map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] }
    self = tags == ["*"] ? .any : .tags(tags)
  }

  /// Returns whether a tag is among these, by the weak comparison (RFC 9110, section 8.8.3.2).
  func contains(_ tag: String) -> Bool {
    switch self {
    case .any: true
    case .tags(let tags): tags.contains { $0 == tag }
    }
  }
}
