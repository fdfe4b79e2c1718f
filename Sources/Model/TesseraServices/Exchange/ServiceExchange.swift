package import Foundation
import HTTPTypes
import TesseraValues

/// What the requests of an instance share.
package struct ServiceExchangeContext: Sendable {
  /// For whom requests are made.
  package var identity: ServiceIdentity
  /// How fast they may follow each other.
  package var pace: RateLimiter
  /// What was answered before.
  package var answers: ResponseCache
  /// How often stubs were asked.
  package var stubCalls: StubCalls
  /// What the app has to say.
  package var interceptor: (any ServiceInterceptor)?
  /// What waits wait on.
  package var clock: any Clock<Duration>
  /// The date.
  package var now: @Sendable () -> Date
  /// Hears how much of a body is sent, from 0 to 1.
  package var onProgress: (@Sendable (Double) -> Void)?

  /// Surroundings of nobody in particular.
  package init(
    identity: ServiceIdentity = ServiceIdentity(), pace: RateLimiter = RateLimiter(),
    answers: ResponseCache = ResponseCache(folder: nil), stubCalls: StubCalls = StubCalls(),
    interceptor: (any ServiceInterceptor)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    onProgress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.identity = identity
    self.pace = pace
    self.answers = answers
    self.stubCalls = stubCalls
    self.interceptor = interceptor
    self.clock = clock
    self.now = now
    self.onProgress = onProgress
  }
}

/// One action's way to the server and back: kept answers, turns, credentials, repetitions.
struct ServiceExchange: Sendable {
  let action: ServiceAction
  let description: ServiceDescription
  let policy: HostPolicy
  let transport: HTTPTransport
  let surroundings: ServiceExchangeContext

  /// The first pause before a request is repeated, in seconds; each further one is twice as long (RFC 9110 leaves it open).
  private static let firstPause = 0.5
  /// A server may ask for a pause that people wait for.
  private static let longestPause = 60.0
  private static let statusesToRepeat: Set<Int> = [408, 429, 500, 502, 503, 504]

  /// The server's answer.
  func answer(to object: Value) async throws(ServiceError) -> IncomingAnswer {
    var request = try await composed(of: object)
    request.onProgress = surroundings.onProgress
    guard let freshness = action.freshness else { return try await sent(request) }
    let key = try await keyOfAnswer(to: request)
    let generation = await surroundings.identity.session.generation
    let kept = await surroundings.answers.entry(for: key)
    let age = kept.map { abs(surroundings.now().timeIntervalSince($0.date)) } ?? .infinity
    if let kept, age < freshness.age { return kept.answer }
    var question = request
    if let kept {
      for field in DocumentValidators(kept.answer.headers).fields { question.headers[field.name] = field.value }
    }
    do throws(ServiceError) {
      var answer = try await sent(question)
      if answer.status == 304, let kept {
        answer = kept.answer
      } else if !answer.isSuccess {
        guard let kept, age < freshness.ageOfStandIn, [500, 502, 503, 504].contains(answer.status) else {
          return answer
        }
        return kept.answer
      }
      // What was asked for somebody who is gone is for nobody else.
      let isSame = await surroundings.identity.session.generation == generation
      if isSame, CacheControl(answer.headers).isKept {
        await surroundings.answers.store(ResponseCache.Entry(answer: answer, date: surroundings.now()), for: key)
      }
      return answer
    } catch {
      guard let kept, age < freshness.ageOfStandIn, error.isPassing else { throw error }
      return kept.answer
    }
  }

  private func composed(of object: Value) async throws(ServiceError) -> OutgoingRequest {
    guard let interceptor = surroundings.interceptor else {
      return try RequestComposer(action: action, object: object).request()
    }
    do {
      if let own = try await interceptor.request(for: action.name, object: object) {
        return try OutgoingRequest(own, timeout: action.timeout)
      }
      let request = try RequestComposer(action: action, object: object).request()
      var changed = request.forApps
      try await interceptor.modify(&changed, for: action.name)
      return try OutgoingRequest(changed, timeout: action.timeout)
    } catch let error as ServiceError {
      throw error
    } catch {
      throw ServiceError(.invalidRequest, message: "The app cannot make this request", underlying: "\(error)")
    }
  }

  /// What was answered to one person is not for another.
  private func keyOfAnswer(to request: OutgoingRequest) async throws(ServiceError) -> String {
    guard let authorizer, action.needsAuthentication else { return ResponseCache.key(of: request) }
    var marked = request
    if authorizer.scheme.isRenewed {
      // What is signed differs each time; what was entered does not.
      let entered = JSONText.text(of: .dictionary(surroundings.identity.options))
      marked.headers[.authorization] = entered
    } else {
      marked = try await authorizer.authorized(request).request
    }
    return ResponseCache.key(of: marked)
  }

  // MARK: Sending

