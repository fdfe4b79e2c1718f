import Foundation
import Synchronization
package import TesseraBundles
public import TesseraData
import TesseraExpressions
public import TesseraLayout
package import TesseraServices
public import TesseraValues
package import TesseraViews

/// One placed widget: its definition, its store, and the actions that change it. Shared by all who look at it.
public final class Instance: Sendable {
  /// The identity of the instance.
  public let id: String
  /// What the widget is.
  public let definition: WidgetDefinition
  /// The widget's data.
  package let store: Store
  /// What the instance needs from outside.
  public let environment: RuntimeEnvironment

  /// Where the presentations run.
  let executor: WidgetExecutor
  let transformers: ValueTransformers
  let evaluationContext: EvaluationContext
  let location: StoreLocation
  private let prefetched = Mutex<[ScreenRequest: PrefetchedScreen]>([:])
  private let kept: ScreenDocumentCache
  let policy: HostPolicy
  /// What lasts between requests.
  private let services: ServiceSessionState
  let feeds = MessageFeeds()
  /// The widgets that stand in this one, by their names.
  let embeddings = Mutex<[String: Instance]>([:])
  /// In how many others this one stands.
  let nesting: Int
  /// How many stand in each other, all together.
  let embeddingBudget: EmbeddingBudget
  private let hostLimit: [HostPattern]?
  private let pictures: ResourceFetcher
  /// Data that spans the presentations.
  let global = SharedContext([:])
  /// The values of the widget's options.
  let options: SharedContext
  /// What the widget shows at present of what its provider knows, or its timeline; null where it has neither.
  let entry = SharedContext(.null)
  /// What answers for the widget in place of its documents.
  let provider: WidgetProvider?
  /// Whether it is only drawn: nothing is done that goes beyond a screen, and nothing is kept.
  let isStill: Bool
  /// What the widget's views keep beyond their life.
  let state: InstanceState
  /// What expressions of the widget may ask of the outside.
  let templateEnvironment: TemplateEnvironment
  /// What people set the options to; what the widget wrote into them is not among it.
  private let settings = Mutex<[String: Value]>([:])
  private let sharedRuns = Mutex<[SharedRunKey: SharedRun]>([:])

  /// What makes two runs the same request.
  private struct SharedRunKey: Hashable {
    var action: String
    var provider: String?
    var object: Value
  }

  /// How long the result of a shared run serves presentations that come later, in seconds.
  private static let sharedRunLifetime = 300.0

  /// Places a widget.
  /// - Parameter location: where the store keeps its data.
  /// - Throws: ``StoreError`` where the store cannot be opened.
  public convenience init(
    id: String, definition: WidgetDefinition, location: StoreLocation = .memory, environment: RuntimeEnvironment
  ) throws {
    let store = try Store(model: definition.model, location: location, transformers: definition.transformers)
    self.init(
      id: id, definition: definition, store: store, location: location, environment: environment,
      executor: WidgetExecutor(busyWidgets: environment.busyWidgets))
  }

  /// Places a widget within another one.
  convenience init(
    id: String, definition: WidgetDefinition, location: StoreLocation, environment: RuntimeEnvironment,
    hostLimit: [HostPattern]?, nesting: Int, embeddingBudget: EmbeddingBudget
  ) throws {
    let store = try Store(model: definition.model, location: location, transformers: definition.transformers)
    self.init(
      id: id, definition: definition, store: store, location: location, environment: environment,
      executor: WidgetExecutor(busyWidgets: environment.busyWidgets), hostLimit: hostLimit, nesting: nesting,
      embeddingBudget: embeddingBudget)
  }

