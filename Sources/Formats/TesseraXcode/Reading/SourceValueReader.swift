import Foundation
import TesseraXcodeFiles

/// Reads the values of properties in Interface Builder's documents.
struct SourceValueReader {
  /// Colours of the catalogue and of the system, by name, as they were when the document was saved.
  let colors: [String: XMLTreeElement]

  // MARK: Runtime attributes

  /// Returns the runtime attributes of an object or constraint whose values are known.
  func attributes(of element: XMLTreeElement) -> [StoryboardAttribute] {
    element.children(named: "userDefinedRuntimeAttributes").flatMap { list in
      list.children(named: "userDefinedRuntimeAttribute").compactMap { (try? attribute($0)).flatMap(\.self) }
    }
  }

  /// Returns a runtime attribute; `nil` if its value has no place in our documents. The value is in the attribute `value`,
  /// or in an element with this key.
  func attribute(_ element: XMLTreeElement) throws(XcodeFileError) -> StoryboardAttribute? {
    guard let keyPath = element["keyPath"] else {
      throw XcodeFileError("A runtime attribute has no key path, at line \(element.line)")
    }
    let value: StoryboardValue?
    let isUnknown: Bool
    if let child = element.children.first(where: { $0["key"] == "value" }) {
      value = self.value(of: child)
      isUnknown = !["nil", "rect", "color", "autoresizingMask"].contains(child.name)
    } else {
      switch element["type"] {
      case "boolean": value = .boolean(element.boolean("value") ?? false)
      // A text without a value is empty.
      case "string": value = .text(element["value"] ?? "")
      case "number": value = element.number("value").map(StoryboardValue.number)
      case "image": value = element["value"].map(StoryboardValue.image)
      default: value = nil
      }
      isUnknown = element["type"] != "nil"
    }
    guard value != nil || !isUnknown else {
      let problem = "has the unreadable type '\(element["type"] ?? "")', at line \(element.line)"
      throw XcodeFileError("The runtime attribute '\(keyPath)' \(problem)")
    }
    return value.map { StoryboardAttribute(keyPath: keyPath, value: $0) }
  }

  // MARK: Properties

