package import Foundation
package import TesseraBundles
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// Decides which widgets run outside of the host's process, and runs them there.
package protocol WidgetIsolation: Sendable {
  /// Whether other processes read installed bundles, so that these have to lie in files.
  var readsInstalledFiles: Bool { get }

  /// Makes the widget of a tile in a process of its own.
  /// - Returns: nil for a widget that runs in the host's process.
  func makeWidget(_ request: IsolatedWidgetRequest) -> (any IsolatedWidget)?
}

/// What it takes to run a widget in a process of its own.
package struct IsolatedWidgetRequest: Sendable {
  /// The identity of the tile.
  package var id: String
  /// The widget, as boards know it.
  package var kind: String
  /// What the widget is made of.
  package var definition: WidgetDefinition
  /// Where its documents are; nil where it is made of Swift.
  package var source: WidgetSource?
  /// Whether a page installed it.
  package var isInstalled: Bool
  /// The file with its data; nil for memory.
  package var store: URL?
  /// The kinds of views by name.
  package var viewKinds: [String: ViewKind]
  /// Called with what goes wrong.
  package var report: @Sendable (Diagnostic) -> Void
  /// Called with the reason when the process stops running; with nil when it runs again.
  package var onOutage: @Sendable (_ id: String, _ reason: String?) -> Void
}

/// A widget in a process of its own, which may be gone.
package protocol IsolatedWidget: BoardWidget {
  /// Starts a process that was given up.
  func retry() async
  /// The picture of the widget for the gallery; nil where there is none.
  func preview() async -> ServedImage?
}
