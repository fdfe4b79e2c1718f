/// The problems found in one document.
///
/// All readers of a document share one report. This bounds the number of diagnostics and the time spent on spelling
/// suggestions. A report stays within the task that reads the document.
package final class DocumentReport {
  /// The maximum number of unknown names in a document for which a suggestion is computed. Further ones are reported
  /// without one. Comparing a name with all known names takes time, and a document with more unknown names than this
  /// has a different problem.
  package static let maximumNearMisses = 50

  /// The number of comparisons left, shared by a report and its parts.
  private final class Budget {
    var nearMisses = DocumentReport.maximumNearMisses
  }

  /// The diagnostics found so far.
  package private(set) var diagnostics: Diagnostics
  /// Whether an error was reported, including errors dropped because the limit was reached.
  package private(set) var hasErrors = false
  private let file: String?
  private let budget: Budget

  /// Creates an empty report.
  /// - Parameters:
  ///   - file: The path of the document, relative to its bundle; nil if the caller adds it.
  ///   - limit: The maximum number of diagnostics to keep.
  package init(file: String? = nil, limit: Int = 1000) {
    self.file = file
    diagnostics = Diagnostics(limit: limit)
    budget = Budget()
  }

  private init(part limit: Int, of whole: DocumentReport) {
    file = whole.file
    diagnostics = Diagnostics(limit: limit)
    budget = whole.budget
  }

  /// Creates a separate report for a part of the document whose diagnostics are examined on their own. It has room for
  /// at least one diagnostic, so that the caller can tell whether there are any.
  package func part() -> DocumentReport { DocumentReport(part: max(1, room), of: self) }

  /// The number of diagnostics that can still be added.
  package var room: Int { diagnostics.limit - diagnostics.all.count }

  /// Adds a diagnostic.
  package func add(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    diagnostics.add(file.map { diagnostic.inFile($0) } ?? diagnostic)
  }

  /// Adds a diagnostic. Its message is built only if there is room for it, so that a hostile document cannot waste
  /// time.
  package func add(
    _ rule: String, _ range: SourceRange?, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, severity: Diagnostic.Severity = .error
  ) {
    guard room > 0 else {
      if severity == .error { hasErrors = true }
      return
    }
    add(Diagnostic(severity, rule: rule, range: range, message: message(), fix: fix()))
  }

  /// Adds a diagnostic about an unknown name.
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - known: The valid names, of which the closest is suggested.
  ///   - synonym: The valid name if the unknown one is a term of another system.
  ///   - otherwise: The fix if no valid name is close enough.
  package func add(
    _ rule: String, _ range: SourceRange?, _ message: @autoclosure () -> String, near name: String,
    in known: @autoclosure () -> some Sequence<String>, synonym: String? = nil,
    otherwise: @autoclosure () -> String? = nil, severity: Diagnostic.Severity = .error
  ) {
    add(
      rule, range, message(),
      fix: synonym.map { "did you mean '\($0)'?" } ?? nearMiss(name, in: known()) ?? otherwise(), severity: severity)
  }

  /// Returns a fix that suggests the closest name, while the budget for comparisons lasts.
  package func nearMiss(_ name: String, in known: some Sequence<String>) -> String? {
    guard budget.nearMisses > 0 else { return nil }
    budget.nearMisses -= 1
    return SpellingSuggestion.fix(for: name, in: known)
  }

  /// Returns the case that a text names, or reports a diagnostic and returns nil.
  /// - Parameters:
  ///   - text: The text from the document.
  ///   - message: Called with the valid names, quoted and comma-separated, to build the message for an invalid name.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: Located<String>, of type: Choice.Type = Choice.self, rule: String, _ message: (_ names: String) -> String
  ) -> Choice? {
    if let choice = Choice(rawValue: text.value) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    add(
      rule, text.range, message(names.map { "'\($0)'" }.joined(separator: ", ")), near: text.value, in: names)
    return nil
  }
}