  /// Returns the properties of an object that have a place in our documents.
  func properties(of object: XMLTreeElement, className: String) -> [String: StoryboardValue] {
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
      if let text = found[name]?.string { found[name] = object.localized(text, as: name) }
    }
    if let record = object.record("attributedText"), ViewTable.row(of: "attributedText", in: className) != nil,
      let attributed = AttributedText(record, values: self)
    {
      write(attributed, as: ("text", "textColor"), into: &found)
      if let alignment = attributed.style.alignment { found["textAlignment"] = .text(alignment) }
    }
    readStates(of: object, into: &found)
    readTraits(of: object, into: &found)
    if let segments = object.record("segments") {
      found["segments"] = .list(segments.children.map { .text($0["title"] ?? "") })
    }
    return found
  }

  private func readStates(of object: XMLTreeElement, into found: inout [String: StoryboardValue]) {
    guard object.name == "button", let state = object.record("normal") else { return }
    if let title = state["title"] { found["title"] = object.localized(title, as: "normalTitle") }
    for name in ["image", "backgroundImage"] { found[name] = image(name, of: state) }
    found["titleColor"] = state.value("titleColor").flatMap { value(of: $0) }
    if let attributed = state.record("attributedTitle").flatMap({ AttributedText($0, values: self) }) {
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
    if let color = attributed.style.color { found[names.color] = .color(color) }
    if let font = attributed.style.font { found["fontDescription"] = .font(font) }
    if attributed.isMixed { found["attributedText"] = .text(attributed.text) }
  }

  private func readTraits(of object: XMLTreeElement, into found: inout [String: StoryboardValue]) {
    guard let traits = object.record("textInputTraits") else { return }
    if let type = traits["keyboardType"] { found["keyboardType"] = .text(type) }
    if traits.boolean("secureTextEntry") == true { found["secureTextEntry"] = .boolean(true) }
  }

  /// Returns the image with a key: in an attribute, or in an element that refers to it.
  func image(_ key: String, of element: XMLTreeElement) -> StoryboardValue? {
    element[key].map { Self.image($0, in: element) } ?? element.value(key).flatMap { value(of: $0) }
  }

  /// Returns an image that an element names: of the bundle, or of the system.
  private static func image(_ name: String, in element: XMLTreeElement) -> StoryboardValue {
    element["catalog"] == "system" ? .symbol(name) : .image(name)
  }

  func value(of text: String) -> StoryboardValue {
    switch text {
    case "YES": .boolean(true)
    case "NO": .boolean(false)
    default: Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(text)
    }
  }

  /// Returns a value that has an element of its own; `nil` if it cannot be read or has no place in our documents.
  func value(of element: XMLTreeElement) -> StoryboardValue? {
    func list(_ attributes: [String]...) -> StoryboardValue {
      .list(attributes.map { names in .number(names.lazy.compactMap { element.number($0) }.first ?? 0) })
    }
    return switch element.name {
    case "boolean", "bool": element.boolean("value").map(StoryboardValue.boolean)
    case "integer", "real": element.number("value").map(StoryboardValue.number)
    case "string", "mutableString": .text(text(of: element))
    case "point": list(["x"], ["y"])
    case "size": list(["width"], ["height"])
    // Button insets say `minX` and so on.
    case "edgeInsets", "inset": list(["top", "minY"], ["left", "minX"], ["bottom", "maxY"], ["right", "maxX"])
    case "directionalEdgeInsets": list(["top"], ["leading"], ["bottom"], ["trailing"])
    case "color": color(element).map(StoryboardValue.color)
    case "fontDescription": .font(font(element))
    case "imageReference": element["image"].map { Self.image($0, in: element) }
    default: nil
    }
  }

  /// Returns a text with a key, in an attribute or, if it has several lines, in an element.
  func text(_ key: String, of element: XMLTreeElement) -> String? {
    element[key] ?? element.value(key).flatMap { ["string", "mutableString"].contains($0.name) ? text(of: $0) : nil }
  }

  private func text(of element: XMLTreeElement) -> String {
    guard element.boolean("base64-UTF8") == true else { return element.text }
    // Interface Builder leaves the padding out.
    let letters = element.text.filter { !$0.isWhitespace && $0 != "=" }
    let padding = String(repeating: "=", count: (4 - letters.utf8.count % 4) % 4)
    return String(decoding: Data(base64Encoded: letters + padding) ?? Data(), as: UTF8.self)
  }

  /// Returns a colour in sRGB.
  func color(_ element: XMLTreeElement) -> StoryboardColor? {
    let name = element["systemColor"] ?? element["cocoaTouchSystemColor"] ?? element["name"]
    let components = components(of: element)
    guard let name, components == nil else { return components.map { StoryboardColor($0, name: name) } }
    if ColorTable.isAdaptive(name) { return StoryboardColor(white: 0, alpha: element.number("alpha") ?? 1, name: name) }
    let saved = colors[name].flatMap { self.components(of: $0) }
    return saved.map { StoryboardColor($0, name: name) } ?? ColorTable.components(of: name)
  }

  /// Returns the components of a colour in sRGB; `nil` if it has only a name.
  private func components(of element: XMLTreeElement) -> StoryboardColor? {
    let alpha = element.number("alpha") ?? 1
    guard let red = element.number("red"), let green = element.number("green"), let blue = element.number("blue") else {
      return element.number("white").map { StoryboardColor(white: $0, alpha: alpha) }
    }
    let isCalibrated = (element["customColorSpace"] ?? element["colorSpace"]) == "calibratedRGB"
    let components = [red, green, blue].map { isCalibrated ? standard($0) : $0 }
    return StoryboardColor(red: components[0], green: components[1], blue: components[2], alpha: alpha)
  }

  /// Returns a component of calibrated RGB, which has the gamma 1.8, as one of sRGB. The primaries differ little and
  /// are taken for the same.
  private func standard(_ component: Double) -> Double {
    let linear = pow(max(0, component), 1.8)
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  /// The size of fonts without one, in points.
  private static let systemSize = 17.0

  func font(_ element: XMLTreeElement) -> StoryboardFont {
    let size = element.number("pointSize")
    if let style = element["style"] {
      let known = WordTable.textStyles[style] ?? (Self.systemSize, 400)
      return StoryboardFont(size: size ?? known.size, weight: known.weight)
    }
    var font = StoryboardFont(size: size ?? Self.systemSize, weight: 400)
    if let name = element["name"] {
      font.weight = FontWeights.weight(usage: nil, name: name, traits: 0)
      font.isItalic = name.hasSuffix("Italic")
      font.family = element["family"] ?? name
      return font
    }
    switch element["type"] {
    case "boldSystem": font.weight = 700
    case "italicSystem": font.isItalic = true
    default: font.weight = element["weight"].flatMap { WordTable.weights[$0] } ?? 400
    }
    return font
  }
}
