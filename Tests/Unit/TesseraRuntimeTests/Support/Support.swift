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

/// A widget of in-memory documents, on a virtual clock.
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

  /// Creates a widget from an existing definition.
  /// - Parameter adapt: Called to modify the environment, as an app would.
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

  /// Creates a widget with the screen `Main`, and optionally others.
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

  /// Opens the widget and waits until everything has settled.
  func open(
    size: Size = Size(width: 320, height: 480), place: GridPlace? = nil, screen: String? = nil
  ) async -> TestHost {
    let host = TestHost(await instance.makePresentation(size: size, place: place, screen: screen), clock)
    await clock.settle()
    return host
  }

  /// Opens the widget without waiting.
  func openAtOnce(size: Size = Size(width: 320, height: 480)) async -> TestHost {
    TestHost(await instance.makePresentation(size: size), clock)
  }

  /// The problems of the bundle, as lines of text.
  var problems: [String] { definition.diagnostics.map(\.description) }
}

/// A user of a presentation, who refers to views by identifier.
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

  /// Returns the views with a name, in reading order. Views on hidden screens are left out.
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

  /// Returns the view with a name on the frontmost screen.
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

  /// The texts of all placeholders.
  var placeholders: [String] {
    get async { await tree.preorder().filter { $0.kind == .placeholder }.map { $0[.text].string ?? "" } }
  }

  /// Sends events without waiting for their consequences.
  func sendAtOnce(_ events: ViewEvent...) async { await presentation.send(events) }

  func send(_ events: ViewEvent...) async {
    await presentation.send(events)
    await clock.settle()
  }

  func press(_ id: String, _ index: Int? = nil) async throws { await send(.press(try await node(id, index).id)) }

  func type(_ text: String, into id: String) async throws { await send(.input(try await node(id).id, text: text)) }

  /// Presses the first button of the frontmost alert.
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
  /// Returns all updates up to the current revision, for a host that knows a revision.
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

/// Returns a container with components.
func container(_ children: String...) -> String {
  #"{"type": "container", "children": [\#(children.joined(separator: ","))]}"#
}

/// Returns a label with an identifier.
func label(_ id: String) -> String { #"{"type": "text", "id": "\#(id)"}"# }

/// Returns a component of a type, with an identifier and additional members.
func component(_ type: String, _ id: String, _ more: String = "") -> String {
  #"{"type": "\#(type)", "id": "\#(id)"\#(more.isEmpty ? "" : ", " + more)}"#
}

/// Items in categories, as in WidgetKit's tests.
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

/// Returns a service of stub actions that respond after one second.
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
  /// Watches the rows that currently exist.
  func witnessCells(on channel: String) {
    for view in core.hierarchy.window.descendants() where view.kind == .cell {
      Probe.witness(view, "cell", on: channel)
    }
  }

  /// The number of timers of the first screen.
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
