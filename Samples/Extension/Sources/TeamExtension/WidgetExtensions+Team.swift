import TesseraComponents
import TesseraExpressions
public import TesseraRuntime
import TesseraValues

extension WidgetExtensions {
  /// What Tessera brings along, and what this package adds. Each addition is one line here and one definition elsewhere:
  /// `check`, `reference`, `serve`, `test` and `render` know it from there.
  public static let team: WidgetExtensions = {
    var extensions = WidgetExtensions.standard
    extensions.components.register(.rating)
    extensions.components.register(.card)
    extensions.register(RangeSlider.self)
    extensions.register(SquareWidget.self)
    extensions.register(LikeWidget.self)
    extensions.actions.register(.shuffle)
    extensions.mediators.register("Counter", Counter.self, "Counts when it is asked to.")
    extensions.serviceProviders.register("TeamProvider") { TeamProvider(description: $0.description) }
    extensions.providers.register("flight") { .updates(FlightProvider()) }
    extensions.transformers.register("initials") { value, _ in
      .string(value.description.split(separator: " ").compactMap(\.first).map(String.init).joined())
    }
    do {
      try extensions.components.register(ContainerTitle.self)
      try extensions.actions.register(Remind.self)
      try extensions.operations.register("stars") { arguments in
        guard let count = arguments.first?.integer, (0...10).contains(count) else { return .null }
        return .string(String(repeating: "★", count: Int(count)))
      }
    } catch {
      preconditionFailure("What the team adds is not what it may be: \(error)")
    }
    return extensions
  }()
}
