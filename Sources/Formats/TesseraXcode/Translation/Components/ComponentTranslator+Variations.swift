import TesseraValues

/// What differs for size classes.
extension ComponentTranslator {
  /// Replaces properties that differ by expressions on the size of the window.
  mutating func writeVariations(of view: StoryboardView, into node: inout ComponentNode) {
    for name in Set(view.variations.flatMap(\.value.keys)).sorted() {
      let values = view.variations.compactMap { variation in
        variation.value[name].map { StoryboardVariation(traits: variation.traits, value: $0) }
      }
      write(name, values, of: view, into: &node)
    }
    let installation = view.installation
    guard !installation.isAlways, node[member: "hidden"]?.bool != true else { return }
    let exceptions = installation.exceptions.map { exception in
      StoryboardVariation(traits: exception.traits, value: exception.value ? "false" : "true")
    }
    if let text = SizeClass.expression(installation.isInstalled ? "false" : "true", exceptions) {
      node[member: "hidden"] = .text(text)
    }
  }

  private mutating func write(
    _ name: String, _ values: [StoryboardVariation<StoryboardValue>], of view: StoryboardView,
    into node: inout ComponentNode
  ) {
    let fonts = values.compactMap { value in
      if case .font(let font) = value.value { StoryboardVariation(traits: value.traits, value: font) } else { nil }
    }
    if !fonts.isEmpty {
      set(.style("fontSize"), fonts.map { ($0.traits, .number($0.value.size)) }, view, &node)
      set(.style("fontWeight"), fonts.map { ($0.traits, .number(Double($0.value.weight))) }, view, &node)
      return
    }
    guard let row = ViewTable.row(of: name, in: view.className.base) else { return }
    switch row.target {
    case .property, .opposite, .style:
      var written: [(StoryboardTraits, JSONNode)] = []
      for value in values {
        if let converted = converted(value.value, row, view) { written.append((value.traits, converted)) }
      }
      set(row.target, written, view, &node)
    case .ignored: return
    case .translatedByCode, .missing: report(name, view)
    }
  }

  private mutating func report(_ name: String, _ view: StoryboardView) {
    context.report("interface-variation", "'\(name)' is the same in all size classes here", view.id)
  }

  /// What properties are if nothing is said, as expressions.
  private static let defaults = [
    "hidden": "false", "disabled": "false", "opacity": "1", "backgroundColor": "'clear'", "color": "'label'",
    "fontSize": "17", "fontWeight": "400", "text": "''", "spacing": "0",
  ]

  private mutating func set(
    _ target: ViewTable.Target, _ values: [(StoryboardTraits, JSONNode)], _ view: StoryboardView,
    _ node: inout ComponentNode
  ) {
    let (name, former): (String, JSONNode?)
    switch target {
    case .property(let property), .opposite(let property): (name, former) = (property, node[member: property])
    case .style(let style): (name, former) = (style, node[style: style])
    default: return
    }
    let priority = PropertyRules.usualPriority(name, of: node.type)
    guard priority == nil || PropertyRules.hasContent(view) else { return }
    let variations = values.compactMap { traits, value in
      Self.expression(value).map { StoryboardVariation(traits: traits, value: $0) }
    }
    guard variations.count == values.count,
      let base = former.map({ Self.expression($0) }) ?? priority.map(NumberFormat.text) ?? Self.defaults[name]
    else { return report(name, view) }
    guard let text = SizeClass.expression(base, variations) else { return }
    if case .style = target { node[style: name] = .text(text) } else { node[member: name] = .text(text) }
  }

  /// Returns a literal, or the inside of an expression; `nil` if it cannot be a part of another expression.
  private static func expression(_ node: JSONNode) -> String? {
    if let flag = node.bool { return flag ? "true" : "false" }
    if let number = node.number { return NumberFormat.text(number) }
    guard let text = node.string else { return nil }
    if text.hasPrefix("@{text('"), text.hasSuffix("')}") { return String(text.dropFirst(2).dropLast()) }
    return text.contains(where: { "'\\@".contains($0) }) ? nil : "'\(text)'"
  }
}
