import Foundation
import TesseraBundles
import TesseraLayout
import TesseraValues
import TesseraViews
import Yams

/// Decodes scenarios from YAML and collects their problems.
struct ScenarioReader {
  private(set) var diagnostics = Diagnostics()

  /// The maximum size of a scenario, in bytes. A larger one is refused.
  static let maximumBytes = 1 << 20

  /// The maximum nesting depth of lists and objects in a scenario. A deeper one is refused.
  static let maximumDepth = 64

  /// Reads the scenario of a file.
  /// - Returns: The scenario; nil with the problems if it has errors.
  static func scenario(at path: String) -> (scenario: Scenario?, problems: [Diagnostic]) {
    guard let data = FileManager.default.contents(atPath: path) else {
      return (nil, [Diagnostic(rule: "scenario", message: "There is no scenario '\(path)' that can be read")])
    }
    guard let text = String(data: data, encoding: .utf8) else {
      return (nil, [Diagnostic(rule: "scenario", message: "The scenario cannot be read as UTF-8")])
    }
    var reader = ScenarioReader()
    var scenario = reader.read(text)
    let folder = URL(filePath: path).deletingLastPathComponent()
    scenario?.folder = folder.path
    for response in scenario?.network ?? [] {
      guard case .file(let name) = response.body,
        !FileManager.default.fileExists(atPath: folder.appending(path: name).path)
      else { continue }
      reader.diagnostics.add(
        Diagnostic(rule: "scenario", message: "The file '\(name)' of an answer does not exist beside the scenario"))
    }
    return (reader.diagnostics.hasErrors ? nil : scenario, reader.diagnostics.all)
  }

  mutating func read(_ yaml: String) -> Scenario? {
    guard yaml.utf8.count <= Self.maximumBytes else {
      diagnostics.add(Diagnostic(rule: "scenario-limit", message: "A scenario has at most \(Self.maximumBytes) bytes"))
      return nil
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
    } catch {
      diagnostics.add(Self.diagnostic(for: error))
      return nil
    }
    if let root, let node = Self.tooDeep(root, depth: 0) {
      add(node, "A scenario has at most \(Self.maximumDepth) levels")
      return nil
    }
    guard let mapping = root?.mapping else {
      diagnostics.add(Diagnostic(rule: "scenario-syntax", message: "A scenario is an object with 'steps'"))
      return nil
    }
    var scenario = Scenario()
    for (key, node) in mapping {
      switch key.string ?? "" {
      case "size": if let size = size(node) { scenario.size = size }
      case "clock":
        if let text = node.string, let date = StartDate(argument: text) {
          scenario.start = date.date
        } else {
          add(node, "'clock' takes a date such as 2018-06-20T19:00:00Z")
        }
      case "options":
        guard case .mapping(let members) = node else {
          add(node, "'options' is a mapping of names to values")
          break
        }
        scenario.options = Self.options(members)
      case "network": scenario.network = network(node)
      case "language": scenario.language = self.text(node, of: "language")
      case "screen": scenario.screen = self.text(node, of: "screen")
      case "widget": scenario.widget = self.text(node, of: "widget")
      case "steps":
        guard let steps = node.sequence else {
          add(node, "'steps' takes a list")
          continue
        }
        scenario.steps = steps.compactMap { step($0) }
      default:
        unknown(
          key, of: "a scenario", ["size", "clock", "widget", "screen", "language", "options", "network", "steps"])
      }
    }
    return diagnostics.hasErrors ? nil : scenario
  }

  // MARK: Steps

  private static let actions = [
    "expect", "type", "tap", "longPress", "submit", "refresh", "scroll", "answer", "back", "resize", "advance",
    "set", "move", "choose", "pick", "drag", "key", "cells", "update", "options",
  ]

  private mutating func step(_ node: Node) -> Scenario.Step? {
    if node.string == "back" { return Scenario.Step(action: .back, position: position(node)) }
    if node.string == "update" { return Scenario.Step(action: .update(fails: false), position: position(node)) }
    guard let mapping = node.mapping, mapping.count == 1, let (key, value) = mapping.first, let name = key.string else {
      add(node, "A step is an object with one key, one of \(Self.actions.joined(separator: ", "))")
      return nil
    }
    guard let action = action(name, key: key, value: value) else { return nil }
    return Scenario.Step(action: action, position: position(node))
  }

