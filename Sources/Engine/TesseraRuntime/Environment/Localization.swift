import Foundation
import TesseraBundles
import TesseraExpressions
import TesseraValues
import TesseraViews

/// The language of a presentation: the viewer's, if the widget supports it.
struct Localization: Sendable {
  /// The language of the strings.
  let language: LocaleTag
  /// The locale of numbers and dates: the language, and the viewer's region.
  let locale: Locale
  /// The widget's strings by key: a text, or a dictionary of plural forms.
  let strings: [String: Value]
  private let plurals: PluralRules

  /// Chooses the language.
  /// - Parameters:
  ///   - languages: The viewer's languages in order of preference; empty if unknown.
  ///   - otherwise: The locale of numbers and dates if no language is known.
  init(bundle: WidgetBundle, languages: [String], otherwise: Locale) {
    let wanted = languages.compactMap { LocaleTag($0) }
    let spoken = bundle.languages
    let match = wanted.lazy.compactMap { tag in tag.best(of: spoken).map { (wanted: tag, spoken: $0) } }.first
    language = match?.spoken ?? bundle.manifest.locale
    // If the widget has no strings in any language, the viewer alone determines the format of numbers and dates.
    var source = wanted.first
    if !spoken.isEmpty {
      source = match?.wanted ?? language
      if source?.region == nil { source = language }
    }
    locale = source.map { Locale(identifier: $0.languageAndRegion) } ?? otherwise
    strings = bundle.strings(locale: language.description)
    plurals = PluralRules(language: language.description)
  }

  /// Whether the language is written from right to left.
  var isRightToLeft: Bool { Locale.Language(identifier: language.description).characterDirection == .rightToLeft }

  /// The strings without plural forms, as expressions read them.
  var plainStrings: Value { .dictionary(strings.filter { $0.value.string != nil }) }

  /// Evaluates `text('key', …)`: a string with its arguments, in the plural form of the first number among them.
  func text(_ arguments: [Value]) -> Value {
    guard let key = arguments.first?.string else { return .null }
    guard let entry = strings[key] else { return .string(key) }
    let values = arguments.dropFirst()
    var template = entry.string ?? ""
    if let forms = entry.dictionary {
      let number = values.lazy.compactMap { $0.bool == nil ? $0.number : nil }.first ?? 0
      template = (forms[plurals.category(of: number)] ?? forms["other"])?.string ?? ""
    }
    return .string(fill(template, with: values.map(written)))
  }

  /// Returns the number of arguments that a text takes: one for each placeholder up to the highest, and the number that
  /// chooses its plural form.
  static func argumentCount(of text: Value) -> Int {
    if let forms = text.dictionary { return max(1, forms.values.map(argumentCount).max() ?? 0) }
    let placeholders = (text.string ?? "").matches(of: /\{([0-9]{1,2})\}/)
    return placeholders.compactMap { Int($0.1) }.max().map { $0 + 1 } ?? 0
  }

  /// Replaces the placeholders `{0}`, `{1}`, … up to `{99}` by arguments.
  private func fill(_ template: String, with arguments: [String]) -> String {
    guard template.utf8.contains(UInt8(ascii: "{")) else { return template }
    var result = ""
    var rest = template.prefix(Self.maximumLength)
    while let open = rest.firstIndex(of: "{"), result.utf8.count < Self.maximumLength {
      result += rest[..<open]
      let digits = rest[rest.index(after: open)...].prefix(3).prefix { $0.isASCII && $0.isNumber }
      guard (1...2).contains(digits.count), digits.endIndex < rest.endIndex, rest[digits.endIndex] == "}",
        let index = Int(digits)
      else {
        result += "{"
        rest = rest[rest.index(after: open)...]
        continue
      }
      if arguments.indices.contains(index) { result += arguments[index] }
      rest = rest[rest.index(after: digits.endIndex)...]
    }
    return result + rest
  }

  /// The approximate limit on localized templates, their arguments and results, in bytes. The rest is cut off.
  private static let maximumLength = 100_000

  private func written(_ value: Value) -> String {
    switch value {
    case .integer(let number): number.formatted(.number.locale(locale))
    case .double(let number): number.formatted(.number.locale(locale))
    default: String(value.description.prefix(Self.maximumLength))
    }
  }
}

extension TemplateEnvironment {
  /// Returns the environment in the language of a presentation.
  func localized(_ localization: Localization) -> TemplateEnvironment {
    var copy = self
    copy.operations.replace("text") { localization.text($0) }
    copy.context = EvaluationContext(
      now: context.now, random: context.random, locale: localization.locale, timeZone: context.timeZone,
      limits: context.limits)
    return copy
  }
}
