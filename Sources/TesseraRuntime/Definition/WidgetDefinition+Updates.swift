import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraValues

// What a manifest says about updates.
extension WidgetDefinition {
  /// Whether what it shows is drawn ahead: its screens can read `entry`.
  package var hasEntries: Bool { Self.hasEntries(bundle.manifest) }

  /// Whether anybody needs to ask it for fresh content.
  package var isUpdated: Bool { hasEntries || bundle.manifest.update.policy != .never }

  static func hasEntries(_ manifest: Manifest) -> Bool { manifest.timeline != nil || manifest.update.provider != nil }

  /// Looks for names that nothing goes by.
  static func unknownUpdateNames(
    in bundle: WidgetBundle, _ model: EntityModel?, _ references: ReferenceNames, _ providers: WidgetProviderRegistry
  ) -> [Diagnostic] {
    let path = "widget.json"
    let update = bundle.manifest.update
    var found: [Diagnostic] = []
    if let name = update.action, let known = references[.serviceAction], !known.contains(name) {
      found.append(
        Diagnostic(
          rule: "unknown-action", file: path,
          message: "'update.action' names '\(name)', which the service does not have",
          fix: NearMiss.fix(for: name, in: known)))
    }
    if let name = update.provider, providers[name] == nil {
      found.append(
        Diagnostic(
          rule: "unknown-provider", file: path,
          message: "'update.provider' names '\(name)', which this host does not have",
          fix: NearMiss.fix(for: name, in: providers.names)))
    }
    guard let timeline = bundle.manifest.timeline, let model else { return found }
    func complain(_ name: Located<String>, _ message: String, in names: some Sequence<String>) {
      found.append(
        Diagnostic(
          rule: "unknown-name", file: path, range: name.range, message: message,
          fix: NearMiss.fix(for: name.value, in: names)))
    }
    guard let entity = model[timeline.entity.value] else {
      complain(
        timeline.entity, "'timeline.entity' names '\(timeline.entity.value)', which the model does not have",
        in: model.names)
      return found
    }
    let types: [(Located<String>?, String, Set<AttributeType>, String)] = [
      (timeline.date, "date", [.date], "a date"), (timeline.relevance, "relevance", [.integer, .double], "a number"),
    ]
    for (name, key, accepted, expectation) in types {
      guard let name else { continue }
      let fitting = entity.attributes.filter { accepted.contains($0.type) }.map(\.name)
      if !fitting.contains(name.value) {
        complain(
          name,
          "'timeline.\(key)' names '\(name.value)', which is no attribute of '\(entity.name)' with \(expectation)",
          in: fitting)
      }
    }
    return found
  }
}
