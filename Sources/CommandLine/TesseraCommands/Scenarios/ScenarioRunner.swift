import Foundation
import TesseraBundles
import TesseraHTTPClient
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Plays a scenario on a widget, without a window and without waiting.
struct ScenarioRunner {
  private let scenario: Scenario
  let host: HeadlessHost
  /// The path of the widget as the user wrote it.
  private let widget: String

  /// - Parameters:
  ///   - widgetOptions: The options of the command line. Their values take precedence over the scenario's.
  ///   - document: What the command line says of single documents.
  ///   - drawsPictures: Whether pictures are drawn, so that they are fetched from servers. Otherwise only the scenario's
  ///     network is asked for them.
  init(
    _ scenario: Scenario, source: WidgetSource, mode: BundleMode = .production, _ widgetOptions: WidgetOptions? = nil,
    _ document: DocumentOptions? = nil, drawsPictures: Bool = false
  ) throws {
    self.scenario = scenario
    host = try HeadlessHost(
      source, mode: mode, base: document?.base, clock: scenario.start ?? Date(),
      allowsPrivateAddresses: widgetOptions?.allowPrivateAddresses ?? false,
      servers: widgetOptions?.networkClient ?? SystemNetworkClient(),
      network: scenario.network.map { _ in scenario.networkInItsFolder },
      fetchesPictures: drawsPictures || scenario.network != nil,
      extensions: document?.extensions ?? TesseraCommand.extensions)
    widget = source.text
    try OptionArgument.apply(
      Self.arguments(scenario.options) + (widgetOptions?.options ?? []), to: host.instance, at: widget)
  }

  private static func arguments(_ options: [String: String]) -> [OptionArgument] {
    options.sorted { $0.key < $1.key }.compactMap { OptionArgument(argument: "\($0)=\($1)") }
  }

  /// Plays the steps until one fails.
  /// - Returns: The failure, or nil.
  func run() async -> Diagnostic? {
    let presentation = await present()
    let failure = await play(on: presentation)
    await presentation.close()
    return failure
  }

  /// Opens the widget as the scenario says.
  func present() async -> Presentation {
    await host.present(
      size: scenario.size, place: scenario.place, screen: scenario.screen, language: scenario.language)
  }

  /// Plays the steps on an open presentation until one fails.
  /// - Parameter checksExpectations: Whether expectations count, which may hold for one size or language only.
  func play(on presentation: Presentation, checksExpectations: Bool = true) async -> Diagnostic? {
    var focused: ViewID?
    for step in scenario.steps {
      if case .expect = step.action, !checksExpectations { continue }
      let failure = await perform(step.action, on: presentation, &focused)
      if let failure {
        // The usual reasons, also of what fails later: a request without an answer, and a widget that shows nothing more.
        let view = ScenarioView(tree: await presentation.tree().tree)
        let reasons = [failure, host.scenarioNetwork?.missingResponse, view.reasonOfStop].compactMap(\.self)
        return Diagnostic(
          rule: "scenario-step", range: SourceRange(step.position), message: reasons.joined(separator: "; "))
      }
    }
    return nil
  }

  /// Returns a file in the form in which a browser sends it.
  private func picked(_ path: String) throws(ScenarioFailure) -> PickedFile {
    let file = URL(filePath: scenario.folder).appending(path: path)
    guard let data = FileManager.default.contents(atPath: file.path), data.count <= PickedFile.greatestMaximumSize
    else {
      throw ScenarioFailure("The file '\(path)' beside the scenario does not exist or is too large")
    }
    let bytes = Array(data)
    let type = ImageFormat(signatureOf: bytes)?.contentType ?? "application/octet-stream"
    return PickedFile(name: file.lastPathComponent, type: type, bytes: bytes)
  }

