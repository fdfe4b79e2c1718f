public import TesseraComponents

extension ActionRegistry {
  /// The built-in action types.
  public static var standard: ActionRegistry { standardActions }
}

private let standardActions = ActionRegistry([
  .push, .present, .pop, .dismiss, .replace, .openURL, .openRoute, .resize, .alert, .confirm, .toast, .undo,
  .condition.stayingOnScreen,
  .setContext.stayingOnScreen,
  .addChildren.stayingOnScreen,
  .perform, .request, .insert, .update, .delete, .focus, .scrollTo, .refresh, .submit, .reset,
  .showErrors, .forget, .track, .post, .performActions.stayingOnScreen, .call,
])

extension ActionRun {
  /// The screen that the run belongs to; nil after the screen was closed.
  var screen: ScreenController? { host as? ScreenController }
}