  private mutating func action(_ name: String, key: Node, value: Node) -> Scenario.Action? {
    switch name {
    case "expect": return expectation(value).map(Scenario.Action.expect)
    case "tap": return target(value).map(Scenario.Action.tap)
    case "longPress": return target(value).map(Scenario.Action.longPress)
    case "submit": return target(value).map(Scenario.Action.submit)
    case "refresh": return target(value).map(Scenario.Action.refresh)
    case "type":
      guard let mapping = value.mapping, let into = mapping["into"]?.string,
        let text = mapping["text"].flatMap(Self.plainText)
      else {
        add(value, "'type' takes 'into', an id, and 'text'")
        return nil
      }
      return .type(Scenario.Target(id: into, index: index(of: mapping)), text: text)
    case "set":
      guard let mapping = value.mapping, let id = mapping["id"]?.string, let new = mapping["to"] else {
        add(value, "'set' takes 'id' and 'to', a value")
        return nil
      }
      return .set(Scenario.Target(id: id, index: self.index(of: mapping)), value: Self.value(new))
    case "choose":
      guard let mapping = value.mapping, let id = mapping["id"]?.string,
        let item = mapping["item"].flatMap(Self.plainText)
      else {
        add(value, "'choose' takes 'id', and the text of an 'item' of its menu")
        return nil
      }
      return .choose(Scenario.Target(id: id, index: self.index(of: mapping)), item: item)
    case "pick":
      guard let mapping = value.mapping, let id = mapping["id"]?.string, let file = mapping["file"]?.string else {
        add(value, "'pick' takes 'id', and the path of a 'file', from the scenario")
        return nil
      }
      return .pick(Scenario.Target(id: id, index: self.index(of: mapping)), file: file)
    case "move":
      guard let mapping = value.mapping, let id = mapping["id"]?.string, let from = mapping["from"]?.int,
        let to = mapping["to"]?.int
      else {
        add(value, "'move' takes 'id', and the rows 'from' and 'to', counted from 0")
        return nil
      }
      return .move(Scenario.Target(id: id, index: self.index(of: mapping)), from: from, to: to)
    case "drag":
      guard let mapping = value.mapping, let id = mapping["id"]?.string, let from = mapping["from"].flatMap(Self.point),
        let to = mapping["to"].flatMap(Self.point)
      else {
        add(value, "'drag' takes 'id', and the places 'from' and 'to', each [x, y] in points")
        return nil
      }
      return .drag(Scenario.Target(id: id, index: self.index(of: mapping)), from: from, to: to)
    case "key":
      guard let mapping = value.mapping, let id = mapping["id"]?.string, let key = mapping["key"]?.string else {
        add(value, "'key' takes 'id', and 'key', a name such as ArrowLeft")
        return nil
      }
      return .key(
        Scenario.Target(id: id, index: self.index(of: mapping)), label: mapping["label"]?.string,
        Key(key, isShifted: mapping["shift"]?.bool ?? false))
    case "scroll":
      guard let mapping = value.mapping, let id = mapping["id"]?.string, let offset = mapping["to"]?.float else {
        add(value, "'scroll' takes 'id' and 'to', points from the top")
        return nil
      }
      return .scroll(Scenario.Target(id: id, index: index(of: mapping)), offset: offset)
    case "answer": return text(value, of: "answer").map(Scenario.Action.answer)
    case "back": return .back
    case "update":
      guard let mapping = value.mapping, mapping.count == 1, let fails = mapping["fails"] else {
        add(value, "'update' takes nothing, or 'fails: true' if the update is expected to fail")
        return nil
      }
      return flag(fails, of: "fails").map(Scenario.Action.update)
    case "options":
      guard case .mapping(let members) = value else {
        add(value, "'options' is a mapping of names to values")
        return nil
      }
      return .options(Self.options(members))
    case "resize": return size(value).map(Scenario.Action.resize)
    case "cells":
      guard let cells = value.string.flatMap(GridSize.init) else {
        add(value, "'cells' takes columns and rows, such as 4x2")
        return nil
      }
      return .cells(cells)
    case "advance":
      guard let text = value.string, let duration = Self.duration(text) else {
        add(value, "'advance' takes a time such as 2s, 500ms or 1m")
        return nil
      }
      return .advance(duration)
    default:
      unknown(key, of: "a step", Self.actions)
      return nil
    }
  }

  private static func point(_ node: Node) -> Point? {
    let numbers = node.sequence?.compactMap(\.float) ?? []
    return numbers.count == 2 && node.sequence?.count == 2 ? Point(x: numbers[0], y: numbers[1]) : nil
  }

  private mutating func target(_ node: Node) -> Scenario.Target? {
    if let id = node.string { return Scenario.Target(id: id) }
    guard let mapping = node.mapping, let id = mapping["id"]?.string else {
      add(node, "A view is named by its id, or by an object with 'id' and 'index'")
      return nil
    }
    return Scenario.Target(id: id, index: index(of: mapping))
  }

