package import Foundation
import HTTPTypes
package import TesseraValues

/// The state that all requests of an instance share.
package struct ServiceExchangeContext: Sendable {
  /// The identity that authenticates requests.
  package var identity: ServiceIdentity
  /// The limiter of the request rate.
  package var rateLimiter: RateLimiter
  /// The cache of responses.
  package var responseCache: ResponseCache
  /// The counts of calls to stubs.
  package var stubCalls: StubCalls
  /// The app's interceptor.
  package var interceptor: (any ServiceInterceptor)?
  /// The clock that measures delays.
  package var clock: any Clock<Duration>
  /// Returns the current date.
  package var now: @Sendable () -> Date
  /// The time zone of days in responses.
  package var timeZone: TimeZone
  /// Called with the sent fraction of a body, from 0 to 1.
  package var onProgress: (@Sendable (Double) -> Void)?
  /// Called with what is wrong with a response that is read all the same.
  package var report: @Sendable (Diagnostic) -> Void
  /// Where decoders of responses run; nil for this process.
  package var contentDecoding: (any ContentDecoding)?

  /// Creates a context. By default, it has no identity, and responses are not cached.
  package init(
    identity: ServiceIdentity = ServiceIdentity(), rateLimiter: RateLimiter = RateLimiter(),
    responseCache: ResponseCache = ResponseCache(folder: nil), stubCalls: StubCalls = StubCalls(),
    interceptor: (any ServiceInterceptor)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    timeZone: TimeZone = .current, onProgress: (@Sendable (Double) -> Void)? = nil,
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in }, contentDecoding: (any ContentDecoding)? = nil
  ) {
    self.identity = identity
    self.rateLimiter = rateLimiter
    self.responseCache = responseCache
    self.stubCalls = stubCalls
    self.interceptor = interceptor
    self.clock = clock
    self.now = now
    self.timeZone = timeZone
    self.onProgress = onProgress
    self.report = report
    self.contentDecoding = contentDecoding
  }

  /// What the meaning of responses depends on.
  var responseContext: ResponseContext {
    ResponseContext(now: now(), timeZone: timeZone, report: report, contentDecoding: contentDecoding)
  }
}

/// The exchange of one action with its server: cached responses, rate limit, authentication and retries.
struct ServiceExchange: Sendable {
  let action: ServiceAction
  let description: ServiceDescription
  let policy: HostPolicy
  let transport: HTTPTransport
  let context: ServiceExchangeContext

  /// The maximum delay before a retry that a server may ask for, in seconds. After a longer one, there is no retry. It
  /// must be acceptable for a waiting user.
  private static let longestPause = 60.0
  /// The delays before retries, which RFC 9110 does not specify.
  private static let backoff = ExponentialBackoff(first: .milliseconds(500), maximum: .seconds(longestPause))
  private static let retryableStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

  /// Returns the server's response, or a cached one.
  /// - Parameter page: The page that is requested; nil for the first.
  func response(to object: Value, page: Paging.Request? = nil) async throws(ServiceError) -> IncomingResponse {
    var request = try await composeRequest(from: object)
    if let page { request = try request.page(page, isAuthenticated: action.needsAuthentication) }
    request.onProgress = context.onProgress
    guard let freshness = action.freshness else { return try await send(request) }
    let key = try await responseKey(for: request)
    let generation = await context.identity.session.generation
    let cached = await context.responseCache.entry(for: key)
    let age = cached.map { abs(context.now().timeIntervalSince($0.date)) } ?? .infinity
    if let cached, age < freshness.age { return cached.response }
    var conditionalRequest = request
    if let cached {
      for field in DocumentValidators(cached.response.headers).fields {
        conditionalRequest.headers[field.name] = field.value
      }
    }
    do throws(ServiceError) {
      var response = try await send(conditionalRequest)
      if response.status == 304, let cached {
        response = cached.response
      } else if !response.isSuccess {
        guard let cached, age < freshness.maximumStaleAge, [500, 502, 503, 504].contains(response.status) else {
          return response
        }
        return cached.response
      }
      // A response for a user who has since signed out must not be served to the next one.
      let isSame = await context.identity.session.generation == generation
      if isSame, CacheControl(response.headers).isKept {
        await context.responseCache.store(ResponseCache.Entry(response: response, date: context.now()), for: key)
      }
      return response
    } catch {
      guard let cached, age < freshness.maximumStaleAge, error.isTransient else { throw error }
      return cached.response
    }
  }

