public import TesseraValues

/// Receives events of the sections `objects` and `elements` of running screens, for example to show them to authors or
/// to log them.
///
/// It is called on the threads of widgets, between their steps, and should return quickly.
public protocol SchemeDiagnostics: Sendable {
  /// Called after an event of a scheme.
  /// - Parameters:
  ///   - screen: The name of the screen.
  ///   - instance: The identifier of the instance.
  func schemeDid(_ event: SchemeEvent, screen: String, instance: String)
}

/// An event of a scheme. Identifiers are those in the document; `@self` is the screen.
public enum SchemeEvent: Sendable, Hashable {
  /// An object was created.
  case created(object: String, type: String)
  /// The attributes of an element were set.
  case updated(element: String, attributes: [String])
  /// An outlet was connected.
  case connected(outlet: String, of: String, to: [String])
  /// Bindings of an element were installed.
  case bound(element: String, properties: [String])
  /// A binding set a property.
  case assigned(property: String, of: String, value: Value)
  /// A service action is about to run.
  case actionWillRun(action: String, object: Value, sender: String?)
  /// A service action ended, with its response or an error.
  case actionDidRun(action: String, answer: Value, error: String?)
}

extension ScreenController {
  /// Reports an event to the host's diagnostics, if there are any.
  func record(_ event: @autoclosure () -> SchemeEvent) {
    core.instance.environment.diagnostics?.schemeDid(event(), screen: name, instance: core.instance.id)
  }
}
