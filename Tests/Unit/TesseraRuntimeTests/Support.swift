import Foundation
import TesseraBeagleScreens
import TesseraBundles
import TesseraData
import TesseraHTTPClient
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// A widget of texts in memory, on a virtual clock.
struct TestWidget {
  let clock: VirtualClock
  let definition: WidgetDefinition
  let instance: Instance

  /// 20 June 2018, 19:00 UTC.
  static let start = Date(timeIntervalSince1970: 1_529_521_200)

  init(
    files: [String: String], mediators: MediatorRegistry = .standard, allowsPrivateAddresses: Bool = false
  ) throws {
    try self.init(
      bundle: WidgetBundle(files: MemoryBundleFiles(texts: files)), mediators: mediators,
      allowsPrivateAddresses: allowsPrivateAddresses)
  }

  init(bundle: WidgetBundle, mediators: MediatorRegistry = .standard, allowsPrivateAddresses: Bool = false) throws {
    var extensions = WidgetExtensions.standard
    extensions.mediators = mediators
    extensions.register(.beagle)
    try self.init(
      WidgetDefinition(bundle: bundle, extensions: extensions), allowsPrivateAddresses: allowsPrivateAddresses)
  }

  /// A widget of a definition that is there.
  /// - Parameter adapt: what an app would say about its surroundings.
  init(
    _ definition: WidgetDefinition, at location: StoreLocation = .memory, allowsPrivateAddresses: Bool = false,
    adapt: (inout RuntimeEnvironment) -> Void = { _ in }
  ) throws {
    let activities = IdlenessTracker()
    clock = VirtualClock(start: Self.start, activities: activities)
    var environment = RuntimeEnvironment(
      textMeasuring: FixedWidthTextMeasuring(), clock: clock, activities: activities,
      allowsPrivateAddresses: allowsPrivateAddresses)
    environment.networkClient = SystemNetworkClient()
    adapt(&environment)
    self.definition = definition
    instance = try Instance(id: "test", definition: definition, location: location, environment: environment)
  }

  /// A widget of one screen, `Main`, and maybe others.
  init(
    view: String, objects: String = "{}", elements: String = "{}", navigationItem: String? = nil,
    screens: [String: String] = [:], model: String? = nil, service: String? = nil, options: String = "[]",
    mediators: MediatorRegistry = .standard, extensions: WidgetExtensions? = nil
  ) throws {
    let bar = navigationItem.map { #""navigationItem": \#($0), "# } ?? ""
    var files = [
      "widget.json":
        #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main", "options": \#(options)}"#,
      "screens/Main.json": #"{\#(bar)"view": \#(view), "objects": \#(objects), "elements": \#(elements)}"#,
    ]
    for (name, text) in screens { files["screens/\(name).json"] = text }
    files["model.json"] = model
    files["service.json"] = service
    if var extensions {
      extensions.register(.beagle)
      try self.init(WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: extensions))
      return
    }
    try self.init(files: files, mediators: mediators)
  }

  /// Opens the widget and lets everything settle.
  func open(size: Size = Size(width: 320, height: 480), screen: String? = nil) async -> TestHost {
    let host = TestHost(await instance.makePresentation(size: size, screen: screen), clock)
    await clock.settle()
    return host
  }

  /// Opens the widget without waiting for anything.
  func openAtOnce(size: Size = Size(width: 320, height: 480)) async -> TestHost {
    TestHost(await instance.makePresentation(size: size), clock)
  }

  /// What is wrong with the bundle, as lines of text.
  var problems: [String] { definition.diagnostics.map(\.description) }
}

/// A person in front of a presentation, who names views by their identifiers.
struct TestHost {
  let presentation: Presentation
  let clock: VirtualClock

  init(_ presentation: Presentation, _ clock: VirtualClock) {
    self.presentation = presentation
    self.clock = clock
  }

  var tree: ViewTree {
    get async { await presentation.tree().tree }
  }

  /// The views of a name, in reading order; those on hidden screens are left out.
  func nodes(_ id: String) async -> [ViewNode] {
    let tree = await tree
    var found: [ViewNode] = []
    var pending = [tree.root]
    while let next = pending.popLast() {
      guard let node = tree[next], !(node.kind == .screen && node[.hidden].isTrue) else { continue }
      if node.identifier == id { found.append(node) }
      pending.append(contentsOf: node.children.reversed())
    }
    return found
  }

