/// A language tag (BCP 47) to the extent that bundles need it: subtags separated by hyphens, where each shorter prefix
/// is more general.
package struct LocaleTag: Sendable, Hashable, CustomStringConvertible {
  private let parts: [String]

  /// English, the language of widgets that specify none.
  package static let english = LocaleTag(parts: ["en"])

  private init(parts: [String]) { self.parts = parts }

  /// Parses a tag. `_` is accepted as a separator in place of `-`. Returns nil if the text is not a tag.
  package init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let language = parts.first, (2...8).contains(language.count), parts.count <= 8,
      language.allSatisfy({ $0.isASCII && $0.isLetter }),
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return nil }
    let rest = parts.dropFirst().map { part in
      switch part.count {
      case 2: part.uppercased()
      case 4 where part.first?.isLetter == true: part.capitalizedASCII
      default: part.lowercased()
      }
    }
    self.parts = [language.lowercased()] + rest
  }

  /// The tag with hyphens and conventional case: `de-AT`, `zh-Hant-TW`.
  package var description: String { parts.joined(separator: "-") }

  /// The subtag of a country or region, or nil if there is none.
  package var region: String? {
    parts.dropFirst().first { $0.count == 2 || $0.count == 3 && $0.allSatisfy(\.isNumber) }
  }

  /// Returns the best match for this language in a list of tags: the same tag, else a more general one, else one with
  /// the same language and script.
  package func best(of known: [LocaleTag]) -> LocaleTag? {
    chain.lazy.compactMap { tag in known.first { $0 == tag } }.first
      ?? known.first { $0.parts[0] == parts[0] && $0.script == script }
  }

  /// The tag reduced to language, script and region, so that arbitrary subtags from clients do not create ever more
  /// locales.
  package var languageAndRegion: String { ([parts[0]] + [script, region].compactMap(\.self)).joined(separator: "-") }

  private var script: String? { parts.dropFirst().first { $0.count == 4 } }

  /// The tag and its more general forms, most specific first: `de-AT`, `de`.
  var chain: [LocaleTag] { parts.indices.reversed().map { LocaleTag(parts: Array(parts[...$0])) } }
}

extension Substring {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
