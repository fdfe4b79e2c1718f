import TesseraValues

/// A result of `tessera doctor`: what works, or what is wrong and what to do about it.
struct Finding: Sendable, Hashable {
  /// The severity of a finding.
  enum Severity: String, Sendable, Hashable {
    /// This is as it should be.
    case ok
    /// The server works, but something needs attention.
    case warning
    /// The server cannot start, or loses something.
    case error
  }

  var severity: Severity
  /// The stable name of what was checked, in kebab case.
  var rule: String
  /// One sentence without a period.
  var message: String
  /// What to do, as a verb phrase; nil if there is nothing to do.
  var fix: String?

  static func ok(_ rule: String, _ message: String, fix: String? = nil) -> Finding {
    Finding(severity: .ok, rule: rule, message: message, fix: fix)
  }

  static func warning(_ rule: String, _ message: String, fix: String? = nil) -> Finding {
    Finding(severity: .warning, rule: rule, message: message, fix: fix)
  }

  static func error(_ rule: String, _ message: String, fix: String? = nil) -> Finding {
    Finding(severity: .error, rule: rule, message: message, fix: fix)
  }

  /// The finding as a member of a list in JSON.
  var value: Value {
    [
      "rule": .string(rule), "severity": .string(severity.rawValue), "message": .string(message),
      "fix": fix.map(Value.string) ?? .null,
    ]
  }
}

extension Finding {
  /// Creates the finding of a problem that a part of the program reports.
  init(_ diagnostic: Diagnostic) {
    self.init(
      severity: diagnostic.severity == .error ? .error : .warning, rule: diagnostic.rule,
      message: (diagnostic.file.map { "\($0): " } ?? "") + diagnostic.message, fix: diagnostic.fix)
  }
}

extension Finding: CustomStringConvertible {
  /// The finding as one line: `warning: message; fix [rule]`.
  var description: String { "\(severity.rawValue): \(message)\(fix.map { "; \($0)" } ?? "") [\(rule)]" }
}

/// Sizes in words, for people.
enum SizeText {
  /// Returns a number of bytes in the greatest unit of which there is at least one: `512 B`, `3 KB`, `1 GB`.
  static func of(_ bytes: Int) -> String {
    var (size, unit) = (bytes, "B")
    for greater in ["KB", "MB", "GB", "TB"] where size >= 1000 {
      size /= 1000
      unit = greater
    }
    return "\(size) \(unit)"
  }
}
