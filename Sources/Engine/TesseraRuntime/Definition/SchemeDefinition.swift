import TesseraComponents
import TesseraExpressions
import TesseraValues
import TesseraViews

/// What a screen's document says besides its views: the objects, and what its elements are bound to.
package struct SchemeDefinition: Sendable {
  var objects: [ObjectDefinition] = []
  var elements: [ElementDefinition] = []
  /// The names of constraints.
  var constraintNames: Set<String> = []
  /// What is said about them.
  var constraints: [ConstraintDefinition] = []
  /// What is said about the screen itself, as `@self`.
  var screenAttributes: [PropertyAssignment<ScreenController>] = []
  var screenBindings: [BindingDefinition<ScreenController>] = []
  /// Whether the screen takes the content of the view that opens it.
  var derivesContent = true

  /// The entry for an element.
  func element(_ identifier: String) -> ElementDefinition? { elements.first { $0.identifier == identifier } }
}

/// A mediator as its document describes it.
struct ObjectDefinition: Sendable {
  var identifier: String
  var definition: MediatorRegistry.Definition
  var alias: String?
  var attributes: [PropertyAssignment<Mediator>] = []
  var outlets: [OutletConnection<Outlet>] = []
  var evaluations: [String: Evaluation] = [:]
}

/// An outlet and the identifiers of what is connected to it.
struct OutletConnection<Kind: Sendable>: Sendable {
  var outlet: Kind
  var targets: [String]
}

/// What is said about an element: `attrs`, `outlets`, `bindings` and `action`.
struct ElementDefinition: Sendable {
  /// The identifier of a view.
  var identifier: String
  var attributes: [PropertyAssignment<View>] = []
  var outlets: [OutletConnection<ElementOutlet>] = []
  var bindings: [BindingDefinition<View>] = []
  var action: ElementAction?
}

/// What is said about a constraint with a name: `attrs` and `bindings`.
struct ConstraintDefinition: Sendable {
  /// The name.
  var identifier: String
  var attributes: [PropertyAssignment<ConstraintElement>] = []
  var bindings: [BindingDefinition<ConstraintElement>] = []
}

/// What a press of a button does to an object of the scheme, or to the screen.
struct ElementAction: Sendable {
  /// The identifier of an object, or `@self`.
  var target: String
  /// What it is asked to do, without colons.
  var selector: String
}

/// A rule that keeps a property equal to what an evaluation gives.
struct BindingDefinition<Owner>: Sendable {
  /// The property that is written.
  var property: Property<Owner>
  /// Where the input is read; nil for the whole scope.
  var from: ReadingPath?
  /// What becomes of the input.
  var evaluation: Evaluation
  /// What is read of the scope: only a change of one of these can change the result.
  var paths: Set<ValuePath>
}
