import TesseraBeagle
import TesseraComponents
import TesseraExpressions
package import TesseraRuntime
package import TesseraValues
import TesseraViews

/// Reads Beagle payloads: translates them into native documents and has those read.
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

  package func screen(performing action: [String: Value]) -> Value? {
    guard action["_beagleAction_"] != nil else { return nil }
    return ["_beagleComponent_": "beagle:container", "onInit": [.dictionary(action)]]
  }

  package func read(
    _ document: JSONNode, scheme: ScreenScheme?, named name: String, in surroundings: ScreenSurroundings
  ) -> ScreenReading {
    let (native, found) = Self.translate(document, surroundings.extensions, screenPrefix: "\(name) ", mode)
    if mode == .strict, let problem = found.first(where: { $0.severity == .error }) {
      let reason = "The payload cannot be read: \(problem.message)"
      return ScreenReading(ScreenDefinition(name: name, problem: reason), diagnostics: found)
    }
    var reading = NativeScreenReader().read(native, named: name, in: surroundings)
    // What nothing is called is null in the dialect, and no mistake that would keep the screen from working.
    reading.screen.isWrapped = !BeagleDecoder.isScreen(document)
    // The original writes a line into its log.
    reading.screen.reportsProblems = false
    for name in reading.screen.ownScreens.keys { reading.screen.ownScreens[name]?.reportsProblems = false }
    reading.diagnostics = found + reading.diagnostics.map { $0.asWarning(of: Self.rulesOfNames) }
    return reading
  }

  private static let rulesOfNames: Set = [
    "unknown-identifier", "unknown-context", "unknown-operation", "unknown-property", "expression-type",
    "unknown-element", "style-id", "unknown-stack", "unknown-icon",
    "duplicate-id", "missing-image", "image-address", "address", "host-not-allowed",
  ]

  /// Says a payload in the words of native documents.
  package static func translate(
    _ document: JSONNode, _ extensions: WidgetExtensions, screenPrefix: String = "screen", _ mode: Mode = .tolerant
  ) -> (document: JSONNode, diagnostics: [Diagnostic]) {
    var decoder = BeagleDecoder(isStrict: mode == .strict)
    let payload = decoder.decode(document)
    var translator = NativeTranslator(
      extensions: names(in: extensions), screenPrefix: screenPrefix, isStrict: mode == .strict)
    let native = translator.document(of: payload)
    return (native, decoder.diagnostics.all + translator.diagnostics.all)
  }

  /// Says a native document in the words of payloads.
  package static func payload(
    of document: JSONNode, _ extensions: WidgetExtensions
  ) -> (document: JSONNode, diagnostics: [Diagnostic]) {
    var translator = PayloadTranslator(extensions: names(in: extensions))
    var decoder = BeagleDecoder()
    let payload = decoder.decode(translator.payload(of: document))
    return (BeagleEncoder().document(of: payload), translator.diagnostics.all + decoder.diagnostics.all)
  }

  private static func names(in extensions: WidgetExtensions) -> NativeTranslator.Extensions {
    NativeTranslator.Extensions(
      components: .init { extensions.components.types }, actions: .init { extensions.actions.types },
      operations: .init { extensions.operations.names }
    ) { type, isAction in
      let slots: [SlotDefinition]
      let events: [EventDefinition]
      if isAction {
        let definition = extensions.actions[type]
        (slots, events) = (definition?.slots ?? [], definition?.events ?? [])
      } else {
        let definition = extensions.components[type]
        (slots, events) = (definition?.slots ?? [], definition?.events ?? [])
      }
      let isComponents = { (slot: SlotDefinition) in [.one, .many].contains(slot.content) }
      return NativeTranslator.Holdings(
        components: Set(slots.filter(isComponents).map(\.name)),
        templates: Set(slots.filter { !isComponents($0) }.map(\.name)), events: Set(events.map(\.name)))
    }
  }
}