  private init(
    id: String, definition: WidgetDefinition, store: Store, location: StoreLocation, environment: RuntimeEnvironment,
    executor: WidgetExecutor, state: InstanceState? = nil, provider: WidgetProvider? = nil, isStill: Bool = false,
    kept: ScreenDocumentCache? = nil, services: ServiceSessionState? = nil, hostLimit: [HostPattern]? = nil,
    nesting: Int = 0,
    embeddingBudget: EmbeddingBudget? = nil
  ) {
    self.nesting = nesting
    self.hostLimit = hostLimit
    self.embeddingBudget = embeddingBudget ?? EmbeddingBudget()
    self.kept = kept ?? ScreenDocumentCache(maximumBytes: Self.maximumKeptBytes)
    self.id = id
    self.provider =
      provider ?? definition.bundle.manifest.update.provider.flatMap { definition.vocabulary.providers[$0.value]?() }
    self.isStill = isStill
    self.executor = executor
    self.definition = definition
    self.environment = environment
    self.store = store
    self.state = state ?? InstanceState(store: store)
    self.location = location
    transformers = definition.transformers
    evaluationContext = EvaluationContext(
      now: environment.now, locale: environment.locale, timeZone: environment.timeZone)
    options = SharedContext(
      .dictionary(
        Dictionary(definition.bundle.manifest.options.map { ($0.name, $0.default) }, uniquingKeysWith: { $1 })))
    templateEnvironment = TemplateEnvironment(
      operations: definition.vocabulary.operations, transformers: transformers, context: evaluationContext)
    var policy = environment.hostPolicy(of: definition.bundle)
    if let hostLimit { policy.hosts.removeAll { !hostLimit.contains($0) } }
    self.policy = policy
    self.services = services ?? ServiceSessionState(state: self.state, location: location)
    pictures = ResourceFetcher(transport: environment.transport)
    if definition.customWidget != nil { migrateOwnOptions() }
    // What the widget wrote into its options before, as long as nobody has said what they are set to.
    for (name, value) in ownOptions { setOption(name, to: value) }
  }

  /// What is announced to presentations and hosts.
  let announcements = WidgetNotificationCenter()

  /// Announces something to all presentations, and to who follows ``notifications``.
  public func post(_ notification: WidgetNotification) { announcements.post(notification) }

  /// What the widget announces from now on, its actions of the service among it. A host that is slow misses the oldest.
  public var notifications: AsyncStream<WidgetNotification> { announcements.stream() }

  /// The same placed widget with other documents. It has the data of this one, as far as it fits another model.
  /// - Throws: ``StoreError`` where the store cannot be opened.
  package func successor(_ definition: WidgetDefinition) throws -> Instance {
    let isSame = definition.model == self.definition.model
    let next = Instance(
      id: id, definition: definition,
      store: isSame
        ? store
        : try Store(
          model: definition.model, location: location, transformers: definition.transformers, copying: store),
      location: location,
      environment: environment, executor: executor, state: isSame ? state : nil, services: services,
      hostLimit: hostLimit, nesting: nesting, embeddingBudget: embeddingBudget)
    next.takeOver(self)
    next.entry.set(entry.value, at: ContextPath(nodes: []))
    return next
  }

  /// Takes the values of options and of what presentations share.
  private func takeOver(_ former: Instance) {
    for option in definition.bundle.manifest.options {
      let path = ContextPath(nodes: [.key(option.name)])
      let value = path.value(in: former.options.value)
      if option.type.accepts(value) { options.set(value, at: path) }
    }
    global.set(former.global.value, at: ContextPath(nodes: []))
  }

  /// The same placed widget, to be opened out of sight: with its data, and without an effect on who looks at it.
  /// - Parameters:
  ///   - date: the date that it sees; nil for the present.
  ///   - entry: what its screens read as `entry`.
  ///   - isStill: whether it is only drawn.
  func drawn(at date: Date?, entry: Value, isStill: Bool) -> Instance {
    var environment = environment
    if let date { environment.now = { date } }
    environment.analytics = nil
    // What goes wrong while nobody looks is told by the update.
    if isStill { environment.log = nil }
    let copy = Instance(
      id: id, definition: definition, store: store, location: location, environment: environment, executor: executor,
      state: isStill ? state.copy() : state, provider: provider, isStill: isStill, kept: kept,
      services: services, hostLimit: hostLimit, nesting: nesting, embeddingBudget: embeddingBudget)
    copy.takeOver(self)
    copy.entry.set(entry, at: ContextPath(nodes: []))
    return copy
  }

  /// What became of the store's file, if it was damaged, for people.
  package var recoveryMessage: String? { store.recovery?.message }

  /// The widget's name for people.
  public var name: String { definition.bundle.manifest.name }

  /// The options as screens read them: what is secret is for requests, and a browser never sees it.
  var shownOptions: Value {
    let secrets = definition.bundle.manifest.options.filter(\.isSecret)
    // A widget made of Swift is trusted with what it asks for.
    guard !secrets.isEmpty, definition.customWidget == nil, var values = options.value.dictionary else {
      return options.value
    }
    for secret in secrets { values[secret.name] = .null }
    return .dictionary(values)
  }

