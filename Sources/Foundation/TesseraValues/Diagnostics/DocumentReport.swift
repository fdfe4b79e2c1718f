/// What is found wrong with one document.
///
/// All readers of a document share one report, so that there is one bound on the complaints, and one on the time that
/// is spent on guessing what was meant. A report stays with the task that reads the document.
package final class DocumentReport {
  /// To compare a wrong name with all others costs time; a document with more wrong names has another trouble.
  package static let maximumNearMisses = 50

  /// The names that may still be compared, for a report and its parts together.
  private final class Budget {
    var nearMisses = DocumentReport.maximumNearMisses
  }

  /// What was found so far.
  package private(set) var diagnostics: Diagnostics
  /// Whether any complaint was an error, those included for which there was no room.
  package private(set) var hasErrors = false
  private let file: String?
  private let budget: Budget

  /// An empty report.
  /// - Parameters:
  ///   - file: the document, relative to its bundle; nil where others say it.
  ///   - limit: the most complaints that are kept.
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

  /// A report of its own for a part of the document whose complaints are looked at by themselves. It takes one complaint
  /// at least, so that it is known whether there are any.
  package func part() -> DocumentReport { DocumentReport(part: max(1, room), of: self) }

  /// How many complaints there is room for.
  package var room: Int { diagnostics.limit - diagnostics.all.count }

  /// Adds a complaint.
  package func add(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    diagnostics.add(file.map { diagnostic.inFile($0) } ?? diagnostic)
  }

  /// Adds a complaint. Its words are made only where there is room for it: a hostile document must not buy time.
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

  /// Adds a complaint about a name.
  /// - Parameters:
  ///   - name: the wrong name.
  ///   - known: the right ones, of which the nearest is suggested.
  ///   - synonym: the right name where the wrong one is a word of another system.
  ///   - otherwise: the fix where nothing is near.
  package func add(
    _ rule: String, _ range: SourceRange?, _ message: @autoclosure () -> String, near name: String,
    in known: @autoclosure () -> some Sequence<String>, synonym: String? = nil,
    otherwise: @autoclosure () -> String? = nil, severity: Diagnostic.Severity = .error
  ) {
    add(
      rule, range, message(),
      fix: synonym.map { "did you mean '\($0)'?" } ?? nearMiss(name, in: known()) ?? otherwise(), severity: severity)
  }

  /// A fix that names the nearest name, while there is time for it.
  package func nearMiss(_ name: String, in known: some Sequence<String>) -> String? {
    guard budget.nearMisses > 0 else { return nil }
    budget.nearMisses -= 1
    return SpellingSuggestion.fix(for: name, in: known)
  }

  /// One of a fixed set of names.
  /// - Parameters:
  ///   - text: what the document says.
  ///   - message: what to say about another name; gets the names, quoted and between commas.
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
