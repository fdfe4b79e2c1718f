public import TesseraValues

/// The order in which the handlers of an event are called.
public enum EventOrder: Sendable, Hashable {
  /// Objects that observe a view, such as a controller that reads the values of a form.
  case observers
  /// Actions declared in the document, such as closing the screen.
  case actions
}

/// Events of views, by name.
extension View {
  typealias EventHandler = (Value) -> Void

  /// Adds a handler for an event. Observers are called before actions, each in order of registration.
  public func on(_ event: EventName, _ order: EventOrder = .observers, perform handler: @escaping (Value) -> Void) {
    handlers[event, default: EventHandlers()].add(handler, order)
    handledEventsDidChange()
  }

  /// Returns whether an event has a handler.
  public func handles(_ event: EventName) -> Bool { handlers[event] != nil }

  /// Emits the change event after the user changed the value. Clears an external error, which described the previous
  /// value.
  package func emitChange() {
    foreignError = nil
    emit(.change, ["value": value])
  }

  /// Calls the handlers of an event.
  /// - Parameter details: The details of the event, by name.
  public func emit(_ event: EventName, _ details: [String: Value] = [:]) {
    emitToObservers(event, details)
    let value = Value.dictionary(details)
    for handler in handlers[event]?.actions ?? [] { handler(value) }
  }

  /// Calls the observers of an event, but not the actions declared in the document.
  func emitToObservers(_ event: EventName, _ details: [String: Value]) {
    let value = Value.dictionary(details)
    for handler in handlers[event]?.observers ?? [] { handler(value) }
  }
}

/// The handlers for one event of one view.
struct EventHandlers {
  private(set) var observers: [View.EventHandler] = []
  private(set) var actions: [View.EventHandler] = []

  mutating func add(_ handler: @escaping View.EventHandler, _ order: EventOrder) {
    switch order {
    case .observers: observers.append(handler)
    case .actions: actions.append(handler)
    }
  }
}
