import CICU
import Synchronization

/// How a language says numbers of things: Unicode's categories (CLDR), as the ICU library knows them.
package final class PluralRules: Sendable {
  // The library's object is read only, and may be read from any thread.
  private nonisolated(unsafe) let rules: UnsafeMutableRawPointer?

  /// The rules of a language, by its tag such as `de-AT`; for a language that is not known every number is `other`.
  package init(language: String) { rules = tessera_plural_rules_open(language) }

  deinit { if let rules { tessera_plural_rules_close(rules) } }

  /// The category of a number.
  package func category(of number: Double) -> String {
    guard let rules, number.isFinite else { return "other" }
    var name = [CChar](repeating: 0, count: 16)
    let length = tessera_plural_rules_select(rules, abs(number), &name, Int32(name.count))
    guard length > 0 else { return "other" }
    return String(decoding: name[..<Int(length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The categories that whole numbers have in the language; every form that its texts need.
  package var categoriesOfWholeNumbers: Set<String> {
    Set((0...200).map { category(of: Double($0)) } + [1e6].map(category))
  }
}
