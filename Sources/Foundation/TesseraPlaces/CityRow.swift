import Foundation

/// A line of GeoNames' table of cities, whose format https://download.geonames.org/export/dump/readme.txt describes.
struct CityRow {
  typealias Bytes = UnsafeRawBufferPointer

  private let fields: [Bytes]
  let latitude: Double
  let longitude: Double

  /// Reads a line. Returns nil if it is malformed.
  init?(_ line: Bytes) {
    fields = Self.split(line, at: "\t")
    guard fields.count >= 18, !fields[1].isEmpty, let latitude = Self.degrees(fields[4], atMost: 90),
      let longitude = Self.degrees(fields[5], atMost: 180)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  private static func degrees(_ field: Bytes, atMost greatest: Double) -> Double? {
    Double(String(decoding: field, as: UTF8.self)).flatMap { (-greatest...greatest).contains($0) ? $0 : nil }
  }

  /// The name of the city.
  var name: String { text(1) }
  /// The name of the city, and this name in ASCII.
  var usualNames: [Bytes] { Array(fields[1...2]) }
  /// The names in other languages, and former ones. Which language is which is not known.
  var otherNames: [Bytes] {
    Self.split(fields[3], at: ",").filter { !$0.isEmpty && !Self.isAirportCode($0) }
  }

  /// Splits bytes by the C library's search, which takes little time in debug builds, too.
  static func split(_ bytes: Bytes, at separator: Unicode.Scalar) -> [Bytes] {
    var parts: [Bytes] = []
    var rest = bytes
    while let start = rest.baseAddress, let end = memchr(start, Int32(separator.value), rest.count) {
      let length = UnsafeRawPointer(end) - start
      parts.append(Bytes(start: start, count: length))
      rest = Bytes(start: start + length + 1, count: rest.count - length - 1)
    }
    return parts + [rest]
  }

  /// The country by its code.
  var country: String { text(8) }
  /// The state or province by its code within the country.
  var region: String { text(10) }
  var population: Int { Int(text(14)) ?? 0 }
  var timeZone: String { text(17) }

  /// Whether a name is the code of an airport, which stands among the names in other languages.
  private static func isAirportCode(_ name: Bytes) -> Bool {
    name.count == 3 && name.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private func text(_ field: Int) -> String { String(decoding: fields[field], as: UTF8.self) }
}
