@testable import TesseraXcodeFiles

/// A listing for people who write or check a translation.
extension InterfaceDocument {
  /// Lists the scenes and their objects, indented, a line for each object, constraint, attribute and connection.
  func listing() -> String {
    var lines = ["\(kind) initial: \(initialViewControllerID ?? "none")"]
    for scene in scenes {
      lines.append("scene \(scene.id ?? "")")
      for object in scene.objects { add(object, relation: nil, to: &lines, indentation: "  ") }
    }
    lines += omissions.map { "omitted: \($0)" }
    return lines.joined(separator: "\n")
  }

  private func add(_ object: InterfaceObject, relation: String?, to lines: inout [String], indentation: String) {
    let names = [relation.map { "\($0):" }, object.elementName, object.id.map { "#\($0)" }, object.customClass]
    lines.append(indentation + names.compactMap(\.self).joined(separator: " "))
    let inner = indentation + "  "
    let known: Set<String> = ["id", "key", "customClass", "customModule"]
    for (name, value) in object.attributes.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      lines.append("\(inner)\(name) = \(value.debugDescription)")
    }
    for (key, value) in object.values { lines.append("\(inner)\(key): \(words(for: value))") }
    for attribute in object.runtimeAttributes {
      lines.append("\(inner)@\(attribute.keyPath): \(words(for: attribute.value))")
    }
    for constraint in object.constraints { lines.append("\(inner)\(constraint.words)") }
    for connection in object.connections {
      lines.append("\(inner)\(words(for: connection.kind)) -> \(connection.destinationID)")
    }
    for child in object.children { add(child.object, relation: child.relation, to: &lines, indentation: inner) }
  }

  private func words(for value: InterfaceValue) -> String {
    switch value {
    case .null: return "nil"
    case .boolean(let flag): return "\(flag)"
    case .number(let number): return "\(number)"
    case .string(let text): return text.debugDescription
    case .point(let point): return "point \(point.x) \(point.y)"
    case .size(let size): return "size \(size.width) \(size.height)"
    case .rectangle(let frame): return "(\(frame.x) \(frame.y) \(frame.width) \(frame.height))"
    case .insets(let insets): return "insets \(insets.top) \(insets.left) \(insets.bottom) \(insets.right)"
    case .color(let color):
      let name = color.catalogueName ?? color.systemName ?? ""
      guard let components = color.components else { return "color \(name)" }
      return "\(name)\(components) alpha: \(color.alpha) \(color.colorSpace ?? "")"
    case .font(let font): return "\(font.face)" + (font.pointSize.map { " \($0)" } ?? "")
    case .autoresizing(let mask): return "\(mask.rawValue)"
    case .image(let name): return "image \(name.debugDescription)"
    case .record(let record):
      let parts =
        record.attributes.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.debugDescription)" }
        + record.values.map { "\($0.key): \(words(for: $0.value))" }
      return record.elementName + " {" + parts.joined(separator: ", ") + "}"
    }
  }

  private func words(for kind: InterfaceConnection.Kind) -> String {
    switch kind {
    case .outlet(let property): return "outlet \(property)"
    case .outletCollection(let property): return "outlets \(property)"
    case .action(let selector, let event): return "action \(selector) \(event ?? "")"
    case .segue(let segue):
      let name = [segue.kind, segue.relationship, segue.identifier].compactMap(\.self).joined(separator: " ")
      return "segue \(name)" + (segue.hasPreview ? " with preview" : "")
    }
  }
}

extension InterfaceConstraint {
  /// The constraint as an equation, such as `a.top = b.bottom + 8.0 @750.0`.
  package var words: String {
    let sign = [Relation.lessThanOrEqual: "<=", .equal: "=", .greaterThanOrEqual: ">="][relation] ?? "?"
    var words = "\(firstItemID).\(firstAttribute) \(sign)"
    if let secondItemID, let secondAttribute { words += " \(secondItemID).\(secondAttribute)" }
    if multiplier != 1 { words += " * \(multiplier)" }
    words += isStandardDistance ? " + standard" : " + \(constant)"
    return words + (priority == 1000 ? "" : " @\(priority)")
  }
}
