import Foundation
import TesseraPlaces
import Testing

/// A folder with small tables in GeoNames' format.
private final class Tables: Sendable {
  private let path = FileManager.default.temporaryDirectory.path + "/tessera-" + UUID().uuidString
  let finder: CityFinder

  init(_ lines: [String]? = nil, regions: String = "DE.02\tBavaria\tBavaria\t1\nmalformed\n") throws {
    finder = CityFinder(folder: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try write(regions, to: "admin1Codes.txt")
    if let lines { try write(lines.joined(separator: "\n"), to: "cities15000.txt") }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to file: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path).appending(path: file))
  }

  func names(_ text: String) async -> [String] { await finder.cities(named: text).map(\.name) }

  /// A line of the table of cities.
  static func city(
    _ name: String, ascii: String? = nil, _ population: Int, others: String = "", latitude: String = "48.13743",
    longitude: String = "11.57549", country: String = "DE", region: String = "02"
  ) -> String {
    [
      "1", name, ascii ?? name, others, latitude, longitude, "P", "PPL", country, "", region, "", "", "",
      "\(population)", "", "524", "Europe/Berlin", "2014-01-26",
    ].joined(separator: "\t")
  }
}

@Suite struct CityFinderTests {
  private static let cities = [
    Tables.city("Garching bei München", ascii: "Garching bei Munchen", 15_303),
    Tables.city("Wiener Neustadt", 38_481), Tables.city("New Berlin", 39_584),
    Tables.city("Bernau bei Berlin", 34_866), Tables.city("Burlington", 164_415, others: "Berlington"),
    Tables.city("Bergen", 213_585, others: "BGO,Mons"), Tables.city("Berlin", 3_426_354, others: "Berlín,Берлин,BER"),
    Tables.city("Vienna", 1_691_468, others: "Vienne,Viin,Wien"),
    Tables.city("Munich", 1_260_391, others: "MUC,Monaco di Baviera,Munchen,München,ミュンヘン"),
    Tables.city("Milano", 1_236_837, others: "Mailand,Milan,Mediolanum"),
    Tables.city("Moscow", 10_381_222, others: "Moskau,Москва,Москова,موسكو"),
    Tables.city("Kyoto", 1_459_640, others: "Kioto,京都"), Tables.city("Łódź", ascii: "Lodz", 768_755),
    Tables.city("Xi’an", ascii: "Xi'an", 6_501_190, others: "西安"), Tables.city("Baden-Baden", 54_718),
    Tables.city("Co\u{301}rdoba", ascii: "Cordoba", 328_428), Tables.city("St. Albans", 84_561),
  ]

  @Test(arguments: [
    ("ber", ["Berlin", "Bergen", "Bernau bei Berlin", "New Berlin", "Berlington"]),
    ("berlin", ["Berlin", "New Berlin", "Bernau bei Berlin", "Berlington"]),
    ("wien", ["Wien", "Wiener Neustadt"]), ("mün", ["Munich", "Garching bei München"]),
    ("münchen", ["München", "Garching bei München"]), ("neustadt", ["Wiener Neustadt"]),
  ])
  func `names come before later words, and these before other names; the largest cities first`(
    text: String, names: [String]
  ) async throws {
    #expect(try await found(text) == names)
  }

  @Test(arguments: [
    ("BERLIN", "Berlin"), ("Łódź", "Łódź"), ("łódź", "Łódź"), ("lodz", "Łódź"), ("cordoba", "Co\u{301}rdoba"),
    ("CÓRDOBA", "Co\u{301}rdoba"), ("baden baden", "Baden-Baden"), ("xian", "Xi’an"), ("xi'an", "Xi’an"),
    ("Ｋｙｏｔｏ", "Kyoto"), ("st albans", "St. Albans"), ("  st.  albans ", "St. Albans"), ("берлин", "Берлин"),
  ])
  func `case, diacritics, width and signs make no difference`(text: String, name: String) async throws {
    #expect(try await found(text).first == name)
  }

  @Test(arguments: [
    ("Mailand", "Mailand"), ("mail", "Mailand"), ("Milan", "Milan"), ("mila", "Milano"), ("Munchen", "Munchen"),
    ("münchen", "München"), ("ミュン", "ミュンヘン"), ("Моск", "Москва"), ("москва", "Москва"), ("موسكو", "موسكو"),
    ("京都", "京都"), ("西", "西安"), ("Monaco", "Monaco di Baviera"),
  ])
  func `a city is shown by the name that was typed, in any language`(text: String, name: String) async throws {
    #expect(try await found(text).first == name)
  }

