import TesseraValues

/// Reads a `.stringsdict` file: a property list of texts with forms for categories of numbers.
///
/// A text has a format, such as `%#@files@ in %@`, and for each variable of the format a dictionary of forms, such as
/// `%d files`. A text of Tessera has one set of forms, so that the forms are put into the format. Of several variables,
/// the first has forms, and the others have their form `other`, with a problem. The rules are in Apple's
/// Internationalization and Localization Guide, appendix "Stringsdict File Format".
package struct PluralRulesReader {
  private var table = LocalizedStringTable()
  private var remainingTextBytes = LocalizedStringTable.Limit.totalTextBytes
  /// The bytes of formats that may still be read. Many keys of a binary file can share their forms.
  private var remainingFormatBytes = LocalizedStringTable.Limit.totalTextBytes

  /// Reads a file, in the binary or the XML form.
  ///
  /// - Throws: Why the file is no property list.
  package static func read(_ bytes: [UInt8]) throws(XcodeFileError) -> LocalizedStringTable {
    try LocalizedStringTable.checkSize(of: bytes)
    guard let root = try PropertyListValue.read(bytes).dictionary else {
      throw XcodeFileError("The file of plural rules has no keys")
    }
    var reader = PluralRulesReader()
    for entry in root.entries {
      if let text = reader.text(entry) { reader.table.set(text, for: entry.key) }
    }
    return reader.table
  }

  private mutating func text(_ entry: PropertyListDictionary.Entry) -> LocalizedText? {
    guard let rules = entry.value.dictionary else { return refuse(entry.key, "is not a dictionary") }
    if let texts = rules["NSStringDeviceSpecificRuleType"]?.dictionary {
      return variant(["other", "iphone"].compactMap { texts[$0]?.string }.first, of: entry.key, by: "device")
    }
    if let texts = rules["NSStringVariableWidthRuleType"]?.dictionary {
      let widest = texts.entries.max { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }
      return variant(widest?.value.string, of: entry.key, by: "width")
    }
    guard let source = rules["NSStringLocalizedFormatKey"]?.string, let format = charged(format: source) else {
      return refuse(entry.key, "has no format")
    }
    var expansion = PluralExpansion(rules: rules, remainingFormatBytes: remainingFormatBytes)
    defer { remainingFormatBytes = expansion.remainingFormatBytes }
    guard let name = expansion.firstVariable(of: format) else {
      guard let text = charged(expansion.text(format, category: .other)) else {
        return refuse(entry.key, "is too long")
      }
      return .text(text)
    }
    var forms: [PluralForm] = []
    for category in PluralCategory.allCases where expansion.form(category, of: name) != nil {
      guard let text = charged(expansion.text(format, category: category)) else {
        return refuse(entry.key, "is too long, or has a form that is no format")
      }
      forms.append(PluralForm(category: category, text: text))
    }
    guard forms.last?.category == .other else {
      return refuse(entry.key, "is missing the required plural form 'other'")
    }
    if expansion.variables.count > 1 {
      let others = expansion.variables.filter { $0 != name }.map { "'\($0.prefix(80))'" }.joined(separator: ", ")
      warn(entry.key, "strings-plural", "has forms for one number only; \(others) always has the form 'other'")
    }
    if !expansion.isPlain {
      warn(entry.key, "strings-format", "has a number that is shown in the form of the language")
    }
    return .plural(forms)
  }

  /// The one of several texts that Tessera shows on all devices.
  private mutating func variant(_ source: String?, of key: String, by property: String) -> LocalizedText? {
    guard let source, let format = charged(format: source) else { return refuse(key, "has no usable text") }
    var expansion = PluralExpansion(rules: PropertyListDictionary(), remainingFormatBytes: 0)
    guard let text = charged(expansion.text(format, category: .other)) else { return refuse(key, "is too long") }
    warn(key, "strings-variant", "depends on the \(property): one text is used")
    return .text(text)
  }

  private mutating func charged(format source: String) -> FormatString? {
    guard source.utf8.count <= remainingFormatBytes else { return nil }
    remainingFormatBytes -= source.utf8.count
    return FormatString(source)
  }

  private mutating func charged(_ text: String?) -> String? {
    guard let text, text.utf8.count <= remainingTextBytes else { return nil }
    remainingTextBytes -= text.utf8.count
    return text
  }

  private mutating func refuse(_ key: String, _ reason: String) -> LocalizedText? {
    table.report(Diagnostic(.error, rule: "strings-plural", message: "'\(key.prefix(80))' \(reason)"))
    return nil
  }

  private mutating func warn(_ key: String, _ rule: String, _ reason: String) {
    table.report(Diagnostic(.warning, rule: rule, message: "'\(key.prefix(80))' \(reason)"))
  }
}

/// Puts the forms of variables into a format.
private struct PluralExpansion {
  /// The dictionary of a text: its format, and its variables by name.
  let rules: PropertyListDictionary
  /// The variables that were met, in order.
  private(set) var variables: [String] = []
  /// Whether all arguments are in a form that Tessera has.
  private(set) var isPlain = true
  /// The bytes of formats that may still be read.
  private(set) var remainingFormatBytes: Int
  /// The parts that may still be put together. Variables can contain each other.
  private var remainingParts = 10_000

  /// The greatest number of variables within each other.
  private static let maximumDepth = 4

  init(rules: PropertyListDictionary, remainingFormatBytes: Int) {
    (self.rules, self.remainingFormatBytes) = (rules, remainingFormatBytes)
  }

  /// The variable that selects the form: the first one with plural rules.
  func firstVariable(of format: FormatString) -> String? {
    for case .variable(let name, _) in format.parts where form(.other, of: name) != nil { return name }
    return nil
  }

  func form(_ category: PluralCategory, of variable: String) -> String? { rules[variable]?[category.rawValue]?.string }

  /// The text of Tessera for a category of the first variable, or nil if it is too long or its parts are no formats.
  mutating func text(_ format: FormatString, category: PluralCategory) -> String? {
    let selecting = firstVariable(of: format)
    return text(format, selecting: selecting, category: category, depth: 0)
  }

  private mutating func text(
    _ format: FormatString, selecting: String?, category: PluralCategory, depth: Int
  ) -> String? {
    guard depth <= Self.maximumDepth else { return nil }
    var result = ""
    for part in format.parts {
      guard remainingParts > 0, result.utf8.count <= LocalizedStringTable.Limit.textBytes else { return nil }
      remainingParts -= 1
      switch part {
      case .text(let text): result += text
      case .argument(let index, let isPlainArgument):
        result += "{\(index)}"
        isPlain = isPlain && isPlainArgument
      case .variable(let name, let argument):
        if !variables.contains(name) { variables.append(name) }
        guard let source = form(name == selecting ? category : .other, of: name),
          source.utf8.count <= remainingFormatBytes
        else { return nil }
        remainingFormatBytes -= source.utf8.count
        guard let form = FormatString(source, firstArgument: argument),
          let text = text(form, selecting: selecting, category: category, depth: depth + 1)
        else { return nil }
        result += text
      }
    }
    return result
  }
}
