import Foundation
import Synchronization
import TesseraBundles
import TesseraData
import TesseraExpressions
import TesseraServices
import TesseraValues

/// Performs the actions of an instance's service and stores what they bring.
final class ServiceSession: Sendable {
  /// What lasts between requests.
  let state: ServiceSessionState
  private let context: InstanceContext
  private let store: Store
  private let evaluation: EvaluationContext
  private let options: OptionsStore
  private let feeds = MessageFeeds()
  private let sharedRuns = Mutex<[SharedRunKey: SharedRun]>([:])

  /// What makes two runs the same request.
  private struct SharedRunKey: Hashable {
    var action: String
    var provider: String?
    var object: Value
  }

  /// How long the result of a shared run serves presentations that come later, in seconds.
  private static let sharedRunLifetime = 300.0

  init(
    _ context: InstanceContext, store: Store, evaluation: EvaluationContext, options: OptionsStore,
    state: ServiceSessionState
  ) {
    self.context = context
    self.store = store
    self.evaluation = evaluation
    self.options = options
    self.state = state
  }

  private var definition: WidgetDefinition { context.definition }

  /// Performs an action of the service and stores what it brings.
  ///
  /// - Parameters:
  ///   - isShared: whether a run that another presentation began is as good as an own one.
  ///   - report: hears how it is doing, and what has to be shown to the person who asked.
  func perform(
    _ action: String, object: Value, provider: String?, isShared: Bool,
    report: @escaping @Sendable (ActionReport) async -> Void
  ) async -> ActionResult {
    // Only who asked can sign in.
    let isSignIn = definition.service.actions[action]?.sessionStep != nil
    // What others may still want is not ended for one.
    let latestRunWins = definition.service.actions[action]?.latestRunWins == true
    guard isShared, !isSignIn, !latestRunWins else {
      return await perform(action, object: object, provider: provider, report: report)
    }
    let now = context.environment.now()
    let key = SharedRunKey(action: action, provider: provider, object: object)
    let (run, isNew) = sharedRuns.withLock { runs in
      // What nobody can use any more is not kept: contents of screens differ.
      runs = runs.filter { abs(now.timeIntervalSince($0.value.start)) < Self.sharedRunLifetime }
      if let run = runs[key], abs(now.timeIntervalSince(run.start)) < Self.sharedRunLifetime { return (run, false) }
      let run = SharedRun(start: now, activities: context.environment.activities)
      runs[key] = run
      return (run, true)
    }
    if isNew {
      // Nobody's task in particular: it goes on when the presentation that began it is closed.
      context.environment.activities.start {
        let result = await self.perform(action, object: object, provider: provider) { _ in }
        // A failure is not kept: the next one who asks tries again.
        if case .failure = result {
          self.sharedRuns.withLock { runs in if runs[key] === run { runs[key] = nil } }
        }
        run.finish(with: result)
      }
    }
    return await run.result()
  }

  private func perform(
    _ name: String, object: Value, provider: String?, report: @escaping @Sendable (ActionReport) async -> Void
  ) async -> ActionResult {
    do throws(ServiceError) {
      let action = try definition.service.action(named: name)
      // What cannot be asked for must not cost what is there.
      if action.clearPolicy == .before, action.problem == nil, let type = action.resultType {
        try clear(type.entity)
      }
      let request = ServiceRequest(action: name, object: object)
      let response = try await serviceProvider(named: provider, report: report).perform(request)
      // A later run took its place while the answer was on its way.
      if action.latestRunWins, Task.isCancelled {
        throw ServiceError(.cancelled, action: name, message: "The request was cancelled")
      }
      return .success(try await outcome(of: response, for: action))
    } catch {
      return .failure(ActionFailure(error))
    }
  }

  /// Stores what an answer brings.
  private func outcome(of response: ServiceResponse, for action: ServiceAction) async throws(ServiceError)
    -> ActionOutcome
  {
    guard let type = action.resultType else {
      return ActionOutcome(object: nil, answer: response.result, nextAction: action.nextAction)
    }
    let objects = try await store(response.result, of: type, for: action)
    return ActionOutcome(
      object: type.isList ? nil : objects.first.map(Value.object), answer: response.result,
      nextAction: action.nextAction)
  }

  /// Whether an action hears what the service says by itself.
  func listens(_ action: String, provider: String?) -> Bool {
    definition.service.actions[action]?.messages != nil && providerName(provider) != ServiceProviderName.stub.rawValue
  }

  /// Stores what the service says by itself, until the task is cancelled. All who listen to the same share one connection.
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
              await tell(.received(try await self.outcome(of: response, for: description)))
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

  private func store(
    _ json: Value, of type: ResultType, for action: ServiceAction
  ) async throws(ServiceError) -> [ManagedObject] {
    // What goes before the request has gone already.
    let clearPolicy = action.clearPolicy == .before ? .none : action.clearPolicy
    do {
      return try await store.importJSON(
        json, entity: type.entity, isList: type.isList, clearPolicy: clearPolicy,
        set: action.set, transformers: definition.transformers, context: evaluation, source: action.name)
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
      clock: context.environment.clock, now: context.environment.now, surroundings: surroundings(report))
    return registry[providerName(name)]?(providerContext)
      ?? StandardServiceProvider(
        description: definition.service, policy: context.policy, transport: context.environment.transport, group: group,
        surroundings: providerContext.surroundings)
  }

  private func surroundings(_ report: (@Sendable (ActionReport) async -> Void)?) -> ServiceExchangeContext {
    var openAddress: (@Sendable (String) async -> Void)?
    var progress: (@Sendable (Double) -> Void)?
    if let report {
      openAddress = { await report(.open($0)) }
      let told = ProgressThrottle()
      // Nobody sees less than a hundredth.
      progress = { progress in if told.isNews(progress) { Task { await report(.progress(progress)) } } }
    }
    return ServiceExchangeContext(
      identity: ServiceIdentity(
        session: state.credentials, callbacks: context.environment.signInCallbacks,
        options: options.value.dictionary ?? [:],
        openAddress: openAddress),
      pace: state.pace, answers: state.answers, stubCalls: state.stubCalls,
      interceptor: context.environment.serviceInterceptor, clock: context.environment.clock,
      now: context.environment.now, onProgress: progress)
  }
}

/// How much progress was told.
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
