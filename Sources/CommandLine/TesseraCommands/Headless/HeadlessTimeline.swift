import Foundation
import TesseraRuntime

/// Selects the current timeline entry of a widget without a window. It requests timelines like a host without a budget.
actor HeadlessTimeline {
  private let instance: Instance
  private var entries: [TimelineEntry] = []
  /// The date of the next request; nil for never.
  private var next: Date?
  private var isAsked = false
  /// The reason why the last request failed.
  private(set) var failure: String?

  init(_ instance: Instance) { self.instance = instance }

  /// Makes the current entry available to screens.
  /// - Parameter isUsed: Whether a user action occurred, so that the widget is asked again.
  func show(isUsed: Bool) async {
    let now = instance.environment.now()
    if isUsed || !isAsked || next.map({ $0 <= now }) == true { await update() }
    let entry = entries.last { $0.date <= now } ?? entries.first
    instance.show(entry)
  }

  /// Asks the widget for new content.
  func update() async {
    isAsked = true
    failure = nil
    switch await instance.answer() {
    case .timeline(let answered, let policy):
      entries = answered.sorted { $0.date < $1.date }
      let now = instance.environment.now()
      switch policy {
      // The minimum interval keeps a timeline without later entries from being requested continuously.
      case .atEnd: next = entries.last.map { max($0.date, now.addingTimeInterval(1)) }
      case .after(let date): next = max(date, now.addingTimeInterval(1))
      case .never: next = nil
      }
    case .failed(let reason): failure = reason
    case .newData, .noData, .skipped: break
    }
  }
}
