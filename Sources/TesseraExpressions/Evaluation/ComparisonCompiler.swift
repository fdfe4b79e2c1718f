import TesseraValues

/// Compiles one comparison, with short ways for what is frequent.
struct ComparisonCompiler {
  private let node: ComparisonNode
  private let options: ComparisonOptions

  init(_ node: ComparisonNode) {
    self.node = node
    options = node.options
  }

  func program() -> TestProgram {
    let left = Compiler.value(node.left)
    let compare = comparison()
    switch node.quantifier {
    case .none:
      return { frame in
        let value = left(&frame)
        return compare(value, &frame)
      }
    case .any:
      return { frame in
        for element in ListFunctions.flattened(left(&frame)) {
          guard frame.spend(1) else { return false }
          if compare(element, &frame) { return true }
        }
        return false
      }
    case .all:
      return { frame in
        for element in ListFunctions.flattened(left(&frame)) {
          guard frame.spend(1) else { return false }
          if !compare(element, &frame) { return false }
        }
        return true
      }
    }
  }

  private typealias Comparison = @Sendable (Value, inout Frame) -> Bool

  /// Compares a left value with the right side, which is computed once for each left value.
  private func comparison() -> Comparison {
    let right = Compiler.value(node.right)
    switch node.operator {
    case .equalTo: return compared(right) { ValueComparison.equal($0, $1, $2) }
    case .notEqualTo: return compared(right) { !ValueComparison.equal($0, $1, $2) }
    case .lessThan: return ordered(right) { $0 < 0 }
    case .lessThanOrEqualTo: return ordered(right) { $0 <= 0 }
    case .greaterThan: return ordered(right) { $0 > 0 }
    case .greaterThanOrEqualTo: return ordered(right) { $0 >= 0 }
    case .between: return compared(right) { ValueComparison.between($0, $1, $2) }
    case .in: return compared(right) { ValueComparison.contains($1, $0, $2) }
    case .contains:
      let texts = texts(right) { $0.isContained(in: $1) }
      let general = compared(right) { ValueComparison.contains($0, $1, $2) }
      return { left, frame in if case .string = left { texts(left, &frame) } else { general(left, &frame) } }
    case .beginsWith: return texts(right) { $0.isPrefix(of: $1) }
    case .endsWith: return texts(right) { $0.isSuffix(of: $1) }
    case .like:
      return pattern {
        Wildcard($0, options: $1)
      } matches: {
        $0.matches($1)
      }
    case .matches:
      return pattern {
        try? RegularExpression($0, options: $1)
      } matches: {
        $0?.matches($1) ?? false
      }
    }
  }

  /// Runs a comparison under the rule of the options; only `[l]` needs to know the evaluation's locale.
  private func compared(
    _ right: @escaping ValueProgram, _ body: @escaping @Sendable (Value, Value, TextRule) -> Bool
  ) -> Comparison {
    let options = options
    if options.contains(.localeSensitive) {
      return { left, frame in
        let rule = TextRule(options, locale: frame.context.locale)
        return body(left, right(&frame), rule)
      }
    }
    let rule = TextRule(options, locale: nil)
    return { left, frame in body(left, right(&frame), rule) }
  }

  private func ordered(_ right: @escaping ValueProgram, _ body: @escaping @Sendable (Int) -> Bool) -> Comparison {
    compared(right) { left, right, rule in ValueComparison.order(left, right, rule).map(body) ?? false }
  }

  /// Looks for a text in a text. One that is a literal is folded once.
  private func texts(
    _ right: @escaping ValueProgram, _ test: @escaping @Sendable (TextPattern, String) -> Bool
  ) -> Comparison {
    let rule = TextRule(options, locale: nil)
    if case .constant(.string(let part)) = node.right {
      let pattern = rule.pattern(part)
      return { left, _ in if case .string(let text) = left { test(pattern, text) } else { false } }
    }
    return { left, frame in
      guard case .string(let text) = left, case .string(let part) = right(&frame) else { return false }
      return test(rule.pattern(part), text)
    }
  }

  /// Compiles a pattern once if it is a literal, else at each evaluation.
  private func pattern<Pattern: Sendable>(
    _ make: @escaping @Sendable (String, TextFolding.Options) -> Pattern,
    matches: @escaping @Sendable (Pattern, String) -> Bool
  ) -> Comparison {
    let folding = TextFolding.Options(options)
    if case .constant(.string(let text)) = node.right {
      let compiled = make(text, folding)
      return { left, _ in
        guard case .string(let text) = left else { return false }
        return matches(compiled, text)
      }
    }
    let right = Compiler.value(node.right)
    return { left, frame in
      guard case .string(let text) = left, case .string(let source) = right(&frame) else { return false }
      return matches(make(source, folding), text)
    }
  }
}
