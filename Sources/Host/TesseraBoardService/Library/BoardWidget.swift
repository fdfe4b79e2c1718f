package import Foundation
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// A widget on a board, in this process or in its own.
package protocol BoardWidget: ServedWidget {
  /// The definition of the widget.
  var definition: WidgetDefinition { get }
  /// Creates a presentation whose views have higher numbers than those shown before in its place.
  func makePresentation(_ window: DrawingWindow, numberingAfter last: Int) async -> any LivePresentation
  /// Sets the values of all options. Options without a value receive their defaults.
  func setOptions(_ values: [String: Value])
  /// Removes values that the widget wrote into options, because the user has set those options.
  func removeOwnOptions(_ names: Set<String>)
  /// Returns the values that the widget wrote into options and the user has not changed since.
  func ownOptions() async -> [String: Value]
  /// Sets the current timeline entry for all presentations.
  func show(_ entry: TimelineEntry?)
  /// Asks the widget for an update.
  func answer(hasContent: Bool) async -> ProviderAnswer
  /// Lets the widget fetch ahead, because a page begins to show it.
  func prefetch(hasContent: Bool) async
  /// Draws the widget as of a date, with an entry and the present data.
  func drawing(
    of entry: TimelineEntry?, at date: Date, in window: DrawingWindow
  ) async throws(DrawingFailure) -> WidgetDrawing
  /// Draws the placeholder for an entry without content.
  func placeholder(in window: DrawingWindow) async throws(DrawingFailure) -> WidgetDrawing
  /// Replaces the documents.
  /// - Returns: Whether the data was reset, because the data model has changed.
  func replace(with definition: WidgetDefinition) async throws -> Bool
  /// Begins anew, with the same data and options. Open presentations show their first screens again.
  func restart() async throws
  /// Shows problems of the documents over the widget.
  func show(_ problems: [DocumentProblem]) async
  /// Releases all resources. The widget cannot be used afterwards.
  func stop() async
}

/// One client's live view of a widget on a board.
package protocol LivePresentation: AnyObject, ServedPresentation {
  /// Returns the current tree and its revision.
  func tree() async -> (tree: ViewTree, revision: Int)
}
