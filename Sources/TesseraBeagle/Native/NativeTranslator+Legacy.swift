import TesseraExpressions
import TesseraValues

/// The forms and tabs of 1.x.
extension NativeTranslator {
  /// A form sends the values of its inputs with what is given besides.
  mutating func legacyForm(_ object: BeagleObject) -> JSONNode {
    var node = begin("form", object, base: [])
    if !node.has("id") { node.set("id", .text(generatedName("form"), object.range)) }
    let submissions = (object["onSubmit"]?.elements ?? []) + (object["action"]?.elements ?? [])
    let outer = formGroup
    formGroup = object["group"]?.text
    node.set("onSubmit", actions(submissions, object.range))
    formGroup = outer
    if let child = object["child"]?.element { node.set("children", .list([component(child)], child.range)) }
    node.set("group", value(object["group"]))
    node.set("storesValues", value(object["shouldStoreFields"]))
    node.set("additionalData", value(object["additionalData"]))
    return node.node
  }

  /// The input is the component inside, under a name.
  mutating func legacyInput(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else { return Self.placeholder("There is no input", object.range) }
    var node = component(child)
    if let name = value(object["name"]) { node = node.adding("fieldName", name) }
    if let required = value(object["required"]) { node = node.adding("required", required) }
    if let validator = object["validator"], let name = validator.text, object["required"]?.bool == true {
      guard let operation = extensions.operations[name.lowercased()] else {
        note(
          "beagle-unsupported", validator.range, "The validator '\(name.prefix(100))' is not known here",
          fix: "Register an operation of that name")
        return node
      }
      // An operation of the app that is given the value, of which it is told what it says.
      let id = node["id"]?.string ?? generatedName("input")
      node = node.adding("id", .text(id, validator.range))
      var rule = NativeObject(validator.range)
      rule.set("test", .text("@{\(operation)(\(id).value)}", validator.range))
      rule.set("message", value(object["errorMessage"]))
      node = node.adding("validation", .list([rule.node], validator.range))
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
