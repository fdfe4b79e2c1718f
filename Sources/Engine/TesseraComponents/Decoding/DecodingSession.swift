import TesseraExpressions
package import TesseraValues
import TesseraViews

/// The decoding of one screen's documents: the names in scope, what expressions read, and the diagnostics.
///
/// All decoders of a screen share a session, which applies the rules for names, types, references and expressions in one
/// place.
package final class DecodingSession {
  package let configuration: DecodingConfiguration
  private let collector: DiagnosticCollector
  private var scope = ReferenceScope()
  /// The reads that are checked when the whole screen is known.
  package private(set) var readings = ReadingLog()
  /// The names that literals can refer to, by kind.
  package var references: ReferenceNames
  /// The row prototypes in separate files, by the identifiers of their tables.
  package var addedPrototypes: [String: [(name: String, document: JSONNode, file: String)]] = [:]
  /// The content that this screen passes to the screens it opens.
  package var offeredContents: [OfferedContent] = []

  package init(
    _ configuration: DecodingConfiguration = DecodingConfiguration(), references: ReferenceNames = ReferenceNames(),
    maximumDiagnostics: Int = 1000
  ) {
    self.configuration = configuration
    self.references = references
    collector = DiagnosticCollector(limit: maximumDiagnostics)
  }

  package var components: ComponentRegistry { configuration.components }
  package var actions: ActionRegistry { configuration.actions }

  // MARK: Scope

  /// The names that expressions can read anywhere on the screen.
  package var screenNames: Set<String> {
    get { scope.screenNames }
    set { scope.screenNames = newValue }
  }

  /// Calls a closure with additional names in scope.
  package func withNames<Result>(_ names: [String], _ body: () -> Result) -> Result {
    scope.enter(names: names)
    defer { scope.leave(names: names) }
    return body()
  }

  /// Calls a closure for the content of a row, with the names of its item in scope.
  func withItems<Result>(_ names: [String], _ body: () -> Result) -> Result {
    scope.enter(items: names)
    defer { scope.leave(items: names) }
    return body()
  }

  /// Calls a closure for the actions of an event, which can read its details by its name.
  func withEvent<Result>(_ event: EventDefinition, _ body: () -> Result) -> Result {
    let outer = scope.enter(event)
    defer { scope.leave(event, restoring: outer) }
    return body()
  }

  /// Calls a closure for the content of an owner of contexts.
  package func withContexts<Result>(_ contexts: [ContextDefinition], _ body: () -> Result) -> Result {
    let names = contexts.map(\.identifier)
    scope.enter(contexts: names)
    defer { scope.leave(contexts: names) }
    return body()
  }

  /// Returns whether a name refers to the item of an enclosing row.
  func isItem(_ name: String) -> Bool { scope.isItem(name) }

  /// Returns whether a name is a context that can be written at the current position.
  func isContext(_ name: String) -> Bool {
    scope.isLocalContext(name) || references[.context]?.contains(name) == true
  }

  /// Reports a name that is not defined at the current position.
  package func checkName(_ name: String, at range: SourceRange, _ severity: Diagnostic.Severity = .error) {
    guard !scope.isKnown(name) else { return }
    add(
      severity, "unknown-identifier", range, "Unknown name '\(name)' on this screen",
      near: name, in: scope.screenNames.union(scope.localNames))
  }

  /// Reports a literal name that refers to nothing.
  package func checkReference(_ name: String, _ kind: ReferenceKind, at range: SourceRange) {
    if kind == .context {
      guard !isContext(name) else { return }
      return add(
        .error, kind.rule, range, kind.complaint(about: name), near: name,
        in: (references[.context] ?? []).union(scope.localContexts))
    }
    guard !references.allows(name, kind) else { return }
    add(.error, kind.rule, range, kind.complaint(about: name), near: name, in: references[kind] ?? [])
  }

  // MARK: Reads

  /// Records that an expression reads a key of a name.
  ///
  /// - Parameter isOptional: Whether the expression provides a default.
  func recordReading(of name: String, key: String?, at range: SourceRange, isOptional: Bool) {
    if let key, let event = scope.event(name) {
      let known = event.carries.map(\.name)
      guard !known.contains(key) else { return }
      return add(
        .error, "unknown-property", range,
        known.isEmpty ? "'\(name)' has no values" : "'\(name)' has no value '\(key)'", near: key, in: known)
    }
    let reading = reading(of: name, key: key, at: range, isOptional: isOptional)
    if isContext(name) { readings.addContext(reading) }
    if !scope.isLocal(name) { readings.addName(reading) }
  }

  /// Records that a binding reads a path. Bindings are outside of the rows in which their components may be.
  package func recordReading(of path: ValuePath, at range: SourceRange) {
    guard let name = path.keys.first, !scope.isLocal(name) else { return }
    readings.addName(
      Reading(
        name: name, key: path.keys.dropFirst().first, range: range, isOptional: false, isInRow: true,
        file: collector.file))
  }

  /// Records that a plain path provides the items of a list.
  func recordItems(at path: ContextPath, range: SourceRange) {
    guard path.nodes.count <= 2, case .key(let name)? = path.nodes.first, !scope.isLocal(name) else { return }
    var key: String?
    if case .key(let next)? = path.nodes.dropFirst().first { key = next }
    guard key != nil || path.nodes.count == 1 else { return }
    readings.addItems(reading(of: name, key: key, at: range))
  }

  /// Records a read of the elements of a list.
  func recordElements(_ reading: ElementReading, range: SourceRange) {
    let list = reading.list.valuePath.keys
    guard let name = list.first, isContext(name), !scope.isLocal(name), let key = reading.path.keys.first else {
      return
    }
    readings.addList(ListReading(list: list, key: key, range: range, file: collector.file))
  }

  private func reading(
    of name: String, key: String?, at range: SourceRange, isOptional: Bool = false
  ) -> Reading {
    Reading(
      name: name, key: key, range: range, isOptional: isOptional, isInRow: scope.isInRow, file: collector.file)
  }

  // MARK: Diagnostics

  /// The diagnostics so far.
  package var diagnostics: Diagnostics { collector.diagnostics }

  /// The file being decoded, if it differs from that of the screen.
  package var file: String? { collector.file }

  /// The documents in which texts are looked up, by file. The key of the screen's own document is nil.
  package var documents: [String?: JSONNode] {
    get { collector.documents }
    set { collector.documents = newValue }
  }

  /// Calls a closure for content in another file.
  package func withFile<Result>(_ file: String?, _ body: () -> Result) -> Result { collector.withFile(file, body) }

  package func add(_ diagnostic: Diagnostic) { collector.add(diagnostic) }

  /// Adds a diagnostic. The fix is computed only if the diagnostic will be kept, so that a hostile document cannot
  /// consume time with misspelled names.
  package func add(
    _ rule: String, _ range: SourceRange, _ message: @autoclosure () -> String, fix: @autoclosure () -> String? = nil
  ) {
    guard !collector.isFull else { return }
    collector.add(Diagnostic(rule: rule, range: range, message: message(), fix: fix()))
  }

  /// Reports a name and suggests a similar known name, or the equivalent of a name used in other systems.
  package func add(
    _ severity: Diagnostic.Severity = .error, _ rule: String, _ range: SourceRange,
    _ message: @autoclosure () -> String, near name: String, in known: @autoclosure () -> some Sequence<String>,
    synonym: @autoclosure () -> String? = nil
  ) {
    guard !collector.isFull else { return }
    let fix = synonym().map { "did you mean '\($0)'?" } ?? nearMiss(name, in: known())
    collector.add(Diagnostic(severity, rule: rule, range: wordRange(of: name, in: range), message: message(), fix: fix))
  }

  /// Returns the range of a name in a text.
  func wordRange(of name: String, in range: SourceRange) -> SourceRange { collector.wordRange(of: name, in: range) }

  package func nearMiss(_ name: String, in known: @autoclosure () -> some Sequence<String>) -> String? {
    collector.nearMiss(name, in: known())
  }
}

/// The content that a screen passes to another screen that it opens.
package struct OfferedContent: Sendable, Hashable {
  /// The name of the opened screen.
  package var screen: String
  /// The entity of the content, or nil if it is unknown.
  package var entity: String?

  /// Creates an offer.
  package init(screen: String, entity: String?) {
    self.screen = screen
    self.entity = entity
  }
}
