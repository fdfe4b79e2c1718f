import TesseraValues

/// Computes a value; what is missing or has no meaning is null.
typealias ValueProgram = @Sendable (inout Frame) -> Value
/// Decides.
typealias TestProgram = @Sendable (inout Frame) -> Bool

/// Turns trees into closures, once, so that an evaluation walks no tree and looks nothing up.
///
/// The trees' depth is bounded by the parser, and so is the depth of the calls.
enum Compiler {
  static func test(_ node: PredicateNode) -> TestProgram {
    switch node {
    case .constant(let value): return { _ in value }
    case .not(let inner):
      let inner = test(inner)
      return { !inner(&$0) }
    case .and(let parts): return conjunction(parts.map(test))
    case .or(let parts): return disjunction(parts.map(test))
    case .comparison(let comparison): return ComparisonCompiler(comparison).program()
    }
  }

  private static func conjunction(_ parts: [TestProgram]) -> TestProgram {
    if parts.count == 2 {
      let (a, b) = (parts[0], parts[1])
      return { a(&$0) && b(&$0) }
    }
    return { frame in
      for part in parts where !part(&frame) { return false }
      return true
    }
  }

  private static func disjunction(_ parts: [TestProgram]) -> TestProgram {
    if parts.count == 2 {
      let (a, b) = (parts[0], parts[1])
      return { a(&$0) || b(&$0) }
    }
    return { frame in
      for part in parts where part(&frame) { return true }
      return false
    }
  }

  static func value(_ node: ExpressionNode) -> ValueProgram {
    if let constant = constant(node) { return { _ in constant } }
    switch node {
    case .constant(let value): return { _ in value }
    case .selfObject: return { $0.root }
    case .variable(let name): return { $0.variables[name] ?? .null }
    case .keyPath(let base, let components): return keyPath(base, components)
    case .element(let base, let selector): return element(value(base), selector)
    case .function(let function, let arguments): return FunctionCompiler.program(function, arguments.map(value))
    case .aggregate(let nodes):
      let parts = nodes.map(value)
      return { frame in .array(parts.map { $0(&frame) }) }
    case .subquery(let collection, let variable, let predicate):
      return subquery(value(collection), variable, test(predicate))
    case .set(let sign, let left, let right): return set(sign, value(left), value(right))
    case .conditional(let condition, let a, let b):
      let (condition, a, b) = (test(condition), value(a), value(b))
      return { condition(&$0) ? a(&$0) : b(&$0) }
    }
  }

  /// The value of a node that reads nothing and always gives the same.
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

  // MARK: - Reading

  private static func keyPath(_ base: ExpressionNode, _ components: [KeyPathComponent]) -> ValueProgram {
    let plain = components.prefix { if case .key = $0 { true } else { false } }
    let keys = plain.compactMap { component -> String? in if case .key(let key) = component { key } else { nil } }
    let rest = KeyPathReading.segments(components.dropFirst(keys.count))
    let head: ValueProgram
    if case .selfObject = base {
      if keys.isEmpty {
        head = { $0.root }
      } else if keys.count == 1 {
        let key = keys[0]
        let path = ValuePath(keys: keys)
        head = { $0.scope == nil ? KeyPathReading.read(key, of: $0.root) : KeyPathReading.read(path, in: $0) }
      } else {
        let path = ValuePath(keys: keys)
        head = { $0.scope == nil ? KeyPathReading.read(keys, of: $0.root) : KeyPathReading.read(path, in: $0) }
      }
    } else {
      let program = value(base)
      head = { KeyPathReading.read(keys, of: program(&$0)) }
    }
    if rest.isEmpty { return head }
    return { frame in
      var current = head(&frame)
      for segment in rest { current = segment.apply(to: current, &frame) }
      return current
    }
  }

  private static func element(_ base: @escaping ValueProgram, _ selector: ElementSelector) -> ValueProgram {
    switch selector {
    case .first: return { base(&$0).array?.first ?? .null }
    case .last: return { base(&$0).array?.last ?? .null }
    case .size: return { ListFunctions.count(base(&$0)) }
    case .index(let node):
      let index = value(node)
      return { ListFunctions.element(base(&$0), at: index(&$0)) }
    }
  }

  private static func subquery(
    _ collection: @escaping ValueProgram, _ variable: String, _ predicate: @escaping TestProgram
  ) -> ValueProgram {
    { frame in
      guard let elements = ListFunctions.elements(of: collection(&frame)) else { return .null }
      let outer = frame.variables[variable]
      defer { frame.variables[variable] = outer }
      var found: [Value] = []
      for element in elements {
        guard frame.spend(1) else { return .null }
        frame.variables[variable] = element
        if predicate(&frame) { found.append(element) }
      }
      return .array(found)
    }
  }

  private static func set(_ sign: SetOperator, _ left: @escaping ValueProgram, _ right: @escaping ValueProgram)
    -> ValueProgram
  {
    { frame in
      guard let a = ListFunctions.elements(of: left(&frame)), let b = ListFunctions.elements(of: right(&frame)),
        frame.spend(a.count + b.count)
      else { return .null }
      var seen: Set<Value> = []
      switch sign {
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
