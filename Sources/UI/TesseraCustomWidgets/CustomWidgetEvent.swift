public import TesseraValues
public import TesseraViews

/// An event of a custom widget, with the Swift types of its arguments.
///
/// ```swift
/// static let rangeDidChange = CustomWidgetEvent(
///   "onRangeChange", "The user chose another range.",
///   CustomWidgetArgument<Double>("minimum", "the minimum"),
///   CustomWidgetArgument<Double>("maximum", "the maximum"))
/// ```
public struct CustomWidgetEvent<each Argument: ModelValue>: Sendable {
  /// The event as data.
  public let definition: EventDefinition

  /// Creates an event.
  /// - Parameter name: The name in documents, such as `onRangeChange`.
  public init(_ name: String, _ documentation: String, _ arguments: repeat CustomWidgetArgument<each Argument>) {
    var members: [EventDefinition.Member] = []
    for argument in repeat each arguments { members.append(argument.member) }
    definition = EventDefinition(name, documentation, carries: members)
  }
}

/// An argument of an event or a method.
public struct CustomWidgetArgument<Content: ModelValue>: Sendable {
  /// The argument as data.
  public let member: EventDefinition.Member

  /// Creates an argument.
  /// - Parameter name: The key in documents, such as `minimum` in `onRangeChange.minimum`.
  public init(_ name: String, _ documentation: String) {
    member = EventDefinition.Member(name, Content.propertyType, documentation)
  }
}

/// Receives the events of a custom widget and passes them to the actions of the screen.
///
/// An event raised during layout is delivered after the layout. A widget can raise 1,000 events between two layouts.
/// Further events indicate an endless loop and are dropped.
public final class CustomWidgetEventDelegate {
  /// The maximum number of events of a custom widget between two layouts. Further ones are dropped, and reported.
  package static let maximumEvents = 1000

  private weak var host: CustomWidgetView?
  private let definitions: [String: EventDefinition]

  init(_ host: CustomWidgetView, _ definition: CustomWidgetDefinition) {
    self.host = host
    definitions = Dictionary(definition.events.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// Raises an event.
  public func raise<each Argument: ModelValue>(
    _ event: CustomWidgetEvent<repeat each Argument>, _ arguments: repeat each Argument
  ) {
    var values: [Value] = []
    for argument in repeat each arguments { values.append(argument.modelValue) }
    let names = event.definition.carries.map(\.name)
    raise(event.definition.name, Dictionary(zip(names, values), uniquingKeysWith: { $1 }))
  }

  /// Raises an event by name. If the definition does not contain the event or an argument, or an argument has another
  /// type, the problem is reported to the author, and the event is not raised.
  public func raise(_ name: String, _ arguments: [String: Value] = [:]) {
    guard let host else { return }
    guard let definition = definitions[name] else {
      let fix = SpellingSuggestion.fix(for: name, in: definitions.keys.sorted())
      return host.report("the event '\(name)' is not in the definition of the widget" + (fix.map { ": \($0)" } ?? ""))
    }
    let known = Dictionary(definition.carries.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
    for (argument, value) in arguments.sorted(by: { $0.key < $1.key }) {
      guard let type = known[argument] else {
        return host.report("the event '\(name)' has no argument '\(argument)'")
      }
      if let expected = type.mismatch(with: value) {
        return host.report(
          "'\(argument)' of the event '\(name)' must have the type \(expected), found \(value.typeName)")
      }
    }
    host.raise(name, arguments)
  }
}
