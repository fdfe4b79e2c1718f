package import Foundation

/// The archive of WidgetKit's demo, as it was published in 2018. It lies beside this package, if it is there at all.
package enum PublishedWidget {
  /// The location of the archive.
  package static let archive = Repository.root.deletingLastPathComponent().appending(
    path: "shared/samples/widgetkit/WidgetDemo.zip")

  /// Whether the archive is there. Tests that need it are skipped without it.
  package static let isThere = FileManager.default.fileExists(atPath: archive.path)

  /// Why tests that need the archive are skipped.
  package static let absence = "the published archive is not on this machine"
}
