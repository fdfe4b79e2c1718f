import Foundation
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Draws the entries of timelines for the windows that show them, most of them before their dates come.
final class TimelineRenderer {
  let cache: TimelineCache
  private let boards: BoardHost
  private let now: @Sendable () -> Date
  private let report: @Sendable (Diagnostic) -> Void
  /// The latest drawings of widgets without entries. A difference shows that the store has new data.
  private var trees: [String: ViewTree] = [:]

  /// The time that a page waits for its own drawing where there is one for another window. Then it shows the other one.
  private static let renderingTimeout = Duration.seconds(1)

  init(
    cache: TimelineCache, boards: BoardHost, now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.cache = cache
    self.boards = boards
    self.now = now
    self.report = report
  }

  /// Removes what was drawn of a widget: it looks different now.
  /// - Returns: Whether there is a timeline without drawings to store now.
  func removeDrawings(of id: String, _ kind: String) -> Bool {
    cache.invalidate(id)
    trees[id] = nil
    guard var timeline = cache.timeline(of: id, kind) else { return false }
    timeline.removeDrawings()
    cache[id] = timeline
    return true
  }

  /// Removes all that is known of a widget.
  func remove(_ id: String) {
    cache.remove(id)
    trees[id] = nil
  }

  /// Draws a widget without entries.
  /// - Returns: Whether it looks different from the last time.
  nonisolated(nonsending) func redraw(_ widget: any BoardWidget) async throws(DrawingFailure) -> Bool {
    let window = cache.windows(of: widget.id).first ?? DrawingWindow(size: widget.definition.usualSize)
    let drawing = try await widget.drawing(of: nil, at: now(), in: window)
    return trees.updateValue(drawing.tree, forKey: widget.id) != drawing.tree
  }

  /// Draws the present entry of a new timeline. A timeline that cannot be drawn does not replace the one that is shown.
  /// - Returns: The timeline; nil if it has no entries.
  nonisolated(nonsending) func prepare(
    _ entries: [TimelineEntry], of widget: any BoardWidget
  ) async throws(DrawingFailure) -> PreparedTimeline? {
    let id = widget.id
    let windows = cache.windows(of: id)
    let generation = cache.generation(of: id)
    let present = now()
    var timeline = PreparedTimeline(entries)
    guard let index = timeline.index(at: present) else { return nil }
    for window in windows.isEmpty ? [DrawingWindow(size: widget.definition.usualSize)] : windows {
      let entry = timeline.entries[index].entry
      let drawing = try await widget.drawing(of: entry, at: max(entry.date, present), in: window)
      if !windows.isEmpty { timeline.store(drawing, at: index, in: window) }
    }
    // The documents or options are no longer those of the drawings.
    if cache.generation(of: id) != generation { timeline.removeDrawings() }
    return timeline
  }

  /// Draws the entries that have no drawings yet, for all known windows.
  /// - Parameter first: The date of the first entry to draw.
  nonisolated(nonsending) func drawAhead(_ widget: any BoardWidget, from first: Date) async {
    let id = widget.id
    let generation = cache.generation(of: id)
    let dates = cache[id]?.entries.map(\.entry.date).filter { $0 >= first } ?? []
    for (count, date) in dates.enumerated() {
      for window in cache.windows(of: id) {
        guard let entry = cache[id]?.entries.first(where: { $0.entry.date == date }), entry.drawings[window] == nil
        else { continue }
        // An entry that cannot be drawn now is drawn, and reports its failure, when its date comes.
        guard let drawing = try? await widget.drawing(of: entry.entry, at: max(date, now()), in: window) else {
          continue
        }
        guard cache.generation(of: id) == generation,
          let index = cache[id]?.entries.firstIndex(where: { $0.entry.date == date })
        else { return }
        guard cache[id]?.store(drawing, at: index, in: window) == true else {
          let limit = PreparedTimeline.maximumSize >> 20
          return report(
            Diagnostic(
              .warning, rule: "timeline-limit",
              message:
                "\(widget.name): \(count) of \(dates.count) entries are drawn ahead, because together they take "
                + "more than \(limit) MB; the others are drawn at their dates"))
        }
      }
    }
  }

  /// Returns what an entry looks like in a window: a drawing that is ready, or one that is made now.
  ///
  /// If drawing takes long, the best drawing for another window stands in.
  /// - Returns: nil if the entry cannot be drawn.
  nonisolated(nonsending) func drawing(
    of entry: PreparedTimeline.Entry, in window: DrawingWindow, of id: String
  ) async -> WidgetDrawing? {
    if let ready = entry.drawings[window] { return ready }
    let date = now()
    let generation = cache.generation(of: id)
    let widget = await boards.boardWidget(id)
    let draw: @Sendable () async throws -> WidgetDrawing? = {
      try await widget?.drawing(of: entry.entry, at: max(entry.entry.date, date), in: window)
    }
    let drawing: WidgetDrawing?
    if let substitute = entry.bestFit(for: window) {
      guard let inTime = try? await withTimeout(Self.renderingTimeout, draw) else { return substitute }
      drawing = inTime
    } else {
      drawing = try? await draw()
    }
    guard let drawing else { return nil }
    if cache.generation(of: id) == generation,
      let index = cache[id]?.entries.firstIndex(where: { $0.entry.date == entry.entry.date })
    {
      cache[id]?.store(drawing, at: index, in: window)
    }
    return drawing
  }
}
