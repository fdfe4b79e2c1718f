import HTTPTypes

extension HTTPFields {
  /// The fields without those that are meant for one connection only: the hop-by-hop fields, and what `Connection`
  /// names (RFC 9110, section 7.6.1). Fields that occur several times, such as `Set-Cookie`, stay apart.
  var endToEnd: HTTPFields {
    let named = self[values: .connection].flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    var kept = HTTPFields()
    kept.reserveCapacity(count)
    for field in self {
      let name = field.name.canonicalName
      guard !Self.hopByHop.contains(name), !name.hasPrefix("proxy-"), !named.contains(name) else { continue }
      kept.append(field)
    }
    return kept
  }

  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