  /// Gives an option another value; every presentation follows.
  public func setOption(_ name: String, to value: Value) { options.set(value, at: ContextPath(nodes: [.key(name)])) }

  /// Gives all options the values that were set, and the others their defaults. What the widget wrote into one itself stays as
  /// long as nobody sets another value.
  package func setOptions(_ values: [String: Value]) {
    for option in definition.bundle.manifest.options {
      let value = values[option.name].flatMap { option.type.accepts($0) ? $0 : nil } ?? option.default
      settings.withLock { $0[option.name] = value }
      let own = ownValue(of: option, setTo: value)
      if own == nil { forgetOwnValue(of: option.name) }
      setOption(option.name, to: own ?? value)
    }
  }

  /// Gives an option a value as the widget itself does: a widget made of Swift keeps what people do to it in its options. Every
  /// presentation follows, and the value is kept with the instance.
  func writeOption(_ name: String, to value: Value) {
    guard let option = definition.bundle.manifest.options.first(where: { $0.name == name }),
      option.type.accepts(value)
    else { return }
    let setting = settings.withLock { $0[name] } ?? option.default
    let own: Value = ["value": value, "setting": setting, "version": .integer(Int64(optionsVersion))]
    if !state.setValue(own, forKey: Self.optionKey(name), isPersisted: true) {
      // An older one would come back.
      forgetOwnValue(of: name)
      settings.withLock { $0[name] = value }
      log(.error, .widget, "'\(option.title)' is too large to be kept, and is gone when the server stops")
    }
    setOption(name, to: value)
  }

  private var optionsVersion: Int { definition.optionsVersion ?? 1 }

  /// Brings what the widget wrote into its options under an earlier version of its properties to the present one.
  private func migrateOwnOptions() {
    let prefix = Self.optionKey("")
    var former: [Int: [String: Value]] = [:]
    for (key, own) in state.persistedValues where key.hasPrefix(prefix) {
      let version = Int(clamping: own.value(at: "version").integer ?? 1)
      if version < optionsVersion { former[version, default: [:]][String(key.dropFirst(prefix.count))] = own }
    }
    for (version, values) in former {
      for name in values.keys { forgetOwnValue(of: name) }
      func migrated(_ part: ValuePath) -> [String: Value] {
        definition.migratedOptions(values.mapValues { $0.value(at: part) }, of: version) ?? [:]
      }
      let settings = migrated("setting")
      for (name, value) in migrated("value") {
        let own: Value = [
          "value": value, "setting": settings[name] ?? .null, "version": .integer(Int64(optionsVersion)),
        ]
        _ = state.setValue(own, forKey: Self.optionKey(name), isPersisted: true)
      }
    }
  }

  /// What the widget wrote into its options, where nobody has set another value since.
  package var ownOptions: [String: Value] {
    guard definition.customWidget != nil else { return [:] }
    let settings = settings.withLock { $0 }
    return Dictionary(
      definition.bundle.manifest.options.compactMap { option in
        ownValue(of: option, setTo: settings[option.name] ?? option.default).map { (option.name, $0) }
      }, uniquingKeysWith: { $1 })
  }

  /// Gives options the values that people set, whatever the widget wrote there.
  package func forgetOwnOptions(_ names: Set<String>) {
    let settings = settings.withLock { $0 }
    for name in ownOptions.keys where names.contains(name) {
      forgetOwnValue(of: name)
      setOption(name, to: settings[name] ?? .null)
    }
  }

  /// What the widget wrote into an option while it was set to a value.
  private func ownValue(of option: Manifest.Option, setTo setting: Value) -> Value? {
    let own = state.value(forKey: Self.optionKey(option.name), isPersisted: true)
    guard !own.isNull else { return nil }
    let value = own.value(at: "value")
    guard own.value(at: "setting") == setting, option.type.accepts(value) else { return nil }
    return value
  }

  private func forgetOwnValue(of name: String) {
    if definition.customWidget != nil {
      _ = state.setValue(.null, forKey: Self.optionKey(name), isPersisted: true)
    }
  }

  private static func optionKey(_ name: String) -> String { "option/\(name)" }

