import TesseraExpressions
import TesseraValues
import Testing

@testable import TesseraBeagle

/// The diagnostics of payloads and the resulting documents.
@Suite("Reading Beagle payloads")
struct DecodingTests {
  /// A payload, and the rules that it violates, in order.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var payload: String
    var rules: [String]
    /// A text that the native document must contain.
    var native: String?

    init(_ name: String, _ payload: String, _ rules: [String], native: String? = nil) {
      (testDescription, self.payload, self.rules, self.native) = (name, payload, rules, native)
    }
  }

  private static func container(_ child: String) -> String {
    #"{"_beagleComponent_": "beagle:container", "children": [\#(child), {"_beagleComponent_": "beagle:text", "text": "alive"}]}"#
  }

  static let examples: [Example] = [
    Example(
      "an unknown component", container(#"{"_beagleComponent_": "beagle:rating"}"#), ["unknown-component"],
      native: "Unknown component of type: beagle:rating"),
    Example(
      "no prefix", container(#"{"_beagleComponent_": "text", "text": "a"}"#), ["unknown-component"],
      native: "Unknown component of type: text"),
    Example(
      "a type id in any case", container(#"{"_beagleComponent_": "BEAGLE:Text", "text": "shown"}"#), [], native: "shown"
    ),
    Example(
      "an unknown action",
      container(
        #"{"_beagleComponent_": "beagle:button", "text": "b", "onPress": [{"_beagleAction_": "custom:nothing"}]}"#),
      ["unknown-action"]),
    Example("no type key", container(#"{"text": "a"}"#), ["beagle-type-key"], native: "needs '_beagleComponent_'"),
    Example("a type key of a wrong type", container(#"{"_beagleComponent_": 7}"#), ["beagle-type-key"]),
    Example(
      "an action in the place of a component", container(#"{"_beagleAction_": "beagle:popView"}"#), ["beagle-type-key"]),
    Example(
      "a missing child", container(#"{"_beagleComponent_": "beagle:touchable", "onPress": []}"#), ["beagle-missing"],
      native: "needs 'child'"),
    Example(
      "a missing text is empty", container(#"{"_beagleComponent_": "beagle:text"}"#), ["beagle-missing"],
      native: #""text":"""#),
    Example(
      "a wrong type of JSON", container(#"{"_beagleComponent_": "beagle:text", "text": 5}"#),
      ["beagle-type"]),
    Example(
      "members that a style does not have",
      container(
        #"{"_beagleComponent_": "beagle:text", "text": "a", "style": {"_why": 1, "flex": {"PositionType": "ABSOLUTE"}, "size": {"widht": {"value": 1, "type": "REAL"}}}}"#
      ), ["beagle-member", "beagle-member"]),
    Example(
      "a word in small letters",
      container(#"{"_beagleComponent_": "beagle:text", "text": "a", "alignment": "left"}"#), ["beagle-choice"]),
    Example(
      "a path that is none",
      container(
        #"{"_beagleComponent_": "beagle:button", "text": "b", "onPress": [{"_beagleAction_": "beagle:setContext", "contextId": "c", "path": "a[b]", "value": 1}]}"#
      ), ["template-path"]),
    Example(
      "an expression that cannot be read, in a text",
      container(#"{"_beagleComponent_": "beagle:text", "text": "@{ a }"}"#), ["template-syntax"],
      native: #"\\@{ a }"#),
    Example(
      "an expression that cannot be read, in a truth value",
      container(#"{"_beagleComponent_": "beagle:button", "text": "b", "enabled": "@{ a }"}"#), ["template-syntax"]),
    Example(
      "unknown keys", container(#"{"_beagleComponent_": "beagle:text", "text": "a", "colour": 1, "***": 2}"#), []),
    Example(
      "accessibility without its flag",
      container(#"{"_beagleComponent_": "beagle:text", "text": "a", "accessibility": {"accessibilityLabel": "A"}}"#),
      ["beagle-missing"], native: #""accessibilityLabel":"A""#),
    Example(
      "one action in the place of a list",
      container(
        #"{"_beagleComponent_": "beagle:button", "text": "b", "onPress": {"_beagleAction_": "beagle:popView"}}"#),
      ["beagle-type"], native: #""type":"pop""#),
    Example(
      "a navigation bar item of 1.x",
      #"{"_beagleComponent_": "beagle:screenComponent", "identifier": "old", "navigationBar": {"title": "T", "navigationBarItems": [{"text": "Go", "image": {"mobileId": "gear"}, "action": {"_beagleAction_": "beagle:popView"}}]}, "child": {"_beagleComponent_": "beagle:text", "text": "a"}}"#,
      [], native: #""image":"gear""#),
    Example(
      "null in optional places",
      container(
        #"{"_beagleComponent_": "beagle:container", "id": null, "style": null, "children": null, "context": null, "onInit": null}"#
      ), []),
    Example(
      "a context without a value", container(#"{"_beagleComponent_": "beagle:container", "context": {"id": "c"}}"#),
      [], native: #""id":"c","value":null"#),
    Example(
      "a screen in a route needs no type key",
      container(
        #"{"_beagleComponent_": "beagle:button", "text": "b", "onPress": [{"_beagleAction_": "beagle:pushView", "route": {"screen": {"id": "next", "child": {"_beagleComponent_": "beagle:text", "text": "inside"}}}}]}"#
      ), [], native: #""screens":{"next":"#),
  ]

  @Test(arguments: examples)
  func `an error is reported with its rule, and the rest survives`(example: Example) throws {
    let document = try JSONNode.parse(example.payload)
    var decoder = BeagleDecoder()
    let payload = decoder.decode(document)
    var translator = NativeTranslator()
    let native = JSONText.text(of: translator.document(of: payload), indented: false)
    #expect((decoder.diagnostics.all + translator.diagnostics.all).map(\.rule) == example.rules)
    #expect(decoder.diagnostics.all.allSatisfy { $0.range != nil })
    if let part = example.native { #expect(native.contains(part), "\(native)") }
    if example.payload.contains("alive") { #expect(native.contains("alive")) }
  }

  @Test(arguments: [
    #"{"_beagleComponent_": "beagle:container", "context": {"id": "a"}}"#,
    #"{"_beagleComponent_": "beagle:button", "text": "b", "onPress": [{"_beagleAction_": "beagle:setContext", "contextId": "a"}]}"#,
    #"{"_beagleComponent_": "beagle:button", "text": "b", "onPress": [{"_beagleAction_": "beagle:sendRequest", "url": "/a", "method": "post"}]}"#,
    #"{"_beagleComponent_": "beagle:text", "text": "t", "alignment": "center"}"#,
    #"{"_beagleComponent_": "beagle:image", "path": {"_beagleImagePath_": "local", "url": "x"}}"#,
  ])
  func `omissions and variants of other clients' backends are errors in strict mode only`(text: String) throws {
    let document = try JSONNode.parse(text)
    var decoder = BeagleDecoder()
    _ = decoder.decode(document)
    #expect(decoder.diagnostics.all.filter { $0.severity == .error }.map(\.description) == [])
    var strict = BeagleDecoder(isStrict: true)
    _ = strict.decode(document)
    #expect(strict.diagnostics.hasErrors)
  }

  @Test func `grid columns are read in the form of both versions, and written in the newer one`() throws {
    let grid = #"{"_beagleComponent_": "beagle:gridview", "dataSource": [1], "numColumns": 2, "templates": []}"#
    var decoder = BeagleDecoder()
    let payload = decoder.decode(try JSONNode.parse(grid))
    #expect(decoder.diagnostics.all.filter { $0.severity == .error } == [])
    let written = JSONText.text(of: BeagleEncoder().document(of: payload), indented: false)
    #expect(written.contains(#""spanCount":2"#) && !written.contains("numColumns"))
  }

  @Test(arguments: ["deep", "wide", "expressions", "lists"])
  func `hostile payloads become placeholders`(kind: String) throws {
    let text = #"{"_beagleComponent_":"beagle:text","text":"t"}"#
    let payload: String
    switch kind {
    case "deep":
      payload =
        String(repeating: #"{"_beagleComponent_":"beagle:container","children":["#, count: 230) + text
        + String(repeating: "]}", count: 230)
    case "wide":
      payload =
        #"{"_beagleComponent_":"beagle:container","children":["#
        + Array(repeating: text, count: 60_000).joined(separator: ",") + "]}"
    case "expressions":
      let inner = String(repeating: "sum(1, ", count: 5000) + "1" + String(repeating: ")", count: 5000)
      payload = #"{"_beagleComponent_":"beagle:text","text":"@{\#(inner)}"}"#
    default:
      let row = #"{"_beagleComponent_":"beagle:listView","dataSource":[1],"templates":[{"view":"#
      payload = String(repeating: row, count: 50) + text + String(repeating: "}]}", count: 50)
    }
    let document = try JSONNode.parse(payload, limits: JSONLimits(bytes: 10_000_000, depth: 2000))
    var decoder = BeagleDecoder()
    let read = decoder.decode(document)
    var translator = NativeTranslator()
    _ = translator.document(of: read)
    #expect(decoder.diagnostics.all.count <= 1000)
    #expect(decoder.diagnostics.all.isEmpty == (kind == "lists"))
  }
}
