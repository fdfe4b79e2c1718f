import TesseraValues

/// Statistics for lists of numbers. A value that is not a number makes the result null.
enum Statistics {
  static func sum(_ values: [Value]) -> Value {
    var total = Value.integer(0)
    for value in values {
      total = Arithmetic.add(total, value)
      if total.isNull { return .null }
    }
    return total
  }

  static func average(_ values: [Value]) -> Value {
    guard !values.isEmpty, let total = sum(values).number else { return .null }
    return Arithmetic.finite(total / Double(values.count))
  }

  /// Returns the smallest (if `wanted` is negative) or the largest value, ignoring nulls. Strings and dates are ordered
  /// as well.
  static func extreme(_ values: [Value], wanted: Int) -> Value {
    var best = Value.null
    for value in values where !value.isNull {
      if best.isNull {
        best = value
      } else if let order = ValueComparison.order(value, best, .plain) {
        if order * wanted > 0 { best = value }
      } else {
        return .null
      }
    }
    return best
  }

  /// Returns the middle value, or the mean of the two middle values.
  static func median(_ values: [Value]) -> Value {
    guard let sorted = sorted(values), !sorted.isEmpty else { return .null }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : average([sorted[middle - 1], sorted[middle]])
  }

  /// Returns the most frequent values in ascending order.
  static func mode(_ values: [Value]) -> Value {
    guard let sorted = sorted(values), !sorted.isEmpty else { return .null }
    var counts: [Value: Int] = [:]
    for value in sorted { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    return .array(ListFunctions.distinct(sorted).filter { counts[$0] == most })
  }

  /// Returns the population standard deviation.
  static func standardDeviation(_ values: [Value]) -> Value {
    let numbers = values.compactMap(\.number)
    guard numbers.count == values.count, !numbers.isEmpty else { return .null }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
    return Arithmetic.finite(variance.squareRoot())
  }

  private static func sorted(_ values: [Value]) -> [Value]? {
    guard values.allSatisfy({ $0.number != nil }) else { return nil }
    return values.sorted { (ValueComparison.order($0, $1, .plain) ?? 0) < 0 }
  }
}
