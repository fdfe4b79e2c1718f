import TesseraValues

// The schema of what a person can set: `{"name": "count", "type": "number", "default": 10, "range": [1, 50]}`.
extension ManifestReader {
  private enum TypeName: String, CaseIterable { case string, bool, number, choice, color }

  mutating func options(_ node: JSONNode) -> [Manifest.Option] {
    var options: [Manifest.Option] = []
    for node in list(node, "options") ?? [] {
      guard let option = option(node) else { continue }
      if options.contains(where: { $0.name == option.name }) {
        complain("duplicate-option", node["name"]?.range ?? node.range, "Option '\(option.name)' is declared twice")
      } else {
        options.append(option)
      }
    }
    return options
  }

  private mutating func option(_ node: JSONNode) -> Manifest.Option? {
    let known = ["name", "type", "default", "choices", "range", "title", "summary", "group"]
    guard let members = object(node, "options", known: known) else { return nil }
    for required in ["name", "type"] where members[required] == nil {
      complain("missing-key", node.range, "An option needs the key '\(required)'")
    }
    guard let nameNode = members["name"], let name = identifier(nameNode), let typeNode = members["type"],
      let typeName = choice(typeNode, "type", TypeName.self)
    else { return nil }
    for (key, type) in [("choices", TypeName.choice), ("range", .number)] {
      if let extra = members[key], typeName != type {
        complain(
          "manifest-value", extra.range, "'\(key)' counts for options of type '\(type.rawValue)' only", .warning)
      }
    }
    let type: Manifest.OptionType
    switch typeName {
    case .string: type = .string
    case .bool: type = .bool
    case .color: type = .color
    case .number: type = .number(members["range"].flatMap { range($0) })
    case .choice:
      guard let node = members["choices"] else {
        complain("missing-key", node.range, "Option '\(name)' of type 'choice' needs the key 'choices'")
        return nil
      }
      let choices = choices(node)
      guard !choices.isEmpty else { return nil }
      type = .choice(choices)
    }
    return Manifest.Option(
      name: name, type: type, default: defaultValue(members["default"], of: type, name: name),
      title: members["title"].flatMap { nonEmptyText($0, "title") },
      summary: members["summary"].flatMap { text($0, "summary") },
      group: members["group"].flatMap { nonEmptyText($0, "group") })
  }

  /// A name that can stand in a key path.
  private mutating func identifier(_ node: JSONNode) -> String? {
    guard let name = text(node, "name") else { return nil }
    let isGood = name.first.map { $0.isLetter || $0 == "_" } ?? false
    guard isGood, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), name.utf8.count <= 64 else {
      complain(
        "manifest-value", node.range,
        "The name of an option is a letter and then letters, digits or '_', found '\(name)'")
      return nil
    }
    return name
  }

  private mutating func range(_ node: JSONNode) -> ClosedRange<Double>? {
    guard let bounds = node.elements?.compactMap(\.number), bounds.count == 2, node.elements?.count == 2,
      bounds[0] <= bounds[1]
    else {
      complain("manifest-value", node.range, "'range' is a list of two numbers, the smaller first")
      return nil
    }
    return bounds[0]...bounds[1]
  }

  private mutating func choices(_ node: JSONNode) -> [Manifest.Choice] {
    var choices: [Manifest.Choice] = []
    guard let nodes = list(node, "choices") else { return [] }
    if nodes.isEmpty { complain("manifest-value", node.range, "'choices' needs at least one choice") }
    for node in nodes {
      guard let choice = choice(node) else { continue }
      if choices.contains(where: { $0.value == choice.value }) {
        complain("manifest-value", node.range, "Choice '\(choice.value)' stands twice in 'choices'")
      } else {
        choices.append(choice)
      }
    }
    return choices
  }

  private mutating func choice(_ node: JSONNode) -> Manifest.Choice? {
    if let value = node.string { return Manifest.Choice(value: value) }
    guard node.members != nil else {
      complainType(node, "choices", expected: "texts, or objects with 'value' and 'title'")
      return nil
    }
    guard let members = object(node, "choices", known: ["value", "title"]) else { return nil }
    guard let valueNode = members["value"] else {
      complain("missing-key", node.range, "A choice needs the key 'value'")
      return nil
    }
    guard let value = text(valueNode, "value") else { return nil }
    return Manifest.Choice(value: value, title: members["title"].flatMap { nonEmptyText($0, "title") })
  }

  /// The default that the manifest gives, if the option takes it, else the type's own.
  private mutating func defaultValue(_ node: JSONNode?, of type: Manifest.OptionType, name: String) -> Value {
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