  /// The values of options that placeholders of requests read.
  var options: OptionValues { OptionValues(context.identity.options) }

  private func composeRequest(from object: Value) async throws(ServiceError) -> OutgoingRequest {
    guard let interceptor = context.interceptor else {
      return try RequestComposer(action: action, object: object, options: options).request()
    }
    do {
      if let own = try await interceptor.request(for: action.name, object: object) {
        return try OutgoingRequest(own, timeout: action.timeout)
      }
      let request = try RequestComposer(action: action, object: object, options: options).request()
      var changed = request.forApps
      try await interceptor.modify(&changed, for: action.name)
      return try OutgoingRequest(changed, timeout: action.timeout)
    } catch let error as ServiceError {
      throw error
    } catch {
      throw ServiceError(.invalidRequest, message: "The app cannot make this request", underlying: "\(error)")
    }
  }

  /// Returns the cache key of the response to a request. It depends on the credentials, so that users do not share
  /// responses.
  private func responseKey(for request: OutgoingRequest) async throws(ServiceError) -> String {
    guard let authorizer, action.needsAuthentication else { return request.digest }
    var marked = request
    if authorizer.scheme.isRenewed {
      // Signatures and tokens differ between requests; the entered options do not.
      let entered = JSONText.text(of: .dictionary(context.identity.options))
      marked.headers[.authorization] = entered
    } else {
      marked = try await authorizer.authorized(request).request
    }
    return marked.digest
  }

  // MARK: Sending

  /// Sends a request, and retries it where a retry may succeed.
  private func send(_ request: OutgoingRequest) async throws(ServiceError) -> IncomingResponse {
    var attempt = 0
    while true {
      let result: Result<IncomingResponse, ServiceError>
      do throws(ServiceError) {
        result = .success(try await sendOnce(request))
      } catch {
        result = .failure(error)
      }
      var retryAfter: Double?
      if case .success(let response) = result {
        retryAfter = RetryAfter.seconds(in: response, now: context.now())
      }
      let shouldRetry =
        switch result {
        case .success(let response): retryAfter != nil || Self.retryableStatuses.contains(response.status)
        case .failure(let error): error.isTransient
        }
      guard shouldRetry, attempt < action.retries, (retryAfter ?? 0) <= Self.longestPause else {
        return try result.get()
      }
      attempt += 1
      let pause = Self.backoff.delay(afterFailures: attempt) / .seconds(1)
      // Jitter keeps clients that failed at the same time from retrying at the same time.
      try await wait(max(retryAfter ?? 0, pause * Double.random(in: 0.5...1.5)))
    }
  }

  private func sendOnce(_ request: OutgoingRequest) async throws(ServiceError) -> IncomingResponse {
    guard action.needsAuthentication, let authorizer else { return try await transfer(request) }
    let (authorized, used) = try await authorizer.authorized(request)
    let response = try await transfer(authorized)
    let asksForPause = RetryAfter.seconds(in: response, now: context.now()) != nil
    guard response.status == authorizer.scheme.expiredStatus, !asksForPause, let used else { return response }
    guard let again = try await authorizer.reauthorized(request, after: used) else { return response }
    let second = try await transfer(again)
    guard authorizer.login == nil || second.status != authorizer.scheme.expiredStatus else {
      throw await refusedSession(by: second, authorizer)
    }
    return second
  }

