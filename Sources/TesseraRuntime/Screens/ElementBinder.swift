import TesseraExpressions
import TesseraValues
import TesseraViews

/// Keeps the properties of a screen's or a row's elements equal to what their bindings give.
///
/// Each binding knows the names at which it reads the scope, so a change runs only those that can be affected.
final class ElementBinder {
  /// Writing may change what other bindings read; more rounds than this are a circle.
  private static let maximumRounds = 8
  /// Texts in a circle may grow in each round. Longer ones, in bytes, are not written.
  private static let maximumTextLength = 1 << 17

  /// What a property belongs to. Views and screens own their binders, not the other way round.
  enum Target {
    case view(View)
    /// `@self`: the screen.
    case screen(ScreenController)
  }

  private struct Binding {
    let definition: BindingDefinition
    weak var view: View?
    weak var screen: ScreenController?
  }

  let scope: Scope
  private var bindings: [Binding] = []
  /// The places of the bindings that read a name.
  private var readers: [String: [Int]] = [:]
  private let context: EvaluationContext
  private let transformers: ValueTransformers

  init(scope: Scope, context: EvaluationContext, transformers: ValueTransformers) {
    self.scope = scope
    self.context = context
    self.transformers = transformers
  }

  func bind(_ target: Target, _ definitions: [BindingDefinition]) {
    for definition in definitions {
      for root in definition.roots { readers[root, default: []].append(bindings.count) }
      switch target {
      case .view(let view): bindings.append(Binding(definition: definition, view: view))
      case .screen(let screen): bindings.append(Binding(definition: definition, screen: screen))
      }
    }
  }

  /// Runs the bindings that read one of some names, nil for all, and those that read what was written.
  /// - Returns: the identifiers of the views that changed.
  @discardableResult
  func refresh(reading roots: Set<String>?) -> Set<String> {
    var changed: Set<String> = []
    var pending = roots
    for _ in 0..<Self.maximumRounds {
      var written: Set<String> = []
      for index in places(reading: pending) {
        if let name = run(bindings[index]) { written.insert(name) }
      }
      if written.isEmpty { break }
      changed.formUnion(written)
      pending = written
    }
    return changed
  }

  /// The places of the bindings that read one of some names, in order.
  private func places(reading roots: Set<String>?) -> [Int] {
    guard let roots else { return Array(bindings.indices) }
    let lists = roots.compactMap { readers[$0] }
    return lists.count == 1 ? lists[0] : Set(lists.joined()).sorted()
  }

  /// - Returns: the identifier of the view if its property changed.
  private func run(_ binding: Binding) -> String? {
    let definition = binding.definition
    let input = definition.from.map { scope.value(at: $0) }
    let value = definition.evaluation.evaluate(
      input: input, scope: scope, transformers: transformers, context: context)
    if let text = value.string, text.utf8.count > Self.maximumTextLength { return nil }
    if let screen = binding.screen {
      screen.setProperty(definition.property, to: value)
      return nil
    }
    guard let view = binding.view else { return nil }
    let old = view.property(definition.property)
    // The type of a result is known only now; what does not fit leaves the property as it was.
    try? view.setProperty(definition.property, to: value)
    return view.property(definition.property) == old ? nil : view.identifier
  }
}
