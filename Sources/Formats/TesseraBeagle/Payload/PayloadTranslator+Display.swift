import TesseraExpressions
import TesseraValues

// Translation of text, images and inputs to payloads.
extension PayloadTranslator {
  mutating func label(_ node: JSONNode) -> JSONNode {
    var part = begin("text", node)
    part.said.set("text", data(node["text"]) ?? data(node["value"]) ?? .text("", node.range))
    part.said.set("textColor", color(node["style"]?["color"]))
    part.said.set("alignment", word(node["style"]?["textAlign"]))
    return finish(part, of: node)
  }

  mutating func button(_ node: JSONNode) -> JSONNode {
    var part = begin("button", node)
    part.said.set("text", data(node["text"]) ?? data(node["value"]) ?? .text("", node.range))
    set(MemberMapping.button, of: node, in: &part)
    part.held.set("onPress", actions(node["onPress"]))
    part.covered.insert("onPress")
    return finish(part, of: node)
  }

  mutating func image(_ node: JSONNode) -> JSONNode {
    var part = begin("image", node)
    var path = ObjectBuilder(node.range)
    let value = node["value"]?.string
    let address = value.flatMap { $0.contains("://") || $0.hasPrefix("/") ? node["value"] : nil }
    if let url = data(node["url"] ?? node["imageUrl"] ?? address) {
      path.set(BeagleDecoder.imageKey, .text("remote", node.range))
      path.set("url", url)
      if let name = data(node["placeholder"]) {
        var placeholder = ObjectBuilder(name.range)
        placeholder.set("mobileId", name)
        path.set("placeholder", placeholder.node)
      }
    } else {
      path.set(BeagleDecoder.imageKey, .text("local", node.range))
      path.set("mobileId", data(node["image"] ?? node["imageName"] ?? node["value"]) ?? .text("", node.range))
    }
    part.said.set("path", path.node)
    // The mode of an image without one is FIT_CENTER.
    if let word = node["contentMode"]?.string, word != "aspectFit", let mode = KeywordMapping.imageMode.payload(word) {
      part.said.set("mode", .text(mode, node.range))
    }
    return finish(part, of: node)
  }

  mutating func webView(_ node: JSONNode) -> JSONNode {
    var part = begin("webview", node)
    part.said.set("url", data(node["url"] ?? node["value"]) ?? .text("", node.range))
    return finish(part, of: node)
  }

  /// Returns whether a field is only the wrapper that payloads need for an input with an error message.
  static func isPlainField(_ node: JSONNode) -> Bool {
    let input = node["child"]
    return (node.members ?? []).allSatisfy { ["type", "style", "child"].contains($0.name) }
      && input?["type"]?.string == "textInput" && input?["error"] != nil && input?["style"] == nil
      && input?["onPress"] == nil && input?["styleId"] == nil
  }

  mutating func field(_ node: JSONNode) -> JSONNode {
    guard let input = node["child"], let error = data(input["error"]) else { return own("field", node) }
    var whole = ObjectBuilder(input)
    whole.set("style", node["style"])
    var part = inputPart(whole.node)
    part.said.set("error", error)
    return finish(part, of: node, around: "child")
  }

  mutating func textInput(_ node: JSONNode) -> JSONNode { finish(inputPart(node), of: node) }

  mutating func inputPart(_ node: JSONNode) -> PayloadPart {
    var part = begin("textinput", node)
    set(MemberMapping.input, of: node, in: &part)
    part.said.set("enabled", negated(node["disabled"]))
    let type = node["inputType"].flatMap { node -> JSONNode? in
      let word = node.string == "number" ? "digits" : node.string ?? ""
      return KeywordMapping.inputType.payload(word).map { .text($0, node.range) }
    }
    part.said.set("type", type)
    set(MemberMapping.inputEvents, of: node, in: &part)
    return part
  }
}