  /// Makes one client's live view, laid out for a window of a size in points.
  ///
  /// - Parameters:
  ///   - screen: the screen to begin with; nil for the manifest's main one.
  ///   - languages: what the viewer reads, as tags such as `de-AT`, the best first; without any the widget's own language.
  public func makePresentation(
    size: Size, screen: String? = nil, languages: [String] = []
  ) async -> Presentation {
    await makePresentation(size: size, place: nil, screen: screen, languages: languages)
  }

  /// The same for a window that stands on a grid.
  /// - Parameter last: the greatest number of a view that was shown in its place before.
  package func makePresentation(
    size: Size, place: GridPlace?, screen: String? = nil, languages: [String] = [], numberingAfter last: Int = 0
  ) async -> Presentation {
    let presentation = Presentation(
      instance: self, size: size, place: place, languages: languages, numberingAfter: last)
    await presentation.open(screen: screen)
    return presentation
  }

  /// A picture of the bundle.
  package func image(named name: String) -> BundleImage? {
    if name.hasPrefix(Self.embeddedMark), let end = name.firstIndex(of: "/") {
      return embeddedInstance(String(name[..<end].dropFirst()))?.image(named: String(name[name.index(after: end)...]))
    }
    return definition.bundle.image(named: name) ?? definition.vocabulary.images[name]
  }

  /// Where a widget that stands in this one keeps its data.
  func location(ofEmbedded name: String) -> StoreLocation {
    switch location {
    case .memory: .memory
    case .file(let file): .file(URL(filePath: "\(file.path).widgets/\(name).sqlite"))
    }
  }

  /// Whether the manifest names the host of an address.
  package func allows(address: String) -> Bool { policy.allows(url: absolute(address)) }

  /// A picture from a server that the manifest names.
  package func remoteImage(url: String) async throws(ServiceError) -> ImageResource {
    try await pictures.image(at: absolute(url), policy: policy)
  }

