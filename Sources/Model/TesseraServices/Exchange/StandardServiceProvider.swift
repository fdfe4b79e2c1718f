import TesseraValues

/// A provider that sends requests over HTTP, or reads and writes a file that the widget shares with its app.
///
/// A status from 200 to 299 is a success. Any other status is an error, with the message at
/// ``ServiceAction/errorKeyPath`` of the response.
package struct StandardServiceProvider: ServiceProvider {
  /// The description of the service.
  package let description: ServiceDescription
  /// The hosts that the widget may contact.
  package let policy: HostPolicy
  private let transport: HTTPTransport
  private let group: GroupStore?
  private let context: ServiceExchangeContext

  /// Creates a provider.
  /// - Parameters:
  ///   - group: The files that the widget shares with its app.
  ///   - context: The state that its requests share with others of the instance.
  package init(
    description: ServiceDescription, policy: HostPolicy, transport: HTTPTransport, group: GroupStore? = nil,
    context: ServiceExchangeContext = ServiceExchangeContext()
  ) {
    self.group = group
    self.description = description
    self.policy = policy
    self.transport = transport
    self.context = context
  }

  /// Sends the action's request and decodes the response.
  package func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
    let action = try description.action(named: request.action)
    do throws(ServiceError) {
      try action.checkUsable()
      guard action.name != description.authenticationScheme?.loginAction else {
        throw ServiceError(
          .invalidRequest, message: "The action '\(action.name)' is performed when a request needs it",
          underlying: "'auth' names it, and its response is secret")
      }
      if let file = action.file { return try action.perform(on: file, of: group, with: request.object) }
      let exchange = exchange(of: action)
      if let step = action.sessionStep {
        try await exchange.perform(step)
        // An empty list lets 'clearPolicy' remove the user's rows together with the session.
        return ServiceResponse(action: action, result: action.resultType == nil ? .null : .array([]))
      }
      let session = context.identity.session
      let generation = await session.generation
      let received: IncomingResponse
      do throws(ServiceError) {
        received = try await exchange.response(to: request.object)
      } catch {
        guard action.format == .exchange, error.kind != .cancelled else { throw error }
        let report = ExchangeReport.value(of: error.hiding(context.identity.secrets), at: context.now())
        return try ExchangeReport.response(to: action, report, status: nil)
      }
      // Secrets are hidden before the message is truncated, because part of a secret would not be recognized.
      let response = received.isSuccess ? received : context.identity.secrets.hiding(in: received)
      try await checkSession(of: action, is: generation)
      if action.format == .exchange {
        let report = context.identity.secrets.hiding(
          in: ExchangeReport.value(of: response, at: context.now()))
        return try ExchangeReport.response(to: action, report, status: response.status)
      }
      var result = try result(of: response, to: action)
      if let paging = action.paging {
        result = try await rest(of: paging, after: response, result, to: request.object, by: exchange, generation)
      }
      return ServiceResponse(action: action, result: result, status: response.status)
    } catch {
      throw error.inAction(action.name).datingMessage(in: context.timeZone, now: context.now())
        .hiding(context.identity.secrets)
    }
  }

  private func checkSession(of action: ServiceAction, is generation: Int) async throws(ServiceError) {
    guard action.needsAuthentication, await context.identity.session.generation != generation else { return }
    throw ServiceError(.cancelled, message: "The answer is for a user who has signed out in the meantime")
  }

  private func result(of response: IncomingResponse, to action: ServiceAction) throws(ServiceError) -> Value {
    if let message = context.interceptor?.errorMessage(of: response.forApps, to: action.name) {
      throw ServiceError(.status, status: response.status, message: message)
    }
    do throws(ServiceError) {
      return try action.result(in: response, context.responseContext)
    } catch {
      let now = context.now()
      guard let pause = RetryAfter.seconds(in: response, now: now) else { throw error }
      throw error.waiting(pause, now: now)
    }
  }

  /// Returns the elements of all pages. A page that cannot be read fails the action: an incomplete list must not clear
  /// what is stored.
  private func rest(
    of paging: Paging, after first: IncomingResponse, _ result: Value, to object: Value, by exchange: ServiceExchange,
    _ generation: Int
  ) async throws(ServiceError) -> Value {
    let action = exchange.action
    var response = first
    var (page, number) = (result, 1)
    var bytes = 0
    var elements: [Value] = []
    var seen: Set<Paging.Request> = []
    while true {
      guard let found = page.array else {
        throw ServiceError(
          .unexpectedShape, status: response.status, message: "The server's answer is not what was expected",
          underlying: "'pages' needs a list, found \(page.typeName)")
      }
      elements += found
      bytes += response.body.count
      guard bytes <= HTTPTransport.maximumResponseBytes else {
        throw ServiceError(
          .tooLarge, message: "The server's answer is too large",
          underlying: "all pages have more than \(HTTPTransport.maximumResponseBytes) bytes")
      }
      let body = try action.body(of: response, context.responseContext)
      let next = paging.request(
        afterPage: number, of: found.count, total: elements.count, headers: response.headers, body: body)
      // A page that leads to itself would be read again and again.
      guard let next, seen.insert(next).inserted else { return .array(elements) }
      let received = try await exchange.response(to: object, page: next)
      try await checkSession(of: action, is: generation)
      let former = response.body
      response = received.isSuccess ? received : context.identity.secrets.hiding(in: received)
      // Some servers answer with their last page to a number beyond it.
      if case .count = paging.next, response.isSuccess, response.body == former { return .array(elements) }
      page = try self.result(of: response, to: action)
      number += 1
    }
  }

  /// Receives messages that the server pushes, until the task is cancelled.
  package func follow(
    _ request: ServiceRequest, onEvent: @escaping @Sendable (ServiceMessage) async -> Void
  ) async throws(ServiceError) {
    let action = try description.action(named: request.action)
    do throws(ServiceError) {
      try action.checkUsable()
      let secrets = context.identity.secrets
      try await exchange(of: action).follow(with: request.object) { message in
        if case .failed(let error) = message { return await onEvent(.failed(error.hiding(secrets))) }
        await onEvent(message)
      }
    } catch {
      throw error.inAction(action.name).hiding(context.identity.secrets)
    }
  }

  private func exchange(of action: ServiceAction) -> ServiceExchange {
    ServiceExchange(
      action: action, description: description, policy: policy, transport: transport, context: context)
  }
}
