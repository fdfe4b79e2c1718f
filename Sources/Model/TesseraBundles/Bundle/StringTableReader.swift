import TesseraValues

/// Reads a file of texts in one language.
struct StringTableReader {
  let path: String
  private(set) var diagnostics = Diagnostics()

  /// Reads the texts of a language by key: texts, and dictionaries of plural forms.
  /// - Returns: nil if the file is not a table of texts.
  mutating func read(_ node: JSONNode) -> [String: Value]? {
    guard let members = node.members else {
      diagnostics.add(
        Diagnostic(
          rule: "strings-type", file: path, range: node.range,
          message: "Texts are an object of keys and texts, found \(node.typeName)"))
      return nil
    }
    var texts: [String: Value] = [:]
    for member in members where member.name != "***" {
      if let text = member.value.string {
        texts[member.name] = .string(text)
      } else if let forms = member.value.members {
        texts[member.name] = readForms(forms, of: member)
      } else {
        diagnostics.add(
          Diagnostic(
            rule: "strings-type", file: path, range: member.value.range,
            message:
              "The text '\(member.name)' must be text or an object of plural forms, found \(member.value.typeName)"))
      }
    }
    return texts
  }

  /// Reads the plural forms of a text.
  private mutating func readForms(_ forms: [JSONMember], of text: JSONMember) -> Value? {
    let known = WidgetBundle.pluralForms
    var read: [String: Value] = [:]
    for form in forms where form.name != "***" {
      guard known.contains(form.name), let words = form.value.string else {
        diagnostics.add(
          Diagnostic(
            rule: "strings-type", file: path, range: form.value.range,
            message: "A plural form of '\(text.name)' is text under \(known.joined(separator: ", ")), "
              + "found '\(form.name)'",
            fix: SpellingSuggestion.fix(for: form.name, in: known)))
        continue
      }
      read[form.name] = .string(words)
    }
    guard read["other"] != nil else {
      diagnostics.add(
        Diagnostic(
          rule: "strings-plural", file: path, range: text.nameRange,
          message: "'\(text.name)' is missing the required plural form 'other'",
          fix: "Add \"other\""))
      return nil
    }
    return .dictionary(read)
  }
}
