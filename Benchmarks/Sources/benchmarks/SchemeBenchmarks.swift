import Foundation
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Measures large WidgetKit schemes: archives, screens to check, infinite lists and collections.
func schemeBenchmarks() async throws {
  checkScreens(200)
  try openArchive()
  try await infiniteScroll(rows: 100_000)
  try await collection(cells: 10_000)
}

private let model = """
  {"entities": {"Post": {"identityAttribute": "identifier",
    "attributes": {"identifier": {"type": "integer", "JSONKeyPath": "id"}, "title": "string", "text": "string"},
    "relationships": {"author": {"destination": "User", "inverse": "posts"}}},
   "User": {"attributes": {"name": "string"}, "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "author"}}}}}
  """

/// Returns a screen with a provider, a table, and a prototype with twenty expressions, which opens the next screen.
private func screen(_ number: Int) -> String {
  let texts = (0..<20).map {
    #"{"type": "text", "id": "t\#($0)", "text": "@{content.title} @{item.author.name} \#($0)"}"#
  }
  return """
    {"view": {"type": "table", "id": "table", "cells": {"Cell": {"type": "container",
       "onPress": {"type": "push", "screen": "S\(number + 1)"}, "children": [\(texts.joined(separator: ","))]}}},
     "objects": {
       "posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post", "sortByFields": "identifier"}},
       "rows": {"type": "TableDisplayController", "outlets": {"mainContentProvider": "posts", "tableView": "table"}}},
     "elements": {"t0": {"bindings": [{"from": "content.author.name", "predicateFormat": "content.title != nil"}]}}}
    """
}

private func bundle(screens: Int) -> [String: String] {
  var files = [
    "widget.json": #"{"format": 1, "id": "org.example.bench", "name": "Bench", "main": "S0"}"#, "model.json": model,
  ]
  for number in 0..<screens { files["screens/S\(number).json"] = screen(number) }
  files["screens/S\(screens).json"] = #"{"view": {"type": "text", "text": "@{content.title}"}}"#
  return files
}

private func checkScreens(_ count: Int) {
  let files = bundle(screens: count)
  let time = medianNanoseconds(runs: 5) {
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: files))
    precondition(definition.diagnostics.isEmpty, "\(definition.diagnostics)")
  }
  Measure(name: "scheme.check.\(count)screens", unit: "ms", value: time / 1e6, peer: nil).print()
}

/// Measures a folder of 5 MB, and the same content as an archive.
private func openArchive() throws {
  let files = FileManager.default
  let place = files.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
  defer { try? files.removeItem(at: place) }
  let folder = place.appending(path: "Bench.widget")
  for (path, text) in bundle(screens: 100) {
    let file = folder.appending(path: path)
    try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  try files.createDirectory(at: folder.appending(path: "images"), withIntermediateDirectories: true)
  // Pseudorandom numbers are not compressible.
  var state: UInt64 = 1
  for number in 0..<5 {
    var text = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--"#
    while text.utf8.count < 900_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text += String(state, radix: 36)
    }
    try Data((text + "--></svg>").utf8).write(to: folder.appending(path: "images/i\(number).svg"))
  }
  let archive = place.appending(path: "Bench.widget.zip")
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-m", "zipfile", "-c", archive.path, folder.path]
  try process.run()
  process.waitUntilExit()
  let size = (try files.attributesOfItem(atPath: archive.path)[.size] as? Int) ?? 0
  func open(_ source: WidgetSource) -> Double {
    medianNanoseconds(runs: 5) {
      let definition = WidgetDefinition(bundle: WidgetBundle(source, extensions: .standard))
      precondition(definition.bundle.screenNames.count == 101)
      keep(definition.diagnostics)
    } / 1e6
  }
  Measure(name: "bundle.archive.size", unit: "MB", value: Double(size) / 1e6, peer: nil).print()
  Measure(
    name: "bundle.archive.open", unit: "ms", value: open(.archive(archive.path)),
    peer: ("folder", open(.folder(folder.path)))
  ).print()
}

/// Measures scrolling a table from its start to its end.
private func infiniteScroll(rows: Int) async throws {
  let stage = Stage()
  var files = bundle(screens: 1)
  files["screens/S0.json"] = """
    {"view": {"type": "table", "id": "table", "cells": {"Cell": {"type": "container", "style": {"padding": 8}, "children": [
       {"type": "text", "text": "@{item.title}"}, {"type": "text", "text": "@{item.text}"}]}}},
     "objects": {
       "posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post", "sortByFields": "identifier"}},
       "rows": {"type": "TableInfiniteScrollController", "outlets": {"mainContentProvider": "posts", "tableView": "table"}}}}
    """
  let definition = WidgetDefinition(bundle: WidgetBundle(texts: files))
  let instance = try Instance(id: "benchmark", definition: definition, environment: stage.environment)
  for start in stride(from: 0, to: rows, by: 10_000) {
    let values = (start..<start + 10_000).map { number -> Value in
      [
        "id": .integer(Int64(number)), "title": .string("Post \(number)"),
        "text": .string("Some words about number \(number), which are enough for a line or two on a phone."),
      ]
    }
    try await instance.store.importJSON(.array(values), entity: "Post", isList: true)
  }
  let presentation = await instance.makePresentation(size: Size(width: 375, height: 667))
  await stage.clock.settle()
  guard let table = await presentation.tree().tree.preorder().first(where: { $0.kind == .table }) else { return }
  let before = residentMegabytes()
  var steps: [Double] = []
  for step in 1...500 {
    let length = await presentation.tree().tree[table.id]?[ViewAttribute.contentHeight].number ?? 0
    let offset = max(0, length * Double(step) / 500 - 667)
    let time = await milliseconds {
      await presentation.send([ViewEvent.scroll(table.id, offset: offset)])
      await stage.clock.settle()
    }
    steps.append(time)
  }
  Measure(name: "scroll.\(rows)rows.step", unit: "ms", value: steps.sorted()[250], peer: nil).print()
  Measure(
    name: "scroll.\(rows)rows.memory", unit: "MB", value: residentMegabytes(), peer: ("before", max(before, 1))
  ).print()
}

/// Measures the first frame of a collection.
private func collection(cells: Int) async throws {
  let items = (0..<cells).map { #"{"id": \#($0), "title": "Cell \#($0)"}"# }.joined(separator: ",")
  let files = [
    "widget.json": #"{"format": 1, "id": "org.example.bench", "name": "Bench", "main": "S"}"#,
    "data/Cells.json": "[\(items)]",
    "screens/S.json": """
    {"view": {"type": "collectionView", "id": "tiles", "columns": 3, "cells": {"Cell": {"type": "text", "text": "@{item.title}"}}},
     "objects": {
       "items": {"type": "JSONFileDataProvider", "attrs": {"fileName": "Cells"}},
       "rows": {"type": "CollectionDisplayController", "outlets": {"mainContentProvider": "items", "collectionView": "tiles"}}}}
    """,
  ]
  let definition = WidgetDefinition(bundle: WidgetBundle(texts: files))
  var times: [Double] = []
  for _ in 0..<5 {
    let stage = Stage()
    let instance = try Instance(id: "benchmark", definition: definition, environment: stage.environment)
    times.append(
      await milliseconds {
        let presentation = await instance.makePresentation(size: Size(width: 375, height: 667))
        await stage.clock.settle()
        keep(await presentation.tree())
      })
  }
  Measure(name: "collection.\(cells)cells.firstFrame", unit: "ms", value: times.sorted()[2], peer: nil).print()
}
