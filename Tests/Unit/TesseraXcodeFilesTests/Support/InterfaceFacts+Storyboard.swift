import TesseraXcodeFiles

extension InterfaceFacts {
  /// The facts of a scene.
  init(of document: InterfaceDocument, viewController id: String) {
    guard let controller = document.objectsByID[id] else { return }
    for child in controller.children { add(child.object, of: document, isRoot: child.relation == "view") }
  }

  private mutating func add(_ object: InterfaceObject, of document: InterfaceDocument, isRoot: Bool) {
    let name = Self.name(of: object, isRoot: isRoot)
    if let frame = object.frame, !isRoot, object.elementName != "tableViewCell", !Self.isStretched(object) {
      add(frame: [frame.x, frame.y, frame.width, frame.height], of: name)
    }
    if let text = object.text("text") { add("text", text, of: name) }
    if let placeholder = object.text("placeholder") { add("placeholder", placeholder, of: name) }
    if let lines = object["numberOfLines"] { add("lines", lines, of: name) }
    if let hugging = object["horizontalHuggingPriority"], let vertical = object["verticalHuggingPriority"] {
      add("hugging", "{\(hugging), \(vertical)}", of: name)
    }
    if let font = object.font(), case .system(let weight, _) = font.face, let size = font.pointSize {
      add(font: weight ?? "regular", size: size, of: name)
    }
    for key in ["textColor", "backgroundColor"] {
      guard let color = object.color(key), color.colorSpace != "calibratedRGB" else { continue }
      switch color.components {
      case .rgb(let red, let green, let blue): add(color: key, [red, green, blue, color.alpha], of: name)
      case .gray(let white): add(color: key, [white, color.alpha], of: name)
      case nil: break
      }
    }
    for attribute in object.runtimeAttributes { add(attribute, of: name) }
    for constraint in object.constraints { add(constraint, of: document) }
    for child in object.children { add(child.object, of: document, isRoot: false) }
  }

  private mutating func add(_ attribute: InterfaceRuntimeAttribute, of name: String) {
    switch attribute.value {
    case .string(let text): add(runtimeAttribute: attribute.keyPath, text, of: name)
    case .number(let number): add(runtimeAttribute: attribute.keyPath, Self.rounded(number), of: name)
    case .color: add(runtimeAttribute: attribute.keyPath, "color", of: name)
    default: break
    }
  }

  private mutating func add(_ constraint: InterfaceConstraint, of document: InterfaceDocument) {
    func name(_ id: String) -> String {
      guard let object = document.objectsByID[id] else { return "missing" }
      let isRoot = document.scenes.contains { $0.viewController?.object("view")?.id == id }
      return Self.name(of: object, isRoot: isRoot)
    }
    add(
      constraint: name(constraint.firstItemID), "\(constraint.firstAttribute)", "\(constraint.relation)",
      constraint.secondItemID.map(name), constraint.secondAttribute.map { "\($0)" },
      constant: constraint.isStandardDistance ? nil : constraint.constant, priority: constraint.priority)
  }

  private static func name(of object: InterfaceObject, isRoot: Bool) -> String {
    if isRoot { return "root" }
    if object.elementName == "viewControllerLayoutGuide" { return "\(object["type"] ?? "") guide" }
    for attribute in object.runtimeAttributes where attribute.keyPath == "wx.identifier" {
      if case .string(let identifier) = attribute.value { return identifier }
    }
    if let name = object.customClass { return name }
    if object.elementName == "view" { return "view of height \(rounded(object.frame?.height ?? 0))" }
    guard let text = object.text("text") else { return object.elementName.lowercased() }
    // Two labels have the same text.
    return "\(text) at \(rounded(object.frame?.x ?? 0))"
  }

  private static func isStretched(_ object: InterfaceObject) -> Bool {
    ["tableView", "searchBar", "navigationBar"].contains(object.elementName) || object["key"] == "tableFooterView"
  }
}