  private mutating func expectation(_ node: Node) -> Scenario.Expectation? {
    guard let mapping = node.mapping else {
      add(node, "'expect' takes an object")
      return nil
    }
    var expectation = Scenario.Expectation()
    var id: String?
    var index: Int?
    for (key, value) in mapping {
      switch key.string ?? "" {
      case "id": id = text(value, of: "id")
      case "index": index = self.index(value)
      case "text": expectation.text = Self.plainText(value)
      case "error": expectation.error = Self.plainText(value)
      case "value": expectation.value = Self.plainText(value)
      case "rows":
        expectation.rows = value.int
        if value.int == nil { add(value, "'rows' takes a number") }
      case "hidden": expectation.hidden = flag(value, of: "hidden")
      case "disabled": expectation.disabled = flag(value, of: "disabled")
      case "exists": expectation.exists = flag(value, of: "exists")
      case "screen": expectation.screen = text(value, of: "screen")
      case "toast": expectation.toast = message(value)
      case "alert": expectation.alert = message(value)
      default:
        unknown(
          key, of: "'expect'",
          ["id", "index", "text", "value", "rows", "hidden", "disabled", "exists", "error", "screen", "alert", "toast"])
      }
    }
    expectation.target = id.map {
      Scenario.Target(id: $0, index: index, countsHidden: expectation.hidden != nil)
    }
    let needsTarget =
      expectation.text != nil || expectation.value != nil || expectation.rows != nil || expectation.hidden != nil
      || expectation.disabled != nil || expectation.exists != nil || expectation.error != nil
    if needsTarget, id == nil { add(node, "An expectation about a view needs its 'id'") }
    if !needsTarget, id != nil { expectation.exists = true }
    if expectation.target == nil, expectation.screen == nil, expectation.alert == nil,
      expectation.toast == nil, !needsTarget
    {
      add(node, "'expect' needs something to expect")
    }
    return expectation
  }

  private func message(_ node: Node) -> Scenario.MessageExpectation? {
    if node.bool == false || node.null != nil { return Scenario.MessageExpectation.none }
    return Self.plainText(node).map(Scenario.MessageExpectation.containing)
  }

  private mutating func index(of mapping: Node.Mapping) -> Int? { mapping["index"].flatMap { index($0) } }

  private mutating func index(_ node: Node) -> Int? {
    if let index = node.int, index >= 0 { return index }
    add(node, "'index' takes a whole number from 0")
    return nil
  }

  // MARK: Values

  /// Returns the text of a scalar as written: `text: 7` is the text 7.
  private static func plainText(_ node: Node) -> String? { node.scalar?.string }

  /// Returns the values of options as a command line gives them: lists and mappings as JSON.
  private static func options(_ members: Node.Mapping) -> [String: String] {
    Dictionary(
      members.map { ($0.key.string ?? "", plainText($0.value) ?? JSONText.text(of: value($0.value))) },
      uniquingKeysWith: { $1 })
  }

  /// Returns the first node that is deeper than a scenario can be.
  private static func tooDeep(_ node: Node, depth: Int) -> Node? {
    guard depth <= maximumDepth else { return node }
    let parts = node.sequence.map(Array.init) ?? node.mapping?.map(\.value) ?? []
    for part in parts { if let found = tooDeep(part, depth: depth + 1) { return found } }
    return nil
  }

  /// Returns the value of a node, which is not too deep.
  static func value(_ node: Node) -> Value {
    switch node {
    case .sequence(let elements): return .array(elements.map { value($0) })
    case .mapping(let members):
      return .dictionary(
        Dictionary(members.map { ($0.key.string ?? "", value($0.value)) }, uniquingKeysWith: { $1 }))
    default:
      if node.null != nil { return .null }
      if let flag = node.bool { return .bool(flag) }
      if let number = node.int { return .integer(Int64(number)) }
      if let number = node.float { return .double(number) }
      return .string(node.scalar?.string ?? "")
    }
  }

  private mutating func text(_ node: Node, of name: String) -> String? {
    if let text = Self.plainText(node), !text.isEmpty { return text }
    add(node, "'\(name)' takes text")
    return nil
  }

  mutating func flag(_ node: Node, of name: String) -> Bool? {
    if let flag = node.bool { return flag }
    add(node, "'\(name)' takes true or false")
    return nil
  }

  private mutating func size(_ node: Node) -> Size? {
    if let text = node.string, let size = WindowSize(argument: text) { return size.size }
    add(node, "A size is written like 375x667")
    return nil
  }

  static func duration(_ text: String) -> Duration? {
    for (suffix, seconds) in [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)] where text.hasSuffix(suffix) {
      guard let number = Double(text.dropLast(suffix.count)), (0...1e7).contains(number) else { continue }
      return .seconds(number * seconds)
    }
    return nil
  }

  // MARK: Problems

  private func position(_ node: Node) -> SourcePosition {
    node.mark.map { SourcePosition(line: $0.line, column: $0.column) } ?? .start
  }

  mutating func add(_ node: Node, _ message: String, fix: String? = nil) {
    diagnostics.add(
      Diagnostic(rule: "scenario", range: SourceRange(position(node)), message: message, fix: fix))
  }

  mutating func unknown(_ key: Node, of owner: String, _ known: [String]) {
    let name = key.string ?? ""
    add(key, "Unknown key '\(name)' of \(owner)", fix: SpellingSuggestion.fix(for: name, in: known))
  }

  private static func diagnostic(for error: any Error) -> Diagnostic {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      Diagnostic(
        rule: "scenario-syntax", range: SourceRange(SourcePosition(line: mark.line, column: mark.column)),
        message: "The scenario is not YAML: \(problem)")
    default: Diagnostic(rule: "scenario-syntax", message: "The scenario is not YAML: \(error)")
    }
  }
}
