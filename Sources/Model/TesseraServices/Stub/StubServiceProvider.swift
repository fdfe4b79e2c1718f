package import Foundation
import TesseraValues

/// A provider that responds with the contents of the description, without a network, for demos, previews and tests.
///
/// A response passes through the same steps as a server's: placeholders, key path, shape. Servers generate identifiers
/// and dates, so the texts `"$uuid"` and `"$now"` in a `response` are replaced by such values. Requests are not
/// retried, because an action's `retries` are meant for servers.
package struct StubServiceProvider: ServiceProvider {
  /// The description with the stubs.
  package let description: ServiceDescription
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let makeIdentity: @Sendable () -> String
  private let calls: StubCalls
  private let options: OptionValues

  /// Creates a provider.
  /// - Parameters:
  ///   - clock: The clock that measures ``ServiceDescription/debugDelay``.
  ///   - now: Returns the date that replaces `"$now"`.
  ///   - calls: The counts of previous requests.
  ///   - options: The options that placeholders read.
  ///   - makeIdentity: Returns the text that replaces `"$uuid"`, a new one each time.
  package init(
    description: ServiceDescription, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date = { Date() },
    calls: StubCalls = StubCalls(), options: OptionValues = .none,
    makeIdentity: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
  ) {
    self.description = description
    self.clock = clock
    self.now = now
    self.calls = calls
    self.options = options
    self.makeIdentity = makeIdentity
  }

  /// Waits for the debug delay, then returns the response of the stub.
  /// - Throws: ``ServiceError/Kind/notImplemented`` with status 404 if no response of the action matches.
  package func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
    let action = try description.action(named: request.action)
    try action.checkUsable()
    // A request that could not be sent to a server gets no response here either.
    if case .success(let address?) = action.url {
      do {
        _ = try address.url(with: request.object, options: options)
      } catch {
        throw error.inAction(action.name)
      }
    }
    try await delay(of: action.name)
    let call = calls.next(for: action.name)
    guard let response = action.stubResponses.first(where: { $0.isFor(call: call, object: request.object) }) else {
      throw ServiceError(
        .notImplemented, action: action.name, status: 404, message: "Test response not implemented",
        underlying: action.stubResponses.isEmpty
          ? "action '\(action.name)' has no 'response'"
          : "none of the 'responses' of action '\(action.name)' is for request \(call)")
    }
    switch response.outcome {
    case .failure(let failure):
      let error = failure.error(action: action.name)
      guard action.format == .exchange else { throw error }
      return try ExchangeReport.response(to: action, ExchangeReport.value(of: error, at: now()), status: nil)
    case .response(let status, let body):
      let content: Value
      do {
        content = try filled(body, from: request.object)
      } catch {
        throw error.inAction(action.name)
      }
      if action.format == .exchange {
        let report = content.isNull ? ExchangeReport.value(ofStatus: status, at: now()) : content
        return try ExchangeReport.response(to: action, report, status: status)
      }
      guard DirectResponse.isSuccess(status) else {
        throw action.failure(status: status, body: content.isNull ? nil : content)
      }
      return ServiceResponse(action: action, result: try action.result(in: content, status: status))
    }
  }

  /// Returns the response to a request that a screen makes itself; nil if the description has no stubs for requests.
  /// - Throws: ``ServiceError/Kind/notImplemented`` with status 404 if no stub matches the request.
  package func response(to request: DirectRequest) async throws(ServiceError) -> DirectResponse? {
    guard let stubs = description.requestStubs else { return nil }
    try await delay(of: nil)
    var counted: [String: Int] = [:]
    for stub in stubs where stub.isFor(request) {
      let call = counted[stub.name] ?? calls.next(for: stub.name)
      counted[stub.name] = call
      guard stub.response.isFor(call: call, object: request.body) else { continue }
      switch stub.response.outcome {
      case .failure(let failure): throw failure.error()
      case .response(let status, let body):
        return DirectResponse(
          status: status, isSuccess: DirectResponse.isSuccess(status), data: try filled(body, from: request.body))
      }
    }
    throw ServiceError(
      .notImplemented, status: 404, message: "Test response not implemented",
      underlying: "none of the 'requests' is for \(request.summary)")
  }

  private func delay(of action: String?) async throws(ServiceError) {
    guard description.debugDelay > .zero else { return }
    do {
      try await clock.sleep(for: description.debugDelay)
    } catch {
      throw ServiceError(.cancelled, action: action, message: "The request was cancelled")
    }
  }

  private func filled(_ template: RequestTemplate, from object: Value) throws(ServiceError) -> Value {
    // The stub's own placeholders are replaced only in the description, never in text that the user typed.
    var substitution = ParameterSubstitution(object: object, options: options) { text in
      switch text {
      case "$uuid": .string(makeIdentity())
      case "$now": .date(now())
      default: nil
      }
    }
    return try substitution.filled(template)
  }
}
