package import Foundation
import TesseraValues

/// Answers from the `response` of the description, without a network: for demonstrations, previews and tests.
///
/// The answer goes through the same steps as a server's: placeholders, key path, shape. As a server gives what it makes
/// an identity and a date, the whole texts `"$uuid"` and `"$now"` in a `response` stand for such.
package struct StubServiceProvider: ServiceProvider {
  /// What is answered.
  package let description: ServiceDescription
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let makeIdentity: @Sendable () -> String

  /// Creates a provider.
  /// - Parameters:
  ///   - clock: waits for ``ServiceDescription/debugDelay``.
  ///   - now: gives the moment that `"$now"` stands for.
  ///   - makeIdentity: makes what `"$uuid"` stands for, another text each time.
  package init(
    description: ServiceDescription, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date = { Date() },
    makeIdentity: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
  ) {
    self.description = description
    self.clock = clock
    self.now = now
    self.makeIdentity = makeIdentity
  }

  /// Waits for the debug delay, then answers.
  /// - Throws: ``ServiceError/Kind/notImplemented`` with status 404 for an action without a `response`.
  package func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
    let action = try description.action(named: request.action)
    try action.checkUsable()
    // What could not be asked for gets no answer here either.
    if case .success(let address?) = action.url {
      do {
        _ = try address.url(with: request.object)
      } catch {
        throw error.inAction(action.name)
      }
    }
    if description.debugDelay > .zero {
      do {
        try await clock.sleep(for: description.debugDelay)
      } catch {
        throw ServiceError(.cancelled, action: action.name, message: "The request was cancelled")
      }
    }
    guard let template = action.responseTree else {
      throw ServiceError(
        .notImplemented, action: action.name, status: 404, message: "Test response not implemented",
        underlying: "action '\(action.name)' has no 'response'")
    }
    // The stub's own are told from what the document says: a text that a person typed is never looked at again.
    var substitution = Substitution(object: request.object) { text in
      switch text {
      case "$uuid": .string(makeIdentity())
      case "$now": .date(now())
      default: nil
      }
    }
    let answer: Value
    do {
      answer = try substitution.filled(template)
    } catch {
      throw error.inAction(action.name)
    }
    return ServiceResponse(action: action, result: try action.result(in: answer, status: 200))
  }
}