  // MARK: Actions

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
    let now = environment.now()
    let key = SharedRunKey(action: action, provider: provider, object: object)
    let (run, isNew) = sharedRuns.withLock { runs in
      // What nobody can use any more is not kept: contents of screens differ.
      runs = runs.filter { abs(now.timeIntervalSince($0.value.start)) < Self.sharedRunLifetime }
      if let run = runs[key], abs(now.timeIntervalSince(run.start)) < Self.sharedRunLifetime { return (run, false) }
      let run = SharedRun(start: now, activities: environment.activities)
      runs[key] = run
      return (run, true)
    }
    if isNew {
      // Nobody's task in particular: it goes on when the presentation that began it is closed.
      environment.activities.start {
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
        set: action.set, transformers: transformers, context: evaluationContext, source: action.name)
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
    let registry = definition.vocabulary.serviceProviders
    let group = definition.bundle.manifest.group.flatMap { name in
      environment.groupFolder.flatMap { GroupStore(name, in: $0) }
    }
    let context = ServiceProviderContext(
      description: definition.service, policy: policy, transport: environment.transport, group: group,
      clock: environment.clock, now: environment.now, surroundings: surroundings(report))
    return registry[providerName(name)]?(context)
      ?? StandardServiceProvider(
        description: definition.service, policy: policy, transport: environment.transport, group: group,
        surroundings: context.surroundings)
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
        session: services.credentials, callbacks: environment.signInCallbacks, options: options.value.dictionary ?? [:],
        openAddress: openAddress),
      pace: services.pace, answers: services.answers, stubCalls: services.stubCalls,
      interceptor: environment.serviceInterceptor, clock: environment.clock, now: environment.now, onProgress: progress)
  }

  // MARK: Forms

  /// What forms of a group stored last.
  func formValues(of group: String) -> [String: Value] {
    if let storage = environment.formStorage { return storage.values(of: group, in: name) }
    return state.value(forKey: Self.formKey(group), isPersisted: false).dictionary ?? [:]
  }

  /// Stores the values of a form for others of its group.
  func setFormValues(_ values: [String: Value], of group: String) {
    if isStill { return }
    if let storage = environment.formStorage { return storage.setValues(values, of: group, in: name) }
    let value: Value = values.isEmpty ? .null : .dictionary(values)
    if !state.setValue(value, forKey: Self.formKey(group), isPersisted: false) {
      log(.error, .widget, "The values of the forms '\(group.prefix(100))' are too large to be kept")
    }
  }

  private static func formKey(_ group: String) -> String { "form \(group)" }

  // MARK: Log

  /// Tells the app.
  func log(_ level: LogEntry.Level, _ category: LogEntry.Category, _ message: @autoclosure () -> String) {
    environment.log?(LogEntry(level: level, category: category, instance: name, message: message()))
  }

  // MARK: Screens

  /// An address that begins with `/` stands on the manifest's `base`.
  package func absolute(_ address: String) -> String {
    let manifest = definition.bundle.manifest
    return environment.resolveAddress?(address, manifest.base) ?? manifest.absolute(address)
  }

  /// Asks for a screen before anybody goes there. It is kept for a minute, for the first who does.
  func prefetch(_ request: ScreenRequest) {
    let now = environment.now()
    let isNew = prefetched.withLock { kept in
      kept = kept.filter { abs(now.timeIntervalSince($0.value.date)) < Self.prefetchedLifetime }
      guard kept[request] == nil, kept.count < Self.maximumPrefetched else { return false }
      kept[request] = PrefetchedScreen(date: now, screen: nil)
      return true
    }
    guard isNew else { return }
    environment.activities.start {
      let screen = try? await self.fetch(request, named: request.url)
      self.prefetched.withLock { kept in
        // What failed is asked for again by whoever goes there.
        guard kept[request] != nil else { return }
        kept[request] = screen.map { PrefetchedScreen(date: now, screen: $0) }
      }
    }
  }

  private static let prefetchedLifetime = 60.0
  private static let maximumPrefetched = 32

  /// The document of a screen on a host that the manifest names, as it was fetched before or is fetched now.
  func screen(by source: ScreenRequest, named name: String) async throws(ServiceError) -> ScreenDefinition {
    let now = environment.now()
    // One that is still under way is not waited for, and not kept when it comes.
    let prefetched = prefetched.withLock { $0.removeValue(forKey: source) }
    if let prefetched, abs(now.timeIntervalSince(prefetched.date)) < Self.prefetchedLifetime,
      let screen = prefetched.screen
    {
      return screen
    }
    return try await fetch(source, named: name)
  }

  /// The document of a screen: one that its server allows to be used again, or what it sends now.
  private func fetch(_ source: ScreenRequest, named name: String) async throws(ServiceError) -> ScreenDefinition {
    let now = environment.now()
    var screen: ScreenDefinition
    switch kept.documents.withLock({ $0.find(source, at: now) }) {
    case .fresh(let kept)?:
      screen = kept
      log(.info, .cache, "\(source.addressWithoutQuery) is used again")
    case .stale(let kept)?:
      screen = kept
      log(.info, .cache, "\(source.addressWithoutQuery) is used again, and asked for meanwhile")
      environment.activities.start { _ = try? await self.ask(for: source, named: name) }
    case nil: screen = try await ask(for: source, named: name)
    }
    screen.name = name
    return screen
  }

  /// What the documents that are kept may take together, in bytes.
  private static let maximumKeptBytes = 16 << 20

  /// Asks the server for the document of a screen, and reads what it sends.
  private func ask(for source: ScreenRequest, named name: String) async throws(ServiceError) -> ScreenDefinition {
    let address = source.url
    var headers = source.headers
    if !headers.keys.contains(where: { $0.lowercased() == "accept" }) { headers["accept"] = "application/json" }
    let request = try DirectRequest(url: address, method: source.method, headers: headers, body: source.body)
    if let answer = try await stubbedDocument(request) { return try read(answer, named: name, from: address) }
    let known = request.canBeKept ? kept.documents.withLock { $0.known(source) } : nil
    let answer: DocumentAnswer
    do {
      answer = try await request.document(by: environment.transport, policy: policy, knowing: known?.validators)
      log(.info, .network, "\(request.summary): \(answer.status)")
    } catch {
      log(.info, .network, "\(request.summary): \(error.message)")
      let now = environment.now()
      // What the server takes back is not shown any more.
      if [401, 403, 404, 410].contains(error.status) { kept.documents.withLock { $0.remove(source) } }
      guard error.isPassing, let standIn = kept.documents.withLock({ $0.standIn(for: source, at: now) }) else {
        throw error
      }
      return standIn
    }
    let now = environment.now()
    if answer.isUnchanged, let known {
      kept.documents.withLock { $0.renew(source, with: known.validators, by: answer, at: now) }
      return known.document
    }
    let screen = try read(answer.body, named: name, from: address)
    if request.canBeKept {
      kept.documents.withLock { $0.insert(screen, for: source, ofSize: source.size, from: answer, at: now) }
    }
    return screen
  }

  private func read(_ body: [UInt8], named name: String, from address: String) throws(ServiceError) -> ScreenDefinition
  {
    let document: JSONNode
    do {
      document = try JSONNode.parse(body)
    } catch {
      throw ServiceError(.notJSON, message: "The document is not JSON: \(error)")
    }
    guard document.members != nil else {
      throw ServiceError(.unexpectedShape, message: "The document is \(document.typeName), not an object")
    }
    let reading = definition.surroundings.read(document, named: name, inFile: address)
    let screen = reading.screen
    for problem in reading.diagnostics.prefix(20) { log(.info, .decoding, problem.description) }
    guard screen.source == nil else {
      throw ServiceError(.unexpectedShape, message: "The document leads to another one")
    }
    return screen
  }

  // MARK: Requests

  /// What answers in place of servers, where the service chooses that.
  private var stub: StubServiceProvider? {
    guard definition.service.provider == .stub else { return nil }
    return StubServiceProvider(
      description: definition.service, clock: environment.clock, now: environment.now, calls: services.stubCalls)
  }

  /// The document that the stub has in place of a server's; nil where the server is to be asked.
  private func stubbedDocument(_ request: DirectRequest) async throws(ServiceError) -> [UInt8]? {
    guard let answer = try await stub?.answer(to: request) else { return nil }
    guard answer.isSuccess else { throw .refused(status: answer.status) }
    if let text = answer.data.string { return Array(text.utf8) }
    return Array(JSONText.text(of: answer.data).utf8)
  }

  /// The body of an answer from a host that the manifest names.
  func data(from address: String) async throws(ServiceError) -> [UInt8] {
    let request = try DirectRequest(url: absolute(address), method: nil, headers: [:], body: .null)
    if let answer = try await stubbedDocument(request) { return answer }
    return try await request.document(by: environment.transport, policy: policy, knowing: nil).body
  }

  /// Asks a host that the manifest names, for an action of a screen.
  func send(_ request: DirectRequest) async throws(ServiceError) -> DirectResponse {
    do {
      let response =
        if let answer = try await stub?.answer(to: request) { answer } else {
          try await request.send(by: environment.transport, policy: policy)
        }
      log(.info, .network, "\(request.summary): \(response.status)")
      return response
    } catch {
      log(.info, .network, "\(request.summary): \(error.message)")
      throw error
    }
  }
}

