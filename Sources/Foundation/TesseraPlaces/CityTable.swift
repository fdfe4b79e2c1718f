import Foundation

/// GeoNames' table of the cities with more than 15,000 people.
///
/// The file stays on the disk and is mapped. In memory are the folded names, some megabytes; the largest cities come
/// first, so that a search ends as soon as it has found enough.
struct CityTable: Sendable {
  /// The maximum size of the table of cities, in bytes. A larger one is not read.
  static let maximumBytes = 64 << 20
  /// The maximum number of cities that a search finds. Smaller cities are left out.
  static let maximumCount = 8

  private let bytes: Data
  /// Where the lines of cities begin in the file.
  private let starts: [UInt32]
  /// The usual names of cities.
  private let names: NameList
  /// Their names in other languages, and former ones.
  private let otherNames: NameList
  /// The names of states and provinces by the codes of country and region, such as `DE.02`.
  private let regions: [String: String]

  /// Returns the place of the table in a folder.
  static func file(in folder: URL) -> URL { folder.appending(path: "cities15000.txt") }

  /// Reads the tables of a folder. Malformed lines are skipped. Returns nil if the table of cities cannot be read.
  init?(folder: URL) {
    guard let bytes = try? Data(contentsOf: Self.file(in: folder), options: .mappedIfSafe),
      bytes.count <= Self.maximumBytes
    else { return nil }
    let regions = try? Data(contentsOf: folder.appending(path: "admin1Codes.txt"), options: .mappedIfSafe)
    self.bytes = bytes
    self.regions = regions.map(Self.regionNames) ?? [:]
    let index = bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in Self.index(of: bytes) }
    starts = index.starts
    names = index.names
    otherNames = index.otherNames
  }

  private static func index(
    of bytes: UnsafeRawBufferPointer
  ) -> (starts: [UInt32], names: NameList, otherNames: NameList) {
    var cities: [(population: Int, start: Int, row: CityRow)] = []
    var start = 0
    for line in CityRow.split(bytes, at: "\n") {
      if let row = CityRow(line) { cities.append((row.population, start, row)) }
      start += line.count + 1
    }
    cities.sort { $0.population == $1.population ? $0.start < $1.start : $0.population > $1.population }
    var folding = NameFolding()
    var names = NameList()
    var otherNames = NameList()
    for (_, _, row) in cities {
      // Most of the other names are the same without case and diacritics.
      var known: Set<[UInt8]> = [[]]
      names.add(row.usualNames.map { folding.fold($0) }.filter { known.insert($0).inserted })
      otherNames.add(row.otherNames.map { folding.fold($0) }.filter { known.insert($0).inserted })
    }
    names.close()
    otherNames.close()
    return (cities.map { UInt32($0.start) }, names, otherNames)
  }

  private static func line(at start: Int, of bytes: UnsafeRawBufferPointer) -> CityRow.Bytes {
    let rest = CityRow.Bytes(rebasing: bytes[start...])
    guard let first = rest.baseAddress, let end = memchr(first, Int32(UInt8(ascii: "\n")), rest.count) else {
      return rest
    }
    return CityRow.Bytes(start: first, count: UnsafeRawPointer(end) - first)
  }

  private static func regionNames(in bytes: Data) -> [String: String] {
    var names: [String: String] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count >= 2 else { continue }
      names[String(decoding: fields[0], as: UTF8.self)] = String(decoding: fields[1], as: UTF8.self)
    }
    return names
  }

  // MARK: Search

  /// Returns the cities that a query means, the best first.
  func cities(for query: CityQuery) -> [City] {
    var query = query
    return bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      numbers(of: query.name).compactMap { number in
        CityRow(Self.line(at: Int(starts[number]), of: bytes)).map { row in
          City(
            name: query.shownName(of: row), region: regions["\(row.country).\(row.region)"] ?? "",
            countryCode: row.country, latitude: row.latitude, longitude: row.longitude, timeZone: row.timeZone)
        }
      }
    }
  }

  /// Returns the cities with a folded name, or the beginning of one, by their numbers in the list of names.
  private func numbers(of name: [UInt8]) -> [Int] {
    let beginning = [NameList.lineEnd] + name
    // With a whole name in another language, such as 'Wien', a person rather means Vienna than Wiener Neustadt.
    let best = Set(
      names.cities(with: beginning, atMost: Self.maximumCount)
        + otherNames.cities(with: beginning + [NameList.lineEnd], atMost: Self.maximumCount))
    var found = Array(best.sorted().prefix(Self.maximumCount))
    for (list, pattern) in [(names, [NameFolding.space] + name), (otherNames, beginning)] {
      guard found.count < Self.maximumCount else { break }
      // Among these may be all that were found before.
      let more = list.cities(with: pattern, atMost: Self.maximumCount + found.count).filter { !found.contains($0) }
      found += more.prefix(Self.maximumCount - found.count)
    }
    return found
  }
}
