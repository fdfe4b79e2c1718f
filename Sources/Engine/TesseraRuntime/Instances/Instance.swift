import Foundation
import Synchronization
package import TesseraBundles
public import TesseraData
import TesseraExpressions
public import TesseraLayout
package import TesseraServices
public import TesseraValues
package import TesseraViews

/// A placed widget: its definition, its store, and the service actions that change the store. All presentations of the
/// widget share it.
public final class Instance: Sendable {
  /// The identifier of the instance.
  public let id: String
  /// The definition of the widget.
  public let definition: WidgetDefinition
  /// The widget's data.
  package let store: Store
  /// The dependencies of the instance.
  public let environment: RuntimeEnvironment

  /// The executor of the presentations.
  let executor: WidgetExecutor
  let transformers: ValueTransformers
  let evaluationContext: EvaluationContext
  let location: StoreLocation
  /// The hosts that the instance may contact at present.
  var policy: HostPolicy { context.policy }
  /// The embedded widgets, by name.
  let embeddings = Mutex<[String: Instance]>([:])
  /// The place of the instance within other widgets.
  let enclosure: Enclosure
  private let pictures: ResourceFetcher
  /// The data that all presentations share.
  let global = SharedContext([:])
  /// The values of the widget's options.
  let options: OptionsStore
  /// The values of grouped forms.
  let forms: FormValueStore
  /// The context that the parts of the instance share.
  let context: InstanceContext
  /// Performs the actions of the service.
  let service: ServiceSession
  /// Loads the documents of screens.
  let screenLoader: ScreenLoader
  /// Sends the requests that screens make without the service.
  let requests: DirectRequestSender
  /// The current entry of the provider or timeline; null if there is neither.
  let entry = SharedContext(.null)
  /// The last update, which screens read.
  let lastUpdate: LastUpdate
  /// The provider that updates the widget in place of its documents.
  let provider: WidgetProvider?
  /// Whether the instance is only drawn: it has no effects beyond the screen, and it stores nothing.
  let isDrawnOnly: Bool
  /// The state of the widget's views that outlives them.
  let state: InstanceState
  /// The environment in which the widget's expressions are evaluated.
  let templateEnvironment: TemplateEnvironment

  /// Creates an instance of a widget.
  /// - Parameter location: The location of the store.
  /// - Throws: ``StoreError`` if the store cannot be opened.
  public convenience init(
    id: String, definition: WidgetDefinition, location: StoreLocation = .memory, environment: RuntimeEnvironment
  ) throws {
    try self.init(
      id: id, definition: definition, location: location, environment: environment, enclosure: Enclosure())
  }

  /// Creates an instance that may be within another one.
  convenience init(
    id: String, definition: WidgetDefinition, location: StoreLocation, environment: RuntimeEnvironment,
    enclosure: Enclosure
  ) throws {
    let store = try Store(
      model: definition.model, location: location, transformers: definition.transformers,
      replication: environment.storeReplication)
    self.init(
      Parts(
        id: id, definition: definition, store: store, location: location, environment: environment,
        executor: WidgetExecutor(environment), enclosure: enclosure))
  }

  /// What an instance is made of. A copy changes some of it.
  private struct Parts {
    let id: String
    var definition: WidgetDefinition
    var store: Store
    let location: StoreLocation
    var environment: RuntimeEnvironment
    let executor: WidgetExecutor
    var enclosure: Enclosure
    var isDrawnOnly = false
    // What a copy shares with its original. What is nil begins anew.
    var state: InstanceState?
    var provider: WidgetProvider?
    var documents: ScreenDocumentCache?
    var services: ServiceSessionState?
  }

  /// The parts of a copy, which shares nothing yet but the store.
  private var parts: Parts {
    Parts(
      id: id, definition: definition, store: store, location: location, environment: environment, executor: executor,
      enclosure: enclosure)
  }

