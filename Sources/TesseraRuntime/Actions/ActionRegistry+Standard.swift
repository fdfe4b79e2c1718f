public import TesseraComponents

extension ActionRegistry {
  /// The types that Tessera brings along.
  public static let standard: ActionRegistry = {
    var registry = ActionRegistry()
    let definitions: [ActionDefinition] = [
      .push, .present, .pop, .dismiss, .openURL, .alert, .confirm, .toast, .condition, .setContext, .addChildren,
      .perform, .request, .insert, .update, .delete, .focus, .scrollTo, .refresh,
    ]
    for definition in definitions { registry.register(definition) }
    return registry
  }()
}

extension ActionRun {
  /// The screen that the run works for; nil once it is closed.
  var screen: ScreenController? { host as? ScreenController }
}
