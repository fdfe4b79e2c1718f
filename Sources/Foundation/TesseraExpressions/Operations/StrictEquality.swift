import TesseraValues

/// Equality that distinguishes integers from floating-point numbers, and numbers from Boolean values.
enum StrictEquality {
  static func same(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.integer, .integer), (.double, .double), (.bool, .bool): a == b
    case (.integer, _), (.double, _), (.bool, _), (_, .integer), (_, .double), (_, .bool): false
    case (.array(let x), .array(let y)): x.count == y.count && zip(x, y).allSatisfy { same($0, $1) }
    case (.dictionary(let x), .dictionary(let y)):
      x.count == y.count && x.allSatisfy { key, value in y[key].map { same(value, $0) } ?? false }
    default: a == b
    }
  }
}
