import TesseraComponents
import TesseraCustomWidgets
import TesseraValues
import TesseraViews

/// Finds calls of methods that a custom widget does not have, and arguments that a method does not take.
struct MethodCallCheck {
  let session: DecodingSession
  let elements: DecodedElements
  let widgets: CustomWidgetRegistry

  /// Checks the action `call` where it names the component and the method literally.
  func check(_ call: ActionCall) {
    guard call.definition.type == ActionDefinition.call.type, let id = call.attributes["id"]?.literal?.string,
      let name = call.attributes["method"]?.literal?.string, elements.isUnambiguous(id),
      let component = elements.types[id]
    else { return }
    guard let widget = widgets[component.type] else {
      return session.add(
        "unknown-method", call.range, "'\(id)' is not a custom widget, so it has no methods")
    }
    guard let method = widget.method(name) else {
      return session.add(
        .error, "unknown-method", call.range, "'\(widget.type)' has no method '\(name)'", near: name,
        in: widget.methods.map(\.name))
    }
    guard let given = argumentNames(of: call) else { return }
    let known = method.parameters.map(\.name)
    for argument in given where !known.contains(argument) {
      session.add(
        .error, "unknown-method", call.range, "'\(name)' has no argument '\(argument)'", near: argument, in: known)
    }
    for parameter in known where !given.contains(parameter) {
      session.add(
        "unknown-method", call.range, "'\(name)' needs the argument '\(parameter)'",
        fix: "Add it to 'arguments' of the action")
    }
  }

  /// Returns the names of the arguments, sorted; nil if an expression computes the object.
  private func argumentNames(of call: ActionCall) -> [String]? {
    switch call.attributes["arguments"] {
    case nil: []
    case .literal(let value)?: value.dictionary.map { $0.keys.sorted() }
    case .object(let members)?: members.map(\.name).sorted()
    default: nil
    }
  }
}
