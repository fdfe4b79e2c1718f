import Synchronization
import TesseraRuntime

/// The images of widgets in the gallery. Each is drawn when it is first requested.
final class WidgetPreviews: Sendable {
  private let environment: RuntimeEnvironment
  private let factory: WidgetFactory
  private let tasks = Mutex<[String: Task<ServedImage?, Never>]>([:])

  init(environment: RuntimeEnvironment, factory: WidgetFactory) {
    self.environment = environment
    self.factory = factory
  }

  /// Returns the image of a widget. A failed drawing is repeated at the next request.
  /// - Parameter entry: Returns the widget as it is now.
  func preview(of widget: String, _ entry: @Sendable () -> WidgetLibrary.Entry?) async -> ServedImage? {
    // The entry is read under the lock, so that a widget that is replaced meanwhile removes the task.
    let task = tasks.withLock { tasks -> Task<ServedImage?, Never>? in
      if let task = tasks[widget] { return task }
      guard let entry = entry() else { return nil }
      let task = Task { await self.draw(widget, entry) }
      tasks[widget] = task
      return task
    }
    let preview = await task?.value
    if preview == nil { tasks.withLock { $0[widget] = nil } }
    return preview
  }

  /// Removes the image of a widget that changed.
  func remove(_ widget: String) { tasks.withLock { $0.removeValue(forKey: widget) }?.cancel() }

  private func draw(_ widget: String, _ entry: WidgetLibrary.Entry) async -> ServedImage? {
    guard let process = factory.makePreviewProcess(of: widget, entry) else {
      return await WidgetPreview.draw(entry.definition, environment: environment)
    }
    let preview = await process.preview()
    await process.stop()
    return preview
  }
}
