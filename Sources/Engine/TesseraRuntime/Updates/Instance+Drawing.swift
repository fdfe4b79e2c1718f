package import Foundation
import TesseraComponents
import TesseraExpressions
package import TesseraLayout
import TesseraValues
package import TesseraViews

/// A window that a widget is drawn for.
package struct DrawingWindow: Sendable, Hashable {
  /// The size in points.
  package var size: Size
  /// The place on a grid; nil if there is none.
  package var place: GridPlace?
  /// The viewer's language tags in order of preference.
  package var languages: [String]
  /// Whether the window shows the settings of the widget, not its content.
  package var isForSettings = false

  /// Creates a window.
  package init(size: Size, place: GridPlace? = nil, languages: [String] = []) {
    self.size = size
    self.place = place
    self.languages = languages
  }
}

/// A rendering of a widget at a date.
package struct WidgetDrawing: Sendable, Hashable {
  /// The view tree.
  package var tree: ViewTree
  /// Whether the view changes with time, such as a clock.
  package var changesByItself: Bool

  /// Creates a drawing.
  package init(tree: ViewTree, changesByItself: Bool = false) {
    self.tree = tree
    self.changesByItself = changesByItself
  }
}

/// The reason why a widget could not be drawn.
package struct DrawingFailure: Error, Sendable, Hashable {
  /// The reason for users: one sentence.
  package var reason: String

  /// Creates a failure with a reason.
  package init(reason: String) { self.reason = reason }
}

extension Instance {
  /// Draws the main screen at the date of an entry with the existing data. Only actions that stay on the screen are
  /// performed. The preceding update has already stored data from services.
  /// - Parameters:
  ///   - entry: The value that screens read as `entry`; nil for none.
  ///   - date: The date that the widget sees.
  /// - Throws: An error if the widget cannot be drawn within the budget of a step.
  package func drawing(
    of entry: TimelineEntry?, at date: Date, in window: DrawingWindow
  ) async throws(DrawingFailure) -> WidgetDrawing {
    let still = makeOffscreenCopy(at: date, entry: entry?.value ?? .null, isDrawnOnly: true)
    let presentation = await still.makePresentation(
      size: window.size, place: window.place, languages: window.languages)
    let isSettled = await presentation.settle(within: Self.timeout)
    var drawing = await presentation.drawing()
    await presentation.discard()
    // A live widget may finish the remaining work.
    if !isSettled { drawing = drawing.map { WidgetDrawing(tree: $0.tree, changesByItself: true) } }
    return try drawing.get()
  }

  /// The maximum time that a drawing waits for data that screens fetch. The widget is then drawn without it.
  private static var timeout: Duration { .seconds(10) }

  /// Draws a placeholder for missing content: the same screen with unreadable texts.
  package func placeholder(in window: DrawingWindow) async throws(DrawingFailure) -> WidgetDrawing {
    var drawing = try await drawing(of: placeholderEntry, at: environment.now(), in: window)
    drawing.tree.nodes[drawing.tree.root]?.attributes[.redacted] = true
    // Its content is unreadable, so changes do not matter.
    drawing.changesByItself = false
    return drawing
  }

  private var placeholderEntry: TimelineEntry? {
    guard case .timeline(let provider) = provider else { return nil }
    return provider.placeholder(in: providerContext(isPreview: false))
  }
}

extension Presentation {
  /// Returns when the presentation is idle, except for the passing of time, or is closed.
  /// - Parameter timeout: The maximum time to wait; nil for no limit.
  /// - Returns: Whether the presentation is idle.
  @discardableResult
  package func settle(within timeout: Duration? = nil) async -> Bool {
    guard !isSettled else { return true }
    let environment = instance.environment
    let limit = timeout.map { timeout in
      environment.activities.start { [weak self] in
        await ClockSleep.sleep(for: timeout, on: environment.clock)
        if !Task.isCancelled { await self?.resumeIdleWaiters() }
      }
    }
    environment.activities.fallAsleep()
    await withTaskCancellationHandler {
      await withCheckedContinuation { idleWaiters.append($0) }
    } onCancel: {
      Task { await self.resumeIdleWaiters() }
    }
    limit?.cancel()
    return isSettled
  }

  /// Returns the current view tree.
  func drawing() -> Result<WidgetDrawing, DrawingFailure> {
    if let reason = core.showsBudgetExceeded ? core.alerts.problems.last : nil {
      return .failure(DrawingFailure(reason: reason))
    }
    let changes = core.graph.nextChange(after: instance.environment.now()) != nil
    return .success(WidgetDrawing(tree: core.hierarchy.tree(), changesByItself: changes))
  }
}
