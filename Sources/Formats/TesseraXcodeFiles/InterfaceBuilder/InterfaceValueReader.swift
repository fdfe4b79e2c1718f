import Foundation

/// Reads the values of properties.
enum InterfaceValueReader {
  /// Reads a value of a type that has an element of its own, or `nil` if the element is an object, a collection or a
  /// record.
  static func plainValue(of element: XMLTreeElement) -> InterfaceValue? {
    func number(_ attribute: String) -> Double { element.number(attribute) ?? 0 }
    switch element.name {
    case "nil": return .null
    case "boolean", "bool": return element.boolean("value").map(InterfaceValue.boolean)
    case "integer", "real": return element.number("value").map(InterfaceValue.number)
    case "string", "mutableString": return .string(text(of: element))
    case "point": return .point(InterfacePoint(x: number("x"), y: number("y")))
    case "size": return .size(InterfaceSize(width: number("width"), height: number("height")))
    case "rect":
      return .rectangle(
        InterfaceRectangle(x: number("x"), y: number("y"), width: number("width"), height: number("height")))
    case "edgeInsets", "inset":
      // Button insets say `minX` and so on.
      return .insets(
        InterfaceInsets(
          top: element.number("top") ?? number("minY"), left: element.number("left") ?? number("minX"),
          bottom: element.number("bottom") ?? number("maxY"), right: element.number("right") ?? number("maxX")))
    case "directionalEdgeInsets":
      return .insets(
        InterfaceInsets(
          top: number("top"), left: number("leading"), bottom: number("bottom"), right: number("trailing")))
    case "color": return .color(InterfaceColor(of: element))
    case "fontDescription": return .font(InterfaceFont(of: element))
    case "autoresizingMask": return .autoresizing(autoresizing(of: element))
    default: return nil
    }
  }

  /// Reads an element with all its attributes and values.
  static func record(of element: XMLTreeElement) -> InterfaceRecord {
    var values: [(key: String, value: InterfaceValue)] = []
    for child in element.children {
      let key = child["key"] ?? child.name
      values.append((key, plainValue(of: child) ?? .record(record(of: child))))
    }
    return InterfaceRecord(
      elementName: element.name, attributes: element.attributes, values: values, text: element.text)
  }

  /// Reads the value of a runtime attribute: in its attribute `value`, or in an element with the key `value`.
  static func runtimeValue(of element: XMLTreeElement) -> InterfaceValue? {
    if let child = element.children.first(where: { $0["key"] == "value" }) { return plainValue(of: child) }
    switch element["type"] {
    case "nil": return .null
    case "boolean": return .boolean(element.boolean("value") ?? false)
    case "number": return element.number("value").map(InterfaceValue.number)
    case "image": return element["value"].map(InterfaceValue.image)
    // A text without a value is empty.
    case "string": return .string(element["value"] ?? "")
    default: return nil
    }
  }

  private static func text(of element: XMLTreeElement) -> String {
    guard element.boolean("base64-UTF8") == true else { return element.text }
    // Interface Builder leaves the padding out.
    let letters = element.text.filter { !$0.isWhitespace && $0 != "=" }
    let padding = String(repeating: "=", count: (4 - letters.utf8.count % 4) % 4)
    return String(decoding: Data(base64Encoded: letters + padding) ?? Data(), as: UTF8.self)
  }

  private static func autoresizing(of element: XMLTreeElement) -> InterfaceAutoresizing {
    let options: [(attribute: String, option: InterfaceAutoresizing)] = [
      ("flexibleMinX", .flexibleMinX), ("widthSizable", .widthSizable), ("flexibleMaxX", .flexibleMaxX),
      ("flexibleMinY", .flexibleMinY), ("heightSizable", .heightSizable), ("flexibleMaxY", .flexibleMaxY),
    ]
    return options.reduce(into: []) { result, entry in
      if element.boolean(entry.attribute) == true { result.insert(entry.option) }
    }
  }
}
