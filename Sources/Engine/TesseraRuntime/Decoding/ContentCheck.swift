import TesseraComponents
import TesseraValues

/// Looks into screens once more when it is known what others open them with.
///
/// Where all who open a screen agree on an entity, that is what the screen is about; it may open others with it in turn.
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
  /// How far what is known is followed from screen to screen.
  private static let maximumRounds = 4

  init(surroundings: ScreenSurroundings) { self.surroundings = surroundings }

  /// Adds a screen that was read.
  mutating func add(
    _ name: String, document: JSONNode, scheme: ScreenScheme?, _ reading: ScreenReading, inFile file: String
  ) {
    screens[name] = Screen(
      document: document, scheme: scheme, definition: reading.screen, offers: reading.offeredContents,
      known: Set(reading.diagnostics), file: file)
  }

  /// What is wrong with the screens that others open.
  /// - Parameter roots: screens that are opened with nothing, besides.
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
  /// The names of the prototypes of rows below.
  fileprivate var cellNames: [String] {
    Array(prototypes.keys) + slots.values.flatMap { $0 }.flatMap(\.cellNames)
      + prototypes.values.flatMap(\.cellNames)
  }
}