  /// Performs a step and waits until everything has settled.
  /// - Parameter focused: The field that has the keyboard focus.
  /// - Returns: The reason why the step failed, or nil.
  private func perform(
    _ action: Scenario.Action, on presentation: Presentation, _ focused: inout ViewID?
  ) async -> String? {
    let view = ScenarioView(tree: await presentation.tree().tree)
    do throws(ScenarioFailure) {
      switch action {
      case .expect(let expectation):
        try await check(expectation, in: view, on: presentation)
        return nil
      case .tap(let target):
        if let field = try? view.field(target) {
          await presentation.send(Self.move(&focused, to: field.id))
        } else {
          let pressed = try view.pressable(target).id
          await presentation.send(Self.move(&focused, to: nil) + [.press(pressed)])
        }
      case .longPress(let target):
        let pressed = try view.longPressable(target).id
        await presentation.send(Self.move(&focused, to: nil) + [.longPress(pressed)])
      case .type(let target, let text):
        let field = try view.field(target).id
        await presentation.send(Self.move(&focused, to: field) + [.input(field, text: text)])
      case .set(let target, let value):
        let node = try view.visible(target)
        if view.isDisabled(node) { throw ScenarioFailure("\(target) is disabled") }
        await presentation.send(Self.move(&focused, to: nil))
        if node.kind == .switch || node.kind == .checkbox, let wanted = value.bool {
          if node[.value].isTrue != wanted { await presentation.send([.press(node.id)]) }
          await host.clock.settle()
          let after = await presentation.tree().tree[node.id]
          if let after, after[.value].isTrue != wanted { throw ScenarioFailure("\(target) does not become \(wanted)") }
          break
        }
        await presentation.send([.change(node.id, value: value)])
        await host.clock.settle()
        let after = await presentation.tree().tree[node.id]
        if let after, after[.value] == node[.value], after[.value] != value {
          let choices = node[.choices].array?.prefix(5).map { $0.value(at: "value").description } ?? []
          let hint = choices.isEmpty ? "" : "; its values are \(choices.joined(separator: ", "))"
          let reason = after[.error].string.map { ": \($0)" } ?? ""
          throw ScenarioFailure("\(target) does not accept '\(value.description.prefix(100))'\(reason)\(hint)")
        }
      case .move(let target, let from, let to):
        let node = try view.visible(target)
        guard node[.reorderable].isTrue else { throw ScenarioFailure("The rows of \(target) cannot be moved") }
        guard let count = node[.rowCount].integer, (0..<Int(count)).contains(from), (0..<Int(count)).contains(to) else {
          throw ScenarioFailure("\(target) has \(node[.rowCount]) rows")
        }
        await presentation.send([.move(node.id, from: from, to: to)])
        await host.settle(isUsed: true)
        let rows = view.rowContents(of: node)
        guard rows.count == Int(count), rows[from] != rows[to] else { return nil }
        let after = ScenarioView(tree: await presentation.tree().tree)
        if after.rowContents(of: try after.visible(target)) == rows {
          throw ScenarioFailure("The move changed no row of \(target): its order has to be stored in 'onMove'")
        }
        return nil
      case .drag(let target, let from, let to):
        for event in try view.drag(target, from: from, to: to) {
          await presentation.send([event])
          await host.clock.settle()
        }
      case .key(let target, let label, let key):
        await presentation.send([.key(try view.hearing(key, target, label: label).id, key)])
      case .pick(let target, let file):

        let change = ViewEvent.change(try view.picker(target).id, value: try picked(file).value)
        await presentation.send(Self.move(&focused, to: nil) + [change])
      case .choose(let target, let item):
        let choice = try view.menuItem(item, of: target)
        await presentation.send(Self.move(&focused, to: nil) + [choice])
      case .submit(let target): await presentation.send([.submit(try view.field(target).id)])
      case .refresh(let target): await presentation.send([.refresh(try view.visible(target).id)])
      case .scroll(let target, let offset):
        await presentation.send([.scroll(try view.visible(target).id, offset: offset)])
      case .answer(let button): await presentation.send([try view.answer(button)])
      case .back:
        let before = await presentation.tree().revision
        await presentation.send([.back])
        await host.clock.settle()
        if await presentation.tree().revision == before { throw ScenarioFailure("There is nothing to go back to") }
      case .cells(let cells): await presentation.send([.grid(GridPlace(cells: cells))])
      case .resize(let size): await presentation.send([.resize(size)])
      case .advance(let duration): await host.clock.advance(by: duration)
      case .update(let fails):
        let reason = await host.update()
        if let reason, !fails { throw ScenarioFailure("The update failed: \(reason)") }
        if fails, reason == nil { throw ScenarioFailure("Expected the update to fail, but it succeeded") }
      case .options(let options):
        do {
          try OptionArgument.apply(Self.arguments(options), to: host.instance, at: widget)
        } catch {
          throw ScenarioFailure("\(error)")
        }
      }
    } catch {
      return error.message
    }
    await host.settle(isUsed: action.isUse)
    return nil
  }

