import TesseraBundles
import TesseraLayout
import TesseraViews

/// What is kept of a presentation that nobody looks at, and in which nobody did anything: the screens are opened anew for whoever
/// comes. Some hundred bytes, and some for each view.
struct PresentationRest {
  /// The screen that was asked for; nil for the main one.
  let screen: String?
  let size: Size
  let place: GridPlace?
  /// The greatest number that a view has had. Those that come have others, because events of before may be on their way.
  let lastNumber: Int
  /// Which view stood where, screen by screen, without those in rows.
  let numbers: [[ViewPlace: ViewID]]

  var cells: Manifest.CellSize? { place?.cellSize }
}

extension GridPlace {
  /// Its cells in the words of manifests.
  var cellSize: Manifest.CellSize { Manifest.CellSize(columns: cells.columns, rows: cells.rows) }
}

extension PresentationCore {
  /// What to keep of it.
  func rest(beginningWith screen: String?) -> PresentationRest {
    PresentationRest(
      screen: screen, size: hierarchy.size, place: gridPlace, lastNumber: hierarchy.lastNumber,
      numbers: screens.map(\.numbers))
  }

  /// Opens the screens anew. What people do to a view that stood somewhere before is done to the one that stands there now.
  func wake(from rest: PresentationRest) {
    open(screen: rest.screen)
    _ = commit()
    for (screen, former) in zip(screens, rest.numbers) {
      for (place, number) in screen.numbers {
        if let former = former[place] { successors[former] = number }
      }
    }
  }
}

extension ViewEvent {
  /// Whether it may change what a widget shows, so that the widget opened anew would be another one.
  var isUse: Bool {
    switch self {
    case .resize, .grid, .focus, .blur: false
    default: true
    }
  }
}
