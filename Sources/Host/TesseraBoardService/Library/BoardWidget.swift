package import Foundation
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// A widget on a board: in this process, or in one of its own.
package protocol BoardWidget: ServedWidget {
  /// What it is made of.
  var definition: WidgetDefinition { get }
  /// Makes a live view whose views have numbers above one that was shown in its place before.
  func makePresentation(_ window: DrawingWindow, numberingAfter last: Int) async -> any LivePresentation
  /// Gives all options the values that were set, and the others their defaults.
  func setOptions(_ values: [String: Value])
  /// What a person set counts more than what the widget wrote there itself.
  func removeOwnOptions(_ names: Set<String>)
  /// What the widget wrote into its options, where nobody has set another value since.
  func ownOptions() async -> [String: Value]
  /// Lets screens read another entry; every presentation follows.
  func show(_ entry: TimelineEntry?)
  /// Asks for fresh content.
  func answer(hasContent: Bool) async -> ProviderAnswer
  /// Draws it as it is at the date of an entry, with the data that there is.
  func drawing(
    of entry: TimelineEntry?, at date: Date, in window: DrawingWindow
  ) async throws(DrawingFailure) -> WidgetDrawing
  /// What stands for the content of an entry as long as there is none.
  func placeholder(in window: DrawingWindow) async throws(DrawingFailure) -> WidgetDrawing
  /// Goes on with other documents.
  /// - Returns: whether its data began anew, because the model is another.
  func replace(with definition: WidgetDefinition) async throws -> Bool
  /// Shows over the widget what is wrong with its documents.
  func show(_ problems: [DocumentProblem]) async
  /// Lets go of all that it has. It is not used any more.
  func stop() async
}

/// One client's live view of a widget on a board.
package protocol LivePresentation: AnyObject, ServedPresentation {
  /// Everything as it is, and its revision.
  func tree() async -> (tree: ViewTree, revision: Int)
}
