import Synchronization
import TesseraRuntime

/// The images of widgets in the gallery, by size and colour scheme. Each is drawn when it is first requested.
final class WidgetPreviews: Sendable {
  private let environment: RuntimeEnvironment
  private let factory: WidgetFactory
  private let tasks = Mutex<[Key: Task<ServedImage?, Never>]>([:])
  /// The maximum number of stored images. One more removes all.
  private static let maximumCount = 500

  private struct Key: Hashable {
    var widget: String
    var style: WidgetPreviewStyle
  }

  init(environment: RuntimeEnvironment, factory: WidgetFactory) {
    self.environment = environment
    self.factory = factory
  }

  /// Returns the image of a widget. A failed drawing is repeated at the next request.
  /// - Parameter entry: Returns the widget as it is now.
  func preview(
    of widget: String, _ style: WidgetPreviewStyle, _ entry: @Sendable () -> WidgetLibrary.Entry?
  ) async -> ServedImage? {
    let key = Key(widget: widget, style: style)
    // The entry is read under the lock, so that a widget that is replaced meanwhile removes the task.
    let task = tasks.withLock { tasks -> Task<ServedImage?, Never>? in
      if let task = tasks[key] { return task }
      guard let entry = entry() else { return nil }
      let task = Task { await self.draw(key, entry) }
      if tasks.count >= Self.maximumCount { tasks.removeAll() }
      tasks[key] = task
      return task
    }
    let preview = await task?.value
    if preview == nil { tasks.withLock { $0[key] = nil } }
    return preview
  }

  /// Removes the images of a widget that changed.
  func remove(_ widget: String) {
    tasks.withLock { tasks in
      for (key, task) in tasks where key.widget == widget {
        task.cancel()
        tasks[key] = nil
      }
    }
  }

  private func draw(_ key: Key, _ entry: WidgetLibrary.Entry) async -> ServedImage? {
    guard let process = factory.makePreviewProcess(of: key.widget, entry) else {
      return await WidgetPreview.draw(entry.definition, key.style, environment: environment)
    }
    let preview = await process.preview(key.style)
    await process.stop()
    return preview
  }
}
