extension Value {
  /// Returns whether the value contains more than `limit` values or is nested more than 64 levels deep. The count
  /// includes the value itself, and one for every 64 bytes of text.
  ///
  /// A value can contain shared parts repeatedly (`{"a": x, "b": x}`), so a small value in memory can expand to too
  /// many to visit. This method visits at most `limit` values.
  package func isLarger(than limit: Int) -> Bool {
    var left = limit
    return !consumes(&left, depth: 0)
  }

  private func consumes(_ left: inout Int, depth: Int) -> Bool {
    left -= 1
    guard left >= 0, depth <= 64 else { return false }
    switch self {
    case .string(let text):
      left -= text.utf8.count >> 6
      return left >= 0
    case .array(let values): return values.allSatisfy { $0.consumes(&left, depth: depth + 1) }
    case .dictionary(let members): return members.values.allSatisfy { $0.consumes(&left, depth: depth + 1) }
    default: return true
    }
  }
}
