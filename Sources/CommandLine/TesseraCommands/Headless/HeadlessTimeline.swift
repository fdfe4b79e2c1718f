import Foundation
import TesseraRuntime

/// What a widget without a window shows at present of what it draws ahead. It is asked as a host would ask it that has no budget.
actor HeadlessTimeline {
  private let instance: Instance
  private var entries: [TimelineEntry] = []
  /// When it wants to be asked next; nil for never.
  private var next: Date?
  private var isAsked = false
  /// Why the last try failed.
  private(set) var failure: String?

  init(_ instance: Instance) { self.instance = instance }

  /// Lets screens read the entry of now.
  /// - Parameter isUsed: whether somebody did something, so that the widget is asked again.
  func show(isUsed: Bool) async {
    let now = instance.environment.now()
    if isUsed || !isAsked || next.map({ $0 <= now }) == true { await update() }
    let entry = entries.last { $0.date <= now } ?? entries.first
    instance.show(entry)
  }

  private func update() async {
    isAsked = true
    failure = nil
    switch await instance.answer() {
    case .timeline(let answered, let policy):
      entries = answered.sorted { $0.date < $1.date }
      let now = instance.environment.now()
      switch policy {
      // What has no next entry is not asked over and over.
      case .atEnd: next = entries.last.map { max($0.date, now.addingTimeInterval(1)) }
      case .after(let date): next = max(date, now.addingTimeInterval(1))
      case .never: next = nil
      }
    case .failed(let reason): failure = reason
    case .newData, .noData, .skipped: break
    }
  }
}
