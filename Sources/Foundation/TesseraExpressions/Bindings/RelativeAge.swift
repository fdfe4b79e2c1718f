import Foundation
import TesseraValues

/// The age of a date in its largest unit, such as `5mo`, as produced by the transformer `ago`.
///
/// The units are years, months, days, hours, minutes and seconds of the Gregorian calendar in the context's time zone.
/// Only the largest nonzero unit is used, and the remainder is dropped: 1 h 45 min becomes `1h`. Ages of less than a
/// second and dates in the future become `Now`.
enum RelativeAge {
  static func text(from date: Date, to now: Date, context: EvaluationContext) -> String {
    let words = AgeWords.of(context.locale)
    guard now.timeIntervalSince(date) >= 1 else { return words.now }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = context.timeZone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date, to: now)
    let units: [(Int?, String)] = [
      (parts.year, words.year), (parts.month, words.month), (parts.day, words.day), (parts.hour, words.hour),
      (parts.minute, words.minute), (parts.second, words.second),
    ]
    for case (let count?, let unit) in units where count > 0 { return AgeWords.text(count, unit) }
    return words.now
  }
}

/// The short unit patterns of a language. `#` stands for the number. Spaces are non-breaking.
struct AgeWords: Sendable {
  var now: String
  var year: String
  var month: String
  var day: String
  var hour: String
  var minute: String
  var second: String

  /// Creates the words of a language.
  /// - Parameter units: The patterns for year, month, day, hour, minute and second, separated by spaces. In a pattern,
  ///   `_` stands for a non-breaking space. A form after `|` is used for numbers in the Slavic plural category "many".
  private init(_ now: String, _ units: String) {
    let patterns = units.split(separator: " ").map { String($0).replacing("_", with: "\u{A0}") }
    self.now = now
    year = patterns[0]
    month = patterns[1]
    day = patterns[2]
    hour = patterns[3]
    minute = patterns[4]
    second = patterns[5]
  }

  /// Returns the words for a locale's language, or the English words if the language is not supported.
  static func of(_ locale: Locale) -> AgeWords {
    let language = locale.language.languageCode?.identifier ?? "en"
    if language == "zh" {
      let isTraditional =
        locale.language.script?.identifier == "Hant" || ["TW", "HK", "MO"].contains(locale.region?.identifier)
      return isTraditional ? traditionalChinese : byLanguage["zh"] ?? english
    }
    return byLanguage[language] ?? english
  }

  static func text(_ count: Int, _ pattern: String) -> String {
    let forms = pattern.split(separator: "|")
    let isMany = count % 10 == 0 || count % 10 >= 5 || (11...14).contains(count % 100)
    let form = String(forms.count == 2 && isMany ? forms[1] : forms[0])
    return form.replacing("#", with: String(count))
  }

  static let english = AgeWords("Now", "#y #mo #d #h #m #s")
  private static let traditionalChinese = AgeWords("現在", "#年 #個月 #天 #小時 #分鐘 #秒")

  /// Short forms from the Unicode Common Locale Data Repository, changed where it has the same form for two units.
  private static let byLanguage: [String: AgeWords] = [
    "cs": AgeWords("Nyní", "#_r. #_měs. #_d #_h #_min #_s"), "da": AgeWords("Nu", "#_år #_md. #_d #_t #_min #_s"),
    "de": AgeWords("Jetzt", "#_J. #_Mon. #_T. #_Std. #_Min. #_Sek."), "en": english,
    "es": AgeWords("Ahora", "#_a #_m. #_d #_h #_min #_s"), "fi": AgeWords("Nyt", "#_v #_kk #_pv #_t #_min #_s"),
    "fr": AgeWords("Maintenant", "#_a #_m. #_j #_h #_min #_s"), "hu": AgeWords("Most", "#_év #_hó #_nap #_ó #_p #_mp"),
    "it": AgeWords("Adesso", "#_a #_m. #_g #_h #_min #_s"), "ja": AgeWords("今", "#年 #か月 #日 #時間 #分 #秒"),
    "ko": AgeWords("지금", "#년 #개월 #일 #시간 #분 #초"), "nb": AgeWords("Nå", "#_år #_md. #_d #_t #_min #_s"),
    "nl": AgeWords("Nu", "#_jr #_mnd #_d #_u #_min #_s"), "no": AgeWords("Nå", "#_år #_md. #_d #_t #_min #_s"),
    "pl": AgeWords("Teraz", "#_r.|#_l. #_mies. #_d. #_godz. #_min #_s"),
    "pt": AgeWords("Agora", "#_a #_m. #_d #_h #_min #_s"),
    "ru": AgeWords("Сейчас", "#_г.|#_л. #_мес. #_д. #_ч #_мин #_с"),
    "sv": AgeWords("Nu", "#_år #_mån #_d #_h #_min #_s"), "tr": AgeWords("Şimdi", "#_y #_a #_g #_sa #_dk #_sn"),
    "uk": AgeWords("Зараз", "#_р. #_міс. #_д. #_год #_хв #_с"), "zh": AgeWords("现在", "#年 #个月 #天 #小时 #分钟 #秒"),
  ]
}
