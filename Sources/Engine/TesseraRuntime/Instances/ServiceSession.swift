import Foundation
import Synchronization
import TesseraBundles
import TesseraData
import TesseraExpressions
import TesseraServices
import TesseraValues

/// Performs the actions of an instance's service and stores their results.
final class ServiceSession: Sendable {
  /// The state that persists between requests.
  let state: ServiceSessionState
  let context: InstanceContext
  let store: Store
  let options: OptionsStore
  private let templateEnvironment: TemplateEnvironment
  private let feeds = MessageFeeds()
  private let sharedRuns = Mutex<[SharedRunKey: SharedRun]>([:])

  /// The identity of a shared run: runs with equal keys share a request.
  private struct SharedRunKey: Hashable {
    var action: String
    var provider: String?
    var object: Value
    var previous: Value
  }

  /// The time for which later presentations reuse the result of a shared run, in seconds. Then the action is performed
  /// again.
  private static let sharedRunLifetime = 300.0

  init(
    _ context: InstanceContext, store: Store, templateEnvironment: TemplateEnvironment, options: OptionsStore,
    state: ServiceSessionState
  ) {
    self.context = context
    self.store = store
    self.templateEnvironment = templateEnvironment
    self.options = options
    self.state = state
  }

  var definition: WidgetDefinition { context.definition }

  /// Performs an action of the service and stores its result.
  ///
  /// - Parameters:
  ///   - previous: The result of the action before, of which this one is the next action.
  ///   - isShared: Whether the result of a run that another presentation started may be used.
  ///   - report: Called with progress, and with URLs that the user must open.
  func perform(
    _ action: String, object: Value, previous: Value = .null, provider: String?, isShared: Bool,
    report: @escaping @Sendable (ActionReport) async -> Void
  ) async -> ActionResult {
    // A sign-in belongs to the user who started it.
    let isSignIn = definition.service.actions[action]?.sessionStep != nil
    // A later run cancels this one, which must not affect other presentations.
    let latestRunWins = definition.service.actions[action]?.latestRunWins == true
    guard isShared, !isSignIn, !latestRunWins else {
      return await perform(action, object: object, previous: previous, provider: provider, report: report)
    }
    let now = context.environment.now()
    let key = SharedRunKey(action: action, provider: provider, object: object, previous: previous)
    let (run, isNew) = sharedRuns.withLock { runs in
      // Expired runs are removed, because each screen content adds new ones.
      runs = runs.filter { abs(now.timeIntervalSince($0.value.start)) < Self.sharedRunLifetime }
      if let run = runs[key], abs(now.timeIntervalSince(run.start)) < Self.sharedRunLifetime { return (run, false) }
      let run = SharedRun(start: now, activities: context.environment.activities)
      runs[key] = run
      return (run, true)
    }
    if isNew {
      // The run belongs to no presentation: it continues when the presentation that started it is closed.
      context.environment.activities.start {
        let result = await self.perform(action, object: object, previous: previous, provider: provider) { _ in }
        // A failure is not reused: the next request tries again.
        if case .failure = result {
          self.sharedRuns.withLock { runs in if runs[key] === run { runs[key] = nil } }
        }
        run.finish(with: result)
      }
    }
    return await run.result()
  }

  private func perform(
    _ name: String, object: Value, previous: Value, provider: String?,
    report: @escaping @Sendable (ActionReport) async -> Void
  ) async -> ActionResult {
    do throws(ServiceError) {
      let action = try definition.service.action(named: name)
      if let forEach = action.forEach, action.problem == nil {
        let objects = try forEach.objects(
          options: options.value.dictionary ?? [:], result: previous, object: object)
        return await performEach(of: objects, for: action, provider: serviceProvider(named: provider))
      }
      // An invalid action must not clear existing data.
      if action.clearPolicy == .before, action.problem == nil, let type = action.resultType {
        try clear(type.entity)
      }
      let request = ServiceRequest(action: name, object: object)
      let response = try await serviceProvider(named: provider, report: report).perform(request)
      // A later run superseded this one before its response arrived.
      if action.latestRunWins, Task.isCancelled {
        throw ServiceError(.cancelled, action: name, message: "The request was cancelled")
      }
      return .success(try await outcome(of: response, for: action, object: object))
    } catch {
      return .failure(ActionFailure(error))
    }
  }

  /// Stores the result of a response.
  private func outcome(
    of response: ServiceResponse, for action: ServiceAction, object: Value
  ) async throws(ServiceError) -> ActionOutcome {
    guard let type = action.resultType else {
      return ActionOutcome(object: nil, response: response.result, nextAction: action.nextAction)
    }
    let objects = try await store(
      response.result, of: type, for: action,
      set: try action.valuesToSet(for: object, options: options.value.dictionary ?? [:]))
    return ActionOutcome(
      object: type.isList ? nil : objects.first.map(Value.object), response: response.result,
      nextAction: action.nextAction)
  }

  /// Whether an action listens to messages that the service pushes.
  func listens(_ action: String, provider: String?) -> Bool {
    definition.service.actions[action]?.messages != nil && providerName(provider) != ServiceProviderName.stub.rawValue
  }

