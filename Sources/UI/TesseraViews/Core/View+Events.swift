public import TesseraValues

/// Whose handlers of an event come first.
public enum EventOrder: Sendable, Hashable {
  /// Objects that watch a view, such as a controller that takes the values of a form.
  case observers
  /// What the document says that shall happen, such as closing the screen.
  case actions
}

/// What happens to views, by name.
extension View {
  typealias EventHandler = (Value) -> Void

  /// Calls something whenever an event happens: observers before actions, each in order of registration.
  public func on(_ event: EventName, _ order: EventOrder = .observers, perform handler: @escaping (Value) -> Void) {
    handlers[event, default: EventHandlers()].add(handler, order)
    handledEventsDidChange()
  }

  /// Whether anything waits for an event.
  public func handles(_ event: EventName) -> Bool { handlers[event] != nil }

  /// Tells those who wait that the person changed the value. What somebody else said about it was about the one before.
  package func emitChange() {
    foreignError = nil
    emit(.change, ["value": value])
  }

  /// Tells those who wait that an event happened.
  /// - Parameter details: what the event carries, by name.
  public func emit(_ event: EventName, _ details: [String: Value] = [:]) {
    emitToObservers(event, details)
    let value = Value.dictionary(details)
    for handler in handlers[event]?.actions ?? [] { handler(value) }
  }

  /// Tells those who watch the view, and does nothing that the document says.
  func emitToObservers(_ event: EventName, _ details: [String: Value]) {
    let value = Value.dictionary(details)
    for handler in handlers[event]?.observers ?? [] { handler(value) }
  }
}

/// Those who wait for one event of one view.
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
