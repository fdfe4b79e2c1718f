import Foundation
import TesseraBeagleScreens
import TesseraBundles
import TesseraRuntime
import TesseraValues

/// Measures the cost of Beagle's format: payloads against the native documents that they are translated to.
func beagleBenchmarks() async throws {
  try await firstFrame(components: 1000)
  try await contextChange(bindings: 1000)
  try await list(items: 5000)
  try conversion(payloads: 1000)
}

/// Returns a payload, and the native document that it is translated to.
private func both(_ payload: String) throws -> (beagle: WidgetBundle, native: WidgetBundle) {
  let document = try JSONNode.parse(payload)
  let native = JSONText.text(of: BeagleScreenReader.translate(document, .standard).document, indented: false)
  return (widget(screen: payload), widget(screen: native))
}

/// Measures both bundles alternately, and reports the payload with the native document as its peer.
private func compare(
  _ name: String, unit: String, runs: Int, _ bundles: (beagle: WidgetBundle, native: WidgetBundle),
  _ time: (WidgetBundle) async throws -> Double
) async throws {
  var (beagle, native): ([Double], [Double]) = ([], [])
  for _ in 0..<runs {
    beagle.append(try await time(bundles.beagle))
    native.append(try await time(bundles.native))
  }
  Measure(
    name: name, unit: unit, value: beagle.sorted()[runs / 2], peer: ("native", native.sorted()[runs / 2])
  ).print()
}

/// Measures decoding, validation, layout and the first tree.
private func firstFrame(components: Int) async throws {
  let row = #"""
    {"_beagleComponent_":"beagle:container","style":{"flex":{"flexDirection":"ROW"},"padding":{"all":{"value":8,"type":"REAL"}}},"children":[
      {"_beagleComponent_":"beagle:text","text":"@{s.name}: @{sum(s.count, 1)}","textColor":"#333333","style":{"flex":{"grow":1}}},
      {"_beagleComponent_":"beagle:button","text":"Open","enabled":"@{gt(s.count, 0)}","onPress":[{"_beagleAction_":"beagle:setContext","contextId":"s","path":"count","value":2}]}]}
    """#
  let rows = Array(repeating: row, count: components / 3)
  let payload = screen(rows, value: #"{"name":"Row","count":1}"#)
  try await compare("beagle.firstFrame.\(components)", unit: "ms", runs: 15, try both(payload)) { bundle in
    try await milliseconds { keep(await (try await Stage().open(bundle)).tree()) }
  }
}

/// Measures a write to a context that is read by one of many bindings.
private func contextChange(bindings: Int) async throws {
  let labels = (0..<bindings).map {
    #"{"_beagleComponent_":"beagle:text","text":"@{s.v\#($0)}"}"#
  }
  let values = (0..<bindings).map { #""v\#($0)":0"# }.joined(separator: ",")
  let press =
    #"{"_beagleComponent_":"beagle:button","id":"press","text":"p","onPress":[{"_beagleAction_":"beagle:setContext","contextId":"s","path":"v5","value":"@{sum(s.v5, 1)}"}]}"#
  let payload = screen(
    [press, #"{"_beagleComponent_":"beagle:scrollView","children":[\#(labels.joined(separator: ","))]}"#],
    value: "{\(values)}")
  try await compare("beagle.setContext.\(bindings)", unit: "us", runs: 9, try both(payload)) { bundle in
    let presentation = try await Stage().open(bundle)
    guard let button = await presentation.tree().tree.preorder().first(where: { $0.identifier == "press" }) else {
      return 0
    }
    let time = await milliseconds { for _ in 0..<100 { await presentation.send([.press(button.id)]) } }
    return time * 10
  }
}

/// Measures a long list with three templates: the first frame, and a change of one item.
private func list(items: Int) async throws {
  let values = (0..<items).map { #"{"id":\#($0),"kind":\#($0 % 3),"name":"Item \#($0)"}"# }.joined(separator: ",")
  let templates = (0..<3).map { kind in
    #"{"case":"@{eq(item.kind, \#(kind))}","view":{"_beagleComponent_":"beagle:text","text":"\#(kind): @{item.name}","style":{"padding":{"all":{"value":\#(4 + kind),"type":"REAL"}}}}}"#
  }.joined(separator: ",")
  let list =
    #"{"_beagleComponent_":"beagle:listView","dataSource":"@{s.items}","key":"id","style":{"size":{"height":{"value":600,"type":"REAL"}}},"templates":[\#(templates)]}"#
  let press =
    #"{"_beagleComponent_":"beagle:button","id":"press","text":"p","onPress":[{"_beagleAction_":"beagle:setContext","contextId":"s","path":"items[2].name","value":"@{concat(s.items[2].name, '.')}"}]}"#
  let bundles = try both(screen([press, list], value: #"{"items":[\#(values)]}"#))
  try await compare("beagle.list.\(items).firstFrame", unit: "ms", runs: 9, bundles) { bundle in
    try await milliseconds { keep(await (try await Stage().open(bundle)).tree()) }
  }
  try await compare("beagle.list.\(items).scroll", unit: "ms", runs: 9, bundles) { bundle in
    let presentation = try await Stage().open(bundle)
    guard let list = await presentation.tree().tree.preorder().first(where: { $0[.rowCount].integer != nil }) else {
      return 0
    }
    return await milliseconds {
      // Scrolls one page further each time.
      for page in 1...20 { await presentation.send([.scroll(list.id, offset: Double(page) * 600)]) }
    } / 20
  }
  try await compare("beagle.list.\(items).oneChanges", unit: "ms", runs: 9, bundles) { bundle in
    let presentation = try await Stage().open(bundle)
    guard let button = await presentation.tree().tree.preorder().first(where: { $0.identifier == "press" }) else {
      return 0
    }
    return await milliseconds { await presentation.send([.press(button.id)]) }
  }
}

/// Measures the translation of payloads of typical size to native documents.
private func conversion(payloads: Int) throws {
  let payload = try JSONNode.parse(
    screen(
      (0..<20).map { index in
        #"{"_beagleComponent_":"beagle:button","text":"B\#(index)","style":{"margin":{"top":{"value":4,"type":"REAL"}}},"onPress":[{"_beagleAction_":"beagle:pushView","route":{"url":"/p/\#(index)"}}]}"#
      }, value: #"{"a":1}"#))
  let time = medianProcessorNanoseconds(runs: 5) {
    for _ in 0..<payloads { keep(BeagleScreenReader.translate(payload, .standard).diagnostics.count) }
  }
  Measure(name: "beagle.convert.\(payloads)", unit: "ms", value: time / 1e6, peer: nil).print()
  let native = BeagleScreenReader.translate(payload, .standard).document
  let back = medianProcessorNanoseconds(runs: 5) {
    for _ in 0..<payloads { keep(BeagleScreenReader.payload(of: native, .standard).diagnostics.count) }
  }
  Measure(name: "beagle.convertBack.\(payloads)", unit: "ms", value: back / 1e6, peer: nil).print()
}

private func screen(_ children: [String], value: String) -> String {
  #"{"_beagleComponent_":"beagle:screenComponent","context":{"id":"s","value":\#(value)},"child":{"_beagleComponent_":"beagle:container","style":{"flex":{"grow":1}},"children":[\#(children.joined(separator: ","))]}}"#
}
