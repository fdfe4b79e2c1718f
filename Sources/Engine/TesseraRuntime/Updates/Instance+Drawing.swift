package import Foundation
import TesseraComponents
import TesseraExpressions
package import TesseraLayout
import TesseraValues
package import TesseraViews

/// A window that a widget is drawn for.
package struct DrawingWindow: Sendable, Hashable {
  /// Its size in points.
  package var size: Size
  /// How it stands on a grid; nil where there is none.
  package var place: GridPlace?
  /// What the viewer reads, as language tags, the best first.
  package var languages: [String]

  /// Creates a window.
  package init(size: Size, place: GridPlace? = nil, languages: [String] = []) {
    self.size = size
    self.place = place
    self.languages = languages
  }
}

/// A widget as it looks at a date, ready to be shown.
package struct WidgetDrawing: Sendable, Hashable {
  /// What is shown.
  package var tree: ViewTree
  /// Whether it changes because time passes, such as a clock.
  package var changesByItself: Bool

  /// Creates a drawing.
  package init(tree: ViewTree, changesByItself: Bool = false) {
    self.tree = tree
    self.changesByItself = changesByItself
  }
}

/// Why a widget could not be drawn.
package struct DrawingFailure: Error, Sendable, Hashable {
  /// One sentence for people.
  package var reason: String

  /// Says why.
  package init(reason: String) { self.reason = reason }
}

extension Instance {
  /// Draws the first screen as it is at the date of an entry, with the data that there is. Only actions that stay on the screen are
  /// performed; what services would bring was brought by the update before.
  /// - Parameters:
  ///   - entry: what screens read as `entry`; nil for none.
  ///   - date: the date that the widget sees.
  /// - Throws: where the widget cannot be drawn within the budget of a step.
  package func drawing(
    of entry: TimelineEntry?, at date: Date, in window: DrawingWindow
  ) async throws(DrawingFailure) -> WidgetDrawing {
    let still = drawn(at: date, entry: entry?.value ?? .null, isStill: true)
    let presentation = await still.makePresentation(
      size: window.size, place: window.place, languages: window.languages)
    let isSettled = await presentation.settle(within: Self.patience)
    var drawing = await presentation.drawing()
    await presentation.closeUnnoticed()
    // What is still under way is for a widget that lives.
    if !isSettled { drawing = drawing.map { WidgetDrawing(tree: $0.tree, changesByItself: true) } }
    return try drawing.get()
  }

  /// How long a drawing may wait for what its screens fetch.
  private static var patience: Duration { .seconds(10) }

  /// What stands for the content of an entry as long as there is none: the same screen, with texts that cannot be read.
  package func placeholder(in window: DrawingWindow) async throws(DrawingFailure) -> WidgetDrawing {
    var drawing = try await drawing(of: placeholderEntry, at: environment.now(), in: window)
    drawing.tree.nodes[drawing.tree.root]?.attributes[.redacted] = true
    // What it says does not matter, so neither does it that it changes.
    drawing.changesByItself = false
    return drawing
  }

  private var placeholderEntry: TimelineEntry? {
    guard case .timeline(let provider) = provider else { return nil }
    return provider.placeholder(in: providerContext(isPreview: false))
  }
}

extension Presentation {
  /// Returns when nothing is under way but the passing of time, or the presentation is closed.
  /// - Parameter patience: the longest wait; nil for as long as it takes.
  /// - Returns: whether nothing is under way.
  @discardableResult
  package func settle(within patience: Duration? = nil) async -> Bool {
    guard !isSettled else { return true }
    let environment = instance.environment
    let limit = patience.map { patience in
      environment.activities.start { [weak self] in
        await ClockSleep.sleep(for: patience, on: environment.clock)
        if !Task.isCancelled { await self?.releaseSettlers() }
      }
    }
    environment.activities.fallAsleep()
    await withTaskCancellationHandler {
      await withCheckedContinuation { settlers.append($0) }
    } onCancel: {
      Task { await self.releaseSettlers() }
    }
    limit?.cancel()
    return isSettled
  }

  /// What is shown, as a value.
  func drawing() -> Result<WidgetDrawing, DrawingFailure> {
    if let reason = core.showsStop ? core.problems.last : nil { return .failure(DrawingFailure(reason: reason)) }
    let changes = core.graph.nextChange(after: instance.environment.now()) != nil
    return .success(WidgetDrawing(tree: core.hierarchy.tree(), changesByItself: changes))
  }
}
