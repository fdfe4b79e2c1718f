package import TesseraValues

/// The texts of one language by key, as in a file of Tessera's folder `strings`.
package struct LocalizedStringTable: Sendable {
  private var texts = OrderedTable<LocalizedText>()
  /// What Tessera cannot show as Apple's systems do.
  package private(set) var problems: [Diagnostic] = []

  /// The texts in the order of the file, with unique keys.
  package var entries: [(key: String, text: LocalizedText)] { texts.entries.map { ($0.key, $0.value) } }

  /// The limits of tables.
  enum Limit {
    /// The largest file, in bytes.
    static let fileBytes = 8 << 20
    /// The longest text that plural rules give, in bytes.
    static let textBytes = 64 << 10
    /// The greatest size of all texts in a file, in bytes. Many keys of a binary file can share one text.
    static let totalTextBytes = 8 << 20
    /// The greatest number of problems that are reported.
    static let problems = 1000
  }

  package init() {}

  package subscript(key: String) -> LocalizedText? { texts[key] }

  /// The size of all keys and texts, in bytes.
  package var byteCount: Int {
    entries.reduce(0) { sum, entry in
      switch entry.text {
      case .text(let text): sum + entry.key.utf8.count + text.utf8.count
      case .plural(let forms): forms.reduce(sum + entry.key.utf8.count) { $0 + $1.text.utf8.count }
      }
    }
  }

  /// The table as a document of Tessera.
  package var document: JSONNode {
    .object(
      entries.map { key, text in
        switch text {
        case .text(let text): (key, .text(text))
        case .plural(let forms): (key, .object(forms.map { ($0.category.rawValue, .text($0.text)) }))
        }
      })
  }

  /// The text of the document, such as `strings/en.json`.
  package var text: String { JSONText.text(of: document, indented: true) + "\n" }

  /// Adds the texts of another table of the same language. Tessera has one table: of two different texts with a key,
  /// the first stays, with a problem.
  ///
  /// - Parameter replaces: Whether the other table's texts win, as those of `.stringsdict` do over `.strings`.
  package mutating func merge(_ other: LocalizedStringTable, replaces: Bool = false) {
    for problem in other.problems { report(problem) }
    for (key, text) in other.entries {
      if let present = self[key], present != text, !replaces {
        report(
          Diagnostic(.warning, rule: "strings-duplicate", message: "The text '\(key.prefix(80))' has several values")
        )
      } else {
        set(text, for: key)
      }
    }
  }

  mutating func set(_ text: LocalizedText, for key: String) { texts.set(text, for: key) }

  /// Refuses a file that is too large.
  static func checkSize(of bytes: [UInt8]) throws(XcodeFileError) {
    guard bytes.count <= Limit.fileBytes else {
      throw XcodeFileError("A file of texts has more than \(Limit.fileBytes) bytes: \(bytes.count)")
    }
  }

  mutating func report(_ problem: Diagnostic) {
    if problems.count < Limit.problems { problems.append(problem) }
  }
}

/// A text of a language, with the placeholders `{0}`, `{1}`, … of Tessera.
package enum LocalizedText: Sendable, Hashable {
  case text(String)
  /// A text for each category of numbers. The first number among the arguments selects one.
  case plural([PluralForm])
}

/// A text for a category of numbers.
package struct PluralForm: Sendable, Hashable {
  package var category: PluralCategory
  package var text: String
}

/// Unicode's categories of numbers (CLDR, Language Plural Rules).
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
  case zero
  case one
  case two
  case few
  case many
  case other
}
