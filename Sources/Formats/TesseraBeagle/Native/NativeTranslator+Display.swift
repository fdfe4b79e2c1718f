import TesseraExpressions
import TesseraValues

// Translation of images and inputs to native documents.
extension NativeTranslator {
  mutating func image(_ object: BeagleObject) -> JSONNode {
    var node = begin("image", object, base: Self.shrinking + [("maxWidth", "100%")])
    node.set("enlarges", .flag(false, object.range))
    let mode = object["mode"]?.text ?? "FIT_CENTER"
    node.set(
      "contentMode", .text(KeywordMapping.imageMode.native(mode) ?? "aspectFit", object["mode"]?.range ?? object.range))
    switch object["path"] {
    case .object(let path):
      if let name = path["mobileId"] {
        if name.text?.isEmpty != true { node.set("image", value(name)) }
      } else {
        node.set("url", value(path["url"]))
        if let placeholder = path["placeholder"]?.object?["mobileId"], placeholder.text?.isEmpty != true {
          node.set("placeholder", value(placeholder))
        }
      }
    case .template(let template, let range):
      // The expression returns an object of one of the two kinds.
      node.set("value", native(template).firstMember(of: ["url", "mobileId"]).map { .text($0.description, range) })
    default: break
    }
    return node.node
  }

  /// Translates a text input. Its error message is shown below the field.
  mutating func textInput(_ object: BeagleObject) -> JSONNode {
    guard object["error"] != nil else { return input(object, base: nil) }
    var field = ObjectBuilder(type: "field", object.range)
    field.set("style", style(object["style"]?.object, base: Self.shrinking, at: object.range))
    var inner = object
    inner.members.removeAll { $0.name == "style" }
    field.set("child", input(inner, base: []))
    return field.node
  }

  private mutating func input(_ object: BeagleObject, base: [(String, Value)]?) -> JSONNode {
    var node = begin("textInput", object, base: base)
    set(object, in: &node)
    // The type only selects the keyboard.
    if object["type"] != nil { node.set("checksType", .flag(false, object.range)) }
    return node.node
  }
}
