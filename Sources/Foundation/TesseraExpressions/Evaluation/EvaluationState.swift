import TesseraValues

/// The environment of evaluations. It is shared, so that creating a state is cheap.
final class Surroundings: Sendable {
  /// The variables passed by the caller.
  let variables: [String: Value]
  let context: EvaluationContext

  init(variables: [String: Value], context: EvaluationContext) {
    self.variables = variables
    self.context = context
  }

  static let system = Surroundings(variables: [:], context: .system)
}

/// The state of a single evaluation. `SELF` is passed separately, so that reading it needs no reference counting.
struct EvaluationState {
  private let surroundings: Surroundings
  /// The scope for bare keys if it is not a value.
  let scope: (any ValueReading)?
  /// The variables of the enclosing subqueries, outermost first. The compiler assigns their indices.
  var locals: [Value]?
  /// The number of steps left.
  private(set) var steps: Int

  init(scope: (any ValueReading)?, surroundings: Surroundings, steps: Int? = nil) {
    self.scope = scope
    self.surroundings = surroundings
    self.steps = steps ?? surroundings.context.limits.steps
  }

  var variables: [String: Value] { surroundings.variables }
  var context: EvaluationContext { surroundings.context }

  /// Consumes steps. Returns false if there are not enough left.
  mutating func spend(_ count: Int) -> Bool {
    steps -= count
    return steps >= 0
  }

  /// The number of units of separately counted work that correspond to one step.
  private static let workPerStep = 16

  /// Runs a function that counts its own work.
  mutating func spending(_ body: (_ budget: inout Int) -> Bool) -> Bool {
    var budget = max(0, steps) * Self.workPerStep
    let result = body(&budget)
    steps = budget < 0 ? -1 : min(steps, budget / Self.workPerStep)
    return result && budget >= 0
  }

  /// Consumes the steps for examining a whole value.
  @inline(__always)
  mutating func charge(_ value: Value) { steps -= Self.cost(of: value) }

  /// Returns the cost of a value: one step per element, per member or per 32 bytes of text; zero for values of a fixed
  /// size.
  static func cost(of value: Value) -> Int {
    switch value {
    case .string(let text): text.utf8.count >> 5
    case .array(let values): values.count
    case .dictionary(let members): members.count
    default: 0
    }
  }

  /// Consumes the steps for comparing a value with an equal one, including all nested values.
  mutating func chargeDeeply(_ value: Value) {
    guard steps >= 0 else { return }
    charge(value)
    switch value {
    case .array(let values): for value in values where steps >= 0 { chargeDeeply(value) }
    case .dictionary(let members): for value in members.values where steps >= 0 { chargeDeeply(value) }
    default: break
    }
  }

  /// Returns whether a text of the given length may be created, and consumes the steps for it. This limits the length
  /// of each text, and the total size of the texts created by one evaluation.
  mutating func make(bytes: Int) -> Bool {
    guard bytes <= context.limits.outputBytes else { return false }
    return spend(bytes >> 5)
  }

  /// Returns whether the text of a value may be created. Determining its length costs as much as creating it.
  mutating func make(textOf value: Value) -> Bool {
    let limit = context.limits.outputBytes
    guard let size = TextSize.bytes(of: value, atMost: limit) else {
      _ = spend(limit >> 5)
      return false
    }
    return make(bytes: size)
  }

  /// Consumes the steps for reading a key of each element: one per element of the result, including elements of nested
  /// lists, and the cost of texts if the key creates them.
  mutating func charge(mapped value: Value, makesText: Bool) {
    switch value {
    case .array(let values):
      steps -= values.count
      for value in values where steps >= 0 { charge(mapped: value, makesText: makesText) }
    case .string(let text) where makesText: steps -= text.utf8.count >> 5
    default: break
    }
  }

  var isExhausted: Bool { steps < 0 }

  /// Returns a scope as a value, or nil if it is not one, such as a screen's table of identifiers.
  static func value(of scope: any ValueReading) -> Value? {
    switch scope {
    case let known as Value: known
    case let members as [String: Value]: .dictionary(members)
    case let object as any ValueObject: .object(object)
    default: nil
    }
  }

  /// Runs a program on a scope, which may also be a value.
  static func run<Result>(
    _ program: (Value, inout EvaluationState) -> Result, on scope: any ValueReading, variables: [String: Value],
    context: EvaluationContext
  ) -> (result: Result, isExhausted: Bool) {
    let surroundings = Surroundings(variables: variables, context: context)
    let value = value(of: scope)
    var state = EvaluationState(scope: value == nil ? scope : nil, surroundings: surroundings)
    let result = program(value ?? .null, &state)
    return (result, state.isExhausted)
  }

  /// Runs a program on a value.
  @inline(__always)
  static func run<Result>(
    _ program: (Value, inout EvaluationState) -> Result, on value: Value, variables: [String: Value],
    context: EvaluationContext?
  ) -> (result: Result, isExhausted: Bool) {
    let surroundings =
      variables.isEmpty && context == nil
      ? Surroundings.system : Surroundings(variables: variables, context: context ?? .system)
    var state = EvaluationState(scope: nil, surroundings: surroundings)
    let result = program(value, &state)
    return (result, state.isExhausted)
  }
}
