import TesseraExpressions
import TesseraValues

/// Answers from the `response` of the description, without a network: for demonstrations, previews and tests.
///
/// The answer goes through the same steps as a server's: placeholders, key path, shape.
public struct StubServiceProvider: ServiceProvider {
  /// What is answered.
  public let description: ServiceDescription
  private let clock: any Clock<Duration>

  /// Creates a provider.
  /// - Parameter clock: waits for ``ServiceDescription/debugDelay``.
  public init(description: ServiceDescription, clock: any Clock<Duration>) {
    self.description = description
    self.clock = clock
  }

  /// Waits for the debug delay, then answers.
  /// - Throws: ``ServiceError/Kind/notImplemented`` with status 404 for an action without a `response`.
  public func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
    let action = try description.action(named: request.action)
    try action.checkUsable()
    if description.debugDelay > .zero {
      do {
        try await clock.sleep(for: description.debugDelay)
      } catch {
        throw ServiceError(.cancelled, action: action.name, message: "The request was cancelled")
      }
    }
    guard let template = action.response else {
      throw ServiceError(
        .notImplemented, action: action.name, status: 404, message: "Test response not implemented",
        underlying: "action '\(action.name)' has no 'response'")
    }
    let answer = TextTemplate.substituting(in: template, from: request.object)
    return ServiceResponse(action: action, result: try action.result(in: answer, status: 200))
  }
}
