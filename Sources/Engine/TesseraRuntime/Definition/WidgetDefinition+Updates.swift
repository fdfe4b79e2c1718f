import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraValues

// The updates that a manifest describes.
extension WidgetDefinition {
  /// Whether the widget has timeline entries, which are drawn ahead of time and which screens read as `entry`.
  package var hasEntries: Bool { Self.hasEntries(bundle.manifest) }

  /// Whether the widget needs to be asked for new content.
  package var isUpdated: Bool {
    hasEntries || bundle.manifest.update.policy != .never || bundle.manifest.update.events != nil
  }

  static func hasEntries(_ manifest: Manifest) -> Bool { manifest.timeline != nil || manifest.update.provider != nil }

  /// Checks the manifest for names that are not defined.
  static func unknownUpdateNames(
    in bundle: WidgetBundle, _ model: EntityModel?, _ references: ReferenceNames, _ providers: WidgetProviderRegistry
  ) -> [Diagnostic] {
    let path = "widget.json"
    let update = bundle.manifest.update
    var found: [Diagnostic] = []
    func complain(_ rule: String, _ name: Located<String>, _ message: String, in names: some Sequence<String>) {
      found.append(
        Diagnostic(
          rule: rule, file: path, range: name.range, message: message,
          fix: SpellingSuggestion.fix(for: name.value, in: names)))
    }
    if let name = update.action, let known = references[.serviceAction], !known.contains(name.value) {
      complain(
        "unknown-action", name, "'update.action' names '\(name.value)', which the service does not have", in: known)
    }
    if let name = update.provider, providers[name.value] == nil {
      complain(
        "unknown-provider", name, "'update.provider' names '\(name.value)', which this host does not have",
        in: providers.names)
    }
    guard let timeline = bundle.manifest.timeline, let model else { return found }
    guard let entity = model[timeline.entity.value] else {
      complain(
        "unknown-name", timeline.entity,
        "'timeline.entity' names '\(timeline.entity.value)', which the model does not have",
        in: model.names)
      return found
    }
    for path in timeline.predicate?.value.keyPaths.sorted(by: { $0.description < $1.description }) ?? [] {
      guard let key = path.keys.first, let range = timeline.predicate?.range, !entity.propertyNames.contains(key),
        !ManagedObject.specialKeys.contains(key)
      else { continue }
      complain(
        "unknown-name", Located(key, at: range),
        "'timeline.predicate' reads '\(key)', which '\(entity.name)' does not have",
        in: entity.propertyNames)
    }
    let types: [(Located<String>?, String, Set<AttributeType>, String)] = [
      (timeline.date, "date", [.date], "a date"), (timeline.relevance, "relevance", [.integer, .double], "a number"),
    ]
    for (name, key, accepted, expectation) in types {
      guard let name else { continue }
      let fitting = entity.attributes.filter { accepted.contains($0.type) }.map(\.name)
      if !fitting.contains(name.value) {
        complain(
          "unknown-name", name,
          "'timeline.\(key)' names '\(name.value)', which is not an attribute of '\(entity.name)' with \(expectation)",
          in: fitting)
      }
    }
    return found
  }
}
