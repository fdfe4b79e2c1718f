import TesseraExpressions
import TesseraValues

// Translation of text, images and inputs to native documents.
extension NativeTranslator {
  mutating func label(_ object: BeagleObject) -> JSONNode {
    var base = Self.shrinking(object.range)
    base.append(("fontSize", .number(16, object.range)))
    var said: [(String, JSONNode)] = []
    if let color = color(object["textColor"]) { said.append(("color", color)) }
    if let align = word(object["alignment"]) { said.append(("textAlign", align)) }
    var node = begin("text", object, base: base, said: said)
    node.set("text", value(object["text"]))
    return node.node
  }

  mutating func button(_ object: BeagleObject) -> JSONNode {
    var node = begin("button", object)
    node.set("text", value(object["text"]))
    set(MemberMapping.button, of: object, in: &node)
    node.set("onPress", tracking(object["clickAnalyticsEvent"], actions(object["onPress"])))
    return node.node
  }

  mutating func image(_ object: BeagleObject) -> JSONNode {
    var node = begin("image", object, base: Self.shrinking(object.range) + [("maxWidth", .text("100%", object.range))])
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

  mutating func webView(_ object: BeagleObject) -> JSONNode {
    var node = begin("webView", object, base: Self.filling(object.range) + [("minHeight", .number(0, object.range))])
    if object["url"]?.text?.isEmpty != true { node.set("url", value(object["url"])) }
    return node.node
  }

  /// Translates a text input. Its error message is shown below the field.
  mutating func textInput(_ object: BeagleObject) -> JSONNode {
    guard object["error"] != nil else { return input(object, base: nil) }
    var field = ObjectBuilder(type: "field", object.range)
    field.set("style", style(object["style"]?.object, base: Self.shrinking(object.range), at: object.range))
    var inner = object
    inner.members.removeAll { $0.name == "style" }
    field.set("child", input(inner, base: []))
    return field.node
  }

  mutating func input(_ object: BeagleObject, base: [(String, JSONNode)]?) -> JSONNode {
    var node = begin("textInput", object, base: base)
    set(MemberMapping.input, of: object, in: &node)
    node.set("error", value(object["error"]))
    node.set("disabled", negated(object["enabled"]) ?? value(object["disabled"]))
    node.set("hidden", value(object["hidden"]))
    let types = KeywordMapping.inputType
    node.set(
      "inputType",
      value(object["type"]) {
        $0.choosing(types.sorted)
      } literal: { node in
        node.string.flatMap(types.native).map { .text($0, node.range) }
      })
    // The type only selects the keyboard.
    if object["type"] != nil { node.set("checksType", .flag(false, object.range)) }
    set(MemberMapping.inputEvents, of: object, in: &node)
    return node.node
  }
}
