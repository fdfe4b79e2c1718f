import Foundation
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraExpressions

/// `DateFormatter` is the reference: whenever the compiled format has a result, it must be equal.
@Suite("Compiled date formats")
struct DateFormatTests {
  static let patterns = [
    "EEE MMM d HH:mm:ss Z y", "yyyy-MM-dd'T'HH:mm:ssZ", "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    "yyyy-MM-dd'T'HH:mm:ss.SSSSSSX", "yyyy-MM-dd'T'HH:mm:ssxxx", "yyyy-MM-dd'T'HH:mm:ssXX", "yyyy-MM-dd HH:mm:ss x",
    "yyyy-MM-dd'T'HH:mm:ss'Z'", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd", "dd.MM.yyyy", "dd/MM/yy", "M/d/yy, h:mm a",
    "MMM d, yyyy", "MMMM d, yyyy 'at' h:mm a", "EEEE, d MMMM yyyy", "E, dd MMM yyyy HH:mm:ss Z", "d MMM y",
    "yyyyMMdd", "yyyyMMdd'T'HHmmss", "yyyyMMddHHmmssSSS", "yyMMdd hh:mm", "hh 'o''clock' a, EEEE d.M.y",
    "dd MMM yyyy EEE", "ss,S mm HH dd MM yyyy", "ddMMMyyyy", "yyyy/M/d H:m:s.SS", "xx yyyy-MM-dd HH",
    "H:mm", "MMMM yyyy", "a yyyy-MM-dd", "yyyy-MM-dd hh HH", "dMy", "dd-MM-yyyy dd",
  ]
  /// In these patterns, characters after the digits could belong to the number, so they are used for formatting only.
  static let doubtfulPatterns = ["yyyy'年'M'月'd'日'", "d%M%yyyy", "MM'E'dd'e'yyyy"]
  static let zones = ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York"]

  /// A compiled format together with its reference.
  struct Pair {
    var compiled: CompiledDateFormat
    var authority: DateFormatter
    var pattern: String

    init(_ pattern: String, locale: String, zone: String) throws {
      let locale = Locale(identifier: locale)
      let zone = try #require(TimeZone(identifier: zone))
      authority = DateFormatter()
      authority.locale = locale
      authority.timeZone = zone
      authority.dateFormat = pattern
      compiled = try #require(CompiledDateFormat(pattern, locale: locale, timeZone: zone, formatter: authority))
      self.pattern = pattern
    }

