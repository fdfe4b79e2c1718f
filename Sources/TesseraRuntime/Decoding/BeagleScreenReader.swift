import TesseraBeagle
import TesseraComponents
import TesseraExpressions
package import TesseraValues

/// Reads payloads of Beagle: says them in the words of native documents, and has those read.
package struct BeagleScreenReader: ScreenReader {
  /// How a payload with mistakes is shown.
  package enum Mode: Sendable, Hashable {
    /// What is wrong is left out or shown in its place, and the rest lives.
    case tolerant
    /// As in the original: the first mistake costs the whole payload.
    case strict
  }

  private let mode: Mode

  /// Creates a reader.
  package init(_ mode: Mode = .tolerant) { self.mode = mode }

  package func canRead(_ document: JSONNode) -> Bool { BeagleDecoder.canRead(document) }

  package func read(
    _ document: JSONNode, scheme: ScreenScheme?, named name: String, in surroundings: ScreenSurroundings
  ) -> ScreenReading {
    let (native, found) = Self.translate(document, surroundings.vocabulary, screenPrefix: "\(name) ")
    if mode == .strict, let problem = found.first(where: { $0.severity == .error }) {
      let reason = "The payload cannot be read: \(problem.message)"
      return ScreenReading(ScreenDefinition(name: name, problem: reason), diagnostics: found)
    }
    var reading = NativeScreenReader().read(native, named: name, in: surroundings)
    // What nothing is called is null in the dialect, and no mistake that would keep the screen from working.
    reading.screen.isWrapped = !BeagleDecoder.isScreen(document)
    // The original writes a line into its log.
    reading.screen.tellsProblems = false
    for name in reading.screen.ownScreens.keys { reading.screen.ownScreens[name]?.tellsProblems = false }
    reading.diagnostics = found + reading.diagnostics.map { $0.asWarning(of: Self.rulesOfNames) }
    return reading
  }

  private static let rulesOfNames: Set = [
    "unknown-identifier", "unknown-context", "unknown-operation", "unknown-property", "expression-type",
    "unknown-element", "style-id", "unknown-icon",
    "duplicate-id", "unknown-image", "image-address", "address", "host-not-allowed",
  ]

  /// Says a payload in the words of native documents.
  package static func translate(
    _ document: JSONNode, _ vocabulary: Vocabulary, screenPrefix: String = "screen"
  ) -> (document: JSONNode, diagnostics: [Diagnostic]) {
    var decoder = BeagleDecoder()
    let payload = decoder.decode(document)
    var translator = NativeTranslator(
      extensions: NativeTranslator.Extensions(
        components: .init { vocabulary.components.types }, actions: .init { vocabulary.actions.types },
        operations: .init { vocabulary.operations.names }),
      screenPrefix: screenPrefix)
    let native = translator.document(of: payload)
    return (native, decoder.diagnostics.all + translator.diagnostics.all)
  }
}
