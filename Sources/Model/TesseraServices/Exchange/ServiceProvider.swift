public import TesseraValues

/// Performs an action with an object and returns a response.
///
/// A provider is responsible for the transfer only. The caller interprets the response (rows, status, the next action),
/// so a stub, a server and a developer's own provider in Swift differ only in where responses come from.
public protocol ServiceProvider: Sendable {
  /// Performs a request once. Cancelling the task ends the exchange.
  func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse

  /// Receives messages that a service pushes, until the task is cancelled or the service sends no more. The action must
  /// be one that listens.
  /// - Parameter onEvent: Called for each event. The next event is delivered after the call returns.
  func follow(
    _ request: ServiceRequest, onEvent: @escaping @Sendable (ServiceMessage) async -> Void
  ) async throws(ServiceError)
}

extension ServiceProvider {
  /// Performs the request once, for a provider whose service pushes no messages.
  public func follow(
    _ request: ServiceRequest, onEvent: @escaping @Sendable (ServiceMessage) async -> Void
  ) async throws(ServiceError) {
    let response = try await perform(request)
    await onEvent(.opened)
    await onEvent(.received(response))
  }
}

/// An event of a service that pushes messages.
public enum ServiceMessage: Sendable, Hashable {
  /// The connection was opened.
  case opened
  /// A message was received and decoded.
  case received(ServiceResponse)
  /// A message could not be decoded, or the connection failed. A failed connection is retried.
  case failed(ServiceError)
}

/// A request to a provider.
public struct ServiceRequest: Sendable, Hashable {
  /// The action's name.
  public var action: String
  /// The object that placeholders are read from: a form's fields, a row, or the previous action's result.
  public var object: Value

  /// Creates a request.
  public init(action: String, object: Value = .null) {
    self.action = action
    self.object = object
  }
}

/// A provider's response.
public struct ServiceResponse: Sendable, Hashable {
  /// The action as described: what to import, to remove and to set, and which action follows.
  public var action: ServiceAction
  /// The result: the part of the response that ``ServiceAction/resultKeyPath`` selects, in the shape that
  /// ``ServiceAction/resultType`` requires.
  public var result: Value
  /// The HTTP status.
  public var status: Int

  /// Creates a response.
  public init(action: ServiceAction, result: Value, status: Int = 200) {
    self.action = action
    self.result = result
    self.status = status
  }
}
