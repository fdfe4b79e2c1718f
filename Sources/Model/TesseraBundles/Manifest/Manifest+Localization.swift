import TesseraValues

extension WidgetBundle {
  /// Returns the manifest with the texts that people see in their language.
  ///
  /// Strings replace them by their path, with an option's name in place of its index: `manifest.name`,
  /// `manifest.options.count.title`, `manifest.options.unit.choices.km`, `manifest.options.feeds.fields.address.title`.
  /// - Parameter languages: The viewer's languages in order of preference.
  package func manifest(in languages: [String]) -> Manifest {
    let spoken = self.languages
    let match = languages.lazy.compactMap { LocaleTag($0)?.best(of: spoken) }.first
    let texts = ManifestTexts(strings(locale: (match ?? manifest.locale).description))
    var manifest = manifest
    manifest.name = texts["name"] ?? manifest.name
    manifest.summary = texts["summary"] ?? manifest.summary
    manifest.category = texts["category"] ?? manifest.category
    manifest.options = manifest.options.map { texts.localized($0, path: "options.\($0.name)") }
    return manifest
  }
}

/// The strings of a bundle that belong to its manifest.
private struct ManifestTexts {
  private let strings: [String: Value]

  init(_ strings: [String: Value]) { self.strings = strings }

  subscript(path: String) -> String? { strings["manifest.\(path)"]?.string }

  func localized(_ option: Manifest.Option, path: String) -> Manifest.Option {
    var option = option
    option.title = self["\(path).title"] ?? option.title
    option.summary = self["\(path).summary"] ?? option.summary
    option.group = self["\(path).group"] ?? option.group
    option.unit = self["\(path).unit"] ?? option.unit
    option.type = localized(option.type, path: path)
    return option
  }

  private func localized(_ type: Manifest.OptionType, path: String) -> Manifest.OptionType {
    switch type {
    case .choice(let choices):
      .choice(
        choices.map { Manifest.Choice(value: $0.value, title: self["\(path).choices.\($0.value)"] ?? $0.title) })
    case .record(let fields): .record(fields.map { localized($0, path: "\(path).fields.\($0.name)") })
    case .list(let element, let count): .list(of: localized(element, path: path), count: count)
    default: type
    }
  }
}
