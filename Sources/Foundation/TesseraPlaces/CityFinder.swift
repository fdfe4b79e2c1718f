import Foundation

/// Finds cities by their names, without any network.
///
/// The table is read at the first search, which therefore takes a part of a second.
package actor CityFinder {
  /// The folder of the tables that Debian's package `libtimezonemap-data` installs.
  package static let standardFolder = "/usr/share/libtimezonemap/ui"

  private let folder: URL
  private var table: CityTable?

  /// - Parameter folder: The path of the folder with GeoNames' files `cities15000.txt` and `admin1Codes.txt`.
  package init(folder: String = CityFinder.standardFolder) { self.folder = URL(filePath: folder) }

  /// Whether the table of cities is there.
  package nonisolated var isAvailable: Bool {
    FileManager.default.isReadableFile(atPath: CityTable.file(in: folder).path)
  }

  /// Returns the cities whose names begin with a text, the best first: those that are called so or whose usual name
  /// begins so, then those with such a later word, then those with another name; each time the largest first.
  package func cities(named text: String) -> [City] {
    guard let query = CityQuery(text) else { return [] }
    // Where it is missing, it may be installed later.
    if table == nil { table = CityTable(folder: folder) }
    return table?.cities(for: query) ?? []
  }
}
