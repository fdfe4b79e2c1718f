public import TesseraValues
public import TesseraViews

/// Something that a custom widget tells, with the Swift types of what it carries.
///
/// ```swift
/// static let rangeDidChange = CustomWidgetEvent(
///   "onRangeChange", "The person chose another range.",
///   CustomWidgetArgument<Double>("minimum", "the least number"),
///   CustomWidgetArgument<Double>("maximum", "the greatest number"))
/// ```
public struct CustomWidgetEvent<each Argument: ModelValue>: Sendable {
  /// The event as data.
  public let definition: EventDefinition

  /// Creates an event.
  /// - Parameter name: the name in documents, such as `onRangeChange`.
  public init(_ name: String, _ documentation: String, _ arguments: repeat CustomWidgetArgument<each Argument>) {
    var members: [EventDefinition.Member] = []
    for argument in repeat each arguments { members.append(argument.member) }
    definition = EventDefinition(name, documentation, carries: members)
  }
}

/// A piece of what an event carries, or of what a method takes.
public struct CustomWidgetArgument<Content: ModelValue>: Sendable {
  /// The argument as data.
  public let member: EventDefinition.Member

  /// Creates an argument.
  /// - Parameter name: the key in documents: `onRangeChange.minimum`.
  public init(_ name: String, _ documentation: String) {
    member = EventDefinition.Member(name, Content.propertyType, documentation)
  }
}

/// Takes the events of a custom widget, and hands them to the actions that the screen has for them.
///
/// An event that comes while views are laid out is told when that is done. A widget can raise 1,000 events between two
/// layouts; more come from a widget that runs in circles, and are not told.
public final class CustomWidgetEventDelegate {
  /// The most events between two layouts.
  package static let maximumEvents = 1000

  private weak var host: CustomWidgetView?
  private let definitions: [String: EventDefinition]

  init(_ host: CustomWidgetView, _ definition: CustomWidgetDefinition) {
    self.host = host
    definitions = Dictionary(definition.events.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// Tells that something happened.
  public func raise<each Argument: ModelValue>(
    _ event: CustomWidgetEvent<repeat each Argument>, _ arguments: repeat each Argument
  ) {
    var values: [Value] = []
    for argument in repeat each arguments { values.append(argument.modelValue) }
    let names = event.definition.carries.map(\.name)
    raise(event.definition.name, Dictionary(zip(names, values), uniquingKeysWith: { $1 }))
  }

  /// Tells that something happened, by the name of the event. An event or an argument that the widget's definition does not
  /// have, or that is of another type, is a problem that the author is told, and not raised.
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
        return host.report("'\(argument)' of the event '\(name)' is \(expected), found \(value.typeName)")
      }
    }
    host.raise(name, arguments)
  }
}
