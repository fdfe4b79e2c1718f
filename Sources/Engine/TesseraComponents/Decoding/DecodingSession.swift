import TesseraExpressions
package import TesseraValues
import TesseraViews

/// What is known while the document of one screen is read, and what was found wrong with it.
///
/// All decoders of a screen share one session, so that there is one rule for names, types, references, expressions and
/// complaints.
package final class DecodingSession {
  /// To compare a wrong name with all others costs time; a document with more wrong names has another trouble.
  private static let maximumNearMisses = 50

  package let components: ComponentRegistry
  package let actions: ActionRegistry
  package let operations: Set<String>
  package var references: ReferenceNames
  /// What was found so far.
  package private(set) var diagnostics: Diagnostics
  /// What expressions read of names that are no data, to be checked when it is known what the names stand for.
  package private(set) var readings: [Reading] = []
  /// What expressions read of contexts, but for keys for which they say a default.
  package private(set) var contextReadings: [Reading] = []
  /// As many as are checked; a document with more of them has been made by a program.
  package static let maximumReadings = 10_000
  /// What alone gives the items of lists, of names that are no data.
  package private(set) var itemReadings: [Reading] = []
  /// A key that an expression reads of a name.
  package struct Reading {
    /// The name.
    package let name: String
    /// The key behind it; nil where the name is read as a whole.
    package let key: String?
    /// Where the expression stands.
    package let range: SourceRange
    /// Whether it stands in a row, which knows the row's components too.
    package let isInRow: Bool
    /// The file in which it stands, if that is another one than that of the screen.
    package let file: String?
  }
  /// The names that expressions can read anywhere on the screen.
  package var screenNames: Set<String> = []
  /// The names of the widget's options; nil where they are not known.
  package var optionNames: Set<String>?
  /// What screens that this one opens are about.
  package var contentOffers: [ContentOffer] = []
  /// The names of those that are for requests alone.
  package var secretOptionNames: Set<String> = []
  /// The keys of the widget's texts; nil where they are not known.
  package var stringKeys: Set<String>?
  /// Whether the widget may ask an address; nil where that is not known.
  package var allowsAddress: ((String) -> Bool)?
  /// Whether addresses that begin with `/` stand on one of the manifest.
  package var hasBase = false
  /// The looks that components can take.
  package var theme = Theme()
  /// Prototypes of rows that are kept in files of their own, by the identifiers of their tables.
  package var addedPrototypes: [String: [(name: String, document: JSONNode, file: String)]] = [:]
  /// What checks of single types of actions may know about the widget, such as its model.
  package var surroundings: any Sendable = ()
  /// Names of the place that is being read: contexts around it, the item of a row, the event of an action.
  private var localNames: [String] = []
  /// Names of contexts around the place that is being read.
  private var localContexts: [String] = []
  /// Names of the items of rows around the place that is being read.
  private var localItems: [String] = []
  private var localEvents: [String: EventDefinition] = [:]
  private var nearMissCount = 0

  package init(
    components: ComponentRegistry = .standard, actions: ActionRegistry = ActionRegistry(),
    operations: Set<String> = Set(TemplateOperations.standard.names), references: ReferenceNames = ReferenceNames(),
    maximumDiagnostics: Int = 1000
  ) {
    diagnostics = Diagnostics(limit: maximumDiagnostics)
    self.components = components
    self.actions = actions
    self.operations = operations
    self.references = references
  }

  // MARK: Names

  /// Reads what knows some more names.
  package func withNames<Result>(_ names: [String], _ body: () -> Result) -> Result {
    localNames.append(contentsOf: names)
    defer { localNames.removeLast(names.count) }
    return body()
  }

  /// Reads what stands in a row, whose item has some names.
  func withItems<Result>(_ names: [String], _ body: () -> Result) -> Result {
    localItems.append(contentsOf: names)
    defer { localItems.removeLast(names.count) }
    return body()
  }

  /// Whether a name is that of a row's item here.
  func isItem(_ name: String) -> Bool { localItems.contains(name) }

  /// Reads the actions of an event, which know what it tells by its name.
  func withEvent<Result>(_ event: EventDefinition, _ body: () -> Result) -> Result {
    let outer = localEvents.updateValue(event, forKey: event.name)
    defer { localEvents[event.name] = outer }
    return withNames([event.name], body)
  }

  /// Reads what stands in something that owns contexts.
  package func withContexts<Result>(_ contexts: [ContextDefinition], _ body: () -> Result) -> Result {
    let names = contexts.map(\.identifier)
    localContexts.append(contentsOf: names)
    defer { localContexts.removeLast(names.count) }
    return withNames(names, body)
  }

  /// Whether an expression can read a name here.
  func isKnown(_ name: String) -> Bool { screenNames.contains(name) || localNames.contains(name) }

  /// The contexts that can be written here.
  func isContext(_ name: String) -> Bool {
    localContexts.contains(name) || localItems.contains(name) || references[.context]?.contains(name) == true
  }

  /// Complains about a name that nothing has here.
  package func checkName(_ name: String, at range: SourceRange, _ severity: Diagnostic.Severity = .error) {
    guard !isKnown(name) else { return }
    add(
      severity, "unknown-identifier", range, "Nothing on this screen is called '\(name)'",
      near: name, in: screenNames.union(localNames))
  }

  /// Complains about a literal name of something that does not exist.
  package func checkReference(_ name: String, _ kind: ReferenceKind, at range: SourceRange) {
    if kind == .context {
      guard !isContext(name) else { return }
      return add(
        .error, kind.rule, range, kind.complaint(about: name), near: name,
        in: (references[.context] ?? []).union(localContexts))
    }
    guard !references.allows(name, kind) else { return }
    add(.error, kind.rule, range, kind.complaint(about: name), near: name, in: references[kind] ?? [])
  }

  // MARK: Complaints

  /// The file in which what is being read stands, if that is another one than that of the screen.
  package private(set) var file: String?

  /// Reads what stands in another file than the screen.
  package func withFile<Result>(_ file: String?, _ body: () -> Result) -> Result {
    let outer = self.file
    self.file = file ?? outer
    defer { self.file = outer }
    return body()
  }

  private func note(_ diagnostic: Diagnostic) {
    diagnostics.add(file.map { diagnostic.inFile($0) } ?? diagnostic)
  }

  /// Fixes are looked for only while there is room for the diagnostic: a hostile document must not buy time with names
  /// that are nearly right.
  package func add(
    _ rule: String, _ range: SourceRange, _ message: @autoclosure () -> String, fix: @autoclosure () -> String? = nil
  ) {
    guard diagnostics.all.count < diagnostics.limit else { return }
    note(Diagnostic(rule: rule, range: range, message: message(), fix: fix()))
  }

  /// Complains about a name, and suggests a known one or what is meant by a word of another system.
  package func add(
    _ severity: Diagnostic.Severity = .error, _ rule: String, _ range: SourceRange,
    _ message: @autoclosure () -> String, near name: String, in known: @autoclosure () -> some Sequence<String>,
    synonym: @autoclosure () -> String? = nil
  ) {
    guard diagnostics.all.count < diagnostics.limit else { return }
    let fix = synonym().map { "did you mean '\($0)'?" } ?? nearMiss(name, in: known())
    note(Diagnostic(severity, rule: rule, range: place(of: name, in: range), message: message(), fix: fix))
  }

  /// The documents in which texts are looked up, by their files; the screen's own has none.
  package var documents: [String?: JSONNode] = [:]
  private var places: [String?: TextPlaces] = [:]

  /// Where a name stands in a text.
  func place(of name: String, in range: SourceRange) -> SourceRange {
    if places[file] == nil, let document = documents[file] { places[file] = TextPlaces(document) }
    return places[file]?.place(of: name, in: range) ?? range
  }

  /// Notes that an expression reads a key of a name.
  /// - Parameter isOptional: whether the expression says what stands in for it.
  func noteReading(of name: String, key: String?, at range: SourceRange, isOptional: Bool) {
    if let key, let event = localEvents[name], !localContexts.contains(name) {
      let known = event.carries.map(\.name)
      guard !known.contains(key) else { return }
      return add(
        .error, "unknown-property", range,
        known.isEmpty ? "'\(name)' tells nothing" : "'\(name)' does not tell '\(key)'", near: key, in: known)
    }
    let reading = Reading(name: name, key: key, range: range, isInRow: localNames.contains("item"), file: file)
    if key != nil, !isOptional, contextReadings.count < Self.maximumReadings, isContext(name) {
      contextReadings.append(reading)
    }
    guard readings.count < Self.maximumReadings, !localNames.contains(name) else { return }
    readings.append(reading)
  }

  /// Notes that a path alone gives the items of a list.
  func noteItems(at path: ContextPath, range: SourceRange) {
    guard itemReadings.count < Self.maximumReadings, path.nodes.count <= 2, case .key(let name)? = path.nodes.first,
      !localNames.contains(name)
    else { return }
    var key: String?
    if case .key(let next)? = path.nodes.dropFirst().first { key = next }
    guard key != nil || path.nodes.count == 1 else { return }
    itemReadings.append(
      Reading(name: name, key: key, range: range, isInRow: localNames.contains("item"), file: file))
  }

  package func add(_ diagnostic: Diagnostic) { note(diagnostic) }

  package func nearMiss(_ name: String, in known: @autoclosure () -> some Sequence<String>) -> String? {
    nearMissCount += 1
    return nearMissCount > Self.maximumNearMisses ? nil : SpellingSuggestion.fix(for: name, in: known())
  }
}

/// What a screen gives another one that it opens.
package struct ContentOffer: Sendable, Hashable {
  /// The name of the screen that is opened.
  package var screen: String
  /// The entity of its content; nil where it is not known.
  package var entity: String?

  /// Creates an offer.
  package init(screen: String, entity: String?) {
    self.screen = screen
    self.entity = entity
  }
}
