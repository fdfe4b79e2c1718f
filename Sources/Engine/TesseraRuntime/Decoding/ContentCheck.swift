import TesseraComponents
import TesseraValues

/// Checks screens again with the content that other screens pass to them.
///
/// If all screens that open a screen pass the same entity, that entity is the screen's content. The screen may pass it
/// on in turn.
struct ContentCheck {
  let surroundings: ScreenSurroundings

  private struct Screen {
    var document: JSONNode
    var scheme: ScreenScheme?
    var definition: ScreenDefinition
    var offers: [OfferedContent]
    var known: Set<Diagnostic>
    var file: String
  }

  private var screens: [String: Screen] = [:]
  /// The maximum number of steps in which the check of a bundle follows content from screen to screen. It does not
  /// follow it further.
  private static let maximumRounds = 4

  init(surroundings: ScreenSurroundings) { self.surroundings = surroundings }

  /// Adds a decoded screen.
  mutating func add(
    _ name: String, document: JSONNode, scheme: ScreenScheme?, _ reading: ScreenReading, inFile file: String
  ) {
    screens[name] = Screen(
      document: document, scheme: scheme, definition: reading.screen, offers: reading.offeredContents,
      known: Set(reading.diagnostics), file: file)
  }

  /// Returns the problems of the screens that others open.
  /// - Parameter roots: The screens that also open without content.
  mutating func problems(except roots: Set<String>) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var contents: [String: String] = [:]
    for _ in 0..<Self.maximumRounds {
      let offers = Dictionary(grouping: screens.values.flatMap(\.offers), by: \.screen)
      var isNew = false
      for (name, offers) in offers.sorted(by: { $0.key < $1.key }) where !roots.contains(name) {
        guard let entity = offers[0].entity, offers.allSatisfy({ $0.entity == entity }), contents[name] == nil,
          let screen = screens[name]
        else { continue }
        contents[name] = entity
        isNew = true
        found += check(screen, named: name, about: entity)
      }
      if !isNew { break }
    }
    return found
  }

  private mutating func check(_ screen: Screen, named name: String, about entity: String) -> [Diagnostic] {
    let session = surroundings.makeSession()
    session.references[.cell] = Set(screen.definition.view.cellNames)
    NativeScreenReader().checkData(
      of: screen.document, screen.scheme, screen.definition, content: entity, session, surroundings)
    screens[name]?.offers = session.offeredContents
    return session.diagnostics.all.map { $0.file == nil ? $0.inFile(screen.file) : $0 }
      .filter { !screen.known.contains($0) }
  }
}

extension Component {
  /// The names of the row prototypes in the component and its descendants.
  fileprivate var cellNames: [String] {
    Array(prototypes.keys) + slots.values.flatMap { $0 }.flatMap(\.cellNames)
      + prototypes.values.flatMap(\.cellNames)
  }
}
