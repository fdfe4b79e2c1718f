import Foundation

/// What the updates of a widget on the schedule are up to. It ends with the widget's schedule.
struct TileUpdateState {
  /// The request that is under way.
  var request: (number: Int, task: Task<Void, Never>)?
  /// Why the last attempt failed.
  var failure: String?
  /// A request that waits until people stop using the widget.
  var pendingReload: Task<Void, Never>?
  /// A drawing for a new window that waits until the window stops changing.
  var pendingDrawing: Task<Void, Never>?
  /// The date of the entry that is shown.
  var shownEntry: Date?
  var fileChangeLimit = FileChangeLimit()

  /// Cancels all that was started for the widget.
  func cancel() {
    request?.task.cancel()
    pendingReload?.cancel()
    pendingDrawing?.cancel()
  }
}
