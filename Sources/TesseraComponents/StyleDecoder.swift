import TesseraLayout
import TesseraValues
import TesseraViews

/// Reads a `style` object: layout properties into a layout style, the others into attributes of the view.
struct StyleDecoder {
  var layout: LayoutStyle
  var appearance: [ViewAttribute: Value] = [:]
  var diagnostics: [Diagnostic] = []

  init(kind: ViewKind) { layout = kind.defaultStyle }

  mutating func decode(_ node: JSONNode) {
    guard let members = node.members else {
      diagnostics.append(
        Diagnostic(rule: "style-type", range: node.range, message: "'style' takes an object, found \(node.typeName)"))
      return
    }
    for member in members where member.name != "***" {
      if !decodeAppearance(member) { decodeLayout(member) }
    }
    if layout.overflow == .hidden || layout.overflow == .clip { appearance[.clips] = true }
  }

  /// - Returns: false if the property is not one of appearance.
  private mutating func decodeAppearance(_ member: JSONMember) -> Bool {
    let node = member.value
    switch member.name {
    case "backgroundColor": color(.backgroundColor, member)
    case "borderColor": color(.borderColor, member)
    case "color": color(.color, member)
    case "cornerRadius": number(.cornerRadius, member, in: 0...10_000)
    case "fontSize": number(.fontSize, member, in: 1...500)
    case "lineHeight": number(.lineHeight, member, in: 1...1000)
    case "maximumLines": number(.maximumLines, member, in: 0...100_000)
    case "opacity": number(.opacity, member, in: 0...1)
    case "fontStyle":
      if choice(member, of: ["normal", "italic"]) == "italic" { appearance[.italic] = true }
    case "fontWeight":
      let names: [String: Double] = [
        "thin": 100, "light": 300, "normal": 400, "regular": 400, "medium": 500, "semibold": 600, "bold": 700,
        "heavy": 800, "black": 900,
      ]
      if node.number != nil {
        number(.fontWeight, member, in: 100...900)
      } else if let name = choice(member, of: names.keys.sorted()) {
        appearance[.fontWeight] = names[name].map { .double($0) }
      }
    case "textAlign":
      if let choice = choice(member, of: ["start", "center", "end", "left", "right"]) {
        appearance[.textAlign] = .string(choice)
      }
    case "shadow": shadow(member)
    default: return false
    }
    return true
  }

  private mutating func decodeLayout(_ member: JSONMember) {
    guard let value = styleValue(member.value) else {
      diagnostics.append(
        Diagnostic(
          rule: "style-type", range: member.value.range,
          message: "'\(member.name)' takes a number, a text or an object, found \(member.value.typeName)"))
      return
    }
    do {
      try layout.set(member.name, to: value)
      if member.name == "borderWidth" {
        let edges = layout.border
        appearance[.borderWidth] = .array(
          [edges.top, edges.right, edges.bottom, edges.left].map { .double($0.pointsOrZero) })
      }
    } catch {
      switch error.reason {
      case .unknownProperty:
        diagnostics.append(
          Diagnostic(
            rule: "unknown-style", range: member.nameRange, message: "Unknown style property '\(member.name)'",
            fix: NearMiss.fix(for: member.name, in: LayoutStyle.propertyNames + StyleProperties.appearanceNames)))
      case .unknownKey:
        let inner = member.value.members?.first { $0.name == error.key }
        diagnostics.append(
          Diagnostic(
            rule: "unknown-style", range: inner?.nameRange ?? member.value.range, message: error.description,
            fix: error.key.flatMap { NearMiss.fix(for: $0, in: error.allowedValues) }))
      case .unexpectedValue, .numberOutOfRange:
        let inner = member.value.members?.first { $0.name == error.key }
        var fix: String?
        if case .string(let word)? = error.found { fix = NearMiss.fix(for: word, in: error.allowedValues) }
        diagnostics.append(
          Diagnostic(
            rule: "style-value", range: inner?.value.range ?? member.value.range, message: error.description, fix: fix))
      }
    }
  }

  private func styleValue(_ node: JSONNode) -> StyleValue? {
    switch node.content {
    case .integer(let number): return .number(Double(number))
    case .double(let number): return .number(number)
    case .string(let text): return .string(text)
    case .object(let members):
      var values: [String: StyleValue] = [:]
      for member in members where member.name != "***" {
        guard let value = styleValue(member.value) else { return nil }
        values[member.name] = value
      }
      return .object(values)
    case .null, .bool, .array: return nil
    }
  }

  private mutating func color(_ attribute: ViewAttribute, _ member: JSONMember) {
    guard let text = member.value.string, ColorComponents(text, in: .light) != nil else {
      let found = member.value.string.map { "'\($0)'" } ?? member.value.typeName
      let fix = member.value.string.flatMap {
        $0.hasPrefix("#") ? nil : NearMiss.fix(for: $0, in: SemanticColor.allCases.map(\.rawValue))
      }
      diagnostics.append(
        Diagnostic(
          rule: "style-value", range: member.value.range,
          message: "'\(member.name)' takes a colour such as '#3366ff' or 'accent', found \(found)", fix: fix))
      return
    }
    appearance[attribute] = .string(text)
  }

  private mutating func number(_ attribute: ViewAttribute, _ member: JSONMember, in range: ClosedRange<Double>) {
    guard let number = member.value.number, range.contains(number) else {
      let found = member.value.number.map { "\(Value.double($0))" } ?? member.value.typeName
      diagnostics.append(
        Diagnostic(
          rule: "style-value", range: member.value.range,
          message: "'\(member.name)' takes a number from \(Value.double(range.lowerBound)) to "
            + "\(Value.double(range.upperBound)), found \(found)"))
      return
    }
    appearance[attribute] = .double(number)
  }

  private mutating func choice(_ member: JSONMember, of names: [String]) -> String? {
    if let text = member.value.string, names.contains(text) { return text }
    let found = member.value.string.map { "'\($0)'" } ?? member.value.typeName
    diagnostics.append(
      Diagnostic(
        rule: "style-value", range: member.value.range,
        message: "'\(member.name)' takes \(PropertyType.choice(names).name), found \(found)",
        fix: member.value.string.flatMap { NearMiss.fix(for: $0, in: names) }))
    return nil
  }

  private mutating func shadow(_ member: JSONMember) {
    guard let members = member.value.members else {
      diagnostics.append(
        Diagnostic(
          rule: "style-value", range: member.value.range,
          message: "'shadow' takes an object with x, y, radius and color, found \(member.value.typeName)"))
      return
    }
    var shadow: [String: Value] = [:]
    for part in members {
      switch part.name {
      case "x", "y", "radius":
        if let number = part.value.number, abs(number) <= 1000 { shadow[part.name] = .double(number) }
      case "color":
        if let text = part.value.string, ColorComponents(text, in: .light) != nil { shadow["color"] = .string(text) }
      default: break
      }
      if shadow[part.name] == nil {
        diagnostics.append(
          Diagnostic(
            rule: "style-value", range: part.nameRange,
            message: "'shadow' takes numbers x, y, radius and a colour, found '\(part.name)'",
            fix: NearMiss.fix(for: part.name, in: ["x", "y", "radius", "color"])))
      }
    }
    appearance[.shadow] = .dictionary(shadow)
  }
}

extension Dimension {
  /// The number of points, or 0 for anything else.
  var pointsOrZero: Double {
    if case .points(let points) = kind { points } else { 0 }
  }
}
