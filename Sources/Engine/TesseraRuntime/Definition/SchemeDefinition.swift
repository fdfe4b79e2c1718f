import TesseraComponents
import TesseraExpressions
import TesseraValues
import TesseraViews

/// The part of a screen besides its views: objects, and the attributes and bindings of elements.
package struct SchemeDefinition: Sendable {
  var objects: [ObjectDefinition] = []
  var elements: [ElementDefinition] = []
  /// The names of constraints.
  var constraintNames: Set<String> = []
  /// The entries of named constraints.
  var constraints: [ConstraintDefinition] = []
  /// The attributes of the screen itself, from the entry `@self`.
  var screenAttributes: [PropertyAssignment<ScreenController>] = []
  var screenBindings: [BindingDefinition<ScreenController>] = []
  /// Whether the screen takes its content from the view that opens it.
  var derivesContent = true

  /// Returns the entry of an element.
  func element(_ identifier: String) -> ElementDefinition? { elements.first { $0.identifier == identifier } }
}

/// The definition of a mediator.
struct ObjectDefinition: Sendable {
  var identifier: String
  var definition: MediatorRegistry.Definition
  var alias: String?
  var attributes: [PropertyAssignment<Mediator>] = []
  var outlets: [OutletConnection<Outlet>] = []
  var evaluations: [String: Evaluation] = [:]
  /// The actions by the name of their event.
  var events: [String: [ActionCall]] = [:]
}

/// An outlet and the identifiers of its targets.
struct OutletConnection<Kind: Sendable>: Sendable {
  var outlet: Kind
  var targets: [String]
}

/// The entry of an element: `attrs`, `outlets`, `bindings` and `action`.
struct ElementDefinition: Sendable {
  /// The identifier of the view.
  var identifier: String
  var attributes: [PropertyAssignment<View>] = []
  var outlets: [OutletConnection<ElementOutlet>] = []
  var bindings: [BindingDefinition<View>] = []
  var action: ElementAction?
}

/// The entry of a named constraint: `attrs` and `bindings`.
struct ConstraintDefinition: Sendable {
  /// The name of the constraint.
  var identifier: String
  var attributes: [PropertyAssignment<ConstraintElement>] = []
  var bindings: [BindingDefinition<ConstraintElement>] = []
}

/// The selector that a button sends to an object, an element or the screen.
struct ElementAction: Sendable {
  /// The identifier of an object or element, or `@self`.
  var target: String
  /// The selector without colons.
  var selector: String
}

/// A rule that keeps a property equal to the result of an evaluation.
struct BindingDefinition<Owner>: Sendable {
  /// The target property.
  var property: Property<Owner>
  /// The path of the input; nil for the whole scope.
  var from: ReadingPath?
  /// The evaluation of the input.
  var evaluation: Evaluation
  /// The paths that are read in the scope; only a change of one of these can change the result.
  var paths: Set<ValuePath>
}