  /// Stores messages that the service pushes, until the task is cancelled. Equal subscriptions share one connection.
  func listen(
    to action: String, object: Value, provider: String?, onEvent: @escaping @Sendable (FeedEvent) async -> Void
  ) async {
    let key = MessageFeeds.Key(action: action, provider: provider, object: object)
    await feeds.follow(key, onEvent) { [weak self] tell in
      guard let self, let description = definition.service.actions[action] else { return }
      do throws(ServiceError) {
        try await serviceProvider(named: provider).follow(ServiceRequest(action: action, object: object)) { message in
          switch message {
          case .opened: await tell(.opened)
          case .failed(let error): await tell(.failed(ActionFailure(error), isLost: !error.isOfMessage))
          case .received(let response):
            do throws(ServiceError) {
              await tell(.received(try await self.outcome(of: response, for: description, object: object)))
            } catch {
              await tell(.failed(ActionFailure(error), isLost: false))
            }
          }
        }
      } catch {
        await tell(.failed(ActionFailure(error), isLost: true))
      }
    }
  }

  /// Stores a result.
  /// - Parameters:
  ///   - set: The values to set on each object.
  ///   - attributes: Attributes whose values tell which other objects the action clears; empty for all.
  @discardableResult
  func store(
    _ json: Value, of type: ResultType, for action: ServiceAction, set: [String: Value],
    clearingWhere attributes: [String] = []
  ) async throws(ServiceError) -> [ManagedObject] {
    // Data with the policy `before` was cleared before the request.
    var clearPolicy = action.clearPolicy == .before ? .none : action.clearPolicy
    // What the responses to other elements stored is not this one's to clear.
    if action.forEach != nil, attributes.isEmpty { clearPolicy = .none }
    let onSkip: (([any Error], Int) -> Void)? =
      action.skipsInvalidElements
      ? { [context] problems, count in
        guard let first = problems.first else { return }
        context.log(
          .error, .network, "\(problems.count) of \(count) elements of '\(action.name)' were left out: \(first)")
      } : nil
    do {
      return try await store.importJSON(
        json, entity: type.entity, isList: type.isList, clearPolicy: clearPolicy,
        set: set, clearingWhere: attributes, environment: templateEnvironment, source: action.name, onSkip: onSkip)
    } catch {
      throw ServiceError(.unexpectedShape, action: action.name, message: "\(error)")
    }
  }

  private func clear(_ entity: String) throws(ServiceError) {
    do {
      try store.clear([entity])
    } catch {
      throw ServiceError(.unexpectedShape, message: "\(error)")
    }
  }

  private func providerName(_ name: String?) -> String {
    definition.service.provider?.rawValue ?? name ?? ServiceProviderName.http.rawValue
  }

  private func serviceProvider(
    named name: String?, report: (@Sendable (ActionReport) async -> Void)? = nil
  ) -> any ServiceProvider {
    let registry = definition.extensions.serviceProviders
    let group = definition.bundle.manifest.group.flatMap { name in
      context.environment.groupFolder.flatMap { GroupStore(name, in: $0) }
    }
    let providerContext = ServiceProviderContext(
      description: definition.service, policy: context.policy, transport: context.environment.transport, group: group,
      clock: context.environment.clock, now: context.environment.now, exchangeContext: exchangeContext(report))
    return registry[providerName(name)]?(providerContext)
      ?? StandardServiceProvider(
        description: definition.service, policy: context.policy, transport: context.environment.transport, group: group,
        context: providerContext.exchangeContext)
  }

  private func exchangeContext(_ report: (@Sendable (ActionReport) async -> Void)?) -> ServiceExchangeContext {
    var openAddress: (@Sendable (String) async -> Void)?
    var progress: (@Sendable (Double) -> Void)?
    if let report {
      openAddress = { await report(.open($0)) }
      let told = ProgressThrottle()
      // Smaller steps than one percent are not visible.
      progress = { progress in if told.isNews(progress) { Task { await report(.progress(progress)) } } }
    }
    return ServiceExchangeContext(
      identity: ServiceIdentity(
        session: state.credentials, callbacks: context.environment.signInCallbacks,
        options: options.value.dictionary ?? [:],
        openAddress: openAddress),
      rateLimiter: state.rateLimiter, responseCache: state.responseCache, stubCalls: state.stubCalls,
      interceptor: context.environment.serviceInterceptor, clock: context.environment.clock,
      now: context.environment.now, timeZone: context.environment.timeZone, onProgress: progress,
      report: { [context] in context.log(.info, .network, $0.description) },
      contentDecoding: context.environment.contentDecoding)
  }
}

/// Drops progress reports that differ too little from the last one.
private final class ProgressThrottle: Sendable {
  private let progress = Mutex(-1.0)

  func isNews(_ next: Double) -> Bool {
    progress.withLock { last in
      guard next >= last + 0.01 || (next >= 1 && last < 1) else { return false }
      last = next
      return true
    }
  }
}