  /// The view of a name on the screen in front.
  func node(_ id: String, _ index: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation) async throws
    -> ViewNode
  {
    let nodes = await nodes(id)
    let place = index ?? max(0, nodes.count - 1)
    try #require(nodes.indices.contains(place), "there is no '\(id)' [\(place)]", sourceLocation: sourceLocation)
    return nodes[place]
  }

  func text(_ id: String, _ index: Int? = nil) async throws -> String {
    try await node(id, index)[.text].string ?? ""
  }

  func value(_ id: String) async throws -> String { try await node(id)[.value].string ?? "" }

  func texts(_ id: String) async -> [String] { await nodes(id).map { $0[.text].string ?? "" } }

  func rows(_ id: String = "table") async throws -> Int { Int(try await node(id)[.rowCount].integer ?? -1) }

  /// The reasons that placeholders give.
  var placeholders: [String] {
    get async { await tree.preorder().filter { $0.kind == .placeholder }.map { $0[.text].string ?? "" } }
  }

  /// Does something without waiting for what comes of it.
  func sendAtOnce(_ events: ViewEvent...) async { await presentation.send(events) }

  func send(_ events: ViewEvent...) async {
    await presentation.send(events)
    await clock.settle()
  }

  func press(_ id: String, _ index: Int? = nil) async throws { await send(.press(try await node(id, index).id)) }

  func type(_ text: String, into id: String) async throws { await send(.input(try await node(id).id, text: text)) }

  /// Presses the button of the alert in front.
  func answerAlert() async throws {
    let alert = try #require(await tree.preorder().last { $0.kind == .alert })
    await send(.answer(alert.id, index: 0))
  }

  var alert: String? {
    get async { await presentation.alert.map { "\($0.title): \($0.message)" } }
  }

  var screens: [String] { get async { await presentation.screenNames } }
}

extension Presentation {
  /// All updates up to the present revision, for a host that has a revision.
  func missed(after known: Int?) async -> [PresentationUpdate] {
    let revision = tree().revision
    let stream = updates(after: known)
    guard known != revision else { return [] }
    var updates: [PresentationUpdate] = []
    for await update in stream {
      updates.append(update)
      if update.revision >= revision { break }
    }
    return updates
  }
}

/// A container of components.
func container(_ children: String...) -> String {
  #"{"type": "container", "children": [\#(children.joined(separator: ","))]}"#
}

/// A label with an identifier.
func label(_ id: String) -> String { #"{"type": "text", "id": "\#(id)"}"# }

/// A component of a type with an identifier and more members.
func component(_ type: String, _ id: String, _ more: String = "") -> String {
  #"{"type": "\#(type)", "id": "\#(id)"\#(more.isEmpty ? "" : ", " + more)}"#
}

/// Items in categories, as in the tests of WidgetKit.
let itemModel = """
  {"entities": {
    "Item": {
      "identityAttribute": "identifier",
      "attributes": {
        "identifier": {"type": "integer", "default": 0, "JSONKeyPath": "id"},
        "name": {"type": "string", "JSONKeyPath": "name"},
        "groupTitle": {"type": "string", "JSONKeyPath": "group"}
      },
      "relationships": {"category": {"destination": "Category", "inverse": "items"}}
    },
    "Category": {
      "attributes": {"title": {"type": "string"}},
      "relationships": {"items": {"destination": "Item", "toMany": true, "inverse": "category"}}
    }
  }}
  """

/// A service of stub actions that answer after one second.
func stubService(_ actions: String, delay: Double = 1) -> String {
  """
  {"options": {"provider": "stub", "debugDelay": \(delay)}, "defaults": {"baseUrl": "https://test.example.org"},
   "actions": {\(actions)}}
  """
}

/// A table `table` of rows with a label `nameLabel`.
let itemTable = """
  {"type": "table", "id": "table", "rowHeight": 40, "style": {"height": 200},
   "cells": {"Cell": {"type": "container", "style": {"height": 40}, "children": [{"type": "text", "id": "nameLabel"}]}}}
  """

extension Presentation {
  /// Watches the rows that exist now.
  func witnessCells(on channel: String) {
    for view in core.hierarchy.window.descendants() where view.kind == .cell {
      Probe.witness(view, "cell", on: channel)
    }
  }

  /// The number of timers that the first screen knows of.
  var pendingTimers: Int { core.screens.first?.timers.count ?? 0 }
}

extension WidgetExtensions {
  /// The standard vocabulary that also reads payloads of Beagle.
  static var withBeagle: WidgetExtensions {
    var extensions = WidgetExtensions.standard
    extensions.register(.beagle)
    return extensions
  }
}
