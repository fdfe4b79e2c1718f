import TesseraExpressions
import TesseraValues

// Translation of images and inputs to payloads.
extension PayloadTranslator {
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

  private mutating func inputPart(_ node: JSONNode) -> PayloadPart {
    var part = begin("textinput", node)
    if let schema = BeagleTypeSchema.components["textinput"] { set(schema.object, of: node, in: &part) }
    return part
  }
}