  private init(_ parts: Parts) {
    id = parts.id
    let definition = parts.definition
    self.definition = definition
    store = parts.store
    location = parts.location
    let environment = parts.environment.sending(for: store)
    self.environment = environment
    executor = parts.executor
    enclosure = parts.enclosure
    isDrawnOnly = parts.isDrawnOnly
    state = parts.state ?? InstanceState(store: store)
    provider =
      parts.provider
      ?? definition.bundle.manifest.update.provider.flatMap { definition.extensions.providers[$0.value]?() }
    transformers = definition.transformers
    evaluationContext = EvaluationContext(
      now: environment.now, locale: environment.locale, timeZone: environment.timeZone)
    templateEnvironment = TemplateEnvironment(
      operations: definition.extensions.operations, transformers: transformers, context: evaluationContext)
    pictures = ResourceFetcher(transport: environment.transport, decoding: environment.contentDecoding)
    context = InstanceContext(
      definition: definition, environment: environment,
      hosts: InstanceHosts(of: definition.bundle, in: environment, limit: enclosure.hostLimit))
    options = OptionsStore(context, state: state)
    lastUpdate = LastUpdate(state, isStored: !isDrawnOnly)
    forms = FormValueStore(context, state: state, isDrawnOnly: isDrawnOnly)
    let services = parts.services ?? ServiceSessionState(state: state, location: location)
    service = ServiceSession(
      context, store: store, templateEnvironment: templateEnvironment, options: options, state: services)
    requests = DirectRequestSender(context, stubCalls: services.stubCalls)
    screenLoader = ScreenLoader(context, requests: requests, documents: parts.documents ?? ScreenDocumentCache())
  }

  /// The notifications to presentations and hosts.
  let announcements = WidgetNotificationCenter()

  /// Posts a notification to all presentations and to the followers of ``notifications``.
  public func post(_ notification: WidgetNotification) { announcements.post(notification) }

  /// The notifications from now on, including those of service actions. If a host is slow, the oldest are dropped.
  public var notifications: AsyncStream<WidgetNotification> { announcements.stream() }

  /// Returns an instance with a new definition and the data of this one, as far as the data fits the new model.
  /// - Throws: ``StoreError`` if the store cannot be opened.
  package func replacing(definition: WidgetDefinition) throws -> Instance {
    var parts = parts
    parts.definition = definition
    parts.services = service.state
    if definition.model == self.definition.model {
      parts.state = state
    } else {
      parts.store = try Store(
        model: definition.model, location: location, transformers: definition.transformers,
        replication: environment.storeReplication, copying: store)
    }
    return copy(parts, entry: entry.value)
  }

  /// Returns a reset instance with the data, the options and the entry of this one: without the state that its screens
  /// share, and with a new provider and a new session with the service.
  package func makeReset() -> Instance {
    var parts = parts
    parts.enclosure.budget = EmbeddingBudget()
    return copy(parts, entry: entry.value, beginsAnew: true)
  }

  /// Returns an instance with the values of this one's options, and with its shared data and last update unless it
  /// begins anew.
  private func copy(_ parts: Parts, entry: Value, beginsAnew: Bool = false) -> Instance {
    let copy = Instance(parts)
    copy.options.adopt(options)
    copy.entry.set(entry, at: ContextPath(nodes: []))
    guard !beginsAnew else { return copy }
    copy.global.set(global.value, at: ContextPath(nodes: []))
    copy.lastUpdate.adopt(lastUpdate)
    return copy
  }

  /// Returns an instance to open offscreen: it has the data of this one, and does not affect its presentations.
  /// - Parameters:
  ///   - date: The date that the widget sees; nil for the current one.
  ///   - entry: The value that screens read as `entry`.
  ///   - isDrawnOnly: Whether the instance is only drawn.
  func makeOffscreenCopy(at date: Date?, entry: Value, isDrawnOnly: Bool) -> Instance {
    var parts = parts
    if let date { parts.environment.now = { date } }
    parts.environment.analytics = nil
    // The update reports the problems of a drawing.
    if isDrawnOnly { parts.environment.log = nil }
    parts.isDrawnOnly = isDrawnOnly
    parts.state = isDrawnOnly ? state.copy() : state
    parts.provider = provider
    parts.documents = screenLoader.documents
    parts.services = service.state
    return copy(parts, entry: entry)
  }

