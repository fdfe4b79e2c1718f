import Foundation
import TesseraXcodeFiles

/// Reads the values of properties in Interface Builder's documents.
struct SourceValueReader {
  /// Colours of the catalogue and of the system, by name, as they were when the document was saved.
  let colors: [String: InterfaceColor]

  /// Returns runtime attributes whose values are known.
  func attributes(_ all: [InterfaceRuntimeAttribute]) -> [StoryboardAttribute] {
    all.compactMap { attribute in
      value(of: attribute.value).map { StoryboardAttribute(keyPath: attribute.keyPath, value: $0) }
    }
  }

  /// Returns the properties of an object that have a place in our documents.
  func properties(of object: InterfaceObject, className: String) -> [String: StoryboardValue] {
    var found: [String: StoryboardValue] = [:]
    for (name, text) in object.attributes where ViewTable.row(of: name, in: className) != nil {
      found[name] = name.lowercased().hasSuffix("image") ? Self.image(text, in: object) : value(of: text)
    }
    for (name, archived) in object.values where ViewTable.row(of: name, in: className) != nil {
      found[name] = value(of: archived)
    }
    for name in ["text", "title", "placeholder", "prompt"] {
      // A text stays a text, also `007` and `YES`.
      if let text = object.attributes[name], found[name] != nil { found[name] = .text(text) }
      if let text = found[name]?.string, let id = object.id { found[name] = .localized(text, key: "\(id).\(name)") }
    }
    if let record = object.record("attributedText"), ViewTable.row(of: "attributedText", in: className) != nil,
      let attributed = AttributedText(record)
    {
      write(attributed, as: ("text", "textColor"), into: &found)
      if let alignment = attributed.look.alignment { found["textAlignment"] = .text(alignment) }
    }
    readStates(of: object, into: &found)
    readTraits(of: object, into: &found)
    if let segments = object.record("segments") {
      found["segments"] = .list(
        segments.values.map { entry in
          guard case .record(let segment) = entry.value else { return .text("") }
          return .text(segment["title"] ?? "")
        })
    }
    return found
  }

  private func readStates(of object: InterfaceObject, into found: inout [String: StoryboardValue]) {
    guard object.elementName == "button", let state = object.record("normal") else { return }
    if let title = state["title"] {
      found["title"] = object.id.map { .localized(title, key: "\($0).normalTitle") } ?? .text(title)
    }
    for name in ["image", "backgroundImage"] { found[name] = image(name, of: state) }
    found["titleColor"] = state.value("titleColor").flatMap { value(of: $0) }
    if let attributed = state.record("attributedTitle").flatMap(AttributedText.init) {
      write(attributed, as: ("title", "titleColor"), into: &found)
    }
    // The name that Xcode 4 gave it.
    if found["buttonType"]?.string == "roundedRect" { found["buttonType"] = .text("system") }
  }

  /// Writes a text whose parts may have attributes, of which those of the first stand for all.
  /// - Parameter names: The properties that are its words and its colour.
  private func write(
    _ attributed: AttributedText, as names: (text: String, color: String),
    into found: inout [String: StoryboardValue]
  ) {
    found[names.text] = .text(attributed.text)
    if let color = attributed.look.color.flatMap({ color($0) }) { found[names.color] = .color(color) }
    if let font = attributed.look.font { found["fontDescription"] = .font(font) }
    if attributed.isMixed { found["attributedText"] = .text(attributed.text) }
  }

  private func readTraits(of object: InterfaceObject, into found: inout [String: StoryboardValue]) {
    guard let traits = object.record("textInputTraits") else { return }
    if let type = traits["keyboardType"] { found["keyboardType"] = .text(type) }
    if traits["secureTextEntry"] == "YES" { found["secureTextEntry"] = .boolean(true) }
  }

  /// Returns the image with a key: in an attribute, or in an element that refers to it.
  func image(_ key: String, of element: some InterfaceElement) -> StoryboardValue? {
    element[key].map { Self.image($0, in: element) } ?? element.value(key).flatMap { value(of: $0) }
  }

  /// Returns an image that an element names: of the bundle, or of the system.
  private static func image(_ name: String, in element: some XMLAttributes) -> StoryboardValue {
    element["catalog"] == "system" ? .symbol(name) : .image(name)
  }

  func value(of text: String) -> StoryboardValue {
    switch text {
    case "YES": .boolean(true)
    case "NO": .boolean(false)
    default: Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(text)
    }
  }

  func value(of value: InterfaceValue) -> StoryboardValue? {
    switch value {
    case .null, .autoresizing, .rectangle: nil
    case .record(let record):
      record.elementName == "imageReference" ? record["image"].map { Self.image($0, in: record) } : nil
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .image(let name): .image(name)
    case .color(let color): self.color(color).map(StoryboardValue.color)
    case .font(let font): .font(self.font(font))
    case .point(let point): .list([.number(point.x), .number(point.y)])
    case .size(let size): .list([.number(size.width), .number(size.height)])
    case .insets(let insets):
      .list([insets.top, insets.left, insets.bottom, insets.right].map(StoryboardValue.number))
    }
  }

  /// Returns a colour in sRGB.
  func color(_ color: InterfaceColor) -> StoryboardColor? {
    let name = color.systemName ?? color.catalogueName
    switch color.components {
    case .rgb(let red, let green, let blue):
      let isCalibrated = color.colorSpace == "calibratedRGB"
      let components = [red, green, blue].map { isCalibrated ? standard($0) : $0 }
      return StoryboardColor(
        red: components[0], green: components[1], blue: components[2], alpha: color.alpha, name: name)
    case .gray(let white): return StoryboardColor(white: white, alpha: color.alpha, name: name)
    case nil: break
    }
    guard let name else { return nil }
    if ColorTable.isAdaptive(name) { return StoryboardColor(white: 0, alpha: color.alpha, name: name) }
    if let saved = colors[name], saved.components != nil {
      return self.color(saved).map { StoryboardColor($0, name: name) }
    }
    return ColorTable.components(of: name)
  }

  /// Returns a component of calibrated RGB, which has the gamma 1.8, as one of sRGB. The primaries differ little and
  /// are taken for the same.
  private func standard(_ component: Double) -> Double {
    let linear = pow(max(0, component), 1.8)
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  /// The size of fonts without one, in points.
  private static let systemSize = 17.0

  func font(_ font: InterfaceFont) -> StoryboardFont {
    switch font.face {
    case .system(let weight, let isItalic):
      var result = StoryboardFont(
        size: font.pointSize ?? Self.systemSize, weight: weight.flatMap { WordTable.weights[$0] } ?? 400)
      result.isItalic = isItalic
      return result
    case .named(let name, let family):
      var result = StoryboardFont(
        size: font.pointSize ?? Self.systemSize, weight: FontWeights.weight(usage: nil, name: name, traits: 0))
      result.isItalic = name.hasSuffix("Italic")
      result.family = family ?? name
      return result
    case .style(let style):
      let known = WordTable.textStyles[style] ?? (Self.systemSize, 400)
      return StoryboardFont(size: font.pointSize ?? known.size, weight: known.weight)
    }
  }
}
