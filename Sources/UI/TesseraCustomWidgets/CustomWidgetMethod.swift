public import TesseraValues
public import TesseraViews

/// A method of a custom widget that screens call with the action `call`.
public struct CustomWidgetMethod: Sendable {
  /// The name in documents.
  public let name: String
  /// One sentence for the reference.
  public let documentation: String
  /// The parameters by name. All of them are required.
  public let parameters: [EventDefinition.Member]
  /// The type of the result; nil for none.
  public let result: PropertyType?
  private let body: @Sendable (any CustomWidget, [String: Value]) throws -> Value

  /// Creates a method with the arguments of `perform`.
  public init<Widget: CustomWidget, each Argument: ModelValue>(
    _ name: String, _ documentation: String, _ arguments: repeat CustomWidgetArgument<each Argument>,
    perform: @escaping @Sendable (Widget, repeat each Argument) throws -> Void
  ) {
    self.init(name, documentation, arguments: (repeat each arguments), result: nil) { (widget: Widget, values) in
      try perform(widget, repeat try Self.argument(each arguments, in: values))
      return .null
    }
  }

  /// Creates a method with the arguments of `perform` that returns a result.
  public init<Widget: CustomWidget, Result: ModelValue, each Argument: ModelValue>(
    _ name: String, _ documentation: String, _ arguments: repeat CustomWidgetArgument<each Argument>,
    result: Result.Type, perform: @escaping @Sendable (Widget, repeat each Argument) throws -> Result
  ) {
    self.init(name, documentation, arguments: (repeat each arguments), result: Result.propertyType) {
      (widget: Widget, values) in
      try perform(widget, repeat try Self.argument(each arguments, in: values)).modelValue
    }
  }

  private init<Widget: CustomWidget, each Argument: ModelValue>(
    _ name: String, _ documentation: String, arguments: (repeat CustomWidgetArgument<each Argument>),
    result: PropertyType?, body: @escaping @Sendable (Widget, [String: Value]) throws -> Value
  ) {
    var members: [EventDefinition.Member] = []
    for argument in repeat each arguments { members.append(argument.member) }
    self.name = name
    self.documentation = documentation
    parameters = members
    self.result = result
    self.body = { widget, values in
      guard let widget = widget as? Widget else { throw CallProblem("the widget has no method '\(name)'") }
      return try body(widget, values)
    }
  }

  private static func argument<Content: ModelValue>(
    _ argument: CustomWidgetArgument<Content>, in values: [String: Value]
  ) throws -> Content {
    guard let value = values[argument.member.name], !value.isNull else {
      throw CallProblem("the argument '\(argument.member.name)' is missing")
    }
    guard let content = Content(modelValue: value) else {
      throw CallProblem(
        "'\(argument.member.name)' must have the type \(argument.member.type.name), found \(value.typeName)")
    }
    return content
  }

  /// Calls the method on a widget. Unknown and missing arguments are errors.
  func call(_ widget: any CustomWidget, _ arguments: [String: Value]) throws -> Value {
    let names = parameters.map(\.name)
    if let unknown = arguments.keys.filter({ !names.contains($0) }).min() {
      let fix = SpellingSuggestion.fix(for: unknown, in: names)
      throw CallProblem("there is no argument '\(unknown)'" + (fix.map { ": \($0)" } ?? ""))
    }
    return try body(widget, arguments)
  }
}

/// The reason why a method was not called.
struct CallProblem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
