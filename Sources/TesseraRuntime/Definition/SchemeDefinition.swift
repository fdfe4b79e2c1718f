import TesseraExpressions
import TesseraValues

/// What a screen's document says besides its views: the mediators, and what its elements are bound to.
struct SchemeDefinition: Sendable {
  var objects: [ObjectDefinition] = []
  var elements: [ElementDefinition] = []

  /// The entry for an element.
  func element(_ identifier: String) -> ElementDefinition? { elements.first { $0.identifier == identifier } }
}

/// A mediator as its document describes it.
struct ObjectDefinition: Sendable {
  var identifier: String
  var type: String
  var alias: String?
  var attributes: [AttributeDefinition] = []
  var outlets: [OutletConnection] = []
  var evaluations: [String: Evaluation] = [:]
}

/// A property and the value that it gets when its owner is made.
struct AttributeDefinition: Sendable {
  var name: String
  var value: Value
}

/// An outlet and the identifiers of what is connected to it.
struct OutletConnection: Sendable {
  var name: String
  var targets: [String]
}

/// What is said about an element: `attrs`, `outlets` and `bindings`.
struct ElementDefinition: Sendable {
  /// The identifier of a view, or `@self` for the screen.
  var identifier: String
  var attributes: [AttributeDefinition] = []
  var outlets: [OutletConnection] = []
  var bindings: [BindingDefinition] = []
  var action: ElementAction?
}

/// What a press of a button does to an object of the scheme, or to the screen.
struct ElementAction: Sendable {
  /// The identifier of an object, or `@self`.
  var target: String
  /// What it is asked to do, without colons.
  var selector: String
}

/// A rule that keeps a property equal to what an evaluation gives.
struct BindingDefinition: Sendable {
  /// The property, without the prefix `wx_`.
  var property: String
  /// Where the input is read; nil for the whole scope.
  var from: ValuePath?
  /// What becomes of the input.
  var evaluation: Evaluation
  /// The names at which the scope is read: only a change of one of these can change the result.
  var roots: Set<String>
}