  @Test(arguments: ["", " ", "b", "é", "М", "--", "'", "muc", "garching bei x", String(repeating: "b", count: 101)])
  func `nothing is found for what is too short, too long, or no name`(text: String) async throws {
    #expect(try await found(text) == [])
  }

  @Test func `a city comes with its region, country, coordinates and time zone`() async throws {
    let tables = try Tables([
      Tables.city("Munich", 1), Tables.city("Munroe", 0, latitude: "-33.5", country: "AU", region: "99"),
    ])
    let cities = await tables.finder.cities(named: "mun")
    #expect(cities.map(\.region) == ["Bavaria", ""])
    #expect(cities.map(\.latitude) == [48.13743, -33.5])
    #expect(cities.map(\.longitude) == [11.57549, 11.57549])
    #expect(cities.map(\.timeZone) == ["Europe/Berlin", "Europe/Berlin"])
    #expect(cities.map { $0.country(in: Locale(identifier: "de")) } == ["Deutschland", "Australien"])
    #expect(cities.map { $0.country(in: Locale(identifier: "en")) } == ["Germany", "Australia"])
  }

  @Test func `malformed lines are skipped`() async throws {
    let tables = try Tables([
      "", "Munich", "1\tMunich\tMunich\t\t48\t11\tP", Tables.city("", 9), Tables.city("Munich north", 9, latitude: "N"),
      Tables.city("Munich beyond", 9, latitude: "91"), Tables.city("Munich nowhere", 9, longitude: "nan"),
      Tables.city("Munich", 1), "\t\t\t", Tables.city("Munich east", 9, longitude: "-180.5"),
    ])
    #expect(await tables.names("mun") == ["Munich"])
  }

  @Test func `an empty table, and one without regions, are no harm`() async throws {
    let empty = try Tables([])
    #expect(await empty.names("mun") == [])
    let tables = try Tables([Tables.city("Munich", 1)], regions: "")
    #expect(await tables.finder.cities(named: "mun").map(\.region) == [""])
  }

  @Test func `without the table nothing is found, until it is installed`() async throws {
    let tables = try Tables()
    #expect(!tables.finder.isAvailable)
    #expect(await tables.names("munich") == [])
    try tables.write(Tables.city("Munich", 1) + "\n", to: "cities15000.txt")
    #expect(tables.finder.isAvailable)
    #expect(await tables.names("munich") == ["Munich"])
  }

  @Test func `at most eight cities are found, the largest`() async throws {
    let small = (1...20).map { Tables.city("Springfield", $0, others: "Springville \($0)") }
    let tables = try Tables(small + [Tables.city("West Springfield", 100), Tables.city("Springdale", 21)])
    #expect(await tables.names("spring") == ["Springdale"] + Array(repeating: "Springfield", count: 7))
    #expect(await tables.names("springville") == (13...20).reversed().map { "Springville \($0)" })
  }

  @Test(
    .enabled(if: CityFinder().isAvailable, "Debian's package 'libtimezonemap-data' is not on this machine"),
    arguments: [
      ("Mailand", "Mailand", "IT"), ("München", "München", "DE"), ("Москва", "Москва", "RU"), ("東京", "東京", "JP"),
      ("new york", "New York", "US"), ("köln", "Köln", "DE"), ("paris", "Paris", "FR"), ("lodz", "Łódź", "PL"),
      ("San Francisco", "San Francisco", "US"), ("서울", "서울", "KR"), ("القاهرة", "القاهرة", "EG"), ("京", "京都", "JP"),
    ])
  func `The cities of GeoNames are found`(text: String, name: String, country: String) async throws {
    let city = try #require(await Self.geoNames.cities(named: text).first)
    #expect(city.name == name)
    #expect(city.countryCode == country)
    #expect(TimeZone(identifier: city.timeZone) != nil)
  }

  private static let geoNames = CityFinder()

  private func found(_ text: String) async throws -> [String] {
    let tables = try Tables(Self.cities)
    return await tables.names(text)
  }
}
