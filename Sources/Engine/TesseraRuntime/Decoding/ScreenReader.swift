package import TesseraComponents
package import TesseraData
import TesseraExpressions
package import TesseraServices
package import TesseraValues

/// Reads screens from documents of one format.
///
/// All formats decode to the same model, so the rest of the runtime does not depend on the format.
package protocol ScreenReader: Sendable {
  /// Whether a document is in this format.
  func canRead(_ document: JSONNode) -> Bool
  /// Returns a document whose root performs an action on `onInit`; nil if the action is in another format.
  func screen(performing action: [String: Value]) -> Value?
  /// Reads a document. Reading never fails: problems become diagnostics, and invalid parts are left out or replaced by
  /// a placeholder with the reason.
  /// - Parameter scheme: The sections `objects` and `elements`, if they are in a separate file.
  func read(
    _ document: JSONNode, scheme: ScreenScheme?, named name: String, in surroundings: ScreenSurroundings
  ) -> ScreenReading
}

/// The sections `objects` and `elements` of a screen in a separate file, as in WidgetKit.
package struct ScreenScheme: Sendable {
  /// The document with the sections.
  let document: JSONNode
  /// The path of the file for diagnostics.
  let file: String
}

/// The result of reading a document.
package struct ScreenReading: Sendable {
  /// The screen.
  package var screen: ScreenDefinition
  /// The problems, with their ranges in the document.
  package var diagnostics: [Diagnostic]
  /// The content that the screen passes to screens that it opens.
  package var offeredContents: [OfferedContent] = []

  /// Creates a result.
  package init(_ screen: ScreenDefinition, diagnostics: [Diagnostic]) {
    self.screen = screen
    self.diagnostics = diagnostics
  }
}

/// The context in which a screen is decoded: everything that its document may refer to.
package struct ScreenSurroundings: Sendable, ActionCheckContext {
  /// The registered extensions.
  package let extensions: WidgetExtensions
  /// The names that the bundle defines.
  package var references: ReferenceNames
  /// The names of the widget's options.
  package let optionNames: Set<String>
  /// The names of the options that screens cannot read.
  package var secretOptionNames: Set<String> = []
  /// The keys of the widget's localized strings.
  package let stringKeys: Set<String>
  /// Returns the number of arguments that a text of the widget takes, by its key; nil for unknown keys.
  package var textArguments: @Sendable (String) -> Int? = { _ in nil }
  /// The data model; nil if it could not be read.
  package let model: EntityModel?
  /// The hosts that the widget may connect to.
  package let policy: HostPolicy
  /// Whether pictures may come from any host.
  package var allowsAnyPicture = false
  /// The base URL of addresses that start with `/`.
  package var base: String?
  /// The row prototypes in separate files, by name.
  package var cells: [String: (document: JSONNode, path: String)] = [:]
  /// Whether screens can read `entry`.
  package var hasEntries = false
  /// The values that the URLs of service actions need, by action.
  package var valuesOfAddresses: [String: Set<String>] = [:]
  /// The styles that components can refer to.
  package var theme = Theme()

  /// The rules whose errors appear as placeholders in the view.
  private static let rulesShownInPlace: Set = [
    "unknown-component", "component-type", "component-limit", "json-syntax", "screen-type",
    // In payloads, an invalid part is left out, has its default or becomes a placeholder.
    "beagle-type", "beagle-missing", "beagle-choice", "beagle-type-key", "beagle-limit", "template-path",
    "template-limit",
  ]

  /// Reads a document with the first reader that accepts it.
  /// - Parameter file: The path of the document for diagnostics.
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
    guard let format = extensions.screenFormats.first(where: { $0.reader.canRead(document) }) else {
      let problem = Diagnostic(
        rule: "screen-type", range: document.range, message: "The format of the document is unknown")
      return ScreenReading(ScreenDefinition(name: name, problem: problem.message), diagnostics: [problem])
    }
    var reading = format.reader.read(document, scheme: scheme, named: name, in: self)
    reading.screen.requestHeaders = format.requestHeaders
    for name in reading.screen.ownScreens.keys {
      reading.screen.ownScreens[name]?.requestHeaders = format.requestHeaders
    }
    return reading
  }

  /// Creates a session for one document.
  package func makeSession() -> DecodingSession {
    var configuration = DecodingConfiguration(
      components: extensions.components, actions: extensions.actions, operations: Set(extensions.operations.names))
    configuration.optionNames = optionNames
    configuration.secretOptionNames = secretOptionNames
    configuration.stringKeys = stringKeys
    configuration.textArguments = textArguments
    configuration.widgetKeys = PresentationCore.widgetContextKeys
    configuration.allowsAddress = { [policy] in policy.allows(url: $0) }
    configuration.allowsAnyPicture = allowsAnyPicture
    configuration.hasBase = base != nil
    configuration.theme = theme
    configuration.actionContext = self
    return DecodingSession(configuration, references: references)
  }
}

extension Diagnostic {
  /// Returns the diagnostic, as a warning if its rule is one of those given.
  package func asWarning(of rules: Set<String>) -> Diagnostic {
    guard rules.contains(rule) else { return self }
    var copy = self
    copy.severity = .warning
    return copy
  }
}
