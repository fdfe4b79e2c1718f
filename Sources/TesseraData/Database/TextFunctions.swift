import GRDB

/// The functions and collations that queries use beside SQLite's own.
enum TextFunctions {
  static func install(in connection: Database) {}
}
