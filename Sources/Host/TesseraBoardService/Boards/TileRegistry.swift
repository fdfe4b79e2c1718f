import TesseraBoard
import TesseraValues

/// The running widgets of tiles. A widget is made when its tile is first shown.
struct TileRegistry {
  let widgets = ServedWidgets()
  private let library: WidgetLibrary
  /// Why processes of widgets do not run, by tiles.
  private(set) var outages: [String: String] = [:]

  init(_ library: WidgetLibrary) { self.library = library }

  /// Returns the widget of a tile, which is made if it does not run yet.
  ///
  /// A tile that was removed keeps its widget until the tile cannot come back: two widgets would write to one file.
  /// - Parameter onOutage: Called with the reason why the widget's process does not run, and with nil when it runs.
  func widget(
    _ id: String, of tile: BoardTile, onOutage: @escaping @Sendable (_ id: String, _ reason: String?) -> Void
  ) -> (any ServedWidget)? {
    if let widget = widgets[id] { return widget }
    guard let widget = library.makeWidget(TileID(rawValue: id), of: tile, onOutage: onOutage) else { return nil }
    widget.setOptions(library.migrated(tile).options)
    widgets.add(widget)
    return widget
  }

  /// Returns a running widget that updates and options concern; nil for one that does not run.
  func running(_ id: TileID) -> (any BoardWidget)? { widgets[id.rawValue] as? any BoardWidget }

  /// Records why the process of a widget does not run.
  /// - Returns: Whether that is new.
  mutating func recordOutage(_ outage: String?, of id: String) -> Bool {
    guard outages[id] != outage, outage == nil || widgets[id] != nil else { return false }
    outages[id] = outage
    return true
  }

  /// Removes a widget from the registry.
  /// - Returns: The widget, if it ran.
  mutating func remove(_ id: TileID) -> (any BoardWidget)? {
    let widget = running(id)
    widgets.remove(id.rawValue)
    outages[id.rawValue] = nil
    return widget
  }

  /// Ends the processes of all widgets.
  nonisolated(nonsending) func stopProcesses() async {
    let isolated = widgets.all.compactMap { $0 as? any IsolatedWidget }
    await withDiscardingTaskGroup { group in
      for widget in isolated { group.addTask { await widget.stop() } }
    }
  }
}
