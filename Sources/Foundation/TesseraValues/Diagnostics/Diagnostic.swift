/// A problem in a document, as data: what, where, by which rule, and what would mend it.
///
/// Words are made from it at the edge, so that a command, a page and an editor can each show it their way.
public struct Diagnostic: Sendable, Hashable, Error {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The document, or the part it stands for, cannot be used.
    case error
    /// It works, though probably not as meant.
    case warning
  }

  /// How bad it is.
  public var severity: Severity
  /// A stable name of the broken rule in kebab case, such as `unknown-component`.
  public var rule: String
  /// The document, relative to its bundle.
  public var file: String?
  /// The smallest range that shows the problem.
  public var range: SourceRange?
  /// The headline: one sentence without a period, the specific thing first, names quoted with `'`.
  public var message: String
  /// What to do, as a verb phrase: `Replace 'lable' with 'label'`.
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

  /// The same problem, said to be in a file. A file that is already known stays.
  public func inFile(_ name: String) -> Diagnostic {
    var copy = self
    copy.file = file ?? name
    return copy
  }

  /// The same problem, placed at a range. A range that is already known stays.
  public func at(_ place: SourceRange?) -> Diagnostic {
    var copy = self
    copy.range = range ?? place
    return copy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line as compilers print it: `file:line:column: error: message; fix [rule]`.
  public var description: String {
    var place = file ?? ""
    if let start = range?.start { place += (place.isEmpty ? "" : ":") + "\(start.line):\(start.column)" }
    let head = place.isEmpty ? "" : place + ": "
    let tail = fix.map { "; \($0)" } ?? ""
    return "\(head)\(severity.rawValue): \(message)\(tail) [\(rule)]"
  }
}

/// A collector that passes accept problems into and go on, so that one run reports them all.
public struct Diagnostics: Sendable, Hashable {
  /// What was found, in order of discovery.
  public private(set) var all: [Diagnostic] = []
  /// The most that are kept: a hostile document must not fill the memory with complaints.
  public let limit: Int

  /// An empty collection.
  public init(limit: Int = 1000) { self.limit = limit }

  /// Adds one, unless the limit is reached.
  public mutating func add(_ diagnostic: Diagnostic) {
    if all.count < limit { all.append(diagnostic) }
  }

  /// Adds those of another collection.
  public mutating func add(contentsOf others: some Sequence<Diagnostic>) {
    for other in others { add(other) }
  }

  /// Whether any of them is an error.
  public var hasErrors: Bool { all.contains { $0.severity == .error } }
}