/// The documents of screens that servers allow to be used again.
private final class ScreenDocumentCache: Sendable {
  let documents: Mutex<DocumentCache<ScreenRequest, ScreenDefinition>>

  init(maximumBytes: Int) { documents = Mutex(DocumentCache(maximumBytes: maximumBytes)) }
}

/// A screen that was asked for before anybody went there; without one as long as it is under way.
private struct PrefetchedScreen: Sendable {
  var date: Date
  var screen: ScreenDefinition?
}

/// What became of an action.
enum ActionResult: Sendable {
  case success(ActionOutcome)
  case failure(ActionFailure)
}

/// What an action that succeeded leads to.
struct ActionOutcome: Sendable {
  /// The one object that was stored, for the next action.
  var object: Value?
  /// What the service answered.
  var answer: Value = .null
  /// The action that follows.
  var nextAction: String?
}

/// Why an action failed.
struct ActionFailure: Sendable, Error {
  /// One sentence for people.
  var message: String
  /// More for developers.
  var detail: String
  /// Whether the service has no such action.
  var isUnknown = false
  /// Whether somebody gave it up, so that nobody has to be told.
  var isCancelled = false

  init(_ message: String) {
    self.message = message
    detail = message
  }

  init(_ error: ServiceError) {
    message = error.message
    detail = error.description
    isUnknown = error.kind == .unknownAction
    isCancelled = error.kind == .cancelled
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

/// What an action tells before its end.
enum ActionReport: Sendable {
  /// How much of what is sent is sent, from 0 to 1.
  case progress(Double)
  /// An address that the person who asked has to see.
  case open(String)
}
