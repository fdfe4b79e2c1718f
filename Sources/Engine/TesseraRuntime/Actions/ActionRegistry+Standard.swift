public import TesseraComponents
import TesseraData
import TesseraValues

extension ActionRegistry {
  /// The built-in action types.
  public static var standard: ActionRegistry { standardActions }
}

private let standardActions = ActionRegistry([
  .push, .present, .pop, .dismiss, .replace, .openURL, .openRoute, .resize, .alert, .confirm, .toast,
  .undo.changingStore(),
  .condition.stayingOnScreen.changingStore { _, _ in false },
  .setContext.stayingOnScreen.changingStore(if: writesToObject),
  .addChildren.stayingOnScreen,
  .perform, .request, .insert.changingStore(), .update.changingStore(), .delete.changingStore(), .focus, .scrollTo,
  .refresh, .submit, .reset,
  .showErrors, .forget, .track, .post, .performActions.stayingOnScreen.changingStore(),
  .call.changingStore { _, _ in false },
])

/// Returns whether a `setContext` writes to an object of the store, such as the item of a row.
@Sendable private func writesToObject(_ call: ActionCall, _ scope: Scope) -> Bool {
  scope.contextToWrite(named: call.attributes["context"]?.literal?.string)?.value.object is ManagedObject
}

extension ActionRun {
  /// The screen that the run belongs to; nil after the screen was closed.
  var screen: ScreenController? { host as? ScreenController }
}
