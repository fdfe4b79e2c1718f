import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@testable import TesseraBeagle

/// Translation of payloads to native documents and to their normal form.
@Suite("Translation of Beagle into native documents")
struct TranslationTests {
  private func native(_ payload: String, _ extensions: NativeTranslator.Extensions = .init()) throws -> String {
    var decoder = BeagleDecoder()
    let read = decoder.decode(try JSONNode.parse(payload))
    var translator = NativeTranslator(extensions: extensions)
    return JSONText.text(of: translator.document(of: read), indented: false)
  }

  /// Colours as in section 3.5 of the reference. An invalid colour is omitted.
  @Test(arguments: [
    ("AABBCC", false), ("#1", false), ("#12", false), ("#12345", false), ("#1234567", false), ("#XABBCCDD", false),
    ("#AABBCCDDY", false), ("#5AD", true), ("#368a", true), ("#ac0D42", true), ("#31BF523C", true),
  ])
  func `colours match the original`(text: String, isColor: Bool) throws {
    let document = try native(
      #"{"_beagleComponent_":"beagle:container","style":{"backgroundColor":"\#(text)"}}"#)
    #expect(document.contains(#""backgroundColor":"\#(text)""#) == isColor)
  }

  /// A text in a payload and its native form.
  @Test(arguments: [
    (#"plain"#, #"plain"#), (#"C:\\temp"#, #"C:\temp"#), (#"a\\@{x}"#, #"a\\@{x}"#),
    (#"mail\@{host}"#, #"mail\@{host}"#),
    (#"@{sum( 1, counter )}"#, #"@{sum(1, counter)}"#), (#"@{client.[2]}"#, #"\@{client.[2]}"#),
    (#"@{content.a} and @{options}"#, #"@{content_.a} and @{options_}"#), (#"@{5o1}"#, #"@{_5o1}"#),
    (#"@{global.a}"#, #"@{global.a}"#), (#"@{taken}"#, #"@{taken_}"#), (#"@{'it\'s'}"#, #"@{'it\'s'}"#),
    (#"@{item.name} @{index}"#, #"@{item.name} @{index}"#),
  ])
  func `texts and expressions keep their meaning`(text: String, expected: String) throws {
    let payload: Value = [
      "_beagleComponent_": "beagle:container", "id": "taken",
      "children": [["_beagleComponent_": "beagle:text", "text": .string(text)]],
    ]
    let document = try JSONNode.parse(native(JSONText.text(of: payload)))
    let view = document["view"]?["children"]?.elements?.first?["children"]?.elements?.first
    #expect(view?["text"]?.string == expected)
  }

  /// A style and its native form.
  static let styles: [(String, String)] = [
    (#"{"flex":{"flex":1}}"#, #"{"flexGrow":1,"flexShrink":1,"flexBasis":0}"#),
    (#"{"flex":{"flex":-2}}"#, #"{"flexGrow":0,"flexShrink":2}"#),
    (#"{"flex":{"flex":2,"grow":3,"shrink":0}}"#, #"{"flexBasis":0,"flexGrow":3,"flexShrink":0}"#),
    (
      #"{"flex":{"flexDirection":"ROW_REVERSE","flexWrap":"NO_WRAP"}}"#,
      #"{"flexShrink":1,"flexDirection":"row-reverse","flexWrap":"nowrap"}"#
    ),
    (
      #"{"size":{"width":{"value":50,"type":"PERCENT"},"height":{"value":20.0,"type":"REAL"},"minWidth":{"value":1,"type":"AUTO"}}}"#,
      #"{"flexShrink":1,"width":"50%","height":20}"#
    ),
    (
      #"{"size":{"width":{"value":"@{w}","type":"PERCENT"},"aspectRatio":1.5}}"#,
      #"{"flexShrink":1,"width":"@{w}%","aspectRatio":1.5,"alignSelf":"flex-start"}"#
    ),
    (
      #"{"margin":{"all":{"value":1,"type":"REAL"},"left":{"value":"@{m}","type":"REAL"}}}"#,
      #"{"flexShrink":1,"margin":{"all":1,"left":"@{m}"}}"#
    ),
    (
      #"{"display":"@{d}","positionType":"ABSOLUTE"}"#,
      #"{"flexShrink":1,"positionType":"absolute","display":"@{lowercase(d)}"}"#
    ),
    (
      #"{"cornerRadius":{"radius":4},"borderColor":"@{c}","borderWidth":2}"#,
      #"{"flexShrink":1,"borderColor":"@{c}","borderWidth":2,"cornerRadius":4}"#
    ),
  ]

  @Test(arguments: styles)
  func `styles are translated into CSS terms`(style: String, expected: String) throws {
    let document = try JSONNode.parse(native(#"{"_beagleComponent_":"beagle:container","style":\#(style)}"#))
    let found = document["view"]?["children"]?.elements?.first?["style"]
    #expect(found.map { JSONText.text(of: $0, indented: false) } == expected)
  }

  /// A payload, its native form, and its native form in strict mode.
  @Test(
    arguments: [
      (
        #"{"_beagleComponent_":"beagle:listView","dataSource":"@{l}","key":"code.id","templates":[{"view":{"_beagleComponent_":"beagle:text","text":"@{index} @{item}"}}]}"#,
        #""text":"@{index} @{item}""#, #""text":"@{item.code.id} @{item}""#
      ),
      (
        #"{"_beagleComponent_":"beagle:container","style":{"position":{"all":{"value":"@{a}","type":"REAL"},"left":{"value":1,"type":"REAL"}}}}"#,
        #""position":{"all":"@{a}","left":1}"#, #""position":{"all":"@{a}"}"#
      ),
      (
        #"{"_beagleComponent_":"beagle:container","style":{"cornerRadius":{"radius":"@{a}","topLeft":"@{b}","topRight":3}}}"#,
        #""cornerRadius":{"all":"@{a}","topLeft":"@{b}","topRight":3}"#, #""cornerRadius":{"all":"@{a}","topRight":3}"#
      ),
      (
        #"{"_beagleComponent_":"beagle:tabBar","id":"bar","items":[],"style":{"borderWidth":2}}"#, #""id":"bar""#,
        #"{"type":"tabBar","style":{"height":65},"items":[]}"#
      ),
      (
        #"{"_beagleComponent_":"beagle:text","text":"a","context":{"id":"c","value":1}}"#, #""context":{"id":"c""#,
        #"{"type":"text","style":{"flexShrink":1,"fontSize":16},"text":"a"}"#
      ),
      (
        #"{"_beagleComponent_":"beagle:button","text":"b","onPress":[{"_beagleAction_":"beagle:sendRequest","url":"/a","headers":{"x":"@{y}"}}]}"#,
        #""headers":{"x":"@{y}"}"#, #""headers":{"x":"\\@{y}"}"#
      ),
      (
        #"{"_beagleComponent_":"beagle:button","text":"b","onPress":[{"_beagleAction_":"beagle:resetStack","controllerId":"c","route":{"url":"/a"}}]}"#,
        #""stack":"c""#, #"[{"type":"replace","url":"/a"}]"#
      ),
    ] as [(String, String, String)])
  func `the original's oddities apply in strict mode only`(payload: String, usual: String, strict: String) throws {
    for (isStrict, expected) in [(false, usual), (true, strict)] {
      var decoder = BeagleDecoder()
      let read = decoder.decode(try JSONNode.parse(payload))
      var translator = NativeTranslator(isStrict: isStrict)
      let document = JSONText.text(of: translator.document(of: read), indented: false)
      #expect(document.contains(expected), "\(document)")
    }
  }

  @Test func `components and actions of an app are found regardless of case`() throws {
    let document = try native(
      #"""
      {"_beagleComponent_":"custom:ContainerTitle","id":"box","title":"@{a}","unknown":{"deep":["@{b}"]},
       "child":{"_beagleComponent_":"beagle:text","text":"in"},
       "onTap":[{"_beagleAction_":"custom:track","name":"x","onDone":[{"_beagleAction_":"beagle:popView"}]}]}
      """#,
      .init(components: .init { ["containerTitle"] }, actions: .init { ["track"] }))
    #expect(
      document.contains(
        #""type":"containerTitle","id":"box","style":{"flexShrink":1},"title":"@{a}","unknown":{"deep":["@{b}"]},"child":{"type":"text","#
      ))
    #expect(document.contains(#""onTap":[{"type":"track","name":"x","onDone":[{"type":"pop"}]}]"#))
  }

  @Test func `rows at any depth refer to their item by the list's name for it`() throws {
    let document = try native(
      #"""
      {"_beagleComponent_":"beagle:listView","dataSource":"@{outer}","iteratorName":"category","indexName":"n","templates":[{"view":
        {"_beagleComponent_":"beagle:listView","dataSource":"@{category.items}","templates":[{"case":"@{eq(index, 0)}","view":
          {"_beagleComponent_":"beagle:text","text":"@{category.name} @{item} @{n} @{index}"}}]}}]}
      """#)
    #expect(document.contains(#""items":"@{category.items}""#))
    #expect(document.contains(#""text":"@{category.name} @{item} @{n} @{index}""#))
    #expect(document.contains(#""itemName":"category","indexName":"n""#))
    #expect(document.contains(#""case":"@{condition(eq(index, 0), true, false)}""#))
    #expect(
      document.hasSuffix("}") && document.contains(#"{"template":{"type":"container"}}"#), "what no case fits is empty")
  }

  /// Decoding the normal form of a payload yields the same payload.
  @Test(arguments: DecodingTests.examples.map(\.payload))
  func `normalizing a normal form changes nothing`(payload: String) throws {
    func normal(_ text: String) throws -> String {
      var decoder = BeagleDecoder()
      let read = decoder.decode(try JSONNode.parse(text))
      return JSONText.text(of: BeagleEncoder().document(of: read), indented: true)
    }
    let once = try normal(payload)
    let twice = try normal(once)
    #expect(once == twice)
    // The meaning is the same as well.
    if !payload.contains("unknown") { #expect(try native(once) == native(twice)) }
  }

  @Test(arguments: 0..<40)
  func `random payloads have a stable normal form with the same meaning`(part: Int) throws {
    for seed in 0..<25 {
      var payload = RandomPayload(seed: UInt64(part * 25 + seed))
      let text = JSONText.text(of: payload.document())
      func normal(_ text: String) throws -> String {
        var decoder = BeagleDecoder()
        return JSONText.text(
          of: BeagleEncoder().document(of: decoder.decode(try JSONNode.parse(text))), indented: false)
      }
      let once = try normal(text)
      #expect(try normal(once) == once, "seed \(part * 25 + seed)")
      // Content without a place in the normal form has none in the native document either.
      #expect(try native(once) == native(normal(once)))
      let (first, second) = (try native(text), try native(once))
      let common = first.commonPrefix(with: second)
      #expect(
        first == second,
        "seed \(part * 25 + seed): \(first.dropFirst(max(0, common.count - 80)).prefix(200)) ≠ \(second.dropFirst(max(0, common.count - 80)).prefix(200))"
      )
    }
  }

  /// Returns the first path at which two native documents differ.
  private static func difference(_ left: JSONNode, _ right: JSONNode, at path: String) -> String? {
    func text(_ node: JSONNode?) -> String {
      String((node.map { JSONText.text(of: $0, indented: false) } ?? "nothing").prefix(300))
    }
    if let a = left.members, let b = right.members {
      for name in Set(a.map(\.name) + b.map(\.name)).sorted() {
        // Containers shrink only if this is specified.
        if name == "flexShrink", (left[name] ?? right[name])?.number == 0 { continue }
        if name == "style", left[name] == nil, right[name]?.members?.allSatisfy({ $0.name == "flexShrink" }) == true {
          continue
        }
        guard let one = left[name], let other = right[name] else {
          return "\(path).\(name): \(text(left[name])) became \(text(right[name]))"
        }
        if let found = difference(one, other, at: "\(path).\(name)") { return found }
      }
      return nil
    }
    if let a = left.elements, let b = right.elements, a.count == b.count {
      for (index, pair) in zip(a, b).enumerated() {
        if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
      }
      return nil
    }
    return NormalForm.isSame(left, right) ? nil : "\(path): \(text(left)) became \(text(right))"
  }

  /// A native text and its form in a payload.
  @Test(
    arguments: [
      ("plain", "plain"), (#"C:\temp"#, #"C:\\temp"#), ("@{a.b[0]}", "@{a.b[0]}"), ("@{a + 1}", "@{sum(a, 1)}"),
      ("@{'n: ' + a}", "@{concat('n: ', string(a))}"), ("@{-a * 2 / b}", "@{divide(multiply(subtract(0, a), 2), b)}"),
      ("@{a > 1 && !b ? 'x' : c}!", "@{condition(and(gt(a, 1), not(b)), 'x', c)}!"),
      ("@{a != b || a <= 2}", "@{or(not(eq(a, b)), lte(a, 2))}"), ("@{a ?? 'x'}", "@{condition(isNull(a), 'x', a)}"),
      ("@{length(a) == 0}", "@{eq(length(a), 0)}"), ("@{now()}", ""), ("@{nullable.a}", ""),
      ("@{" + String(repeating: "(", count: 40) + "a" + String(repeating: " ?? b)", count: 40) + "}", ""),
      ("@{onChange.value}", "@{onChange.value}"),
    ] as [(String, String)])
  func `operators become operations`(native: String, expected: String) throws {
    let document: Value = ["view": ["type": "text", "text": .string(native), "style": ["fontSize": 16]]]
    var translator = PayloadTranslator(extensions: .init())
    let payload = translator.payload(of: JSONNode(document))
    #expect(payload["child"]?["text"]?.string == expected)
  }

  @Test func `each native member is written from one member of a payload's type`() {
    for schema in Array(BeagleTypeSchema.components.values) + Array(BeagleTypeSchema.actions.values) {
      let names = schema.object.translated.compactMap { slot -> String? in
        if case .read = slot.codec { nil } else { slot.native?.name }
      }
      #expect(Set(names).count == names.count, "\(schema.name): \(names)")
    }
  }

  @Test func `native features that payloads lack are stored for Tessera, and reported once`() throws {
    let document = try JSONNode.parse(
      #"""
      {"view": {"type": "container", "style": {"gap": 4}, "children": [
        {"type": "text", "text": "@{names | join: ', '}"}, {"type": "text", "text": "@{[1, 2]}"}, {"type": "switch"},
        {"type": "button", "text": "Go", "onPress": {"type": "push", "screen": "Next"}}]},
       "screens": {"Next": {"view": {"type": "text", "text": "Next"}}, "Far": {"view": {"type": "text", "text": "Far"}}}}
      """#)
    var translator = PayloadTranslator(extensions: .init(components: .init { ["switch"] }))
    let payload = translator.payload(of: document)
    let children = try #require(payload["child"]?["children"]?.elements)
    #expect(children[0]["text"]?.string == "")
    #expect(children[0]["_tessera_"]?["text"]?.string == "@{names | join: ', '}")
    #expect(children[2]["_beagleComponent_"]?.string == "custom:switch")
    let push = try #require(children[3]["onPress"]?.elements?.first)
    #expect(push["route"]?["screen"]?["id"]?.string == "Next")
    #expect(payload["_tessera_"]?["screens"]?.members?.map(\.name) == ["Far"])
    let told = translator.diagnostics.all.map { "\($0.rule) \($0.message.prefix(50))" }
    #expect(told.filter { $0.contains("'text' of 'text'") }.count == 1)
    #expect(told.filter { $0.hasPrefix("payload-custom") }.count == 1)
    #expect(translator.diagnostics.all.allSatisfy { $0.range != nil && $0.severity == .warning })
  }

  @Test func `texts and images can be hidden from assistive technology, boxes cannot`() throws {
    func hidden(_ component: String) throws -> Bool {
      try native(#"{\#(component),"accessibility":{"accessible":false}}"#).contains(#""accessibilityHidden":true"#)
    }
    #expect(try hidden(#""_beagleComponent_":"beagle:text","text":"a""#))
    #expect(try hidden(#""_beagleComponent_":"beagle:image","path":{"_beagleImagePath_":"local","mobileId":"a"}"#))
    #expect(try !hidden(#""_beagleComponent_":"beagle:container""#))
    #expect(try !hidden(#""_beagleComponent_":"beagle:button","text":"a""#))
  }

  @Test func `tabs of 1.x show their icons`() throws {
    let document = try native(
      #"""
      {"_beagleComponent_":"beagle:tabView","children":[
        {"title":"A","icon":"home","child":{"_beagleComponent_":"beagle:text","text":"a"}},
        {"title":"B","icon":{"mobileId":"cog"},"child":{"_beagleComponent_":"beagle:text","text":"b"}},
        {"title":"C","child":{"_beagleComponent_":"beagle:text","text":"c"}}]}
      """#)
    #expect(document.contains(#""titles":[{"text":"A","icon":"home"},{"text":"B","icon":"cog"},"C"]"#))
  }

  @Test(arguments: 0..<20)
  func `converted random payloads can be written as payloads again`(part: Int) throws {
    let extensions = NativeTranslator.Extensions(
      components: .init { ["own"] }, actions: .init { ["own", "performActions", "forget", "track"] })
    for seed in 0..<25 {
      var random = RandomPayload(seed: UInt64(part * 25 + seed))
      let once = try native(JSONText.text(of: random.document()), extensions)
      var translator = PayloadTranslator(extensions: extensions)
      let payload = translator.payload(of: try JSONNode.parse(once))
      let again = try native(JSONText.text(of: payload, indented: false), extensions)
      let difference = Self.difference(try JSONNode.parse(once), try JSONNode.parse(again), at: "")
      #expect(difference == nil, "seed \(part * 25 + seed): \(difference ?? "")")
    }
  }

  @Test func `the normal form has all that the original always writes, and no unused members`() throws {
    var decoder = BeagleDecoder()
    let read = decoder.decode(
      try JSONNode.parse(
        #"""
        {"_beagleComponent_":"beagle:ScreenComponent","unknown":1,"child":{"_beagleComponent_":"beagle:container","children":[
          {"_beagleComponent_":"beagle:tabBar","items":[{"title":"A"}]},
          {"_beagleComponent_":"beagle:image","path":{"_beagleImagePath_":"remote","url":"@{sum( 1, b )}"}},
          {"_beagleComponent_":"beagle:image","path":{"_beagleImagePath_":"local","mobileId":"m","url":"web"}},
          {"_beagleComponent_":"beagle:listView","dataSource":[],"templates":[]},
          {"_beagleComponent_":"beagle:text","text":"a","style":{"size":{"width":{"value":20.0,"type":"REAL"}}}}]}}
        """#))
    #expect(decoder.diagnostics.all.isEmpty)
    #expect(
      JSONText.text(of: BeagleEncoder().document(of: read), indented: false) == ##"""
        {"_beagleComponent_":"beagle:screencomponent","child":{"_beagleComponent_":"beagle:container","children":[{"_beagleComponent_":"beagle:tabbar","items":[{"title":"A","icon":{}}]},{"_beagleComponent_":"beagle:image","path":{"_beagleImagePath_":"remote","url":"@{sum(1, b)}","placeholder":{}}},{"_beagleComponent_":"beagle:image","path":{"_beagleImagePath_":"local","mobileId":"m"}},{"_beagleComponent_":"beagle:listview","dataSource":[],"templates":[],"style":{}},{"_beagleComponent_":"beagle:text","text":"a","style":{"size":{"width":{"value":20,"type":"REAL"}}}}]},"safeArea":{"top":true,"leading":true,"bottom":true,"trailing":true}}
        """##)
  }
}