  /// Returns the error of a request that is refused with a new session: some servers say of a wrong password only that.
  private func refusedSession(by response: IncomingResponse, _ authorizer: RequestAuthorizer) async -> ServiceError {
    let body = try? Value.parseJSON(context.identity.secrets.hiding(in: response).body)
    let failure = action.failure(status: response.status, body: body)
    var error = failure.ofKind(.unauthorized)
    if failure.underlying != nil { error.message = "The service does not accept these credentials" }
    await authorizer.refuseLogin(error)
    return error
  }

  /// Sends a request when its host takes it, and notes the pause that the response asks for.
  private func transfer(_ request: OutgoingRequest) async throws(ServiceError) -> IncomingResponse {
    try await wait(
      try await context.rateLimiter.turn(
        at: request.url.host, limit: description.requestsPerMinute, now: context.now()))
    let interceptor = context.interceptor
    interceptor?.willSend(request.forApps, for: action.name)
    do throws(ServiceError) {
      let response = try await transport.timedResponse(to: request, policy: policy, clock: context.clock)
      interceptor?.didReceive(.success(response.forApps), to: action.name)
      let now = context.now()
      if let pause = RetryAfter.seconds(in: response, now: now) {
        await context.rateLimiter.pause(request.url.host, seconds: pause, now: now)
      }
      return response
    } catch {
      interceptor?.didReceive(.failure(error), to: action.name)
      throw error
    }
  }

  private func wait(_ seconds: Double) async throws(ServiceError) {
    guard seconds > 0 else { return }
    do {
      try await context.clock.sleep(for: .seconds(seconds))
    } catch {
      throw ServiceError(.cancelled, message: "The request was cancelled")
    }
  }

  // MARK: Authentication

  /// The authorizer of requests; nil if the service has no authentication scheme.
  var authorizer: RequestAuthorizer? {
    description.authenticationScheme.map { scheme in
      RequestAuthorizer(
        scheme: scheme, identity: context.identity, clock: context.clock, now: context.now,
        login: scheme.loginAction.flatMap { description.actions[$0] },
        sendLogin: { request throws(ServiceError) in try await transfer(request) },
        send: { request throws(ServiceError) in try await transport.send(request, policy: policy) })
    }
  }

  /// Performs a session step, such as a sign-in, and discards all cached responses.
  func perform(_ step: SessionStep) async throws(ServiceError) {
    guard let authorizer else {
      throw ServiceError(.invalidRequest, message: "This service does not support sign-in")
    }
    try await authorizer.perform(step)
    await context.responseCache.removeAll()
  }
}

extension AuthenticationScheme {
  /// Whether the authorization of requests changes while the user stays the same.
  fileprivate var isRenewed: Bool {
    switch self {
    case .bearer, .basic, .apiKey, .optional: false
    case .oauth1, .oauth2, .session: true
    }
  }
}

extension OutgoingRequest {
  /// The request as an app sees it.
  var forApps: NetworkRequest {
    NetworkRequest(
      url: url.text, method: method.rawValue,
      headers: headers.byName, body: body)
  }

  /// Creates a request from one that an app made.
  fileprivate init(_ request: NetworkRequest, timeout: Duration) throws(ServiceError) {
    url = try HTTPURL(ofRequest: request.url)
    guard let method = RequestMethod(rawValue: request.method) else {
      throw ServiceError(.invalidRequest, message: "'\(request.method)' is not an HTTP method")
    }
    self.method = method
    self.timeout = timeout
    body = request.body
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      guard HeaderField.isName(name), HeaderField.isValue(value) else {
        throw ServiceError(.invalidRequest, message: "The header field '\(name)' cannot be sent")
      }
      try headers.set(name, to: value)
    }
  }
}

extension IncomingResponse {
  /// The response as an app sees it.
  var forApps: NetworkResponse {
    NetworkResponse(
      status: status,
      headers: headers.byName, body: body)
  }
}
