import TesseraExpressions
import TesseraValues

/// Translation of the forms and tabs of Beagle 1.x.
extension NativeTranslator {
  /// Translates a form, which submits the values of its inputs together with additional data.
  mutating func legacyForm(_ object: BeagleObject) -> JSONNode {
    var node = begin("form", object, base: [])
    if !node.has("id") { node.set("id", .text(generatedName("form"), object.range)) }
    let submissions = (object["onSubmit"]?.elements ?? []) + (object["action"]?.elements ?? [])
    let outer = formGroup
    formGroup = object["group"]?.text
    node.set("onSubmit", actions(submissions, object.range))
    formGroup = outer
    let outerName = formName
    formName = node.members.first { $0.name == "id" }?.value.string
    if let child = object["child"]?.element { node.set("children", .list([component(child)], child.range)) }
    formName = outerName
    set(object, in: &node)
    return node.node
  }

  /// Translates an input, which gives a name to the component it contains.
  mutating func legacyInput(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else {
      return Self.placeholder("The form input has no content", object.range)
    }
    var node = component(child)
    if let name = value(object["name"]) { node = node.adding("fieldName", name) }
    if let required = value(object["required"]) { node = node.adding("required", required) }
    guard object["required"]?.bool == true else { return node }
    var rules: [JSONNode] = []
    func add(_ name: String, _ condition: JSONNode, _ message: JSONNode?) {
      var rule = ObjectBuilder(condition.range)
      rule.set(name, condition)
      rule.set("message", message)
      rules.append(rule.node)
    }
    let message = value(object["errorMessage"])
    if let message { add("required", .flag(true, message.range), message) }
    if let validator = object["validator"], let test = validation(by: validator, of: &node) {
      add("test", test, message)
    }
    return rules.isEmpty ? node : node.adding("validation", .list(rules, node.range))
  }

  /// Returns the validation of a field's value by the app's operation with the name of the validator.
  private mutating func validation(by validator: BeagleValue, of node: inout JSONNode) -> JSONNode? {
    guard let name = validator.text else { return nil }
    guard let operation = extensions.operations[name.lowercased()] else {
      report(
        "beagle-unsupported", validator.range, "Unknown validator '\(name.prefix(100))'",
        fix: "Register an operation with this name")
      return nil
    }
    let id = node["id"]?.string ?? generatedName("input")
    guard Self.isReadable(id) else {
      report(
        "beagle-unsupported", validator.range, "The value of '\(id.prefix(100))' cannot be validated",
        fix: "Give the input an id of letters, digits and underscores")
      return nil
    }
    node = node.adding("id", .text(id, validator.range))
    return .text("@{\(operation)(\(id).value)}", validator.range)
  }

  /// Translates a component that submits the form when pressed.
  mutating func legacySubmit(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else {
      return Self.placeholder("The submit button has no content", object.range)
    }
    let submit = ObjectBuilder(type: "submit", object.range).node
    let node = component(child).adding("onPress", .list([submit], object.range))
    // A disabled component becomes enabled once the form is complete.
    guard object["enabled"]?.bool == false, let formName, Self.isReadable(formName) else { return node }
    return node.adding("disabled", .text("@{isNull(\(formName).value)}", object.range))
  }

  /// Returns whether expressions can read a name.
  private static func isReadable(_ name: String) -> Bool {
    ContextPath.isWord(name) && !reservedNames.contains(name)
  }

  mutating func legacyTabs(_ object: BeagleObject) -> JSONNode {
    var node = begin("tabs", object, base: [])
    let tabs = (object["children"]?.list ?? []).compactMap(\.object)
    let titles = tabs.map { tab in
      let title = value(tab["title"]) ?? .text("", tab.range)
      guard case .data(let icon)? = tab["icon"], let name = icon["mobileId"] ?? icon.nonEmptyText else { return title }
      return self.tab(title, icon: data(name), tab.range)
    }
    node.set("titles", .list(titles, object.range))
    node.set("children", .list(tabs.compactMap { $0["child"]?.element }.map { component($0) }, object.range))
    return node.node
  }
}
