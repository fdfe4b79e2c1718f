import TesseraComponents
import TesseraExpressions
public import TesseraRuntime
import TesseraValues

extension Vocabulary {
  /// What Tessera brings along, and what this package adds. Each addition is one line here and one definition elsewhere:
  /// `check`, `reference`, `serve`, `test` and `render` know it from there.
  public static let team: Vocabulary = {
    var vocabulary = Vocabulary.standard
    vocabulary.components.register(.rating)
    vocabulary.components.register(.card)
    vocabulary.register(RangeSlider.self)
    vocabulary.register(SquareWidget.self)
    vocabulary.register(LikeWidget.self)
    vocabulary.actions.register(.shuffle)
    vocabulary.mediators.register("Counter", Counter.self, "Counts when it is asked to.")
    vocabulary.serviceProviders.register("TeamProvider") { TeamProvider(description: $0.description) }
    vocabulary.providers.register("flight") { .updates(FlightProvider()) }
    vocabulary.transformers.register("initials") { value, _ in
      .string(value.description.split(separator: " ").compactMap(\.first).map(String.init).joined())
    }
    do {
      try vocabulary.components.register(ContainerTitle.self)
      try vocabulary.actions.register(Remind.self)
      try vocabulary.operations.register("stars") { arguments in
        guard let count = arguments.first?.integer, (0...10).contains(count) else { return .null }
        return .string(String(repeating: "★", count: Int(count)))
      }
    } catch {
      preconditionFailure("What the team adds is not what it may be: \(error)")
    }
    return vocabulary
  }()
}
