public import TesseraValues

/// Turns an action and an object into an answer.
///
/// A provider does the transfer only. What an answer means (rows, status, the next action) is the business of whoever
/// asked, so that a stub, a server and a provider of a Swift developer differ in nothing but where the answer comes from.
public protocol ServiceProvider: Sendable {
  /// Performs a request once. Cancelling the task ends the exchange.
  func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse

  /// Follows what a service says by itself, for an action that listens; until the task is cancelled, or there is nothing more.
  /// - Parameter onEvent: takes an event; the next one comes when it is done.
  func follow(
    _ request: ServiceRequest, onEvent: @escaping @Sendable (ServiceMessage) async -> Void
  ) async throws(ServiceError)
}

extension ServiceProvider {
  /// A provider that hears nothing by itself answers once.
  public func follow(
    _ request: ServiceRequest, onEvent: @escaping @Sendable (ServiceMessage) async -> Void
  ) async throws(ServiceError) {
    let response = try await perform(request)
    await onEvent(.opened)
    await onEvent(.received(response))
  }
}

/// What is heard of a service that says something by itself.
public enum ServiceMessage: Sendable, Hashable {
  /// The connection is there.
  case opened
  /// A message that the action takes.
  case received(ServiceResponse)
  /// A message that it cannot take, or a connection that could not be had. It is tried again.
  case failed(ServiceError)
}

/// What a provider is asked for.
public struct ServiceRequest: Sendable, Hashable {
  /// The action's name.
  public var action: String
  /// The object that placeholders are read from: a form's fields, a row, the previous action's result.
  public var object: Value

  /// Creates a request.
  public init(action: String, object: Value = .null) {
    self.action = action
    self.object = object
  }
}

/// What a provider answers.
public struct ServiceResponse: Sendable, Hashable {
  /// The action, as its description has it: what to import, to clear, to set, and what follows.
  public var action: ServiceAction
  /// The result: the part of the answer that ``ServiceAction/resultKeyPath`` names, in the shape that
  /// ``ServiceAction/resultType`` promises.
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
