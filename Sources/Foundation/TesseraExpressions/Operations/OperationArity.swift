/// How many arguments the built-in operations take. With any other number, they are null, and comparisons false.
enum OperationArity {
  /// Returns the numbers of arguments that an operation takes; nil for one that is not built in.
  static func arity(of operation: String) -> ClosedRange<Int>? { table[operation] }

  private static let table: [String: ClosedRange<Int>] = {
    var table: [String: ClosedRange<Int>] = [:]
    for (arity, names) in rows { for name in names.split(separator: " ") { table[String(name)] = arity } }
    return table
  }()

  private static let rows: [(ClosedRange<Int>, String)] = [
    (0...0, "now today"),
    (
      1...1,
      """
      not int double abs capitalize uppercase lowercase string trim urlEncode stripHTML isNull isEmpty length first last \
      reverse distinct flatten entries zip moonPhase
      """
    ),
    (2...2, "gt gte lt lte eq remove contains map group"), (3...3, "condition replace"),
    (1...2, "round floor ceil hash split join toMarkdown removeIndex range"), (1...3, "sort toDate"),
    (2...3, "substr match insert slice sunrise sunset"), (3...4, "merge"),
    (1...Int.max, "sum subtract multiply divide and or concat min max average text"), (2...Int.max, "filter"),
    (0...Int.max, "union"),
  ]
}
