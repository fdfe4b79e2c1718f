package import TesseraComponents
package import TesseraData
import TesseraExpressions
package import TesseraServices
package import TesseraValues

/// Reads screens from documents of one spelling.
///
/// What it makes is the same model for all spellings: nothing behind a reader knows which one it was.
package protocol ScreenReader: Sendable {
  /// Whether a document is written in this spelling.
  func canRead(_ document: JSONNode) -> Bool
  /// A document of this spelling whose root performs an action when it appears (`onInit`); nil for an action of another spelling.
  func screen(performing action: [String: Value]) -> Value?
  /// Reads a document. It never fails: what is wrong is told, and what cannot be used is left out or becomes a
  /// placeholder that says why.
  /// - Parameter scheme: where the sections `objects` and `elements` stand if not in the document.
  func read(
    _ document: JSONNode, scheme: ScreenScheme?, named name: String, in surroundings: ScreenSurroundings
  ) -> ScreenReading
}

/// The sections `objects` and `elements` of a screen in a file of their own, as WidgetKit keeps them.
package struct ScreenScheme: Sendable {
  /// What holds the sections.
  let document: JSONNode
  /// What diagnostics say about where it is kept.
  let file: String
}

/// What a reader made of a document.
package struct ScreenReading: Sendable {
  /// The screen.
  package var screen: ScreenDefinition
  /// What is wrong, with places in the document.
  package var diagnostics: [Diagnostic]
  /// What screens that it opens are about.
  package var offeredContents: [OfferedContent] = []

  /// Creates a result.
  package init(_ screen: ScreenDefinition, diagnostics: [Diagnostic]) {
    self.screen = screen
    self.diagnostics = diagnostics
  }
}

/// What surrounds a screen that is being read: what its document may name.
package struct ScreenSurroundings: Sendable {
  /// Everything that documents can name.
  package let extensions: WidgetExtensions
  /// What the bundle has.
  package var references: ReferenceNames
  /// The names of the widget's options.
  package let optionNames: Set<String>
  /// The names of those that screens cannot read.
  package var secretOptionNames: Set<String> = []
  /// The keys of the widget's texts.
  package let stringKeys: Set<String>
  /// The entities; nil if the model could not be read.
  package let model: EntityModel?
  /// The hosts that the widget may talk to.
  package let policy: HostPolicy
  /// What addresses that begin with `/` stand on.
  package var base: String?
  /// Prototypes of rows that are kept in files of their own, by their names.
  package var cells: [String: (document: JSONNode, path: String)] = [:]
  /// Whether screens can read `entry`.
  package var hasEntries = false
  /// The values that the addresses of the service's actions need, by the actions' names.
  package var valuesOfAddresses: [String: Set<String>] = [:]
  /// The looks that components can take.
  package var theme = Theme()

  /// The rules whose errors are shown by placeholders in their places.
  private static let rulesShownInPlace: Set = [
    "unknown-component", "component-type", "component-limit", "json-syntax", "screen-type",
    // Of payloads: what is wrong is left out, has its default, or stands there as a placeholder.
    "beagle-type", "beagle-missing", "beagle-choice", "beagle-type-key", "beagle-limit", "template-path",
    "template-limit",
  ]

  /// Reads a document by the first reader that knows its spelling.
  /// - Parameter file: what diagnostics say about where the document is kept.
  package func read(
    _ document: JSONNode, scheme: ScreenScheme? = nil, named name: String, inFile file: String
  ) -> ScreenReading {
    var reading = read(document, scheme: scheme, named: name)
    reading.diagnostics = reading.diagnostics.map { $0.inFile(file) }
    reading.screen.problems = reading.diagnostics.filter {
      $0.severity == .error && !Self.rulesShownInPlace.contains($0.rule)
    }
    return reading
  }

  private func read(_ document: JSONNode, scheme: ScreenScheme?, named name: String) -> ScreenReading {
    guard let reader = extensions.screenReaders.first(where: { $0.canRead(document) }) else {
      let problem = Diagnostic(
        rule: "screen-type", range: document.range, message: "The document is written in no known spelling")
      return ScreenReading(ScreenDefinition(name: name, problem: problem.message), diagnostics: [problem])
    }
    return reader.read(document, scheme: scheme, named: name, in: self)
  }

  /// A session for one document.
  package func makeSession() -> DecodingSession {
    let session = DecodingSession(
      components: extensions.components, actions: extensions.actions, operations: Set(extensions.operations.names),
      references: references)
    session.optionNames = optionNames
    session.secretOptionNames = secretOptionNames
    session.stringKeys = stringKeys
    session.allowsAddress = { [policy] in policy.allows(url: $0) }
    session.hasBase = base != nil
    session.theme = theme
    session.surroundings = self
    return session
  }
}

extension Diagnostic {
  /// The same as a warning, if it is of some rules.
  package func asWarning(of rules: Set<String>) -> Diagnostic {
    guard rules.contains(rule) else { return self }
    var copy = self
    copy.severity = .warning
    return copy
  }
}
