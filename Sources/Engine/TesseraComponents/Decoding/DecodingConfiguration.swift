import TesseraExpressions
import TesseraValues

/// What is the same for all documents of a widget: the vocabulary, and what is known about the widget.
package struct DecodingConfiguration: Sendable {
  package var components: ComponentRegistry
  package var actions: ActionRegistry
  /// The names of the operations that expressions can call.
  package var operations: Set<String>
  /// The names of the widget's options; nil if they are unknown.
  package var optionNames: Set<String>?
  /// The names of secret options, which are for requests only.
  package var secretOptionNames: Set<String> = []
  /// The keys of the widget's texts; nil if they are unknown.
  package var stringKeys: Set<String>?
  /// Returns the number of arguments that a text of the widget takes, by its key; nil for unknown keys.
  package var textArguments: @Sendable (String) -> Int? = { _ in nil }
  /// The keys of `widget`; nil if they are unknown.
  package var widgetKeys: Set<String>?
  /// Returns whether the widget may access an address; nil if that is unknown.
  package var allowsAddress: (@Sendable (String) -> Bool)?
  /// Whether pictures may come from any host.
  package var allowsAnyPicture = false
  /// Whether addresses that start with `/` are relative to a base address of the manifest.
  package var hasBase = false
  /// The theme available to components.
  package var theme = Theme()
  /// What checks of individual action types know about the widget, such as its model.
  package var actionContext: (any ActionCheckContext)?

  package init(
    components: ComponentRegistry = .standard, actions: ActionRegistry = ActionRegistry(),
    operations: Set<String> = Set(TemplateOperations.standard.names)
  ) {
    self.components = components
    self.actions = actions
    self.operations = operations
  }
}

/// What the check of an action type knows about the widget. The engine that defines the action also defines this.
package protocol ActionCheckContext: Sendable {}