  /// Returns the events that occur when the keyboard focus moves.
  private static func move(_ focused: inout ViewID?, to next: ViewID?) -> [ViewEvent] {
    guard next != focused else { return [] }
    defer { focused = next }
    return (focused.map { [.blur($0)] } ?? []) + (next.map { [.focus($0)] } ?? [])
  }

  private func check(
    _ expectation: Scenario.Expectation, in view: ScenarioView, on presentation: Presentation
  ) async throws(ScenarioFailure) {
    if let screen = expectation.screen {
      let current = await presentation.screenNames.last ?? "none"
      if current != screen { throw ScenarioFailure("Expected screen '\(screen)', found '\(current)'") }
    }
    switch (expectation.toast, await presentation.lastToast) {
    case (nil, _), (.some(.none), nil): break
    case (.some(.none), let toast?): throw ScenarioFailure("Expected no toast, found '\(toast)'")
    case (.containing(let text), let toast):
      if toast?.contains(text) != true {
        throw ScenarioFailure("Expected a toast with '\(text)', found \(toast.map { "'\($0)'" } ?? "none")")
      }
    }
    switch (expectation.alert, await presentation.alert) {
    case (nil, _), (.some(.none), nil): break
    case (.some(.none), let alert?): throw ScenarioFailure("Expected no alert, found '\(alert.message)'")
    case (.containing(let text), nil): throw ScenarioFailure("Expected an alert with '\(text)', found none")
    case (.containing(let text), let alert?):
      if !alert.title.contains(text), !alert.message.contains(text) {
        throw ScenarioFailure("Expected an alert with '\(text)', found '\(alert.title): \(alert.message)'")
      }
    }
    guard let target = expectation.target else { return }
    if expectation.exists == false {
      if view.find(target) != nil { throw ScenarioFailure("Expected no \(target), found one") }
      return
    }
    let node = try view.node(target)
    try compare("text", expectation.text, Icon.words(of: view.text(of: node)), of: target)
    try compare("value", expectation.value, Self.text(ofValue: node, as: expectation.value), of: target)
    try compare("rows", expectation.rows.map(String.init), node[.rowCount].description, of: target)
    try compare("hidden", expectation.hidden.map(String.init), String(view.isHidden(node)), of: target)
    try compare("error", expectation.error, node[.error].description, of: target)
    try compare("disabled", expectation.disabled.map(String.init), String(view.isDisabled(node)), of: target)
  }

  /// Returns the value of a view as scenarios write it. A view that is off has no value.
  private static func text(ofValue node: ViewNode, as expected: String?) -> String {
    if let flag = node[.value].bool { return String(flag) }
    // Pages are counted from the one that is shown first.
    if node[.value].isNull, node.kind == .pager || node.kind == .pageIndicator { return "0" }
    return node[.value].isNull && expected == "false" ? "false" : node[.value].description
  }

  private func compare(
    _ property: String, _ expected: String?, _ found: String, of target: Scenario.Target
  ) throws(ScenarioFailure) {
    if let expected, expected != found {
      throw ScenarioFailure("Expected \(property) '\(expected)' of \(target), found '\(found)'")
    }
  }
}

/// The reason why a step failed.
struct ScenarioFailure: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

extension Scenario.Action {
  /// Whether the action may change what the widget shows, apart from the passage of time.
  fileprivate var isUse: Bool {
    switch self {
    case .expect, .cells, .resize, .advance, .scroll: false
    default: true
    }
  }
}
