public import TesseraValues

/// Hears what becomes of the sections `objects` and `elements` of screens while they run: a host shows it to authors, or writes it
/// down.
///
/// It is called on the threads of widgets, between their steps, and should be quick.
public protocol SchemeDiagnostics: Sendable {
  /// Something happened.
  /// - Parameters:
  ///   - screen: the name of the screen.
  ///   - instance: the identity of the instance.
  func schemeDid(_ event: SchemeEvent, screen: String, instance: String)
}

/// What becomes of a scheme. Identifiers are those of the document; `@self` is the screen itself.
public enum SchemeEvent: Sendable, Hashable {
  /// An object was made.
  case created(object: String, type: String)
  /// An element got what the scheme says about it.
  case updated(element: String, attributes: [String])
  /// An outlet was connected.
  case connected(outlet: String, of: String, to: [String])
  /// An element got bindings.
  case bound(element: String, properties: [String])
  /// A binding gave a property a value.
  case assigned(property: String, of: String, value: Value)
  /// An action of the service begins.
  case actionWillRun(action: String, object: Value, sender: String?)
  /// An action of the service is over: with its answer, or with why it failed.
  case actionDidRun(action: String, answer: Value, error: String?)
}

extension ScreenController {
  /// Tells the host, if it wants to know.
  func record(_ event: @autoclosure () -> SchemeEvent) {
    core.instance.environment.diagnostics?.schemeDid(event(), screen: name, instance: core.instance.id)
  }
}
