import TesseraBundles
package import TesseraValues

// What authors have probably forgotten.
extension WidgetDefinition {
  /// Warnings for authors only: of screens that nothing opens, options that nothing reads, pictures that get their height
  /// late, and texts that one language lacks.
  ///
  /// - Complexity: O(*n*) in the size of the documents. They are not part of ``diagnostics``, since running widgets need none.
  package var oversights: [Diagnostic] {
    (customWidget == nil ? UnusedNamesCheck(bundle).problems + UnsizedPictureCheck.problems(of: bundle) : [])
      + missingTexts
  }

  /// Warnings of texts that all languages have but one. Those of the manifest and of the host need none.
  private var missingTexts: [Diagnostic] {
    let languages = bundle.languages.filter { $0.region == nil }
    guard languages.count > 1 else { return [] }
    let keys = languages.map { Set(bundle.ownStrings(of: $0).keys) }
    let all = keys.reduce(Set()) { $0.union($1) }.filter { !$0.hasPrefix("manifest.") && !$0.hasPrefix("tessera.") }
    return zip(languages, keys).flatMap { language, keys in
      all.subtracting(keys).sorted().map { key in
        Diagnostic(
          .warning, rule: "strings-missing", file: "strings/\(language).json",
          message: "The text '\(key)' is missing, which another language has")
      }
    }
  }
}
