import TesseraValues

/// A compiled expression. Missing and meaningless results are null.
typealias ValueProgram = @Sendable (_ root: Value, _ state: inout EvaluationState) -> Value
/// A compiled predicate.
typealias TestProgram = @Sendable (_ root: Value, _ state: inout EvaluationState) -> Bool

/// Wraps a program for use in arrays and optionals. Without the wrapper, each call would go through two additional
/// closures that convert between calling conventions.
struct TestBox: Sendable {
  let run: TestProgram
}

/// Wraps a program for use in arrays.
struct ValueBox: Sendable {
  let run: ValueProgram
}

/// Compiles syntax trees into closures once, so that evaluation needs no tree traversal and no lookups.
///
/// The parser limits the depth of the trees, and thus the depth of the calls.
struct Compiler {
  /// The variables of the enclosing subqueries, which are stored in the state's locals in this order.
  private var bound: [String] = []

  static func test(_ node: PredicateNode) -> TestProgram { Compiler().test(node) }
  static func value(_ node: ExpressionNode) -> ValueProgram { Compiler().value(node) }

  func test(_ node: PredicateNode) -> TestProgram {
    switch node {
    case .constant(let value): return { _, _ in value }
    case .not(let inner):
      let inner = test(inner)
      return { !inner($0, &$1) }
    case .and(let parts): return conjunction(parts)
    case .or(let parts): return disjunction(parts)
    case .comparison(let comparison): return ComparisonCompiler(comparison, self).program()
    }
  }

  private func conjunction(_ nodes: [PredicateNode]) -> TestProgram {
    if nodes.count == 2 {
      let a = test(nodes[0])
      let b = test(nodes[1])
      return { a($0, &$1) && b($0, &$1) }
    }
    let parts = nodes.map { TestBox(run: test($0)) }
    return { root, state in
      for part in parts where !part.run(root, &state) { return false }
      return true
    }
  }

  private func disjunction(_ nodes: [PredicateNode]) -> TestProgram {
    if nodes.count == 2 {
      let a = test(nodes[0])
      let b = test(nodes[1])
      return { a($0, &$1) || b($0, &$1) }
    }
    let parts = nodes.map { TestBox(run: test($0)) }
    return { root, state in
      for part in parts where part.run(root, &state) { return true }
      return false
    }
  }

  func value(_ node: ExpressionNode) -> ValueProgram {
    if let constant = Self.constant(node) { return { _, _ in constant } }
    switch node {
    case .constant(let value): return { _, _ in value }
    case .selfObject: return { root, _ in root }
    case .variable(let name): return variable(name)
    case .keyPath(let base, let components): return keyPath(base, components)
    case .element(let base, let selector): return element(value(base), selector)
    case .function(let function, let arguments):
      return FunctionCompiler.program(function, arguments.map { ValueBox(run: value($0)) })
    case .aggregate(let nodes):
      let parts = nodes.map { ValueBox(run: value($0)) }
      return { root, state in .array(parts.map { $0.run(root, &state) }) }
    case .subquery(let collection, let variable, let predicate):
      return subquery(value(collection), variable, predicate)
    case .set(let setOperator, let left, let right): return Self.set(setOperator, value(left), value(right))
    case .conditional(let condition, let a, let b):
      let condition = test(condition)
      let a = value(a)
      let b = value(b)
      return { condition($0, &$1) ? a($0, &$1) : b($0, &$1) }
    }
  }

  /// Returns the value of a node that is constant, or nil if it is not.
  static func constant(_ node: ExpressionNode) -> Value? {
    switch node {
    case .constant(let value): return value
    case .aggregate(let nodes):
      var values: [Value] = []
      for node in nodes {
        guard let value = constant(node) else { return nil }
        values.append(value)
      }
      return .array(values)
    default: return nil
    }
  }

  // MARK: - Reading values

  private func keyPath(_ base: ExpressionNode, _ components: [KeyPathComponent]) -> ValueProgram {
    let plain = components.prefix { if case .key = $0 { true } else { false } }
    let keys = plain.compactMap { component -> String? in if case .key(let key) = component { key } else { nil } }
    let rest = KeyPathReading.segments(components.dropFirst(keys.count))
    let makesText = KeyPathReading.makesText(keys)
    let head: ValueProgram
    if case .selfObject = base {
      if keys.isEmpty {
        head = { root, _ in root }
      } else if keys.count == 1 {
        let reader = KeyReader(keys[0])
        head = { reader.read($0, &$1) }
      } else {
        let path = ValuePath(keys: keys)
        head = { root, state in
          guard !state.isExhausted else { return .null }
          let value = state.scope.map { KeyPathReading.read(path, in: $0) } ?? KeyPathReading.read(keys, of: root)
          state.charge(mapped: value, makesText: makesText)
          return value
        }
      }
    } else {
      let program = value(base)
      head = { root, state in
        let base = program(root, &state)
        guard !state.isExhausted else { return .null }
        let value = KeyPathReading.read(keys, of: base)
        state.charge(mapped: value, makesText: makesText)
        return value
      }
    }
    if rest.isEmpty { return head }
    return { root, state in
      var current = head(root, &state)
      for segment in rest { current = segment.apply(to: current, &state) }
      return current
    }
  }

  private func element(_ base: @escaping ValueProgram, _ selector: ElementSelector) -> ValueProgram {
    switch selector {
    case .first: return { base($0, &$1).array?.first ?? .null }
    case .last: return { base($0, &$1).array?.last ?? .null }
    case .size: return { ListFunctions.count(base($0, &$1)) }
    case .index(let node):
      let index = value(node)
      return { ListFunctions.element(base($0, &$1), at: index($0, &$1)) }
    }
  }

  private func variable(_ name: String) -> ValueProgram {
    guard let slot = bound.lastIndex(of: name) else { return { _, state in state.variables[name] ?? .null } }
    return { _, state in state.locals?[slot] ?? .null }
  }

  private func subquery(_ collection: @escaping ValueProgram, _ variable: String, _ predicate: PredicateNode)
    -> ValueProgram
  {
    var inner = self
    inner.bound.append(variable)
    let slot = bound.count
    let test = inner.test(predicate)
    return { root, state in
      guard let elements = ListFunctions.elements(of: collection(root, &state)) else { return .null }
      state.locals = (state.locals ?? []) + [.null]
      defer { state.locals?.removeLast() }
      var found: [Value] = []
      for element in elements {
        guard state.spend(1) else { return .null }
        state.locals?[slot] = element
        if test(root, &state) { found.append(element) }
      }
      return .array(found)
    }
  }

  private static func set(_ setOperator: SetOperator, _ left: @escaping ValueProgram, _ right: @escaping ValueProgram)
    -> ValueProgram
  {
    { root, state in
      guard let a = ListFunctions.elements(of: left(root, &state)),
        let b = ListFunctions.elements(of: right(root, &state)),
        state.spend(a.count + b.count)
      else { return .null }
      var seen: Set<Value> = []
      switch setOperator {
      case .union: return .array((a + b).filter { seen.insert($0).inserted })
      case .intersect:
        let other = Set(b)
        return .array(a.filter { other.contains($0) && seen.insert($0).inserted })
      case .minus:
        let other = Set(b)
        return .array(a.filter { !other.contains($0) && seen.insert($0).inserted })
      }
    }
  }
}
