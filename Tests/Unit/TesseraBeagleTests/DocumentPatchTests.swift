import TesseraValues
import Testing

@testable import TesseraBeagle

/// Tessera-specific patches in payloads.
@Suite("Document patches")
struct DocumentPatchTests {
  /// A document, a patch, and the result: as in RFC 7386 for members of the root and of parts of documents.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"style":{"b":"c"}}"#, #"{"style":{"b":"d","c":null}}"#, #"{"style":{"b":"d"}}"#),
    (#"{"style":{"b":"c","d":1}}"#, #"{"style":{"b":null}}"#, #"{"style":{"d":1}}"#),
    (
      #"{"view":{"style":{"b":"c","d":1}}}"#, #"{"view":{"style":{"b":null},"e":2}}"#,
      #"{"view":{"style":{"d":1},"e":2}}"#
    ),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    ("{}", #"{"style":{"a":null,"b":1}}"#, #"{"style":{"b":1}}"#),
    (#"{"value":{"a":1,"b":2}}"#, #"{"value":{"b":null}}"#, #"{"value":{"b":null}}"#),
    (#"{"a":1}"#, #"{"*** why":"so"}"#, #"{"a":1}"#),
  ])
  func `members win, null removes, parts of documents are merged, and data is replaced`(
    original: String, patch: String, result: String
  ) throws {
    let patched = DocumentPatch.apply(try JSONNode.parse(patch), to: try JSONNode.parse(original))
    #expect(patched.value == (try JSONNode.parse(result)).value)
  }

  @Test func `a difference turns one object into another`() throws {
    let texts = [
      "{}", #"{"a":1,"b":{"c":[1,2],"d":"x"}}"#, #"{"a":2,"b":{"c":[1],"d":null}}"#, #"{"style":{"d":{"e":true}}}"#,
      #"{"style":{"f":1}}"#,
      #"{"b":"b"}"#,
    ]
    let documents = try texts.map { try JSONNode.parse($0) }
    for source in documents {
      for target in documents {
        let patch = DocumentPatch.difference(from: source, to: target) { $0.value == $1.value }
        #expect((patch == nil) == (source.value == target.value))
        guard let patch else { continue }
        #expect(DocumentPatch.apply(patch, to: source).value == target.value)
      }
    }
  }

  private func native(_ payload: String, isStrict: Bool = false) throws -> JSONNode {
    var decoder = BeagleDecoder()
    let read = decoder.decode(try JSONNode.parse(payload))
    #expect(decoder.diagnostics.all == [])
    var translator = NativeTranslator(
      extensions: .init(components: .init { ["rating"] }, actions: .init { ["rotate"] }), isStrict: isStrict)
    let document = translator.document(of: read)
    // The normal form preserves it.
    let normal = BeagleEncoder().document(of: read)
    let again = decoder.decode(normal)
    #expect(BeagleEncoder().document(of: again).value == normal.value)
    return document
  }

  @Test func `a payload extends Beagle for Tessera, and strict mode ignores the extension`() throws {
    let payload = #"""
      {"_beagleComponent_": "beagle:screenComponent",
       "navigationBar": {"title": "T", "navigationBarItems": [
         {"text": "Go", "onPress": [], "_tessera_": {"icon": "home"}}]},
       "child": {"_beagleComponent_": "custom:rating", "_tessera_": {"value": "@{a ?? 3}"}, "style": {"flex": {"grow": 2}},
         "onInit": [{"_beagleAction_": "custom:rotate", "context": "list", "_tessera_": {"by": 2}}]},
       "_tessera_": {"view": {"style": {"flexShrink": null, "gap": 8}}, "onAppear": {"type": "rotate", "context": "list"}}}
      """#
    let native = try native(payload)
    #expect(native["view"]?["style"]?.value == ["flexGrow": 1, "flexBasis": 0, "gap": 8])
    #expect(native["onAppear"]?["type"]?.string == "rotate")
    #expect(native["navigationItem"]?["rightItems"]?.elements?.first?["icon"]?.string == "home")
    let child = try #require(native["view"]?["children"]?.elements?.first)
    #expect(child["value"]?.string == "@{a ?? 3}")
    #expect(child["style"]?.value == ["flexGrow": 2, "flexShrink": 1])
    #expect(child["onInit"]?.elements?.first?.value == ["type": "rotate", "context": "list", "by": 2])

    let strict = try self.native(payload, isStrict: true)
    #expect(strict["onAppear"] == nil)
    #expect(strict["view"]?["children"]?.elements?.first?["value"] == nil)
  }

  @Test func `patches respect the names of contexts, and leave data alone`() throws {
    let native = try native(
      #"""
      {"_beagleComponent_": "beagle:container", "context": {"id": "content", "value": {"a": 1}}, "children": [
        {"_beagleComponent_": "beagle:text", "text": "@{content.a}", "_tessera_": {"value": "@{content.a ?? options.b}", "bind": "content.a",
         "type": null, "onLongPress": {"type": "setContext", "context": "content", "value": {"context": "content", "bind": "content.a"}}}}]}
      """#)
    let text = try #require(native["view"]?["children"]?.elements?.first?["children"]?.elements?.first)
    #expect(text["type"]?.string == "text")
    #expect(text["value"]?.string == "@{content_.a ?? options.b}")
    #expect(text["bind"]?.string == "content_.a")
    #expect(text["onLongPress"]?["context"]?.string == "content_")
    #expect(text["onLongPress"]?["value"]?.value == ["context": "content", "bind": "content.a"])
  }

  @Test func `a patch must be an object`() throws {
    var decoder = BeagleDecoder()
    _ = decoder.decode(
      try JSONNode.parse(#"{"_beagleComponent_": "beagle:text", "text": "a", "_tessera_": "gap"}"#))
    #expect(decoder.diagnostics.all.map(\.rule) == ["beagle-type"])
  }
}
