import TesseraValues

/// Computes the length of a value's text without creating it. A list may contain the same long text many times.
enum TextSize {
  /// Returns a lower bound of the length of a value's text in bytes (JSON escapes count as one byte); nil if it exceeds
  /// `limit`.
  ///
  /// - Complexity: Linear in the size of the value, and at most linear in the limit.
  static func bytes(of value: Value, atMost limit: Int) -> Int? {
    var left = limit
    guard subtract(value, &left, isPart: false) else { return nil }
    return limit - left
  }

  private static func subtract(_ value: Value, _ left: inout Int, isPart: Bool) -> Bool {
    switch value {
    case .null: left -= isPart ? 4 : 0
    case .bool: left -= isPart ? 4 : 1
    case .integer(let number): left -= number > -10 && number < 10 ? 1 : 2
    case .double: left -= 1
    case .date: left -= 20
    case .object: left -= 3
    case .string(let text): left -= text.utf8.count + (isPart ? 2 : 0)
    case .array(let values):
      left -= 1 + max(1, values.count)
      for value in values where left >= 0 {
        guard subtract(value, &left, isPart: true) else { return false }
      }
    case .dictionary(let members):
      left -= 1 + max(1, members.count)
      for (key, value) in members where left >= 0 {
        left -= key.utf8.count + 3
        guard subtract(value, &left, isPart: true) else { return false }
      }
    }
    return left >= 0
  }
}
