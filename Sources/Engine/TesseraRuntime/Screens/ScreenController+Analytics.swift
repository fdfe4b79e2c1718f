import TesseraComponents
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

/// What an app hears of what people do.
extension ScreenController {
  /// Lets the app hear of actions, if it wants to.
  func recordActions() {
    guard core.instance.environment.analytics != nil else { return }
    runner.willRun = { [weak self] run, event in self?.record(run, on: event) }
  }

  /// Tells the app that the screen came into sight.
  func recordAppearance() {
    guard let analytics = core.instance.environment.analytics, isRecording, analytics.configuration.recordsScreens
    else {
      return
    }
    analytics.record(makeRecord(.screen))
  }

  /// Tells the app of what the document itself wants to be known.
  func track(_ name: String, data: [String: Value], by run: ActionRun) {
    guard let analytics = core.instance.environment.analytics, isRecording else { return }
    var record = makeRecord(.event)
    record.action = name
    record.component = run.sender.map(component)
    record.attributes = data
    analytics.record(record)
  }

  private func record(_ run: ActionRun, on event: String) {
    guard let analytics = core.instance.environment.analytics, isRecording else { return }
    let type = run.call.definition.type
    var record = makeRecord(.action)
    record.action = type
    record.event = event
    record.component = run.sender.map(component)
    let configured = analytics.configuration.actions.first { $0.key.lowercased() == type.lowercased() }?.value
    var paths: [String] = []
    switch run.call.analytics {
    case .never: return
    case .configured:
      guard let configured else { return }
      paths = configured
    case .always: paths = configured ?? []
    case .detailed(let details):
      record.action = details.name ?? type
      record.attributes = run.values(of: details.values).filter { !$0.value.isNull }
      record.additionalEntries = run.values(of: details.additionalEntries)
      paths = details.paths
    }
    let attributes = Value.dictionary(run.attributes)
    for path in paths.prefix(ActionAnalytics.maximumCount) {
      let value = attributes.value(at: ValuePath(path))
      if !value.isNull { record.attributes[path] = value }
    }
    analytics.record(record)
  }

  /// Not what only brings back what was before.
  private var isRecording: Bool { core.phase == .running && !core.isRehearsal }

  private func makeRecord(_ kind: AnalyticsRecord.Kind) -> AnalyticsRecord {
    let root = definition.view.identifier
    return AnalyticsRecord(
      kind: kind, instance: core.instance.name, screen: name.contains("://") ? name : root ?? name, rootID: root,
      date: core.instance.environment.now())
  }

  private func component(_ view: View) -> AnalyticsRecord.Component {
    var (x, y) = (0.0, 0.0)
    for view in sequence(first: view, next: \.parent) {
      x += view.frame.x
      y += view.frame.y
      // What is scrolled to is nearer than its box says.
      guard let offset = view.parent?[.scrollOffset].number else { continue }
      if view.parent?.style.flexDirection == .row { x -= offset } else { y -= offset }
    }
    return AnalyticsRecord.Component(id: view.identifier, type: view.definition?.type ?? view.kind.name, x: x, y: y)
  }
}
