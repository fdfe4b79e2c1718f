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
  let policy: HostPolicy
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
  let options: OptionsStore
  /// The values of forms that belong together.
  let forms: FormValueStore
  /// What the instance's parts know of it.
  let context: InstanceContext
  /// Performs the actions of the service.
  let service: ServiceSession
  /// Loads the documents of screens.
  let screenLoader: ScreenLoader
  /// Sends the requests that screens make themselves.
  let requests: DirectRequestSender
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
    documents: ScreenDocumentCache? = nil, services: ServiceSessionState? = nil, hostLimit: [HostPattern]? = nil,
    nesting: Int = 0,
    embeddingBudget: EmbeddingBudget? = nil
  ) {
    self.nesting = nesting
    self.hostLimit = hostLimit
    self.embeddingBudget = embeddingBudget ?? EmbeddingBudget()
    self.id = id
    self.provider =
      provider ?? definition.bundle.manifest.update.provider.flatMap { definition.extensions.providers[$0.value]?() }
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
    templateEnvironment = TemplateEnvironment(
      operations: definition.extensions.operations, transformers: transformers, context: evaluationContext)
    var policy = environment.hostPolicy(of: definition.bundle)
    if let hostLimit { policy.hosts.removeAll { !hostLimit.contains($0) } }
    self.policy = policy
    pictures = ResourceFetcher(transport: environment.transport)
    context = InstanceContext(definition: definition, environment: environment, policy: policy)
    options = OptionsStore(context, state: self.state)
    forms = FormValueStore(context, state: self.state, isStill: isStill)
    let services = services ?? ServiceSessionState(state: self.state, location: location)
    service = ServiceSession(
      context, store: store, evaluation: evaluationContext, options: options, state: services)
    requests = DirectRequestSender(context, stubCalls: services.stubCalls)
    screenLoader = ScreenLoader(context, requests: requests, documents: documents ?? ScreenDocumentCache())
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
      environment: environment, executor: executor, state: isSame ? state : nil, services: service.state,
      hostLimit: hostLimit, nesting: nesting, embeddingBudget: embeddingBudget)
    next.adopt(self)
    next.entry.set(entry.value, at: ContextPath(nodes: []))
    return next
  }

  /// Takes the values of options and of what presentations share.
  private func adopt(_ former: Instance) {
    options.adopt(former.options.value)
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
      state: isStill ? state.copy() : state, provider: provider, isStill: isStill,
      documents: screenLoader.documents, services: service.state, hostLimit: hostLimit, nesting: nesting,
      embeddingBudget: embeddingBudget)
    copy.adopt(self)
    copy.entry.set(entry, at: ContextPath(nodes: []))
    return copy
  }

  /// What became of the store's file, if it was damaged, for people.
  package var recoveryMessage: String? { store.recovery?.message }

  /// The widget's name for people.
  public var name: String { definition.bundle.manifest.name }

  /// Gives an option another value; every presentation follows.
  public func setOption(_ name: String, to value: Value) { options.set(name, to: value) }

  /// Gives all options the values that a person set, and the others their defaults. What the widget wrote into one itself stays as
  /// long as no other value is set.
  package func setOptions(_ values: [String: Value]) { options.setAll(values) }

  /// What the widget wrote into its options, where no other value was set since.
  package var ownOptions: [String: Value] { options.own }

  /// Gives options the values that a person set, whatever the widget wrote there.
  package func removeOwnOptions(_ names: Set<String>) { options.removeOwn(names) }

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
    return definition.bundle.image(named: name) ?? definition.extensions.images[name]
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

  /// Writes to the app's log.
  func log(_ level: LogEntry.Level, _ category: LogEntry.Category, _ message: @autoclosure () -> String) {
    context.log(level, category, message())
  }

  /// An address that begins with `/` stands on the manifest's `base`.
  package func absolute(_ address: String) -> String { context.absolute(address) }

}
