import Foundation
package import TesseraValues
import TesseraViews

/// Displays rows, and notifies observers when the user scrolls near their end or start.
package final class TableInfiniteScrollController: TableDisplayController {
  /// The distance from the start that counts as near, in points; 0 to disable.
  private var scrollUpThreshold = 200.0
  /// The distance from the end that counts as near, in points; 0 to disable.
  private var scrollDownThreshold = 200.0
  private var lastTelling = Date.distantPast
  private var later: PendingOperations.ID?

  /// Called when the user scrolls near the start.
  var didReachStart: (() -> Void)?
  /// Called when the user scrolls near the end.
  var didReachEnd: (() -> Void)?

  /// The minimum time between two notifications, in seconds.
  private static let pause = 0.25

  package override func setUp() {
    super.setUp()
    rowsView?.didScroll = { [weak self] old, new in self?.didScroll(from: old, to: new) }
  }

  private func didScroll(from old: Double, to new: Double) {
    guard let table = rowsView, let screen, old != new else { return }
    let isNear =
      new > old
      ? scrollDownThreshold > 0 && table.contentHeight - new - table.visibleLength <= scrollDownThreshold
      : scrollUpThreshold > 0 && new <= scrollUpThreshold
    guard isNear else { return }
    let now = screen.core.instance.environment.now()
    let passed = abs(now.timeIntervalSince(lastTelling))
    guard passed >= Self.pause else {
      // If a fling ends here, the notification follows after the pause.
      later.map { screen.timers.cancel($0) }
      later = screen.timers.after(seconds: Self.pause - passed) { [weak self] in self?.didScroll(from: old, to: new) }
      return
    }
    later.map { screen.timers.cancel($0) }
    later = nil
    lastTelling = now
    if new > old { didReachEnd?() } else { didReachStart?() }
  }

  private static let table = PropertyTable<Mediator>(
    "TableInfiniteScrollController", inheriting: tableProperties,
    [
      // The spelling is WidgetKit's.
      .number(
        TableInfiniteScrollController.self, "scrollUpThreshhold",
        "The distance from the start that counts as near, in points; 200 by default, 0 to disable.",
        \.scrollUpThreshold, default: 200),
      .number(
        TableInfiniteScrollController.self, "scrollDownThreshhold",
        "The distance from the end that counts as near, in points; 200 by default, 0 to disable.",
        \.scrollDownThreshold, default: 200),
    ])
  package override class var properties: PropertyTable<Mediator> { table }
}