  /// The message for users if the store's file was damaged.
  package var recoveryMessage: String? { store.recovery?.message }

  /// The display name of the widget.
  public var name: String { definition.bundle.manifest.name }

  /// Sets an option; all presentations are updated.
  public func setOption(_ name: String, to value: Value) { options.set(name, to: value) }

  /// Sets all options to the user's values, and the others to their defaults. A value that the widget itself wrote
  /// stays until the user sets a different one.
  package func setOptions(_ values: [String: Value]) { options.setAll(values) }

  /// The values that the widget wrote to its options, where the user has not set a different value since.
  package var ownOptions: [String: Value] { options.own }

  /// Resets options to the user's values, replacing those that the widget wrote.
  package func removeOwnOptions(_ names: Set<String>) { options.removeOwn(names) }

  /// Creates a presentation for one client, laid out for a window size in points.
  ///
  /// - Parameters:
  ///   - screen: The first screen; nil for the manifest's main screen.
  ///   - languages: The viewer's language tags, such as `de-AT`, in order of preference; empty for the widget's own
  ///     language.
  public func makePresentation(
    size: Size, screen: String? = nil, languages: [String] = []
  ) async -> Presentation {
    await makePresentation(size: size, place: nil, screen: screen, languages: languages)
  }

  /// Creates a presentation for a window on a grid.
  /// - Parameter last: The greatest view identifier that was shown in its place before.
  package func makePresentation(
    size: Size, place: GridPlace?, screen: String? = nil, languages: [String] = [], numberingAfter last: Int = 0
  ) async -> Presentation {
    let presentation = Presentation(
      instance: self, size: size, place: place, languages: languages, numberingAfter: last)
    await presentation.open(screen: screen)
    return presentation
  }

  /// Returns an image of the bundle, of the extensions or of an embedded widget.
  package func image(named name: String) -> BundleImage? {
    if name.hasPrefix(Self.embeddedMark), let end = name.firstIndex(of: "/") {
      return embeddedInstance(String(name[..<end].dropFirst()))?.image(named: String(name[name.index(after: end)...]))
    }
    return definition.bundle.image(named: name) ?? definition.extensions.images[name]
  }

  /// Returns the content of an image; nil if there is no such image.
  package func imageBytes(named name: String) -> [UInt8]? { image(named: name)?.bytes }

  /// Returns the content of the images of the bundle that a tree shows, by name.
  package func imageBytes(for tree: ViewTree) -> [String: [UInt8]] {
    var names: Set<String> = []
    for node in tree.preorder() {
      if let name = node[.image].value(at: "name").string { names.insert(name) }
      if node.kind == .image, let name = node[.placeholder].string { names.insert(name) }
    }
    return Dictionary(uniqueKeysWithValues: names.compactMap { name in imageBytes(named: name).map { (name, $0) } })
  }

  /// Returns the location of an embedded widget's store.
  func location(ofEmbedded name: String) -> StoreLocation {
    switch location {
    case .memory: .memory
    case .file(let file): .file(URL(filePath: "\(file.path).widgets/\(name).sqlite"))
    }
  }

  /// Whether the widget may contact the host of an address.
  package func allows(address: String) -> Bool { policy.allows(url: absolute(address)) }

  /// Whether a person typed an address with this host into the widget's options.
  func isTyped(address: String) -> Bool { policy.grants(url: absolute(address)) }

  /// Fetches an image from a server that pictures may come from.
  package func remoteImage(url: String) async throws(ServiceError) -> ImageResource {
    try await pictures.image(at: absolute(url), policy: context.hosts.picturePolicy)
  }

  /// Writes an entry to the app's log.
  func log(_ level: LogEntry.Level, _ category: LogEntry.Category, _ message: @autoclosure () -> String) {
    context.log(level, category, message())
  }

  /// Resolves an address; one that begins with `/` is relative to the manifest's `base`.
  package func absolute(_ address: String) -> String { context.absolute(address) }

}
