import TesseraText
import TesseraValues

/// Reads the left operand of a comparison.
protocol OperandReader: Sendable {
  func read(_ root: Value, _ state: inout EvaluationState) -> Value
}

/// Reads a single key of the scope, which is the most common operand.
struct KeyReader: OperandReader {
  private let key: String
  private let path: ValuePath

  init(_ key: String) {
    self.key = key
    path = ValuePath(keys: [key])
  }

  @inline(__always)
  func read(_ root: Value, _ state: inout EvaluationState) -> Value {
    if case .dictionary(let members) = root, let value = members[key] { return value }
    if let scope = state.scope { return KeyPathReading.read(path, in: scope) }
    switch root {
    case .array, .string: return readMaking(root, &state)
    default: return KeyPathReading.read(key, of: root)
    }
  }

  /// Reads the key from a list or string, which creates a new list or string.
  private func readMaking(_ root: Value, _ state: inout EvaluationState) -> Value {
    guard !state.isExhausted else { return .null }
    let value = KeyPathReading.read(key, of: root)
    state.charge(mapped: value, makesText: KeyPathReading.makesText([key]))
    return value
  }
}

/// Evaluates a program.
struct ProgramReader: OperandReader {
  let program: ValueProgram

  @inline(__always)
  func read(_ root: Value, _ state: inout EvaluationState) -> Value { program(root, &state) }
}

/// Compiles a comparison, with fast paths for frequent cases such as comparing a key with a literal.
struct ComparisonCompiler {
  private let node: ComparisonNode
  private let options: ComparisonOptions
  private let compiler: Compiler

  init(_ node: ComparisonNode, _ compiler: Compiler) {
    self.node = node
    self.compiler = compiler
    options = node.options
  }

  func program() -> TestProgram {
    guard node.quantifier == .none else { return quantified() }
    if let path = node.left.plainKeyPath, path.count == 1 { return program(reading: KeyReader(path[0])) }
    return program(reading: ProgramReader(program: compiler.value(node.left)))
  }

  private func program(reading left: some OperandReader) -> TestProgram {
    if let short = numberProgram(left) ?? textProgram(left) { return short.run }
    let compare = comparison()
    return { root, state in compare(left.read(root, &state), root, &state) }
  }

  private func quantified() -> TestProgram {
    let left = compiler.value(node.left)
    let compare = comparison()
    let isAny = node.quantifier == .any
    return { root, state in
      for element in ListFunctions.flattened(left(root, &state)) {
        guard state.spend(1) else { return false }
        if compare(element, root, &state) == isAny { return isAny }
      }
      return !isAny
    }
  }

  // MARK: - Literals on the right

  /// The orderings of left relative to right for which the operator is true, as a bit set: 1 less, 2 equal, 4 greater.
  private var orders: Int? {
    switch node.operator {
    case .equalTo: 2
    case .notEqualTo: 5
    case .lessThan: 1
    case .lessThanOrEqualTo: 3
    case .greaterThan: 4
    case .greaterThanOrEqualTo: 6
    default: nil
    }
  }

  /// Compiles a comparison with an integer literal.
  private func numberProgram(_ left: some OperandReader) -> TestBox? {
    guard let orders, case .constant(.integer(let number)) = node.right else { return nil }
    let right = Value.integer(number)
    // A value that is not a number differs from every number.
    let otherwise = node.operator == .notEqualTo
    return TestBox { root, state in
      let value = left.read(root, &state)
      if case .integer(let whole) = value {
        return orders & (whole < number ? 1 : whole == number ? 2 : 4) != 0
      }
      guard let order = ValueComparison.order(value, right, .plain) else { return otherwise }
      return orders & (order < 0 ? 1 : order == 0 ? 2 : 4) != 0
    }
  }

