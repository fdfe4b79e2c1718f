/// A problem in a document, as structured data: what is wrong, where, by which rule, and how to fix it.
///
/// The user interface turns diagnostics into text, so that a command, a page and an editor can each present them in
/// their own way.
public struct Diagnostic: Sendable, Hashable, Error {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The document, or the part that the diagnostic refers to, cannot be used.
    case error
    /// The document works, but probably not as intended.
    case warning
  }

  /// The severity.
  public var severity: Severity
  /// The stable name of the violated rule in kebab case, such as `unknown-component`.
  public var rule: String
  /// The path of the document, relative to its bundle.
  public var file: String?
  /// The smallest range that contains the problem.
  public var range: SourceRange?
  /// The headline: one sentence without a period, most specific part first, with names quoted in `'`.
  public var message: String
  /// The suggested fix, as a verb phrase: `Replace 'lable' with 'label'`.
  public var fix: String?

  /// Creates a diagnostic.
  public init(
    _ severity: Severity = .error, rule: String, file: String? = nil, range: SourceRange? = nil, message: String,
    fix: String? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.file = file
    self.range = range
    self.message = message
    self.fix = fix
  }

  /// Returns the same diagnostic with a file name. An existing file name is kept.
  public func inFile(_ name: String) -> Diagnostic {
    var copy = self
    copy.file = file ?? name
    return copy
  }

  /// Returns the same diagnostic with a range. An existing range is kept.
  public func at(_ sourceRange: SourceRange?) -> Diagnostic {
    var copy = self
    copy.range = range ?? sourceRange
    return copy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic as one line in the style of compilers: `file:line:column: error: message; fix [rule]`.
  public var description: String {
    var location = file ?? ""
    if let start = range?.start { location += (location.isEmpty ? "" : ":") + "\(start.line):\(start.column)" }
    let head = location.isEmpty ? "" : location + ": "
    let tail = fix.map { "; \($0)" } ?? ""
    return "\(head)\(severity.rawValue): \(message)\(tail) [\(rule)]"
  }
}

/// A collection of diagnostics. Validation passes add problems to it and continue, so that one run reports all
/// problems.
public struct Diagnostics: Sendable, Hashable {
  /// The collected diagnostics, in order of discovery.
  public private(set) var all: [Diagnostic] = []
  /// The maximum number of diagnostics kept. It prevents a hostile document from filling the memory with diagnostics.
  public let limit: Int

  /// Creates an empty collection.
  public init(limit: Int = 1000) { self.limit = limit }

  /// Adds a diagnostic, unless the limit is reached.
  public mutating func add(_ diagnostic: Diagnostic) {
    if all.count < limit { all.append(diagnostic) }
  }

  /// Adds the diagnostics of a sequence, up to the limit.
  public mutating func add(contentsOf others: some Sequence<Diagnostic>) {
    for other in others { add(other) }
  }

  /// Whether the collection contains an error.
  public var hasErrors: Bool { all.contains { $0.severity == .error } }
}
