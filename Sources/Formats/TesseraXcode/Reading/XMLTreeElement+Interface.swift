import TesseraXcodeFiles

/// What elements are in Interface Builder's documents: objects such as views, or values of their properties.
extension XMLTreeElement {
  /// The elements that are values of types, rather than objects, collections of objects, or records.
  private static let valueNames: Set = [
    "nil", "boolean", "bool", "integer", "real", "string", "mutableString", "point", "size", "rect", "edgeInsets",
    "inset", "directionalEdgeInsets", "color", "fontDescription", "autoresizingMask",
  ]
  /// What an object has besides objects and values.
  private static let partNames: Set = ["constraints", "connections", "userDefinedRuntimeAttributes", "variation"]

  var isValue: Bool { Self.valueNames.contains(name) }

  private var isPart: Bool { Self.partNames.contains(name) }

  var id: String? { self["id"] }

  /// How the object that it is in has it: by a key, such as `view`, or as a collection, such as `subviews`.
  var relation: String { self["key"] ?? name }

  /// Whether the object only stands for another one.
  var isPlaceholder: Bool { name == "placeholder" || name == "exit" }

  // MARK: Objects

  /// Returns an element that is an object; `nil` if it is none. Xcode 6 to 10 gave the content views of collection cells
  /// no IDs: they are named after their cells, to which constraints refer in their place.
  func identified(in owner: XMLTreeElement) -> XMLTreeElement? {
    guard !isValue, !isPart else { return nil }
    if id != nil { return self }
    guard name == "view", self["key"] == "contentView", let id = owner.id else { return nil }
    var content = self
    content.attributes["id"] = "\(id) contentView"
    return content
  }

  /// Whether it contains objects, and is none itself.
  var isCollection: Bool { !isValue && !isPart && children.contains { $0.id != nil } }

  /// The object with a key.
  func object(_ key: String) -> XMLTreeElement? { objects(key).first }

  /// The objects with a key, or of a collection, in the order of the file.
  func objects(_ key: String) -> [XMLTreeElement] {
    children.filter { $0.relation == key }.flatMap { child in
      child.identified(in: self).map { [$0] } ?? (child.isCollection ? child.children.filter { $0.id != nil } : [])
    }
  }

  // MARK: Values

  /// The values with their keys, in the order of the file.
  var values: [(key: String, value: XMLTreeElement)] {
    children.compactMap { child in
      if child.isValue { return child["key"].map { ($0, child) } }
      guard !child.isPart, child.identified(in: self) == nil, !child.isCollection,
        !child.children.isEmpty || !child.attributes.isEmpty
      else { return nil }
      return (child.relation, child)
    }
  }

  /// The first value with a key.
  func value(_ key: String) -> XMLTreeElement? { values.first { $0.key == key }?.value }

  /// The value with a key that has parts of its own, such as a button's state `normal`.
  func record(_ key: String) -> XMLTreeElement? { value(key).flatMap { $0.isValue ? nil : $0 } }

  /// The color with a key, such as `backgroundColor`.
  func color(_ key: String) -> XMLTreeElement? { value(key).flatMap { $0.name == "color" ? $0 : nil } }

  /// Returns a text of the object that string tables may replace.
  /// - Parameter name: What tables call it after the ID of the object, such as `title`.
  func localized(_ text: String, as name: String) -> StoryboardValue {
    id.map { .localized(text, key: "\($0).\(name)") } ?? .text(text)
  }

  /// The frame in points, in the coordinates of the superview.
  var frame: StoryboardFrame? {
    guard let frame = value("frame"), frame.name == "rect" else { return nil }
    func number(_ attribute: String) -> Double { frame.number(attribute) ?? 0 }
    return StoryboardFrame(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
  }

  // MARK: Connections

  /// The connections to other objects that can be read.
  var connections: [XMLTreeElement] {
    children(named: "connections").flatMap(\.children).filter { $0.connectionProblem == nil }
  }

  /// The connections that can be read, and what each has besides a destination.
  private static let requiredAttributes = [
    "outlet": "property", "outletCollection": "property", "action": "selector", "segue": "kind",
  ]

  /// Why a connection cannot be read; `nil` if it can.
  var connectionProblem: XcodeFileError? {
    let required = Self.requiredAttributes[name]
    let missing = ["destination", required].compactMap(\.self).first { self[$0] == nil }
    let words = missing.map { "has no '\($0)'" } ?? (required == nil ? "is unknown" : nil)
    return words.map { XcodeFileError("The connection '\(name)' \($0), at line \(line)") }
  }

  /// What its outlets are connected to.
  var outlets: [StoryboardOutlet] {
    connections.filter { $0.name.hasPrefix("outlet") }.map { connection in
      StoryboardOutlet(name: connection["property"] ?? "", destination: connection["destination"] ?? "")
    }
  }
}
