public import TesseraComponents

extension ActionRegistry {
  /// The types that Tessera brings along.
  public static var standard: ActionRegistry { standardActions }
}

private let standardActions = ActionRegistry([
  .push, .present, .pop, .dismiss, .replace, .openURL, .openRoute, .resize, .alert, .confirm, .toast, .undo, .condition,
  .setContext,
  .addChildren,
  .perform, .request, .insert, .update, .delete, .focus, .scrollTo, .refresh, .submit, .reset,
  .showErrors, .forget, .track, .performActions, .call,
])

extension ActionRun {
  /// The screen that the run works for; nil once it is closed.
  var screen: ScreenController? { host as? ScreenController }
}
