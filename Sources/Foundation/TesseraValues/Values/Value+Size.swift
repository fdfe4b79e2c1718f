extension Value {
  /// Whether there are more than some values in it, itself and texts by 64 bytes included, or whether it is nested more
  /// than 64 levels deep.
  ///
  /// Data can be made of itself again and again (`{"a": x, "b": x}`), so that it has few parts in memory and too many to
  /// look at. This looks at no more than `limit` of them.
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
