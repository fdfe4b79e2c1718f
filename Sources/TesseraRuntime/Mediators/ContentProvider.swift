import TesseraData
import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Provides items to display controllers: the base of all providers.
package class ContentProvider: Mediator {
  /// Selects items.
  var predicate: ValuePredicate?
  /// Keys to sort by, all in one direction.
  var sortFields = SortFields(nil)
  /// What the items belong to.
  var masterObject: ScreenObject?
  /// Where the items are found in the master object, or where the master object is found in the items.
  var masterKeyPath: String?
  /// A further predicate that contains `$input`.
  var filter: ValuePredicate?
  /// The text for `$input`; empty for no filter.
  var searchString: String?
  /// Functions that make ``value`` of the items.
  var resultChain: [String] = [] { didSet { compiledChain = nil } }
  /// An argument for each function.
  var resultChainArgs: [String] = [] { didSet { compiledChain = nil } }
  /// The functions as they are applied; made when they are first needed after a change.
  private var compiledChain: ResultChain?

  private var consumers: [WeakConsumer] = []
  private var isFetched = false
  /// Providers can be each other's masters: news that come back end here.
  private var isNotifying = false

  private struct WeakConsumer {
    weak var controller: DisplayController?
  }

  // MARK: Items

  /// The number of items.
  var count: Int { 0 }

  /// An item; null outside.
  func item(at index: Int) -> Value { .null }

  /// What names an item as long as it exists.
  func key(at index: Int) -> Int64 { Int64(index) }

  /// The place of an item, or nil.
  func index(ofKey key: Int64) -> Int? { (0..<count).first { self.key(at: $0) == key } }

  /// The groups of items: what their items have in common, and where they stand.
  var sections: [(title: Value, range: Range<Int>)] { count == 0 ? [] : [(.null, 0..<count)] }

  /// Reads the items anew.
  func fetch() {}

  /// Reads the items if nobody did. Providers that stand behind others in the document may be asked before they are set
  /// up.
  func fetchIfNeeded() {
    if !isFetched { refetch() }
  }

  /// Reads the items anew, without letting anybody know.
  func refetch() {
    isFetched = true
    screen?.nestingFetches { fetch() }
  }

  package override func setUp() { fetchIfNeeded() }

  /// All items, or what the result chain makes of them.
  var value: Value {
    if resultChain.isEmpty { return .array((0..<count).map { item(at: $0) }) }
    // The common chains need one item or none; only others are worth a list of all.
    switch resultChain[0] {
    case "wx_first" where resultChain.count == 1: return item(at: 0)
    case "wx_last" where resultChain.count == 1: return item(at: count - 1)
    case "wx_count" where resultChain.count == 1: return .integer(Int64(count))
    default: break
    }
    let items = Value.array((0..<count).map { item(at: $0) })
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

  /// Sets the filter and reads the items anew.
  func filter(_ predicate: ValuePredicate?, input: String) {
    filter = predicate ?? filter
    searchString = input
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

  /// Lets those know who show the items that these are others, or stand elsewhere.
  func fetchedAnew() {
    notify { for consumer in consumers { consumer.controller?.render() } }
  }

  /// Lets those know who show the items that some of them have other values, and stand where they stood.
  func notify(changed keys: Set<Int64>) {
    notify { for consumer in consumers { consumer.controller?.render(changed: keys) } }
  }

  private func notify(_ body: () -> Void) {
    guard !isNotifying else { return }
    isNotifying = true
    defer { isNotifying = false }
    body()
    propertiesDidChange()
    screen?.nestingFetches { screen?.contentProviderDidChange(self) }
  }

  package override func attributeDidChange(_ name: String) {
    // What becomes of the items needs no other items.
    if name.hasPrefix("resultChain") { propertiesDidChange() } else { fetchAndNotify() }
  }

  package override func contentDidChange() {
    if case .content? = masterObject { fetchAndNotify() }
  }

  package override func close() { masterObject = nil }

  /// Time and locale for predicates.
  var context: EvaluationContext { screen?.core.templateEnvironment.context ?? .system }

  /// Reports a problem where people see it; the provider goes on with what it has.
  func report(_ message: String) { screen?.report("\(identifier): \(message)") }

  private static let table = PropertyTable("ContentProvider", providerProperties)
  package override class var properties: PropertyTable<Mediator> { table }

  static let providerProperties: [Property<Mediator>] = [
    .predicate(
      ContentProvider.self, "predicateFormat", "Selects items.", get: { $0.predicate }, set: { $0.predicate = $1 }),
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
      ContentProvider.self, "masterKeyPath", "Leads from the items to the master object, or back.", \.masterKeyPath),
    .predicate(
      ContentProvider.self, "filterFormat", "A further predicate that contains $input.", get: { $0.filter },
      set: { $0.filter = $1 }),
    .text(ContentProvider.self, "searchString", "The text for $input.", \.searchString),
    .texts(ContentProvider.self, "resultChain", "Functions that make the value of the items.", \.resultChain),
    .texts(ContentProvider.self, "resultChainArgs", "An argument for each function.", \.resultChainArgs),
    .of(ContentProvider.self, "value", .any, "What the result chain makes of the items.", get: { $0.value }),
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
    .of(ContentProvider.self, "isEmpty", .bool, "Whether there are no items.", get: { .bool($0.count == 0) }),
    .of(ContentProvider.self, "first", .any, "The first item.", get: { $0.item(at: 0) }),
    .of(ContentProvider.self, "last", .any, "The last item.", get: { $0.item(at: $0.count - 1) }),
  ]

  package override class var outlets: [Outlet] {
    [
      Outlet(
        name: "masterObject", documentation: "What the items belong to.", accepts: .objects, isList: false,
        connect: { owner, targets in (owner as? ContentProvider)?.masterObject = targets.first })
    ]
  }

  /// The master object's value: a provider stands for its value, the content for itself.
  var masterValue: Value? {
    switch masterObject {
    case .content: screen?.content
    case .mediator(let mediator): mediator.value(forKey: "value") ?? .null
    case .view(let view): view.value
    case nil: nil
    }
  }
}

extension Property where Owner: AnyObject {
  /// A predicate of a subclass that may be absent, parsed when it is read.
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
