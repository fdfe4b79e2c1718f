/// A widget on a board, as administrators see it.
package struct WidgetStatus: Sendable, Hashable {
  /// What runs of a widget.
  package enum State: String, Sendable, Hashable {
    /// It runs in the process of the host.
    case server
    /// It has a process of its own, which may not be running.
    case process
    /// It starts when it is shown or updated.
    case idle
    /// An administrator stopped it.
    case stopped
    /// It is not installed.
    case missing
  }

  /// The identity of the tile.
  package var id: String
  /// The display name.
  package var name: String
  /// The identity of the board.
  package var board: String
  /// The name of the board.
  package var boardName: String
  /// The widget's identity on boards.
  package var kind: String
  /// What runs of the widget.
  package var state: State
  /// Why the widget's process is not running, or that an administrator stopped the widget; nil if it runs.
  package var outage: String?
  /// What the widget's process uses; nil if none is running.
  package var process: WidgetProcessState?
  /// The size of the file with the widget's data, in bytes; nil if the data is in memory.
  package var storeSize: Int?
}

/// What the process of a widget uses.
package struct WidgetProcessState: Sendable, Hashable {
  /// The process identifier.
  package var identifier: Int32
  /// The resident memory, in bytes.
  package var memory: Int
  /// The processor time since the process started, in seconds.
  package var processorTime: Double

  package init(identifier: Int32, memory: Int, processorTime: Double) {
    self.identifier = identifier
    self.memory = memory
    self.processorTime = processorTime
  }
}