  /// Sends a request, and again where that may help.
  private func sent(_ request: OutgoingRequest) async throws(ServiceError) -> IncomingAnswer {
    var pause = Self.firstPause
    var attempt = 0
    while true {
      let result: Result<IncomingAnswer, ServiceError>
      do throws(ServiceError) {
        result = .success(try await sentOnce(request))
      } catch {
        result = .failure(error)
      }
      var asked: Double?
      if case .success(let answer) = result, answer.status == 429 || answer.status == 503 {
        asked = retryAfter(answer)
        if let asked { await surroundings.pace.pause(request.url.host, seconds: asked, now: surroundings.now()) }
      }
      let isWorthRepeating =
        switch result {
        case .success(let answer): Self.statusesToRepeat.contains(answer.status)
        case .failure(let error): error.isPassing
        }
      guard isWorthRepeating, attempt < action.retries, (asked ?? 0) <= Self.longestPause else {
        return try result.get()
      }
      attempt += 1
      // Clients that failed together do not come back together.
      try await wait(max(asked ?? 0, pause * Double.random(in: 0.5...1.5)))
      pause *= 2
    }
  }

  private func sentOnce(_ request: OutgoingRequest) async throws(ServiceError) -> IncomingAnswer {
    guard action.needsAuthentication, let authorizer else { return try await carried(request) }
    let (authorized, used) = try await authorizer.authorized(request)
    let answer = try await carried(authorized)
    guard answer.status == 401, let used else { return answer }
    guard let again = try await authorizer.reauthorized(request, after: used) else { return answer }
    return try await carried(again)
  }

  private func carried(_ request: OutgoingRequest) async throws(ServiceError) -> IncomingAnswer {
    try await wait(
      try await surroundings.pace.turn(
        at: request.url.host, limit: description.requestsPerMinute, now: surroundings.now()))
    let interceptor = surroundings.interceptor
    interceptor?.willSend(request.forApps, for: action.name)
    do throws(ServiceError) {
      let answer = try await transport.send(request, policy: policy)
      interceptor?.didReceive(.success(answer.forApps), to: action.name)
      return answer
    } catch {
      interceptor?.didReceive(.failure(error), to: action.name)
      throw error
    }
  }

  private func wait(_ seconds: Double) async throws(ServiceError) {
    guard seconds > 0 else { return }
    do {
      try await surroundings.clock.sleep(for: .seconds(seconds))
    } catch {
      throw ServiceError(.cancelled, message: "The request was cancelled")
    }
  }

  /// The seconds that a server asks for (RFC 9110, section 10.2.3); nil where it does not, or by a date that cannot be read.
  private func retryAfter(_ answer: IncomingAnswer) -> Double? {
    guard let text = answer.headers.first(.retryAfter) else { return nil }
    if let seconds = Double(text.trimmingCharacters(in: .whitespaces)), seconds >= 0 { return min(seconds, 86_400) }
    return HTTPDate(text).map { max(0, $0.timeIntervalSince(surroundings.now())) }
  }

  // MARK: Who asks

  /// What says for whom requests are; nil where the service does not.
  var authorizer: RequestAuthorizer? {
    description.authenticationScheme.map { scheme in
      RequestAuthorizer(
        scheme: scheme, identity: surroundings.identity, clock: surroundings.clock, now: surroundings.now,
        send: { request throws(ServiceError) in try await transport.send(request, policy: policy) })
    }
  }

  /// Lets the person sign in, or forgets who it is.
  func perform(_ step: SessionStep) async throws(ServiceError) {
    guard let authorizer else {
      throw ServiceError(.invalidRequest, message: "Nobody signs in to this service")
    }
    try await authorizer.perform(step)
    await surroundings.answers.removeAll()
  }
}

extension AuthenticationScheme {
  /// Whether what requests say changes while it is the same person.
  fileprivate var isRenewed: Bool {
    switch self {
    case .bearer, .basic, .apiKey: false
    case .oauth1, .oauth2: true
    }
  }
}

/// A date as HTTP writes it (RFC 9110, section 5.6.7).
private func HTTPDate(_ text: String) -> Date? {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(identifier: "GMT")
  formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
  return formatter.date(from: text)
}

extension OutgoingRequest {
  /// What an app sees of it.
  var forApps: NetworkRequest {
    NetworkRequest(
      url: url.text, method: method.rawValue,
      headers: headers.byName, body: body)
  }

  /// What an app made.
  fileprivate init(_ request: NetworkRequest, timeout: Duration) throws(ServiceError) {
    url = try HTTPURL(ofRequest: request.url)
    guard let method = RequestMethod(rawValue: request.method) else {
      throw ServiceError(.invalidRequest, message: "There is no method '\(request.method)'")
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

extension IncomingAnswer {
  /// What an app sees of it.
  var forApps: NetworkResponse {
    NetworkResponse(
      status: status,
      headers: headers.byName, body: body)
  }
}
