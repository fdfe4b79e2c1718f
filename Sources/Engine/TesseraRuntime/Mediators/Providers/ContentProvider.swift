import Foundation
import TesseraData
import TesseraExpressions
package import TesseraValues
package import TesseraViews

/// Provides items to display controllers. The base class of all providers.
package class ContentProvider: Mediator {
  /// The predicate that selects items.
  var predicate: ValuePredicate?
  /// The keys to sort by, all in one direction.
  var sortFields = SortFields(nil)
  /// The object that the items belong to.
  var masterObject: ScreenObject?
  /// The path from the master object to the items, or from the items to the master object.
  var masterKeyPath: String?
  /// An additional predicate that contains `$input`.
  var filter: ValuePredicate?
  /// The text for `$input`; empty for no filter.
  var searchString: String?
  /// The functions that compute ``value`` from the items.
  var resultChain: [String] = [] { didSet { compiledChain = nil } }
  /// The arguments of the functions, one each.
  var resultChainArgs: [String] = [] { didSet { compiledChain = nil } }
  /// The compiled functions, created on demand after a change.
  private var compiledChain: ResultChain?

  /// The key of the current item; nil for the first one. See ``currentIndex``.
  private var currentKey: Int64?

  private var consumers: [WeakConsumer] = []
  private var isFetched = false
  /// Whether a notification is in progress. Providers can be each other's masters, so notifications must not recurse.
  private(set) var isNotifying = false
  /// Whether other items are being selected, so that those that come and go are not changes of the data.
  private var isSelecting = false
  /// The items that the document's actions know of; nil if it has none for ``dataChange``.
  private var knownItems: ItemSnapshot?
  private var dataChanges = DataChanges(start: .distantPast)

  /// How often the document was told of changes.
  private struct DataChanges {
    /// When the present second began.
    var start: Date
    var count = 0
    /// Whether the next time waits.
    var isDelayed = false
  }

  private struct WeakConsumer {
    weak var controller: DisplayController?
  }

  // MARK: Items

  /// The number of items.
  var count: Int { 0 }

  /// Returns an item; null if the index is out of range.
  func item(at index: Int) -> Value { .null }

  /// Returns the key of an item, which is stable while the item exists.
  func key(at index: Int) -> Int64 { Int64(index) }

  /// Returns the index of an item, or nil.
  func index(ofKey key: Int64) -> Int? { (0..<count).first { self.key(at: $0) == key } }

  /// The sections: the common value and the range of items of each.
  var sections: [(title: Value, range: Range<Int>)] { count == 0 ? [] : [(.null, 0..<count)] }

  /// Fetches the items.
  func fetch() {}

  /// Fetches the items if they have not been fetched. Objects may use a provider that follows in the document before it
  /// is set up.
  func fetchIfNeeded() {
    if !isFetched { refetch() }
  }

  /// Fetches the items again, without notifying consumers.
  func refetch() {
    isFetched = true
    screen?.nestingFetches { fetch() }
  }

  package override func setUp() {
    fetchIfNeeded()
    wantedIndex.map { select(at: $0) }
    wantedIndex = nil
    if handles(Self.dataChange.name) { knownItems = ItemSnapshot(of: self) }
  }

  /// All items, or the result of the result chain.
  var value: Value {
    if resultChain.isEmpty { return .array((0..<count).map { item(at: $0) }) }
    // The common chains need at most one item, so they avoid a list of all.
    switch resultChain[0] {
    case "wx_first" where resultChain.count == 1: return item(at: 0)
    case "wx_last" where resultChain.count == 1: return item(at: count - 1)
    case "wx_count" where resultChain.count == 1: return .integer(Int64(count))
    default: break
    }
    return chained((0..<count).map { item(at: $0) })
  }

  /// Applies the result chain to items.
  func chained(_ items: [Value]) -> Value {
    if resultChain.isEmpty { return .array(items) }
    let items = Value.array(items)
    do throws(Diagnostic) {
      if let compiledChain { return compiledChain.value(of: items, context: context) }
      let chain = try ResultChain(resultChain, arguments: resultChainArgs.isEmpty ? nil : resultChainArgs)
      compiledChain = chain
      return chain.value(of: items, context: context)
    } catch {
      report(error.message)
      return .null
    }
  }

  /// Sets the filter and fetches the items again.
  func filter(_ predicate: ValuePredicate?, input: String) {
    filter = predicate ?? filter
    searchString = input
    selecting { fetchAndNotify() }
  }

  /// The index of the current item; nil if there are no items. If the item no longer exists, the first one is current.
  var currentIndex: Int? {
    guard count > 0 else { return nil }
    return currentKey.flatMap { index(ofKey: $0) } ?? 0
  }

  /// The index to select when the items are available.
  private var wantedIndex: Int?

  /// Selects an item, or does so when items are available: documents may set the index before outlets are connected.
  private func go(to index: Int) {
    guard isFetched else { return wantedIndex = index }
    select(at: index)
  }

  /// Selects an item, which stays selected when its index changes.
  func select(at index: Int) {
    guard (0..<count).contains(index), index != currentIndex else { return }
    currentKey = key(at: index)
    propertiesDidChange()
  }

  /// Returns the item at a distance from the current one; null if out of range.
  private func neighbour(_ distance: Int) -> Value {
    guard let currentIndex, (0..<count).contains(currentIndex + distance) else { return .null }
    return item(at: currentIndex + distance)
  }

  package override class var selectors: [String] { ["next", "previous", "reset"] }

  package override func perform(selector: String, with object: Value) {
    switch selector {
    case "next": currentIndex.map { select(at: $0 + 1) }
    case "previous": currentIndex.map { select(at: $0 - 1) }
    default: reset()
    }
  }

  /// Fetches the items again and selects the first one.
  func reset() {
    currentKey = nil
    fetchAndNotify()
  }

  // MARK: Consumers

  func addConsumer(_ controller: DisplayController) {
    consumers.removeAll { $0.controller == nil }
    guard !consumers.contains(where: { $0.controller === controller }) else { return }
    consumers.append(WeakConsumer(controller: controller))
  }

  func fetchAndNotify() {
    guard !isNotifying else { return }
    refetch()
    fetchedAnew()
  }

  /// Notifies consumers that the items or their order changed.
  func fetchedAnew() {
    notify { for consumer in consumers { consumer.controller?.render() } }
  }

  /// Notifies consumers that the values of some items changed, but not their order.
  func notify(changed keys: Set<Int64>) {
    notify { for consumer in consumers { consumer.controller?.render(changed: keys) } }
  }

  private func notify(_ body: () -> Void) {
    guard !isNotifying else { return }
    isNotifying = true
    body()
    propertiesDidChange()
    screen?.nestingFetches { screen?.contentProviderDidChange(self) }
    isNotifying = false
    emitDataChange()
  }

  // MARK: Events

  /// The event of items that came, changed or went.
  private static let dataChange = EventDefinition(
    "onDataChange",
    "The data of its items changed while the screen is open. A search and other attributes are no such change.",
    carries: [
      .init("inserted", .list, "the new items"), .init("updated", .list, "the items that have other values"),
      .init("deleted", .list, "the items that are gone, as they were"),
    ])

  package override class var events: [EventDefinition] { [dataChange] }

  /// The properties that contain data. The others select it.
  class var dataProperties: Set<String> { [] }

  /// Selects other items, which is not a change of the data.
  private func selecting(_ body: () -> Void) {
    isSelecting = true
    body()
    isSelecting = false
  }

  private func emitDataChange() {
    guard let former = knownItems else { return }
    let isChange = !isSelecting && former.master == masterIdentity
    if isChange, !mayEmitDataChange() { return }
    let current = ItemSnapshot(of: self)
    knownItems = current
    guard isChange else { return }
    let changes = current.changes(since: former)
    if !changes.isEmpty { emit(Self.dataChange.name, changes) }
  }

  /// The object that the items belong to.
  var masterIdentity: ValueObjectIdentity? { masterValue?.object?.identity }

  /// The maximum number of `onDataChange` of a provider in a second. Later changes are told together a second later, also
  /// those that the event's own actions cause.
  private static let maximumDataChanges = 16

  /// Whether the event may be sent now. If not, it is sent later.
  private func mayEmitDataChange() -> Bool {
    guard let screen, !dataChanges.isDelayed else { return false }
    let now = screen.core.instance.environment.now()
    if abs(now.timeIntervalSince(dataChanges.start)) >= 1 { dataChanges = DataChanges(start: now) }
    dataChanges.count += 1
    guard dataChanges.count > Self.maximumDataChanges else { return true }
    dataChanges.isDelayed = true
    screen.timers.after(seconds: 1, isTimePassing: true) { [weak self] in
      guard let self else { return }
      dataChanges.isDelayed = false
      emitDataChange()
    }
    return false
  }

  package override func attributeDidChange(_ name: String) {
    // These attributes do not affect which items are fetched.
    if name.hasPrefix("resultChain") || name == "currentIndex" { return propertiesDidChange() }
    if Self.dataProperties.contains(name) { return fetchAndNotify() }
    selecting { if name == "predicateFormat" { predicateDidChange() } else { fetchAndNotify() } }
  }

  /// Called after ``predicate`` changed.
  func predicateDidChange() { fetchAndNotify() }

  package override func contentDidChange() {
    if case .content? = masterObject { fetchAndNotify() }
  }

  package override func close() { masterObject = nil }

  /// The time and locale for predicates.
  var context: EvaluationContext { screen?.core.templateEnvironment.context ?? .system }

  /// Reports a problem to the user. The provider continues with its current items.
  func report(_ message: String) { screen?.report("\(identifier): \(message)") }

  private static let table = PropertyTable("ContentProvider", providerProperties)
  package override class var properties: PropertyTable<Mediator> { table }

  static let providerProperties: [Property<Mediator>] = [
    .predicate(
      ContentProvider.self, "predicateFormat", "The predicate that selects items.", get: { $0.predicate },
      set: { $0.predicate = $1 }),
    .parsed(
      ContentProvider.self, "sortByFields", .sortFields, "Comma-separated keys to sort by.",
      get: { provider in
        let paths = provider.sortFields.paths.map(\.description)
        return paths.isEmpty ? .null : .string(paths.joined(separator: ","))
      },
      parse: { value throws(PropertyMismatch) in SortFields(value.string).paths },
      set: { $0.sortFields.paths = $1 }),
    .flag(
      ContentProvider.self, "sortAscending", "The direction of sorting; true by default.", \.sortFields.isAscending),
    .text(
      ContentProvider.self, "masterKeyPath", "The path from the items to the master object, or from it to the items.",
      \.masterKeyPath),
    .predicate(
      ContentProvider.self, "filterFormat", "A further predicate that contains $input.", get: { $0.filter },
      set: { $0.filter = $1 }),
    .text(ContentProvider.self, "searchString", "The text for $input.", \.searchString),
    .texts(ContentProvider.self, "resultChain", "The functions that compute the value from the items.", \.resultChain),
    .texts(ContentProvider.self, "resultChainArgs", "The arguments of the functions, one each.", \.resultChainArgs),
    .of(
      ContentProvider.self, "resultChainTxt", .string, "The same as resultChain, with '|' between the functions.",
      get: { .string($0.resultChain.joined(separator: "|")) }, set: { $0.resultChain = pieces(of: $1) }),
    .of(
      ContentProvider.self, "resultChainArgsTxt", .string,
      "The same as resultChainArgs, with '|' between the arguments.",
      get: { .string($0.resultChainArgs.joined(separator: "|")) }, set: { $0.resultChainArgs = arguments(in: $1) }),
    .of(ContentProvider.self, "value", .any, "The result of the result chain.", get: { $0.value }),
    .of(
      ContentProvider.self, "allItems", .any, "All items.",
      get: { provider in
        .array((0..<provider.count).map { provider.item(at: $0) })
      }),
    .of(ContentProvider.self, "totalCount", .number, "The number of items.", get: { .integer(Int64($0.count)) }),
    .of(
      ContentProvider.self, "sectionsCount", .number, "The number of groups of items.",
      get: { .integer(Int64($0.sections.count)) }),
    .of(
      ContentProvider.self, "sections", .list, "The groups of items: objects with 'title' and 'count'.",
      get: { provider in
        .array(
          provider.sections.map { ["title": $0.title, "count": .integer(Int64($0.range.count))] })
      }),
    .of(
      ContentProvider.self, "itemsCountInSection", .list, "The number of items of each group, in order.",
      get: { .array($0.sections.map { .integer(Int64($0.range.count)) }) }),
    .of(
      ContentProvider.self, "current", .any,
      "The current item: the first one, until 'next' or 'previous' selects another.",
      get: { $0.neighbour(0) }),
    .of(
      ContentProvider.self, "currentIndex", .number, "The index of the current item, from 0; -1 if there is none.",
      get: { .integer(Int64($0.currentIndex ?? -1)) }, set: { $0.go(to: $1.itemIndex) }),
    .of(ContentProvider.self, "next", .any, "The item after the current one.", get: { $0.neighbour(1) }),
    .of(ContentProvider.self, "previous", .any, "The item before the current one.", get: { $0.neighbour(-1) }),
    .of(ContentProvider.self, "isEmpty", .bool, "Whether there are no items.", get: { .bool($0.count == 0) }),
    .of(ContentProvider.self, "first", .any, "The first item.", get: { $0.item(at: 0) }),
    .of(ContentProvider.self, "last", .any, "The last item.", get: { $0.item(at: $0.count - 1) }),
  ]

  static func pieces(of value: Value) -> [String] {
    arguments(in: value).map {
      String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  /// Splits arguments at `|`. White space is significant: a separator `, ` differs from `,`.
  static func arguments(in value: Value) -> [String] {
    guard let text = value.string, !text.isEmpty else { return [] }
    return text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
  }

  package override class var outlets: [Outlet] {
    [
      Outlet(
        name: "masterObject", documentation: "The object that the items belong to.", accepts: .objects, isList: false,
        connect: { owner, targets in (owner as? ContentProvider)?.masterObject = targets.first })
    ]
  }

  /// The value of the master object: for a mediator its `value`, for the content the content itself.
  var masterValue: Value? {
    switch masterObject {
    case .content: screen?.content
    case .mediator(let mediator): mediator.value(forKey: "value") ?? .null
    case .view(let view): view.value
    case .constraint(let constraint): .double(constraint.constant)
    case nil: nil
    }
  }
}

extension Value {
  /// The value as an index, from 0; -1 if it is none.
  var itemIndex: Int { number.flatMap { $0.isFinite ? Int(min(max($0, -1), 1e9)) : nil } ?? -1 }
}

extension Property where Owner: AnyObject {
  /// Creates an optional predicate property of a subclass. The predicate is parsed before it is set.
  static func predicate<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    get: @escaping @Sendable (Subclass) -> ValuePredicate?,
    set: @escaping @Sendable (Subclass, ValuePredicate?) -> Void
  ) -> Property<Owner> {
    .parsed(
      type, name, .predicate, documentation, get: { owner in get(owner).map { .string($0.format) } ?? .null },
      parse: { value throws(PropertyMismatch) -> ValuePredicate? in
        if let compiled = value.object as? PredicateValue { return compiled.predicate }
        guard let format = value.string, !format.isEmpty else { return nil }
        do throws(Diagnostic) {
          return try ValuePredicate(format)
        } catch {
          throw PropertyMismatch(expected: "predicate", problem: error)
        }
      }, set: set)
  }
}
