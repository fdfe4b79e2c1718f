package import Foundation
package import TesseraBundles
package import TesseraData
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// Decides which widgets run outside the host's process, and runs them there.
package protocol WidgetIsolation: Sendable {
  /// Whether other processes read installed bundles, which then have to be files.
  var readsInstalledFiles: Bool { get }

  /// Creates the widget of a tile in its own process.
  /// - Returns: Nil if the widget runs in the host's process.
  func makeWidget(_ request: IsolatedWidgetRequest) -> (any IsolatedWidget)?
}

/// The parameters of a widget that may run in its own process.
package struct IsolatedWidgetRequest: Sendable {
  /// The identity of the tile.
  package var id: String
  /// The widget's identity on boards.
  package var kind: String
  /// The definition of the widget.
  package var definition: WidgetDefinition
  /// The location of the widget's documents; nil for a widget written in Swift.
  package var source: WidgetSource?
  /// Whether the widget was installed, rather than named on the command line.
  package var isInstalled: Bool
  /// The file of the widget's data; nil to store the data in memory.
  package var store: URL?
  /// Keeps the data in a cluster as well; nil without one.
  package var replication: (any StoreReplication)?
  /// The kinds of views, by name.
  package var viewKinds: [String: ViewKind]
  /// Returns what a person let the widget do with hosts.
  package var grants: @Sendable () -> HostGrants
  /// Called with problems.
  package var report: @Sendable (Diagnostic) -> Void
  /// Called with each message of the widget, or about its process, and with whether it says that something failed.
  package var log: @Sendable (_ message: String, _ isError: Bool) -> Void
  /// Called with the reason when the process stops running; with nil when it runs again.
  package var onOutage: @Sendable (_ id: String, _ reason: String?) -> Void
}

/// A widget in its own process, which may not be running.
package protocol IsolatedWidget: BoardWidget {
  /// Restarts a failed process at once.
  func retry() async
  /// Returns what the process uses now; nil if it is not running.
  func processState() async -> WidgetProcessState?
  /// Returns the widget's image for the gallery; nil if there is none.
  func preview(_ style: WidgetPreviewStyle) async -> ServedImage?
}
