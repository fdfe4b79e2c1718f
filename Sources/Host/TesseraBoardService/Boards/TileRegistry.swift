import TesseraBoard
import TesseraValues

/// The running widgets of tiles. A widget is made when its tile is first shown.
final class TileRegistry {
  let widgets = ServedWidgets()
  private let library: WidgetLibrary
  /// Why processes of widgets do not run, by tiles.
  private(set) var outages: [String: String] = [:]
  /// The tiles whose widgets an administrator stopped. This is lost when the host ends.
  private(set) var stopped: Set<String> = []
  /// The stopped widgets that have no process: their data may be in memory.
  private var keptWidgets: [String: any ServedWidget] = [:]
  /// The widgets that are ending. None takes their place until then.
  private var shutdowns: [String: Task<Void, Never>] = [:]
  /// How often the widget of each tile was stopped or started.
  private var changeCounts: [String: Int] = [:]

  init(_ library: WidgetLibrary) { self.library = library }

  /// Returns the widget of a tile, which is made if it does not run yet.
  ///
  /// A tile that was removed keeps its widget until the tile cannot come back: two widgets would write to one file.
  /// - Parameter onOutage: Called with the reason why the widget's process does not run, and with nil when it runs.
  func widget(
    _ id: String, of tile: BoardTile, onOutage: @escaping @Sendable (_ id: String, _ reason: String?) -> Void
  ) -> (any ServedWidget)? {
    if let widget = widgets[id] { return widget }
    // Two widgets at once would write to the same store.
    guard shutdowns[id] == nil else { return nil }
    library.grants[TileID(rawValue: id)] = tile.grants
    guard let widget = library.makeWidget(TileID(rawValue: id), of: tile, onOutage: onOutage) else { return nil }
    widget.setOptions(library.migrated(tile).options)
    widgets.add(widget)
    return widget
  }

  /// Returns a running widget that updates and options concern; nil for one that does not run.
  func running(_ id: TileID) -> (any BoardWidget)? { widgets[id.rawValue] as? any BoardWidget }

  /// Records why the process of a widget does not run.
  /// - Returns: Whether that is new.
  func recordOutage(_ outage: String?, of id: String) -> Bool {
    guard !stopped.contains(id), outages[id] != outage, outage == nil || widgets[id] != nil else { return false }
    outages[id] = outage
    return true
  }

  /// Ends a widget and removes it.
  nonisolated(nonsending) func end(_ id: TileID) async {
    await waitForEnding(of: id.rawValue)
    guard let widget = remove(id) else { return }
    shutdowns[id.rawValue] = Task { await widget.stop() }
    await waitForEnding(of: id.rawValue)
  }

  /// Waits until the widget of a tile has ended, if it is ending.
  nonisolated(nonsending) func waitForEnding(of id: String) async {
    guard let ending = shutdowns[id] else { return }
    await ending.value
    if shutdowns[id] == ending { shutdowns[id] = nil }
  }

  /// - Returns: The widget, if it ran.
  private func remove(_ id: TileID) -> (any BoardWidget)? {
    let widget = running(id) ?? kept(id.rawValue)
    widgets.remove(id.rawValue)
    outages[id.rawValue] = nil
    stopped.remove(id.rawValue)
    keptWidgets[id.rawValue] = nil
    return widget
  }

  /// Puts a sign in place of a widget. Its process begins to end.
  func stop(_ id: String, named name: String) {
    if let process = widgets[id] as? any IsolatedWidget {
      shutdowns[id] = Task { await process.stop() }
    } else {
      keptWidgets[id] = widgets[id]
    }
    stopped.insert(id)
    outages[id] = StoppedWidget.reason
    widgets.add(StoppedWidget(id: id, name: name))
    changeCounts[id, default: 0] += 1
  }

  /// Returns the widget in whose place there is a sign; nil if it is made anew.
  func kept(_ id: String) -> (any BoardWidget)? { keptWidgets[id] as? any BoardWidget }

  /// Removes the sign in place of a widget.
  func start(_ id: String) {
    stopped.remove(id)
    outages[id] = nil
    changeCounts[id, default: 0] += 1
    if let kept = keptWidgets.removeValue(forKey: id) { widgets.add(kept) } else { widgets.remove(id) }
  }

  /// Returns how often the widget of a tile was stopped or started.
  func changeCount(of id: String) -> Int { changeCounts[id, default: 0] }

  /// Ends the processes of all widgets.
  nonisolated(nonsending) func stopProcesses() async {
    let isolated = widgets.all.compactMap { $0 as? any IsolatedWidget }
    await withDiscardingTaskGroup { group in
      for widget in isolated { group.addTask { await widget.stop() } }
    }
  }
}