  /// Compiles a search for a literal string, which is folded only once.
  private func textProgram(_ left: some OperandReader) -> TestBox? {
    guard case .constant(.string(let part)) = node.right else { return nil }
    let pattern = TextRule(options, locale: nil).pattern(part)
    switch node.operator {
    case .contains:
      let compare = comparison()
      return TestBox { root, state in
        let value = left.read(root, &state)
        state.charge(value)
        if case .string(let text) = value { return !state.isExhausted && pattern.isContained(in: text) }
        return compare(value, root, &state)
      }
    case .beginsWith:
      return TestBox { if case .string(let text) = left.read($0, &$1) { pattern.isPrefix(of: text) } else { false } }
    case .endsWith:
      return TestBox { if case .string(let text) = left.read($0, &$1) { pattern.isSuffix(of: text) } else { false } }
    default: return nil
    }
  }

  // MARK: - Any operands

  private typealias Comparison = @Sendable (_ left: Value, _ root: Value, _ state: inout EvaluationState) -> Bool

  /// Compiles the comparison of a left value with the right operand, which is evaluated for each left value.
  private func comparison() -> Comparison {
    let right = compiler.value(node.right)
    switch node.operator {
    case .equalTo: return compared(right) { ValueComparison.equal($0, $1, $2) }
    case .notEqualTo: return compared(right) { !ValueComparison.equal($0, $1, $2) }
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      let orders = orders ?? 0
      return compared(right) { left, right, rule in
        guard let order = ValueComparison.order(left, right, rule) else { return false }
        return orders & (order < 0 ? 1 : order == 0 ? 2 : 4) != 0
      }
    case .between: return compared(right) { ValueComparison.between($0, $1, $2) }
    case .in: return compared(right) { ValueComparison.contains($1, $0, $2) }
    case .contains: return compared(right) { ValueComparison.contains($0, $1, $2) }
    case .beginsWith: return texts(right) { $0.isPrefix(of: $1) }
    case .endsWith: return texts(right) { $0.isSuffix(of: $1) }
    case .like:
      return pattern(right) {
        Wildcard($0, options: $1)
      } matches: { pattern, text, budget in
        budget -= pattern.cost(of: text)
        return budget >= 0 && pattern.matches(text)
      }
    case .matches:
      return pattern(right) {
        try? RegularExpression($0, options: $1)
      } matches: { pattern, text, budget in
        pattern?.matches(text, budget: &budget) ?? false
      }
    }
  }

  /// Compiles a comparison with the text rule of the options. Only `[l]` depends on the locale of the evaluation.
  private func compared(
    _ right: @escaping ValueProgram, _ body: @escaping @Sendable (Value, Value, TextRule) -> Bool
  ) -> Comparison {
    let options = options
    if options.contains(.localeSensitive) {
      return { left, root, state in
        let rule = TextRule(options, locale: state.context.locale)
        let other = right(root, &state)
        state.charge(left)
        state.charge(other)
        return !state.isExhausted && body(left, other, rule)
      }
    }
    let rule = TextRule(options, locale: nil)
    return { left, root, state in
      let other = right(root, &state)
      state.charge(left)
      state.charge(other)
      return !state.isExhausted && body(left, other, rule)
    }
  }

  private func texts(
    _ right: @escaping ValueProgram, _ test: @escaping @Sendable (TextPattern, String) -> Bool
  ) -> Comparison {
    let rule = TextRule(options, locale: nil)
    return { left, root, state in
      guard case .string(let text) = left, case .string(let part) = right(root, &state) else { return false }
      guard state.spend((text.utf8.count + part.utf8.count) >> 5) else { return false }
      return test(rule.pattern(part), text)
    }
  }

  /// Compiles a literal pattern once; any other pattern is compiled at each evaluation.
  private func pattern<Pattern: Sendable>(
    _ right: @escaping ValueProgram, _ make: @escaping @Sendable (String, TextFolding.Options) -> Pattern,
    matches: @escaping @Sendable (Pattern, String, _ budget: inout Int) -> Bool
  ) -> Comparison {
    let folding = TextFolding.Options(options)
    if case .constant(.string(let text)) = node.right {
      let compiled = make(text, folding)
      return { left, _, state in
        guard case .string(let text) = left else { return false }
        return state.spending { matches(compiled, text, &$0) }
      }
    }
    return { left, root, state in
      guard case .string(let text) = left, case .string(let source) = right(root, &state),
        state.spend(source.utf8.count)
      else { return false }
      let compiled = make(source, folding)
      return state.spending { matches(compiled, text, &$0) }
    }
  }
}
