import TesseraValues

/// A single evaluation of a template.
struct TemplateEvaluation {
  private var scope: TemplateScope
  private let environment: TemplateEnvironment
  private let dialect: Template.Dialect
  /// Counts the values examined and created, and ends the evaluation when a limit is exceeded.
  private var state: EvaluationState

  /// - Parameter steps: The number of steps that it may take; nil for the limit of the environment.
  init(scope: any ValueReading, environment: TemplateEnvironment, dialect: Template.Dialect, steps: Int? = nil) {
    self.scope = TemplateScope(scope)
    self.environment = environment
    self.dialect = dialect
    state = EvaluationState(scope: nil, surroundings: environment.surroundings, steps: steps)
  }

  /// The number of steps left; negative if there were not enough.
  var steps: Int { state.steps }

  /// The maximum length of a text, in UTF-8 bytes.
  var outputBytes: Int { environment.context.limits.outputBytes }

  /// Whether the evaluation ran out of steps, in which case the result is null.
  var isExhausted: Bool { state.isExhausted }

  /// Returns the value of a node, or null if there are no steps left.
  mutating func value(of node: TemplateNode) -> Value {
    guard !state.isExhausted else { return .null }
    // A node is evaluated once, but for those that are evaluated for each element of a list.
    if scope.hasElement, !state.spend(1) { return .null }
    switch node {
    case .literal(let literal): return literal.value
    case .binding(let path): return scope.value(at: path)
    case .operation(let name, let nodes): return operation(name, nodes)
    case .list(let nodes):
      guard state.spend(nodes.count) else { return .null }
      return .array(nodes.map { value(of: $0) })
    case .object(let members):
      guard state.spend(members.count) else { return .null }
      return .dictionary(Dictionary(members.map { ($0.name, value(of: $0.value)) }, uniquingKeysWith: { $1 }))
    // Only operations evaluate functions.
    case .function: return .null
    case .member(let base, let key): return ContextPath.value(at: [.key(key)], in: value(of: base))
    case .element(let base, let index): return element(value(of: base), value(of: index))
    case .collection(let base, let collectionOperator, let keys):
      let segment = KeyPathReading.Segment(collectionOperator: collectionOperator, keys: keys)
      return segment.apply(to: value(of: base), &state)
    case .not(let operand): return .bool(!TemplateTruth.holds(value(of: operand)))
    case .negative(let operand): return Arithmetic.negate(value(of: operand))
    case .infix(let sign, let left, let right): return infix(sign, left, right)
    case .conditional(let condition, let yes, let no):
      return value(of: TemplateTruth.holds(value(of: condition)) ? yes : no)
    case .transformed(let base, let name, let argument): return transformed(value(of: base), by: name, argument)
    }
  }

  /// Appends the text of a node to a text whose length is limited.
  /// - Returns: Whether the limit was respected.
  mutating func append(_ node: TemplateNode, to text: inout String) -> Bool {
    let value = value(of: node)
    let limit = environment.context.limits.outputBytes
    if case .string(let part) = value {
      guard part.utf8.count <= limit - text.utf8.count else { return false }
      text += part
      return state.spend(part.utf8.count >> 5)
    }
    guard let size = TextSize.bytes(of: value, atMost: limit - text.utf8.count), state.spend(size >> 5) else {
      return false
    }
    text += self.text(of: value)
    return text.utf8.count <= limit
  }

  // MARK: - Node kinds

  private mutating func operation(_ name: String, _ nodes: [TemplateNode]) -> Value {
    guard let operation = environment.operations.entry(name) else { return .null }
    if case .native = operation.body {
      guard dialect == .native else { return .null }
      if let each = TemplateNode.elementwise(name, nodes) { return elements(name, each) }
    }
    var arguments: [Value] = []
    arguments.reserveCapacity(nodes.count)
    for node in nodes {
      let argument = value(of: node)
      state.charge(argument)
      arguments.append(argument)
    }
    guard state.spend(nodes.count) else { return .null }
    if let size = operation.size?(arguments), !state.make(bytes: size) { return .null }
    let result =
      switch operation.body {
      case .plain(let body): body(arguments)
      case .native(let body): body(arguments, &state)
      }
    guard !state.isExhausted else { return .null }
    return TemplateText.fits(result, environment.context.limits) ? result : .null
  }

