public import TesseraValues

/// Turns an action and an object into an answer.
///
/// A provider does the transfer only. What an answer means (rows, status, the next action) is the business of whoever
/// asked, so that a stub, a server and a provider of a Swift developer differ in nothing but where the answer comes from.
public protocol ServiceProvider: Sendable {
  /// Performs a request once. Cancelling the task ends the exchange.
  func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse
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
