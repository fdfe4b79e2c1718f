import TesseraLayout
import TesseraValues
import TesseraViews

/// Decodes a `style` object: layout properties into a layout style, appearance into view attributes, and dynamic values
/// unchanged.
struct StyleDecoder {
  private(set) var layout: LayoutStyle
  private(set) var appearance: [ViewAttribute: Value] = [:]
  private(set) var dynamic: [DynamicValue.Member] = []
  /// The layout literals, in order.
  private(set) var settings: [(name: String, value: StyleValue)] = []
  private let session: DecodingSession
  private let kind: ViewKind

  /// Creates a decoder for the style of a component. It starts with the default of the kind or with existing values.
  init(
    kind: ViewKind, layout: LayoutStyle? = nil, appearance: [ViewAttribute: Value] = [:], session: DecodingSession
  ) {
    self.kind = kind
    self.layout = layout ?? kind.defaultStyle
    self.appearance = appearance
    self.session = session
  }

  mutating func decode(_ node: JSONNode) {
    guard let members = node.membersWithoutComments else {
      return report("style-type", node.range, "'style' takes an object, found \(node.typeName)")
    }
    for member in members {
      if session.isDynamic(member.value) {
        decodeDynamic(member)
      } else if !decodeAppearance(member) {
        decodeLayout(member)
      }
    }
    deriveAttributes()
  }

  /// Adds a property that follows data.
  private mutating func decodeDynamic(_ member: JSONMember) {
    guard StyleProperties.names.contains(member.name) else { return reportUnknown(member) }
    dynamic.append(DynamicValue.Member(name: member.name, value: session.dynamicValue(member.value)))
  }

  private func reportUnknown(_ member: JSONMember) {
    session.add(
      .error, "unknown-style", member.nameRange, "Unknown style property '\(member.name)'", near: member.name,
      in: StyleProperties.names, synonym: StyleProperties.synonyms[member.name.lowercased()])
  }

  /// Sets the attributes that hosts need to know about the layout.
  private mutating func deriveAttributes() {
    // Content whose overflow is not visible is clipped to the box.
    let clips = layout.overflow != .visible
    if clips != (kind.defaultStyle.overflow != .visible), clips != kind.defaults.clips {
      appearance[.clips] = .bool(clips)
    } else if appearance[.clips] != nil {
      appearance[.clips] = .null
    }
  }

  /// Applies a theme style.
  mutating func apply(_ look: Theme.Look) {
    apply(look.settings)
    appearance.merge(look.appearance) { _, own in own }
    deriveAttributes()
  }

  /// Applies decoded layout literals. Settings that are invalid for this kind are ignored.
  mutating func apply(_ settings: [(name: String, value: StyleValue)]) {
    for (name, value) in settings { try? set(name, to: value) }
    if layout.height != .auto { heedHeight(among: settings.map(\.name)) }
  }

  /// Makes a view that fills the available space by default respect the height given by its author.
  ///
  /// - Parameter names: The properties that the author specifies.
  mutating func heedHeight(among names: [String]) {
    guard kind.defaultStyle.flexBasis == .points(0), names.contains("height"),
      !names.contains(where: ["flex", "flexGrow", "flexBasis"].contains)
    else { return }
    layout.flexBasis = .auto
    layout.flexGrow = 0
  }

  private mutating func set(_ name: String, to value: StyleValue) throws(StyleError) {
    try layout.set(name, to: value)
    if layout.border != kind.defaultStyle.border {
      appearance[.borderWidth] = layout.border.sides(isRightToLeft: layout.direction == .rtl)
    } else if appearance[.borderWidth] != nil {
      appearance[.borderWidth] = .null
    }
  }

  /// - Returns: False if the property does not belong to the appearance.
  private mutating func decodeAppearance(_ member: JSONMember) -> Bool {
    let node = member.value
    switch member.name {
    case "backgroundColor": color(.backgroundColor, member)
    case "selectedBackgroundColor": color(.selectedBackgroundColor, member)
    case "borderColor": color(.borderColor, member)
    case "color": color(.color, member)
    case "cornerRadius": cornerRadius(member)
    case "fontSize": number(.fontSize, member, in: 1...500)
    case "lineHeight": number(.lineHeight, member, in: 1...1000)
    case "maximumLines": number(.maximumLines, member, in: 0...100_000)
    case "opacity": number(.opacity, member, in: 0...1)
    case "fontStyle":
      if let name = choice(member, of: ["normal", "italic"]) { appearance[.italic] = name == "italic" ? true : .null }
    case "textDecoration":
      if let name = choice(member, of: ["none"] + TextDecoration.allCases.map(\.rawValue)) {
        appearance[.textDecoration] = name == "none" ? .null : .string(name)
      }
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
    case "backgroundGradient": gradient(member)
    case "transform": transform(member)
    case "transition": transition(member)
    case "direction":
      // The layout is mirrored, and hosts set the text direction.
      if let text = member.value.string, Direction(rawValue: text) != nil { appearance[.direction] = .string(text) }
      return false
    default: return false
    }
    return true
  }