  /// Evaluates an expression for each element of a list: it is the result, or decides about the element or its place.
  private mutating func elements(_ operation: String, _ each: TemplateNode.Elementwise) -> Value {
    guard let elements = value(of: each.list).array else { return .null }
    var results: [Value] = []
    scope.beginElements(named: each.name)
    for element in elements {
      guard state.spend(1) else { break }
      scope.setElement(element)
      let value = value(of: each.body)
      state.charge(value)
      results.append(value)
    }
    scope.endElements()
    let order = each.rest.first.map { self.value(of: $0).string } ?? "ascending"
    guard !state.isExhausted else { return .null }
    let value: Value =
      switch operation {
      case "filter": .array(zip(elements, results).filter { TemplateTruth.holds($0.1) }.map(\.0))
      case "sort":
        RowOperations.sorted(elements, by: results, order: order, &state)
      case "group": RowOperations.grouped(elements, by: results, &state)
      default: .array(results)
      }
    return TemplateText.fits(value, environment.context.limits) ? value : .null
  }

  private func element(_ base: Value, _ index: Value) -> Value {
    switch index {
    case .integer, .double:
      index.integer.map { ContextPath.value(at: [.index(Int(clamping: $0))], in: base) } ?? .null
    case .string(let key): ContextPath.value(at: [.key(key)], in: base)
    default: .null
    }
  }

  private mutating func infix(_ sign: TemplateOperator, _ left: TemplateNode, _ right: TemplateNode) -> Value {
    let a = value(of: left)
    switch sign {
    case .coalesce: return a.isNull ? value(of: right) : a
    case .and: return .bool(TemplateTruth.holds(a) && TemplateTruth.holds(value(of: right)))
    case .or: return .bool(TemplateTruth.holds(a) || TemplateTruth.holds(value(of: right)))
    default: break
    }
    let b = value(of: right)
    switch sign {
    case .equal, .notEqual:
      state.chargeDeeply(a)
      state.chargeDeeply(b)
      guard !state.isExhausted else { return .null }
      return .bool(ValueComparison.equal(a, b, .plain) == (sign == .equal))
    case .less: return compare(a, b) { $0 < 0 }
    case .lessOrEqual: return compare(a, b) { $0 <= 0 }
    case .greater: return compare(a, b) { $0 > 0 }
    case .greaterOrEqual: return compare(a, b) { $0 >= 0 }
    case .add: return a.string == nil && b.string == nil ? Arithmetic.add(a, b) : joined(a, b)
    case .subtract: return Arithmetic.subtract(a, b)
    case .multiply: return Arithmetic.multiply(a, b)
    case .divide: return Arithmetic.quotient(a, b)
    default: return Arithmetic.modulus(a, b)
    }
  }

  private mutating func compare(_ a: Value, _ b: Value, _ test: (Int) -> Bool) -> Value {
    state.charge(a)
    state.charge(b)
    guard !state.isExhausted else { return .null }
    return .bool(ValueComparison.order(a, b, .plain).map(test) ?? false)
  }

  private mutating func joined(_ a: Value, _ b: Value) -> Value {
    guard state.make(textOf: a), state.make(textOf: b) else { return .null }
    let text = self.text(of: a) + self.text(of: b)
    return text.utf8.count <= environment.context.limits.outputBytes ? .string(text) : .null
  }

  private mutating func transformed(_ value: Value, by name: String, _ argument: TemplateNode?) -> Value {
    let transformers = environment.transformers
    guard !value.isNull || transformers.acceptsNull(name) else { return .null }
    let argument = argument.map { self.value(of: $0) }
    state.charge(value)
    // Parsing a new pattern takes about a tenth of a millisecond.
    guard state.spend(argument == nil ? 1 : 200) else { return .null }
    guard
      let result = transformers.transform(value, with: name, argument: argument, context: environment.context)
    else { return value }
    return TemplateText.fits(result, environment.context.limits) ? result : .null
  }

  private func text(of value: Value) -> String { TemplateText.text(of: value, dialect: dialect) }
}

/// The truth of values in conditions of the native dialect.
enum TemplateTruth {
  /// Returns false for null, false, 0, empty strings, empty lists and empty dictionaries, and true for all other
  /// values.
  static func holds(_ value: Value) -> Bool {
    switch value {
    case .null: false
    case .bool, .integer, .double: value.isTrue
    case .string(let text): !text.isEmpty
    case .array(let values): !values.isEmpty
    case .dictionary(let members): !members.isEmpty
    case .date, .object: true
    }
  }
}
