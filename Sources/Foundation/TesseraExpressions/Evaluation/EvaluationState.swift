import TesseraValues

/// What surrounds evaluations: shared, so that a state is cheap to make.
final class Surroundings: Sendable {
  /// The variables that were passed in.
  let variables: [String: Value]
  let context: EvaluationContext

  init(variables: [String: Value], context: EvaluationContext) {
    self.variables = variables
    self.context = context
  }

  static let system = Surroundings(variables: [:], context: .system)
}

/// The state of one evaluation. `SELF` is not in it but passed along, so that reading it counts no references.
struct EvaluationState {
  private let surroundings: Surroundings
  /// Where bare keys are looked up when the scope is not a value.
  let scope: (any ValueReading)?
  /// The variables of the subqueries around, the outermost first; the compiler knows their places.
  var locals: [Value]?
  /// What is left of the steps.
  private(set) var steps: Int

  init(scope: (any ValueReading)?, surroundings: Surroundings) {
    self.scope = scope
    self.surroundings = surroundings
    steps = surroundings.context.limits.steps
  }

  var variables: [String: Value] { surroundings.variables }
  var context: EvaluationContext { surroundings.context }

  /// Uses up steps; false when none are left.
  mutating func spend(_ count: Int) -> Bool {
    steps -= count
    return steps >= 0
  }

  /// How much of the work that something counts by itself is a step.
  private static let workPerStep = 16

  /// Runs something that counts its own work.
  mutating func spending(_ body: (_ budget: inout Int) -> Bool) -> Bool {
    var budget = max(0, steps) * Self.workPerStep
    let result = body(&budget)
    steps = budget < 0 ? -1 : min(steps, budget / Self.workPerStep)
    return result && budget >= 0
  }

  /// Uses up the steps that looking at a value as a whole costs.
  @inline(__always)
  mutating func charge(_ value: Value) { steps -= Self.cost(of: value) }

  /// One step for an element, a member or 32 bytes of text; nothing for what has a fixed size.
  static func cost(of value: Value) -> Int {
    switch value {
    case .string(let text): text.utf8.count >> 5
    case .array(let values): values.count
    case .dictionary(let members): members.count
    default: 0
    }
  }

  /// Uses up the steps that comparing a value with an equal one costs: those of all that is in it.
  mutating func chargeDeeply(_ value: Value) {
    guard steps >= 0 else { return }
    charge(value)
    switch value {
    case .array(let values): for value in values where steps >= 0 { chargeDeeply(value) }
    case .dictionary(let members): for value in members.values where steps >= 0 { chargeDeeply(value) }
    default: break
    }
  }

  /// Asks whether a text of some bytes may be made, and uses up the steps for it. So no text is longer than the limit,
  /// and all that one evaluation makes is not much more than its steps allow.
  mutating func make(bytes: Int) -> Bool {
    guard bytes <= context.limits.outputBytes else { return false }
    return spend(bytes >> 5)
  }

  /// Asks whether the text of a value may be made. Looking for its length costs as much as making it.
  mutating func make(textOf value: Value) -> Bool {
    let limit = context.limits.outputBytes
    guard let size = TextSize.bytes(of: value, atMost: limit) else {
      _ = spend(limit >> 5)
      return false
    }
    return make(bytes: size)
  }

  /// Uses up the steps that reading a key of each element costs: one for each element of the result, those of lists in
  /// it included, and those of the texts where the key made them.
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

  /// What is read by key as a value; nil for what is none, such as a screen's table of identifiers.
  static func value(of scope: any ValueReading) -> Value? {
    switch scope {
    case let known as Value: known
    case let members as [String: Value]: .dictionary(members)
    case let object as any ValueObject: .object(object)
    default: nil
    }
  }

  /// Runs a program on something that is read by key, which may be a value after all.
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
