import CICU
import Synchronization

/// The plural rules of a language: the plural categories of Unicode CLDR, as implemented by ICU.
package final class PluralRules: Sendable {
  // The library's object is immutable and can be read from any thread.
  private nonisolated(unsafe) let rules: UnsafeMutableRawPointer?

  /// Creates the rules of a language, given by a tag such as `de-AT`. In an unknown language, every number is `other`.
  package init(language: String) { rules = tessera_plural_rules_open(language) }

  deinit { if let rules { tessera_plural_rules_close(rules) } }

  /// Returns the plural category of a number.
  package func category(of number: Double) -> String {
    guard let rules, number.isFinite else { return "other" }
    var name = [CChar](repeating: 0, count: 16)
    let length = tessera_plural_rules_select(rules, abs(number), &name, Int32(name.count))
    guard length > 0 else { return "other" }
    return String(decoding: name[..<Int(length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The categories of integers in the language, that is, all plural forms that its texts need.
  package var categoriesOfWholeNumbers: Set<String> {
    Set((0...200).map { category(of: Double($0)) } + [1e6].map(category))
  }
}
