import Foundation
package import TesseraBoard
import TesseraBundles
package import TesseraRuntime
package import TesseraValues
import TesseraViews

// What widgets show, and how fresh it is.
extension UpdateCoordinator {
  /// Returns what a widget shows now in a window: a drawing that is ready, or one that is made for the window.
  /// - Returns: nil if the widget cannot be drawn.
  package func drawing(of id: String, in window: DrawingWindow) async -> WidgetDrawing? {
    let date = now
    guard let timeline = timeline(of: id), let index = timeline.index(at: date) else {
      // The stored timeline cannot be read.
      if scheduler[id]?.entries.isEmpty == false, states[id]?.request == nil {
        scheduler.refresh(id, at: date)
        check()
      }
      drawAheadLater(id, window)
      return try? await boards.boardWidget(id)?.placeholder(in: window)
    }
    if !timelines.windows(of: id).contains(window) { drawAheadLater(id, window) }
    return await renderer.drawing(of: timeline.entries[index], in: window, of: id)
  }

  /// Draws ahead for a new window when it has not changed for a second.
  private func drawAheadLater(_ id: String, _ window: DrawingWindow) {
    states[id]?.pendingDrawing?.cancel()
    states[id, default: .init()].pendingDrawing = after(1) { await $0.drawAhead(id, window) }
  }

  private func drawAhead(_ id: String, _ window: DrawingWindow) async {
    states[id]?.pendingDrawing = nil
    timelines.recordWindow(window, of: id)
    guard timelines[id] != nil, let widget = await boards.boardWidget(id) else { return }
    let isShown = timeline(of: id)?.index(at: now).map { timelines[id]?.entries[$0].drawings[window] != nil } ?? true
    await renderer.drawAhead(widget, from: states[id]?.shownEntry ?? .distantPast)
    store(id, withTimeline: true)
    // Until now, pages showed a drawing for another window.
    if !isShown { entryChanges.send((), to: id) }
  }

  func timeline(of id: String) -> PreparedTimeline? {
    scheduler[id].flatMap { timelines.timeline(of: id, $0.kind) }
  }

  /// Notifies followers whose present entry changed.
  func showEntries(at date: Date) {
    for (id, schedule) in scheduler.all {
      guard let current = schedule.entries.last(where: { $0 <= date }) ?? schedule.entries.first,
        states[id]?.shownEntry != current
      else { continue }
      if states[id]?.shownEntry != nil { entryChanges.send((), to: id) }
      states[id, default: .init()].shownEntry = current
      // Live presentations read the entry themselves.
      if let widget = boards.widgets[id] as? any BoardWidget, let entry = timeline(of: id)?.entry(at: date) {
        widget.show(entry)
      }
    }
  }

  /// Gives the present entry to the screens of a widget that starts.
  func showEntry(in widget: any BoardWidget) {
    if let entry = timeline(of: widget.id)?.entry(at: now) { widget.show(entry) }
  }

  /// Returns a stream with an element now and whenever the present entry of a widget changes.
  package func changes(of id: String) -> AsyncStream<Void> { entryChanges.stream(of: id, beginningWith: ()) }

  // MARK: Freshness

  /// Returns how fresh the content of a widget is; nil for a widget that is not updated and has no problem.
  package func freshness(of id: String) -> Freshness? {
    guard let schedule = scheduler[id] else {
      return outages[id].map { Freshness(failure: $0, isStopped: true) }
    }
    let manifest = library.definition(schedule.kind)?.bundle.manifest
    let budget = Double(scheduler.budget(of: schedule))
    // Content does not become stale before the budget allows an update.
    let age = manifest?.update.staleTime ?? schedule.interval.map { 2 * max($0, 86_400 / budget) }
    return Freshness(
      updated: schedule.lastGood, staleDate: age.flatMap { schedule.lastGood?.addingTimeInterval($0) },
      failure: outages[id] ?? states[id]?.failure, isStopped: outages[id] != nil, isUpdating: schedule.underWay != nil,
      hasContent: schedule.hasContent)
  }

  /// The schedule of a widget's updates.
  package func schedule(of id: String) -> UpdateSchedule? { scheduler[id] }

  /// Returns a stream of the freshness of all widgets, now and after each change, in the form that pages read.
  package func freshness() -> AsyncStream<Value> { freshnessPublisher.stream(of: freshnessByID) }

  private var freshnessByID: [String: Freshness] {
    let ids = Set(scheduler.all.keys).union(outages.keys)
    return Dictionary(
      ids.compactMap { id in freshness(of: id).map { (id, $0) } }, uniquingKeysWith: { $1 })
  }

  func publishFreshness() { freshnessPublisher.publish { freshnessByID } }
}
