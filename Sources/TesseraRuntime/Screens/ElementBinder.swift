import TesseraExpressions
import TesseraValues
import TesseraViews

/// Keeps the properties of a screen's or a row's elements equal to what their bindings give.
///
/// Each binding knows the names at which it reads the scope, so a change runs only those that can be affected.
final class ElementBinder {
  /// Writing may change what other bindings read; more rounds than this are a circle.
  private static let maximumRounds = 8

  let scope: Scope
  private var bindings: [(target: Target, definition: BindingDefinition)] = []
  private let context: EvaluationContext
  private let transformers: ValueTransformers

  enum Target {
    case view(View)
    /// `@self`: the screen.
    case screen(ScreenController)
  }

  init(scope: Scope, context: EvaluationContext, transformers: ValueTransformers) {
    self.scope = scope
    self.context = context
    self.transformers = transformers
  }

  func bind(_ target: Target, _ definitions: [BindingDefinition]) {
    for definition in definitions { bindings.append((target, definition)) }
  }

  /// Runs the bindings that read one of some names; nil for all.
  func refresh(reading roots: Set<String>?) {
    var pending = roots
    for _ in 0..<Self.maximumRounds {
      var written: Set<String> = []
      for (target, definition) in bindings {
        if let pending, definition.roots.isDisjoint(with: pending) { continue }
        if let name = run(definition, on: target) { written.insert(name) }
      }
      if written.isEmpty { return }
      pending = written
    }
  }

  /// - Returns: the identifier of the view if its property changed.
  private func run(_ definition: BindingDefinition, on target: Target) -> String? {
    let input = definition.from.map { scope.value(at: $0) }
    let value = definition.evaluation.evaluate(
      input: input, scope: scope, transformers: transformers, context: context)
    switch target {
    case .screen(let screen):
      screen.setProperty(definition.property, to: value)
      return nil
    case .view(let view):
      let old = view.property(definition.property)
      // The type of a result is known only now; what does not fit leaves the property as it was.
      try? view.setProperty(definition.property, to: value)
      return view.property(definition.property) == old ? nil : view.identifier
    }
  }
}
