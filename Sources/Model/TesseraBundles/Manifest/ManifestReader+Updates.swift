import TesseraExpressions
import TesseraValues

// The update schedule and the timeline of a widget.
extension ManifestReader {
  private enum PolicyName: String, CaseIterable { case never, atEnd, after }

  func update(_ node: JSONNode, of manifest: ObjectReader) -> Manifest.Update {
    var update = Manifest.Update()
    var members = manifest.reader(of: node, called: ObjectName("'update'", path: "update"))
    let policyText = members.read("policy", as: .text)
    let interval = members.read("interval")
    let seconds = interval.flatMap { members.read($0, as: .number, of: "interval") }
      .flatMap { self.seconds($0, "interval", from: Manifest.Update.shortestInterval) }
    let action = members.read("action", as: .text)
    update.action = action.flatMap { filled($0, "'update.action'") }
    update.provider = members.read("provider", as: .text).flatMap { filled($0, "'update.provider'") }
    update.events = members.read("events", as: .text).flatMap { filled($0, "'update.events'") }
    update.condition = members.read("condition", as: .text).flatMap { condition($0) }
    update.budget = members.read("budget", as: .number).flatMap { count($0, "'update.budget'", upTo: 1440) }
    update.staleTime = members.read("staleAfter", as: .number).flatMap { self.seconds($0, "staleAfter", from: 60) }
    members.finish()
    if let action, update.provider != nil {
      complain(
        "manifest-value", action.range, "'update.action' has no effect beside 'update.provider'", severity: .warning)
    }
    // An interval without a policy implies `after`.
    let standard: PolicyName = interval == nil ? .never : .after
    let policy = policyText.map { choice($0, "'update.policy'", of: PolicyName.self) } ?? standard
    switch policy {
    case .never, nil: break
    case .atEnd: update.policy = .atEnd
    case .after:
      if let seconds {
        update.policy = .after(seconds: seconds)
      } else if interval == nil {
        complain("missing-key", node.range, "'update' with the policy 'after' needs the key 'interval' in seconds")
      }
    }
    if let interval, policy == .never || policy == .atEnd {
      complain(
        "manifest-value", interval.range, "'update.interval' applies only to the policy 'after'", severity: .warning)
    }
    return update
  }

  /// Checks that events come from a host of the widget.
  func checkEvents(of manifest: Manifest) {
    guard let events = manifest.update.events else { return }
    let address = manifest.absolute(events.value)
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
      return complain(
        "manifest-value", events.range,
        "'update.events' is an address that begins with 'https://' or 'http://', found '\(events.value)'",
        fix: manifest.base == nil && address.hasPrefix("/") ? "Add the key 'base' to resolve it" : nil)
    }
    checkHost(of: Located(address, at: events.range), "update.events", isAmong: manifest.hosts)
  }

  /// Checks that the condition refers only to options.
  func checkCondition(of manifest: Manifest, _ update: JSONNode?) {
    let names = manifest.options.map(\.name)
    for path in (manifest.update.condition?.keyPaths ?? []).sorted(by: { $0.description < $1.description }) {
      guard let name = path.keys.first, !names.contains(name) else { continue }
      complain(
        "option-condition", update?["condition"]?.range, "'update.condition' reads '\(name)', which is not an option",
        fix: SpellingSuggestion.fix(for: name, in: names))
    }
  }

  func timeline(_ node: JSONNode, of manifest: ObjectReader) -> Manifest.Timeline? {
    var members = manifest.reader(of: node, called: ObjectName("'timeline'", path: "timeline"))
    let entity = members.require("entity", as: .text).flatMap { filled($0, "'timeline.entity'") }
    let date = members.require("date", as: .text).flatMap { filled($0, "'timeline.date'") }
    let relevance = members.read("relevance", as: .text).flatMap { filled($0, "'timeline.relevance'") }
    let predicate = members.read("predicate", as: .text).flatMap { text in
      condition(text, of: "'timeline.predicate'").map { Located($0, at: text.range) }
    }
    let shows = members.read("shows", as: .text)
      .flatMap { choice($0, "'timeline.shows'", of: Manifest.Timeline.Shows.self) }
    let limit = members.read("limit", as: .number)
      .flatMap { count($0, "'timeline.limit'", upTo: Manifest.Timeline.maximumLimit) }
    members.finish()
    guard let entity, let date else { return nil }
    var timeline = Manifest.Timeline(entity: entity, date: date)
    timeline.relevance = relevance
    timeline.predicate = predicate
    timeline.shows = shows ?? timeline.shows
    timeline.limit = limit ?? timeline.limit
    return timeline
  }

  /// Reports the policy `atEnd` if the widget has neither a timeline nor a provider, since it would then never be
  /// updated.
  func checkEnd(of manifest: Manifest, _ update: JSONNode?) {
    guard manifest.update.policy == .atEnd, manifest.timeline == nil, manifest.update.provider == nil else { return }
    complain(
      "manifest-value", (update?["policy"] ?? update)?.range,
      "'update.policy' is 'atEnd', but the widget has neither a 'timeline' nor a provider, "
        + "so it would never be updated again",
      fix: "Specify 'interval' in seconds, or add a 'timeline'", severity: .warning)
  }

  private func seconds(_ seconds: Located<Double>, _ key: String, from shortest: Double) -> Double? {
    guard seconds.value >= shortest, seconds.value <= 366 * 86_400 else {
      complain(
        "manifest-value", seconds.range, "'update.\(key)' is a number of seconds from \(Int(shortest)) to a year")
      return nil
    }
    return seconds.value
  }

  private func count(_ number: Located<Double>, _ name: String, upTo most: Int) -> Int? {
    guard let count = Int(exactly: number.value), (1...most).contains(count) else {
      complain("manifest-value", number.range, "\(name) is a whole number from 1 to \(most)")
      return nil
    }
    return count
  }
}
