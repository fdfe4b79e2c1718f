import TesseraExpressions
import TesseraValues

/// The forms and tabs of 1.x.
extension NativeTranslator {
  /// A form sends the values of its inputs with what is given besides.
  mutating func legacyForm(_ object: BeagleObject) -> JSONNode {
    var node = begin("form", object, base: [])
    if !node.has("id") { node.set("id", .text(generatedName("form"), object.range)) }
    let submissions = (object["onSubmit"]?.elements ?? []) + (object["action"]?.elements ?? [])
    node.set("onSubmit", actions(submissions, object.range))
    if let child = object["child"]?.element { node.set("children", .list([component(child)], child.range)) }
    for name in ["group", "additionalData"] {
      if let value = object[name] {
        note("beagle-unsupported", value.range, "'\(name)' of a form of 1.x has no effect")
      }
    }
    return node.node
  }

  /// The input is the component inside, under a name.
  mutating func legacyInput(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else { return Self.placeholder("There is no input", object.range) }
    var node = component(child)
    if let name = value(object["name"]) { node = node.adding("fieldName", name) }
    if let required = value(object["required"]) { node = node.adding("required", required) }
    if let validator = object["validator"] {
      note("beagle-unsupported", validator.range, "The validator '\(validator.text ?? "")' is not known here")
    }
    return node
  }

  /// What a press sends the form by.
  mutating func legacySubmit(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else {
      return Self.placeholder("There is nothing to press", object.range)
    }
    let submit = NativeObject(type: "submit", object.range).node
    return component(child).adding("onPress", .list([submit], object.range))
  }

  mutating func legacyTabs(_ object: BeagleObject) -> JSONNode {
    var node = begin("tabs", object, base: [])
    let tabs = (object["children"]?.list ?? []).compactMap(\.object)
    node.set("titles", .list(tabs.map { value($0["title"]) ?? .text("", $0.range) }, object.range))
    node.set("children", .list(tabs.compactMap { $0["child"]?.element }.map { component($0) }, object.range))
    return node.node
  }
}
