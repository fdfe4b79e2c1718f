package import Foundation
package import TesseraBoardService
package import TesseraBundles
import TesseraRuntime

/// Which widgets run in processes of their own, and what is run for them.
package struct WidgetProcesses: WidgetIsolation {
  /// Whose widgets are kept apart from the host, beyond those whose manifests want it.
  package enum Isolation: Sendable, Hashable {
    /// Nobody's.
    case none
    /// Those that were installed by a page.
    case installed
    /// All.
    case all
  }

  /// Whose widgets are kept apart.
  package var isolation = Isolation.none
  /// What each may take.
  package var limits = ProcessLimits()
  /// What draws widgets that are made of no documents, by the names in their manifests.
  package var programs: [String: ProgramCommand] = [:]
  /// Runs a widget as this program does; nil where it cannot, and all run in the process of the host.
  package var own: (@Sendable (WidgetArguments) -> ProgramCommand)?

  /// Keeps nobody apart.
  package init() {}

  package var readsInstalledFiles: Bool { own != nil }

  package func makeWidget(_ request: IsolatedWidgetRequest) -> (any IsolatedWidget)? {
    guard let command = command(for: request) else { return nil }
    return ProcessWidget(
      id: request.id, definition: request.definition, command: command, kinds: request.viewKinds, limits: limits,
      report: request.report, onOutage: request.onOutage)
  }

  /// What is run for a widget; nil for a widget that runs in the host's process.
  private func command(for request: IsolatedWidgetRequest) -> ProgramCommand? {
    let manifest = request.definition.bundle.manifest
    if let program = manifest.program { return programs[program] }
    let isWanted =
      switch isolation {
      case .none: manifest.isIsolated
      case .installed: manifest.isIsolated || request.isInstalled
      case .all: true
      }
    guard isWanted, let own, request.source != nil || request.definition.customWidget != nil else { return nil }
    return own(
      WidgetArguments(tile: request.id, kind: request.kind, source: request.source, store: request.store))
  }
}

/// Which widget a process shows.
package struct WidgetArguments: Sendable, Hashable {
  /// The tile.
  package var tile: String
  /// The widget, as boards know it.
  package var kind: String
  /// Where its documents are; nil where it is made of Swift.
  package var source: WidgetSource?
  /// The file with its data; nil for memory.
  package var store: URL?
}
