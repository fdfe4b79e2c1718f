package import Foundation
package import TesseraBoard
package import TesseraValues

/// The input of `tessera simulate`: widgets with their responses, and the times at which users look at them.
///
/// ```json
/// {"start": "2026-06-20T06:00:00Z", "days": 1, "widgets": [
///   {"id": "weather", "answers": [{"entries": [0, 3600, 7200], "policy": "atEnd"}], "visible": [["07:00", "07:30"]]}]}
/// ```
package struct SimulationDocument: Sendable {
  /// The maximum number of widgets in a simulation, including copies. A simulation with more is refused.
  package static let maximumWidgets = 100_000
  /// The maximum duration of a simulation, in days. A longer one is refused.
  package static let maximumDays = 31.0
  /// The maximum number of events of all widgets in a simulation. A simulation with more is refused.
  package static let maximumEvents = 1_000_000

  /// The start of the simulation.
  package private(set) var start = Date(timeIntervalSince1970: 0)
  /// The duration of the simulation, in days.
  package private(set) var days = 1.0
  /// The seed of the random numbers.
  package private(set) var seed: UInt64 = 0
  /// The limits of updates.
  package private(set) var limits = UpdateLimits()
  /// The widgets, including copies.
  package private(set) var widgets: [UpdateSimulation.Widget] = []
  private var eventCount = 0

  /// Decodes a document.
  /// - Throws: The first problem, with its position.
  package init(_ document: [UInt8]) throws(Diagnostic) {
    let node = try JSONNode.parse(document, limits: JSONLimits(bytes: 16 << 20, depth: 16, nodes: 2_000_000))
    try Self.check(node, "A simulation", ["start", "days", "seed", "limits", "widgets"])
    guard let start = node["start"], let text = start.string else {
      throw Self.wrong(node["start"] ?? node, "A simulation needs 'start', such as '2026-06-20T06:00:00Z'")
    }
    guard let date = Self.date(text) else {
      throw Self.wrong(start, "'\(text.prefix(60))' is not a time such as '2026-06-20T06:00:00+02:00'")
    }
    (self.start, limits.secondsFromGMT) = date
    if let days = node["days"] { self.days = try Self.number(days, "'days'", in: 0.01...Self.maximumDays) }
    if let seed = node["seed"] { self.seed = UInt64(try Self.number(seed, "'seed'", in: 0...1e15)) }
    if let limits = node["limits"] { try readLimits(limits) }
    guard let list = node["widgets"]?.elements else {
      throw Self.wrong(node["widgets"] ?? node, "A simulation needs a list of 'widgets'")
    }
    for widget in list { try readWidget(widget) }
    var ids: Set<String> = []
    for widget in widgets where !ids.insert(widget.id).inserted {
      throw Self.wrong(node, "Two widgets are called '\(widget.id.prefix(60))'")
    }
  }

  /// The simulation of the document, ready to run.
  package var simulation: UpdateSimulation {
    UpdateSimulation(start: start, days: days, widgets: widgets, limits: limits, seed: seed)
  }

  private mutating func readLimits(_ node: JSONNode) throws(Diagnostic) {
    let names: [(String, WritableKeyPath<UpdateLimits, Double>)] = [
      ("reloadSpacing", \.reloadSpacing), ("pushSpacing", \.pushSpacing), ("entrySpacing", \.entrySpacing),
      ("mergeWindow", \.mergeWindow), ("deadline", \.deadline), ("backoff", \.backoff),
      ("maximumBackoff", \.maximumBackoff), ("maximumJitter", \.maximumJitter),
    ]
    try Self.check(node, "'limits'", names.map(\.0) + ["budget", "maximumInFlight", "learns"])
    for (name, path) in names {
      if let value = node[name] { limits[keyPath: path] = try Self.number(value, "'\(name)'", in: 0...1e7) }
    }
    if let budget = node["budget"] { limits.budget = Int(try Self.number(budget, "'budget'", in: 0...100_000)) }
    if let most = node["maximumInFlight"] {
      limits.maximumInFlight = Int(try Self.number(most, "'maximumInFlight'", in: 1...100_000))
    }
    if let learns = node["learns"] {
      guard let flag = learns.bool else { throw Self.wrong(learns, "'learns' takes true or false") }
      limits.learns = flag
    }
  }

  private mutating func readWidget(_ node: JSONNode) throws(Diagnostic) {
    try Self.check(
      node, "A widget", ["id", "count", "interval", "answers", "latency", "visible", "events"])
    guard let id = node["id"]?.string, !id.isEmpty else { throw Self.wrong(node, "A widget needs an 'id'") }
    var widget = UpdateSimulation.Widget(id: id)
    if let interval = node["interval"] { widget.interval = try Self.number(interval, "'interval'", in: 60...1e7) }
    if let latency = node["latency"] { widget.latency = try Self.number(latency, "'latency'", in: 0...1e6) }
    if let answers = node["answers"] {
      widget.answers = []
      for answer in answers.elements ?? [answers] { widget.answers.append(try Self.read(answer)) }
    }
    for range in node["visible"]?.elements ?? [] {
      guard let times = range.elements, times.count == 2 else {
        throw Self.wrong(range, "'visible' takes pairs such as ['07:00', '07:30']")
      }
      let (from, to) = (try Self.time(times[0]), try Self.time(times[1]))
      // A range that passes midnight ends on the next day.
      widget.visible.append(from...(to < from ? to + 86_400 : to))
    }
    for event in node["events"]?.elements ?? [] { try read(event, of: &widget) }
    let copies = Int(
      try node["count"].map { (count) throws(Diagnostic) in
        try Self.number(count, "'count'", in: 1...Double(Self.maximumWidgets))
      } ?? 1)
    guard widgets.count + copies <= Self.maximumWidgets else {
      throw Self.wrong(node, "A simulation has at most \(Self.maximumWidgets) widgets")
    }
    eventCount += copies * (widget.events.count + 2 * widget.visible.count * Int(days.rounded(.up)))
    guard eventCount <= Self.maximumEvents else {
      throw Self.wrong(node, "A simulation has at most \(Self.maximumEvents) events")
    }
    for copy in 1...copies {
      if copies > 1 { widget.id = "\(id)-\(copy)" }
      widgets.append(widget)
    }
  }

  private static func read(_ answer: JSONNode) throws(Diagnostic) -> UpdateSimulation.Widget.Answer {
    switch answer.string {
    case "newData": return .newData
    case "noData": return .noData
    case "failed": return .failed
    case "silence": return .silence
    case let word?: throw wrong(answer, "'\(word.prefix(40))' is not one of newData, noData, failed and silence")
    case nil: break
    }
    try check(answer, "An answer", ["entries", "policy"])
    var entries: [Double] = []
    for entry in answer["entries"]?.elements ?? [] { entries.append(try number(entry, "An entry", in: -1e8...1e8)) }
    switch (answer["policy"]?.string, answer["policy"]?["after"]) {
    case (nil, nil) where answer["policy"] == nil, ("atEnd", _): return .timelineAtEnd(entries)
    case ("never", _): return .timeline(entries, after: nil)
    case (_, let seconds?): return .timeline(entries, after: try number(seconds, "'after'", in: 0...1e8))
    default: throw wrong(answer["policy"] ?? answer, "'policy' is atEnd, never, or an object with 'after'")
    }
  }

  private func read(_ node: JSONNode, of widget: inout UpdateSimulation.Widget) throws(Diagnostic) {
    try Self.check(node, "An event", ["at", "event"])
    let names = UpdateSimulation.Widget.Event.allCases.map(\.rawValue)
    guard let name = node["event"]?.string, let event = UpdateSimulation.Widget.Event(rawValue: name) else {
      throw Self.wrong(node["event"] ?? node, "'event' is one of \(names.joined(separator: ", "))")
    }
    guard let moment = node["at"] else { throw Self.wrong(node, "An event needs 'at'") }
    if moment.number != nil {
      return widget.events.append((try Self.number(moment, "'at'", in: 0...Self.maximumDays * 86_400), event))
    }
    // A time of day recurs on each day.
    let local = start.timeIntervalSince1970 + Double(limits.secondsFromGMT)
    var time = try Self.time(moment) - (local - (local / 86_400).rounded(.down) * 86_400)
    while time < days * 86_400 {
      if time >= 0 { widget.events.append((time, event)) }
      time += 86_400
    }
  }

  // MARK: Values

  private static func wrong(_ node: JSONNode, _ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(rule: "simulation", range: node.range, message: message, fix: fix)
  }

  private static func check(_ node: JSONNode, _ subject: String, _ names: [String]) throws(Diagnostic) {
    guard let members = node.membersWithoutComments else {
      throw wrong(node, "\(subject) is an object, found \(node.typeName)")
    }
    for member in members where !names.contains(member.name) {
      throw Diagnostic(
        rule: "simulation", range: member.nameRange, message: "\(subject) has no '\(member.name.prefix(40))'",
        fix: SpellingSuggestion.fix(for: member.name, in: names))
    }
  }

  private static func number(
    _ node: JSONNode, _ subject: String, in range: ClosedRange<Double>
  ) throws(Diagnostic) -> Double {
    guard let number = node.number, range.contains(number) else {
      throw wrong(
        node,
        "\(subject) takes a number from \(Value.double(range.lowerBound)) to \(Value.double(range.upperBound)), "
          + "found \(node.number == nil ? node.typeName : node.value.description)")
    }
    return number
  }

  /// Returns the seconds from midnight to a time of day such as `07:30`.
  private static func time(_ node: JSONNode) throws(Diagnostic) -> Double {
    let parts = (node.string ?? "").split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], (0...24).contains(hours),
      (0..<60).contains(minutes)
    else { throw wrong(node, "A time of day is written '07:30'") }
    return Double(hours * 3600 + minutes * 60)
  }

  /// Returns a date, and its offset from GMT in seconds.
  private static func date(_ text: String) -> (Date, Int)? {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    guard !text.hasSuffix("Z"), let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (date, 0) }
    let digits = text[sign...].dropFirst().filter(\.isNumber)
    guard digits.count == 4, let number = Int(digits) else { return (date, 0) }
    let seconds = (number / 100 * 60 + number % 100) * 60
    return (date, text[sign] == "-" ? -seconds : seconds)
  }
}
