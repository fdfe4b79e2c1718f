package import Foundation
package import TesseraBoardService
package import TesseraBundles
import TesseraRuntime
package import TesseraValues

/// Decides which widgets run in their own processes, and with which programs.
package struct WidgetProcesses: WidgetIsolation {
  /// The widgets that run in their own processes in addition to those whose manifests request it.
  package enum Isolation: Sendable, Hashable {
    /// No other widgets.
    case none
    /// Installed widgets, but not those named on the command line.
    case installed
    /// All widgets.
    case all
  }

  /// The widgets to isolate.
  package var isolation = Isolation.none
  /// The limits of each process.
  package var limits = ProcessLimits()
  /// The programs of widgets without documents, by the names in their manifests.
  package var programs: [String: ProgramCommand] = [:]
  /// Returns the command that runs a widget with this executable; nil if widgets without a program of their own run in
  /// the host's process.
  package var own: (@Sendable (WidgetArguments) -> ProgramCommand)?

  /// Creates a value that isolates no widgets.
  package init() {}

  package var readsInstalledFiles: Bool { own != nil }

  package func makeWidget(_ request: IsolatedWidgetRequest) -> (any IsolatedWidget)? {
    guard let command = command(for: request) else { return nil }
    return ProcessWidget(
      id: request.id, definition: request.definition, command: command, kinds: request.viewKinds, limits: limits,
      journals: Self.journals(of: request), report: request.report, log: request.log, onOutage: request.onOutage)
  }

  private static func journals(of request: IsolatedWidgetRequest) -> ProcessJournals? {
    guard let store = request.store, let replication = request.replication else { return nil }
    return ProcessJournals(store: store, replication: replication)
  }

  /// Returns what gives the command at each start of a widget; nil if the widget runs in the host's process.
  private func command(for request: IsolatedWidgetRequest) -> (@Sendable () -> ProgramCommand)? {
    let manifest = request.definition.bundle.manifest
    if let program = manifest.program {
      guard let command = programs[program] else { return nil }
      return { command }
    }
    let isWanted =
      switch isolation {
      case .none: manifest.isIsolated
      case .installed: manifest.isIsolated || request.isInstalled
      case .all: true
      }
    guard isWanted, let own, request.source != nil || request.definition.customWidget != nil else { return nil }
    return {
      own(
        WidgetArguments(
          tile: request.id, kind: request.kind, source: request.source, store: request.store,
          isReplicated: request.replication != nil, grants: request.grants()))
    }
  }
}

/// The widget that a process shows.
package struct WidgetArguments: Sendable, Hashable {
  /// The identity of the tile.
  package var tile: String
  /// The widget's identity on boards.
  package var kind: String
  /// The location of the widget's documents; nil for a widget written in Swift.
  package var source: WidgetSource?
  /// The file of the widget's data; nil to store the data in memory.
  package var store: URL?
  /// Whether the host keeps the data in a cluster as well.
  package var isReplicated: Bool
  /// What a person let the widget do with hosts.
  package var grants: HostGrants
}
