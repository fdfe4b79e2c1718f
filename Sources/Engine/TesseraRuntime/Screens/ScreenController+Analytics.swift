import TesseraComponents
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

// The events that an app records.
extension ScreenController {
  /// Records actions, if the app has analytics.
  func recordActions() {
    guard core.instance.environment.analytics != nil else { return }
    runner.willRun = { [weak self] run, event in self?.record(run, on: event) }
  }

  /// Records that the screen appeared.
  func recordAppearance() {
    guard let analytics = core.instance.environment.analytics, isRecording, analytics.configuration.recordsScreens
    else {
      return
    }
    analytics.record(makeRecord(.screen))
  }

  /// Records an event of the document's own.
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

  /// Whether events are recorded: restoring a screen is not an event.
  private var isRecording: Bool { core.phase == .running && !core.isDryRun }

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
      // Scrolling moves content against the scroll view.
      guard let offset = view.parent?[.scrollOffset].number else { continue }
      if view.parent?.style.flexDirection == .row { x -= offset } else { y -= offset }
    }
    return AnalyticsRecord.Component(id: view.identifier, type: view.definition?.type ?? view.kind.name, x: x, y: y)
  }
}