    /// Compares the results of parsing a text. Returns whether the compiled format parsed it.
    func compareReading(_ text: String) -> Bool {
      guard let date = compiled.date(from: text) else { return false }
      #expect(
        date == authority.date(from: text),
        "'\(text)' by '\(pattern)' in \(compiled.timeZone.identifier), \(authority.locale?.identifier ?? "")")
      return true
    }
  }

  /// Generates random dates and damaged texts, the same ones on every run.
  struct Generator {
    var random: SeededGenerator

    /// Returns a date from 1900 to 2199. Every third one is close to a clock change.
    mutating func date(_ zone: TimeZone) -> Date {
      let date = Date(timeIntervalSince1970: Double.random(in: -2_208_900_000..<7_226_000_000, using: &random))
      guard Int.random(in: 0..<3, using: &random) == 0, let change = zone.nextDaylightSavingTimeTransition(after: date)
      else { return date }
      return change + Double.random(in: -10_000..<10_000, using: &random)
    }

    /// Returns the text after one to three edits that remove, insert, replace or duplicate characters.
    mutating func damaged(_ text: String) -> String {
      var characters = Array(text)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = Int.random(in: 0...characters.count, using: &random)
        let new = "0123456789 -+:.,TZzEe%aPMJé/'\u{0661}".randomElement(using: &random) ?? " "
        guard position < characters.count else {
          characters.append(new)
          continue
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: characters.remove(at: position)
        case 1: characters.insert(new, at: position)
        case 2: characters.insert(characters[position], at: position)
        case 3: characters[position] = Character(characters[position].uppercased())
        case 4: characters.swapAt(position, Int.random(in: 0..<characters.count, using: &random))
        default: characters[position] = new
        }
      }
      return String(characters)
    }
  }

  @Test(arguments: zones)
  func `dates are written and read as DateFormatter does`(zone: String) throws {
    var generator = Generator(random: SeededGenerator(seed: 20_180_620))
    for locale in ["en_US_POSIX", "en_GB"] {
      for pattern in Self.patterns + Self.doubtfulPatterns {
        let pair = try Pair(pattern, locale: locale, zone: zone)
        var reads = 0
        for _ in 0..<40 {
          let date = generator.date(pair.compiled.timeZone)
          let text = pair.authority.string(from: date)
          if let written = pair.compiled.text(of: date) {
            #expect(written == text, "\(date.timeIntervalSinceReferenceDate) by '\(pattern)' in \(zone)")
          } else {
            #expect(pair.compiled.offset(at: Int(date.timeIntervalSince1970)) % 60 != 0, "\(date) by '\(pattern)'")
          }
          if pair.compareReading(text) { reads += 1 }
          for _ in 0..<3 { _ = pair.compareReading(generator.damaged(text)) }
        }
        // Not all texts are parsed, because of old local mean times and repeated local times.
        if Self.doubtfulPatterns.contains(pattern) {
          #expect(reads == 0, "'\(pattern)'")
        } else if pair.compiled.isReadable {
          #expect(reads >= 28, "'\(pattern)' in \(zone)")
        }
      }
    }
  }

  @Test(arguments: zones)
  func `wall times that daylight saving time skips or repeats are read the same way`(zone: String) throws {
    let pattern = "yyyy-MM-dd HH:mm:ss.SSS"
    let pair = try Pair(pattern, locale: "en_US", zone: zone)
    let writer = try Pair(pattern, locale: "en_US", zone: "UTC")
    var change = Date(timeIntervalSince1970: 0)
    var reads = 0
    for _ in 0..<60 {
      change = pair.compiled.timeZone.nextDaylightSavingTimeTransition(after: change) ?? change + 15_000_000
      let offset = Double(pair.compiled.timeZone.secondsFromGMT(for: change - 1))
      for minutes in [-1500, -120, -61, -60, -59.99, -30, -1, -0.001, 0, 0.001, 1, 30, 59.99, 60, 61, 120, 1500] {
        let wall = change + offset + minutes * 60
        if pair.compareReading(writer.authority.string(from: wall)) { reads += 1 }
      }
    }
    #expect(reads > 800)
  }

  @Test(arguments: ["Z", "ZZ", "ZZZ", "ZZZZZ", "X", "XX", "XXX", "x", "xx", "xxx"])
  func `every spelling of an offset is read the same way`(field: String) throws {
    let pair = try Pair("yyyy-MM-dd'T'HH:mm:ss" + field, locale: "en_US_POSIX", zone: "Europe/Berlin")
    let fast = ["Z", "+0130", "-0130", "+01:30", "+01", "-00", "-0000", "+2359", "+00:00"]
    let slow = [
      "z", "", "+1", "+130", "+01:3", "+01:", "+2400", "+0160", "+013045", "+01:30:45", "GMT", "GMT+1", "Zulu",
      "+0130Z",
      " +0130", "Z0", "\u{2212}0130", "+01.5", "+0130 ", "CET", "PST",
    ]
    for offset in fast { #expect(pair.compareReading("2018-06-20T19:00:00" + offset), "\(offset)") }
    for offset in slow { #expect(!pair.compareReading("2018-06-20T19:00:00" + offset), "\(offset)") }
  }

  @Test(arguments: zones + ["Europe/London", "Africa/Abidjan"])
  func `names of Greenwich time are read the same way in every zone`(zone: String) throws {
    let fast = ["GMT", "UTC", "+0000", "-0530", "+02:00", "Z"]
    let slow = ["GMT+1", "GMT-0130", "UTC+1", "EST", "EDT", "CET", "CEST", "BST", "IST", "gmt", "UT", "GMTX", "", "+1"]
    for locale in ["en_US", "en_US_POSIX", "en_GB"] {
      for (pattern, start) in [
        ("EEE, dd MMM yyyy HH:mm:ss z", "Wed, 20 Jun 2018 18:00:00 "), ("yyyy-MM-dd HH:mm zzz", "1985-12-24 23:30 "),
      ] {
        let pair = try Pair(pattern, locale: locale, zone: zone)
        for name in fast { #expect(pair.compareReading(start + name), "\(name)") }
        for name in slow { #expect(!pair.compareReading(start + name), "\(name)") }
        #expect(pair.compiled.text(of: Date(timeIntervalSince1970: 0)) == nil)
      }
    }
  }

  @Test(arguments: [
    ("yyyy-MM-dd", "2018-02-30"), ("yyyy-MM-dd", "2018-02-20 "), ("yyyy-MM-dd", "18-02-20"),
    ("yyyy-MM-dd HH:mm", "2018-02-20 24:00"), ("yyyy-MM-dd HH:mm:ss", "2018-02-20 23:59:60"),
    ("EEE d MMM yyyy", "Mon 20 Jun 2018"), ("EEE d MMM yyyy", "Wednesday 20 June 2018"),
    ("EEE d MMM yyyy", "wed 20 JUN 2018"), ("yyyy-MM-dd h:mm a", "2018-06-20 13:30 PM"), ("dd/MM/yy", "13/06/18"),
    ("yyyy-MM-dd", "1582-10-10"), ("yyyy-MM-dd", "9999-12-31"),
  ])
  func `text that only DateFormatter can decide is passed on to it`(pattern: String, text: String) throws {
    let pair = try Pair(pattern, locale: "en_US_POSIX", zone: "UTC")
    #expect(pair.compiled.date(from: text) == nil)
    let format = try DateFormat(["format": .string(pattern), "locale": "en_US_POSIX"], name: "date")
    let transformed = DateTransformer(format).transform(.string(text), .system)
    #expect(transformed == pair.authority.date(from: text).map(Value.date))
  }

  @Test(arguments: [
    ("yyyy-MM-dd'T", "en_US"), ("yyyy-MM-dd zzzz", "en_US"), ("LLL yyyy", "en_US"), ("yyyy-MM-dd ZZZZ", "en_US"),
    ("yyy", "en_US"), ("ddd", "en_US"), ("MMMMM", "en_US"), ("", "en_US"), ("yyyy-MM-dd", "de_DE"),
    ("yyyy-MM-dd", "ar_EG"), ("yyyy-MM-dd", "en_US@calendar=buddhist"), ("QQQ yyyy", "en_GB"),
  ])
  func `unknown patterns and locales are not compiled`(pattern: String, locale: String) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.dateFormat = pattern
    let compiled = CompiledDateFormat(
      pattern, locale: Locale(identifier: locale), timeZone: .gmt, formatter: formatter)
    #expect(compiled == nil)
  }

  @Test func `a format that is not compiled still converts both ways`() throws {
    let format = try DateFormat(["format": "d. MMMM y", "locale": "de_DE"], name: "date")
    let transformer = DateTransformer(format)
    let date = Value.date(Date(timeIntervalSince1970: 1_520_640_000))
    #expect(transformer.transform(date, .system) == "10. März 2018")
    #expect(transformer.transform("10. März 2018", .system) == date)
    #expect(transformer.transform(.integer(1), .system) == nil)
  }

  @Test func `every day from 1600 to 2400 has a number and a weekday`() {
    var expected = GregorianDay(year: 1600, month: 1, day: 1).number
    #expect(expected == -135_140)
    for year in 1600...2400 {
      for month in 1...12 {
        for day in 1...GregorianDay.length(ofMonth: month, year: year) {
          let date = GregorianDay(year: year, month: month, day: day)
          #expect(date.number == expected)
          #expect(GregorianDay(number: expected) == date)
          expected += 1
        }
      }
    }
    #expect(expected == 157_420)
    #expect(GregorianDay.weekday(ofNumber: 0) == 4)
    #expect(GregorianDay.weekday(ofNumber: -5) == 6)
  }
}
