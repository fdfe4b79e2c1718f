import TesseraExpressions
import TesseraValues

// The schema of the options: `{"name": "count", "type": "number", "default": 10, "range": [1, 50]}`.
extension ManifestReader {
  private enum TypeName: String, CaseIterable {
    case string, bool, number, choice, color, url, date, time, timeZone, icon, place, range, record, list
  }

  /// Where a type is declared: as an option, as a field of a record, or as the element of a list.
  private enum Owner: Equatable { case option, field, element }

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
    let preset = members.read("default")
    let group = members.read("group", as: .text).flatMap { filled($0, "'group'") }
    let conditionText = members.read("condition", as: .text)
    let isSecret = members.read("secret", as: .flag)
    let isAsked = members.read("ask", as: .flag)?.value ?? false
    guard var option = named(.option, &members, node, preset) else { return nil }
    option.group = group?.value
    option.condition = conditionText.flatMap { condition($0) }
    option.isSecret = isSecret?.value == true && option.type == .string
    option.isAsked = isAsked
    if let isSecret, isSecret.value, option.type != .string {
      complain(
        "manifest-value", isSecret.range, "'secret' applies only to options of type 'string'", severity: .warning)
    }
    return option
  }

  /// Reads the field of a record.
  private func field(_ node: JSONNode, of record: ObjectReader) -> Manifest.Option? {
    var members = record.reader(of: node, called: ObjectName("a field", path: ""))
    let preset = members.read("default")
    let isRequired = members.read("required", as: .flag)?.value ?? false
    guard var field = named(.field, &members, node, preset) else { return nil }
    field.isRequired = isRequired
    return field
  }

  /// Reads what options and the fields of records have in common.
  private func named(
    _ owner: Owner, _ members: inout ObjectReader, _ node: JSONNode, _ preset: JSONNode?
  ) -> Manifest.Option? {
    let name = members.require("name", as: .text).flatMap { identifier($0) }
    let title = members.read("title", as: .text).flatMap { filled($0, "'title'") }
    let summary = members.read("summary", as: .text)
    let unit = members.read("unit", as: .text).flatMap { filled($0, "'unit'") }
    let type = type(owner, &members, node)
    members.finish()
    guard let name, let type else { return nil }
    var isNumber = false
    if case .number = type { isNumber = true }
    if let unit, !isNumber {
      complain("manifest-value", unit.range, "'unit' applies only to options of type 'number'", severity: .warning)
    }
    return Manifest.Option(
      name: name, type: type, default: defaultValue(preset, of: type, name: name), title: title?.value,
      summary: summary?.value, unit: isNumber ? unit?.value : nil)
  }

  // MARK: Types

  /// Reads a type with the keys that belong to it.
  private func type(_ owner: Owner, _ members: inout ObjectReader, _ node: JSONNode) -> Manifest.OptionType? {
    let name = members.require("type", as: .text)
    let typeName = name.flatMap { choice($0, "'type'", of: TypeName.self) }
    let choices = members.read("choices")
    let range = members.read("range")
    let grantsAccess = members.read("reach", as: .flag)
    let fields = members.read("fields", as: .list)
    let element = members.read("element")
    let count = members.read("count")
    guard let name, let typeName else { return nil }
    let keys: [(key: String, range: SourceRange?, types: [TypeName])] = [
      ("choices", choices?.range, [.choice]), ("range", range?.range, [.number, .range]),
      ("reach", grantsAccess?.range, [.url]), ("fields", fields?.range, [.record]),
      ("element", element?.range, [.list]),
      ("count", count?.range, [.list]),
    ]
    for (key, keyRange, types) in keys {
      if let keyRange, !types.contains(typeName) {
        let names = types.map { "'\($0.rawValue)'" }.joined(separator: " or ")
        complain("manifest-value", keyRange, "'\(key)' applies only to options of type \(names)", severity: .warning)
      }
    }
    func missing(_ key: String) -> Manifest.OptionType? {
      complain("missing-key", node.range, "The type '\(typeName.rawValue)' needs the key '\(key)'")
      return nil
    }
    switch typeName {
    case .string: return .string
    case .bool: return .bool
    case .color: return .color
    case .date: return .date
    case .time: return .time
    case .timeZone: return .timeZone
    case .icon: return .icon
    case .place: return .place
    case .url: return .url(grantsAccess: grantsAccess?.value ?? false)
    case .number: return .number(range.flatMap { bounds($0) })
    case .range: return .range(range.flatMap { bounds($0) })
    case .choice:
      guard let choices else { return missing("choices") }
      let list = members.read(choices, as: .list, of: "choices").map { self.choices($0, of: members) } ?? []
      return list.isEmpty ? nil : .choice(list)
    case .record:
      guard owner != .field else { return nested(name) }
      guard let fields else { return missing("fields") }
      return record(fields, of: members)
    case .list:
      guard owner == .option else { return nested(name) }
      guard let element else { return missing("element") }
      return self.element(element, of: members).map {
        .list(of: $0, count: count.flatMap { limits($0) } ?? Manifest.OptionType.usualCount)
      }
    }
  }

  private func nested(_ type: Located<String>) -> Manifest.OptionType? {
    complain(
      "manifest-value", type.range,
      type.value == "list"
        ? "A list cannot be inside a list or a record" : "A record cannot be inside a record")
    return nil
  }

  private func record(_ nodes: Located<[JSONNode]>, of members: ObjectReader) -> Manifest.OptionType? {
    var fields: [Manifest.Option] = []
    for node in nodes.value {
      guard let field = field(node, of: members) else { continue }
      if fields.contains(where: { $0.name == field.name }) {
        complain("duplicate-option", node["name"]?.range ?? node.range, "Field '\(field.name)' is declared twice")
      } else {
        fields.append(field)
      }
    }
    if nodes.value.isEmpty { complain("manifest-value", nodes.range, "'fields' needs at least one field") }
    return fields.isEmpty ? nil : .record(fields)
  }

  /// Reads the type of a list's elements: an object with `type`, or the name of a type without own keys.
  private func element(_ node: JSONNode, of members: ObjectReader) -> Manifest.OptionType? {
    if node.string != nil {
      let type = members.read(node, as: .text, of: "element")
      switch type.flatMap({ choice($0, "'element'", of: TypeName.self) }) {
      case nil: return nil
      case .string: return .string
      case .color: return .color
      case .date: return .date
      case .time: return .time
      case .timeZone: return .timeZone
      case .icon: return .icon
      case .place: return .place
      case .number: return .number(nil)
      case .url: return .url(grantsAccess: false)
      case let name?:
        complain(
          "manifest-value", node.range, "An element of type '\(name.rawValue)' is written as an object with 'type'")
        return nil
      }
    }
    guard node.members != nil else {
      members.complain(aboutTypeOf: node, of: "element", expected: "the name of a type, or an object with 'type'")
      return nil
    }
    var element = members.reader(of: node, called: ObjectName("'element'", path: ""))
    let type = type(.element, &element, node)
    element.finish()
    return type
  }

  /// Reads how many elements a list takes.
  private func limits(_ node: JSONNode) -> ClosedRange<Int>? {
    let most = Manifest.OptionType.maximumElements
    let bounds = node.elements?.compactMap { $0.number.flatMap { Int(exactly: $0) } } ?? []
    guard bounds.count == 2, node.elements?.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1], bounds[1] <= most else {
      complain(
        "manifest-value", node.range, "'count' is a list of two whole numbers, the smaller first, at most \(most)")
      return nil
    }
    return bounds[0]...bounds[1]
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
    if type.accepts(node.value) { return type.completed(node.value) }
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