  private mutating func decodeLayout(_ member: JSONMember) {
    guard let value = styleValue(member.value) else {
      return report(
        "style-type", member.value.range,
        "'\(member.name)' takes a number, a text or an object, found \(member.value.typeName)")
    }
    do {
      try set(member.name, to: value)
      settings.append((member.name, value))
    } catch {
      report(error, in: member)
    }
  }

  private func report(_ error: StyleError, in member: JSONMember) {
    let part = member.value.members?.first { $0.name == error.key }
    switch error.reason {
    case .unknownProperty: reportUnknown(member)
    case .unknownKey:
      report(
        "unknown-style", part?.nameRange ?? member.value.range, error.description,
        fix: error.key.flatMap { session.nearMiss($0, in: error.allowedValues) })
    case .unexpectedValue, .numberOutOfRange:
      var word: String?
      if case .string(let text)? = error.found { word = text }
      report(
        "style-value", part?.value.range ?? member.value.range, error.description,
        fix: word.flatMap { session.nearMiss($0, in: error.allowedValues) })
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
    guard let text = color(member.value, of: member.name) else { return }
    appearance[attribute] = .string(text)
  }

  private func color(_ node: JSONNode, of name: String) -> String? {
    if let text = node.string, ColorComponents(text, in: .light) != nil { return text }
    report(
      "style-value", node.range, "'\(name)' takes a colour such as '#3366ff' or 'accent', found \(node.quoted)",
      fix: node.string.flatMap { session.nearMiss($0, in: SemanticColor.allCases.map(\.rawValue)) })
    return nil
  }

  /// Decodes a single radius, or one for each corner: `{"all": 8, "topLeft": 0}`.
  private mutating func cornerRadius(_ member: JSONMember) {
    let range = 0.0...10_000
    guard member.value.members != nil else { return number(.cornerRadius, member, in: range) }
    let names = ["topLeft", "topRight", "bottomRight", "bottomLeft"]
    let read = parts(of: member, "all and the four corners") { part in
      guard part.name == "all" || names.contains(part.name) else { return nil }
      return .some(number(part.value, of: part.name, in: range).map(Value.double))
    } known: {
      ["all"] + names
    }
    guard let radii = read?.dictionary else { return }
    appearance[.cornerRadius] = .array(names.map { radii[$0] ?? radii["all"] ?? 0 })
  }

  private mutating func number(_ attribute: ViewAttribute, _ member: JSONMember, in range: ClosedRange<Double>) {
    guard let number = number(member.value, of: member.name, in: range) else { return }
    appearance[attribute] = .double(number)
  }

  private func number(_ node: JSONNode, of name: String, in range: ClosedRange<Double>) -> Double? {
    if let number = node.number, range.contains(number) { return number }
    report(
      "style-value", node.range,
      "'\(name)' takes a number from \(Value.double(range.lowerBound)) to \(Value.double(range.upperBound)), "
        + "found \(node.quoted)")
    return nil
  }

  private func choice(_ member: JSONMember, of names: [String]) -> String? {
    if let text = member.value.string, names.contains(text) { return text }
    report(
      "style-value", member.value.range,
      "'\(member.name)' takes \(PropertyType.choice(names).name), found \(member.value.quoted)",
      fix: member.value.string.flatMap { session.nearMiss($0, in: names) })
    return nil
  }

  private mutating func gradient(_ member: JSONMember) {
    appearance[.backgroundGradient] = parts(of: member, "colors and angle") { part in
      switch part.name {
      case "angle": .some(number(part.value, of: part.name, in: -3600...3600).map(Value.double))
      case "colors": .some(colors(part.value).map(Value.array))
      default: nil
      }
    } known: {
      ["colors", "angle"]
    }
  }

  private mutating func colors(_ node: JSONNode) -> [Value]? {
    guard let elements = node.elements, (2...LinearGradient.maximumColors).contains(elements.count) else {
      report(
        "style-type", node.range, "'colors' of a gradient takes a list of 2 to \(LinearGradient.maximumColors) colours")
      return nil
    }
    let colors = elements.compactMap { color($0, of: "colors") }
    return colors.count == elements.count ? colors.map(Value.string) : nil
  }

  private mutating func shadow(_ member: JSONMember) {
    appearance[.shadow] = parts(of: member, "x, y, radius and color") { part in
      switch part.name {
      case "x", "y": .some(number(part.value, of: part.name, in: -1000...1000).map(Value.double))
      case "radius": .some(number(part.value, of: part.name, in: 0...1000).map(Value.double))
      case "color": .some(color(part.value, of: part.name).map(Value.string))
      default: nil
      }
    } known: {
      ["x", "y", "radius", "color"]
    }
  }

  private mutating func transform(_ member: JSONMember) {
    var uniform: Value?
    let read = parts(of: member, "translateX, translateY, scale and rotate") { part -> Value?? in
      switch part.name {
      case "translateX", "translateY":
        return .some(number(part.value, of: part.name, in: -10_000...10_000).map(Value.double))
      case "scale":
        uniform = number(part.value, of: part.name, in: -100...100).map(Value.double)
        return .some(nil)
      case "scaleX", "scaleY": return .some(number(part.value, of: part.name, in: -100...100).map(Value.double))
      case "rotate": return .some(number(part.value, of: part.name, in: -36_000...36_000).map(Value.double))
      default: return nil
      }
    } known: {
      ["translateX", "translateY", "scale", "scaleX", "scaleY", "rotate"]
    }
    guard var members = read?.dictionary else { return appearance[.transform] = nil }
    if let uniform {
      members["scaleX"] = members["scaleX"] ?? uniform
      members["scaleY"] = members["scaleY"] ?? uniform
    }
    appearance[.transform] = .dictionary(members)
  }

  private mutating func transition(_ member: JSONMember) {
    let easings = ["linear", "ease", "easeIn", "easeOut", "easeInOut"]
    appearance[.transition] = parts(of: member, "duration, delay and easing") { part in
      switch part.name {
      case "duration", "delay": .some(number(part.value, of: part.name, in: 0...60).map(Value.double))
      case "easing": .some(choice(part, of: easings).map(Value.string))
      default: nil
      }
    } known: {
      ["duration", "delay", "easing"]
    }
  }

  /// Decodes an object with a few parts.
  ///
  /// - Parameter read: Returns the value of a part; nil for an unknown name, or an inner nil for an invalid value.
  private func parts(
    of member: JSONMember, _ expected: String, read: (JSONMember) -> Value??, known: () -> [String]
  ) -> Value? {
    if case .null = member.value.content { return nil }
    guard let members = member.value.membersWithoutComments else {
      report(
        "style-value", member.value.range,
        "'\(member.name)' takes an object with \(expected), found \(member.value.typeName)")
      return nil
    }
    var values: [String: Value] = [:]
    for part in members {
      if let value = read(part) {
        values[part.name] = value
      } else {
        report(
          "unknown-style", part.nameRange, "Unknown part '\(part.name)' of '\(member.name)'",
          fix: session.nearMiss(part.name, in: known()))
      }
    }
    return .dictionary(values)
  }

  private func report(
    _ rule: String, _ range: SourceRange, _ message: @autoclosure () -> String, fix: @autoclosure () -> String? = nil
  ) {
    session.add(rule, range, message(), fix: fix())
  }
}

extension JSONNode {
  /// A description of the value for messages: a text in quotes, a number, or the name of the type.
  fileprivate var quoted: String {
    switch content {
    case .string(let text): "'\(text.prefix(60))'"
    case .integer, .double: value.description
    default: typeName
    }
  }
}

extension Edges {
  /// Returns the lengths in points as an attribute, in the order top, right, bottom, left. `start` and `end` take
  /// precedence over `left` and `right`.
  func sides(isRightToLeft: Bool) -> Value {
    let sides = [top, physicalRight(isRightToLeft), bottom, physicalLeft(isRightToLeft)]
    return .array(sides.map { .double($0.pointsOrZero) })
  }
}

extension Dimension {
  /// The number of points, or 0 for any other length.
  var pointsOrZero: Double {
    if case .points(let points) = kind { points } else { 0 }
  }
}
