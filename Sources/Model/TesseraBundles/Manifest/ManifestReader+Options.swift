import TesseraExpressions
import TesseraValues

// The schema of the options: `{"name": "count", "type": "number", "default": 10, "range": [1, 50]}`.
extension ManifestReader {
  private enum TypeName: String, CaseIterable { case string, bool, number, choice, color }

  func options(_ nodes: [JSONNode], of manifest: ObjectReader) -> [Manifest.Option] {
    var options: [Manifest.Option] = []
    for node in nodes {
      guard let option = option(node, of: manifest) else { continue }
      if options.contains(where: { $0.name == option.name }) {
        complain("duplicate-option", node["name"]?.range ?? node.range, "Option '\(option.name)' is declared twice")
      } else {
        options.append(option)
      }
    }
    checkConditions(of: options, nodes)
    return options
  }

  /// Checks that conditions refer only to declared options.
  private func checkConditions(of options: [Manifest.Option], _ nodes: [JSONNode]) {
    let names = options.map(\.name)
    for node in nodes {
      guard let option = options.first(where: { $0.name == node["name"]?.string }), let text = node["condition"] else {
        continue
      }
      for path in (option.condition?.keyPaths ?? []).sorted(by: { $0.description < $1.description }) {
        guard let name = path.keys.first, !names.contains(name) else { continue }
        complain(
          "option-condition", text.range, "The condition of '\(option.name)' reads '\(name)', which is not an option",
          fix: SpellingSuggestion.fix(for: name, in: names))
      }
    }
  }

  private func option(_ node: JSONNode, of manifest: ObjectReader) -> Manifest.Option? {
    var members = manifest.reader(of: node, called: ObjectName("an option", path: ""))
    let name = members.require("name", as: .text).flatMap { identifier($0) }
    let typeName = members.require("type", as: .text).flatMap { choice($0, "'type'", of: TypeName.self) }
    let preset = members.read("default")
    let choices = members.read("choices")
    let range = members.read("range")
    let title = members.read("title", as: .text).flatMap { filled($0, "'title'") }
    let summary = members.read("summary", as: .text)
    let group = members.read("group", as: .text).flatMap { filled($0, "'group'") }
    let conditionText = members.read("condition", as: .text)
    let isSecret = members.read("secret", as: .flag)
    let isAsked = members.read("ask", as: .flag)?.value ?? false
    let unit = members.read("unit", as: .text).flatMap { filled($0, "'unit'") }
    members.finish()
    guard let name, let typeName else { return nil }
    let condition = conditionText.flatMap { self.condition($0) }
    if let isSecret, isSecret.value, typeName != .string {
      complain(
        "manifest-value", isSecret.range, "'secret' applies only to options of type 'string'", severity: .warning)
    }
    if let unit, typeName != .number {
      complain("manifest-value", unit.range, "'unit' applies only to options of type 'number'", severity: .warning)
    }
    for (key, extra, type) in [("choices", choices, TypeName.choice), ("range", range, .number)] {
      if let extra, typeName != type {
        complain(
          "manifest-value", extra.range, "'\(key)' applies only to options of type '\(type.rawValue)'",
          severity: .warning)
      }
    }
    let type: Manifest.OptionType
    switch typeName {
    case .string: type = .string
    case .bool: type = .bool
    case .color: type = .color
    case .number: type = .number(range.flatMap { bounds($0) })
    case .choice:
      guard let choices else {
        complain("missing-key", node.range, "Option '\(name)' of type 'choice' needs the key 'choices'")
        return nil
      }
      let list = members.read(choices, as: .list, of: "choices").map { self.choices($0, of: members) } ?? []
      guard !list.isEmpty else { return nil }
      type = .choice(list)
    }
    var option = Manifest.Option(
      name: name, type: type, default: defaultValue(preset, of: type, name: name), title: title?.value,
      summary: summary?.value, group: group?.value, condition: condition,
      isSecret: isSecret?.value == true && typeName == .string, unit: typeName == .number ? unit?.value : nil)
    option.isAsked = isAsked
    return option
  }

  func condition(_ text: Located<String>, of name: String = "The condition") -> ValuePredicate? {
    do throws(Diagnostic) {
      return try ValuePredicate(text.value)
    } catch {
      complain("option-condition", text.range, "\(name) is not a valid predicate: \(error.message)", fix: error.fix)
      return nil
    }
  }

  /// Returns the name if it can be part of a key path.
  private func identifier(_ name: Located<String>) -> String? {
    let text = name.value
    let isGood = text.first.map { $0.isLetter || $0 == "_" } ?? false
    guard isGood, text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), text.utf8.count <= 64 else {
      complain(
        "manifest-value", name.range,
        "The name of an option is a letter and then letters, digits or '_', found '\(text)'")
      return nil
    }
    return text
  }

  private func bounds(_ node: JSONNode) -> ClosedRange<Double>? {
    guard let bounds = node.elements?.compactMap(\.number), bounds.count == 2, node.elements?.count == 2,
      bounds[0] <= bounds[1]
    else {
      complain("manifest-value", node.range, "'range' is a list of two numbers, the smaller first")
      return nil
    }
    return bounds[0]...bounds[1]
  }

  private func choices(_ nodes: Located<[JSONNode]>, of option: ObjectReader) -> [Manifest.Choice] {
    var choices: [Manifest.Choice] = []
    if nodes.value.isEmpty { complain("manifest-value", nodes.range, "'choices' needs at least one choice") }
    for node in nodes.value {
      guard let choice = choice(node, of: option) else { continue }
      if choices.contains(where: { $0.value == choice.value }) {
        complain("manifest-value", node.range, "Choice '\(choice.value)' occurs twice in 'choices'")
      } else {
        choices.append(choice)
      }
    }
    return choices
  }

  private func choice(_ node: JSONNode, of option: ObjectReader) -> Manifest.Choice? {
    if let value = node.string { return Manifest.Choice(value: value) }
    guard node.members != nil else {
      option.complain(aboutTypeOf: node, of: "choices", expected: "texts, or objects with 'value' and 'title'")
      return nil
    }
    var members = option.reader(of: node, called: ObjectName("a choice", path: ""))
    let value = members.require("value", as: .text)
    let title = members.read("title", as: .text).flatMap { filled($0, "'title'") }
    members.finish()
    return value.map { Manifest.Choice(value: $0.value, title: title?.value) }
  }

  /// Returns the manifest's default if the option accepts it, else the default of the type.
  private func defaultValue(_ node: JSONNode?, of type: Manifest.OptionType, name: String) -> Value {
    guard let node else { return type.fallback }
    if type.accepts(node.value) { return node.value }
    complain(
      "manifest-value", node.range, "The default of option '\(name)' is \(type.expectation), found \(found(node))",
      fix: type.suggestion(for: node.value))
    return type.fallback
  }

  private func found(_ node: JSONNode) -> String {
    switch node.content {
    case .string(let text): "'\(text)'"
    case .integer, .double: node.value.description
    default: node.typeName
    }
  }
}
