import Foundation
import GRDB
import GRDBSQLite
import TesseraValues

/// A prepared statement that is bound and stepped through SQLite's C API.
///
/// GRDB's rows and arguments box every value. An import binds tens of thousands of values, and a list reads as many.
struct RawStatement {
  private let statement: Statement
  private let raw: OpaquePointer

  /// Prepares a statement.
  ///
  /// - Parameters:
  ///   - connection: The database connection.
  ///   - sql: The SQL text.
  ///   - isCached: Whether the connection caches the statement. Pass true only for SQL from a small fixed set whose
  ///     uses are never nested.
  init(_ connection: Database, _ sql: String, isCached: Bool = true) throws {
    statement = try isCached ? connection.cachedStatement(sql: sql) : connection.makeStatement(sql: sql)
    raw = statement.sqliteStatement
    sqlite3_reset(raw)
    sqlite3_clear_bindings(raw)
  }

  // MARK: Binding, from index 1

  func bind(_ number: Int64, at index: Int) { sqlite3_bind_int64(raw, Int32(index), number) }

  func bind(_ number: Double, at index: Int) { sqlite3_bind_double(raw, Int32(index), number) }

  /// Binds the value of a column in another statement's current row.
  func bind(column: Int, of other: RawStatement, at index: Int) {
    sqlite3_bind_value(raw, Int32(index), sqlite3_column_value(other.raw, Int32(column)))
  }

  func bindNull(at index: Int) { sqlite3_bind_null(raw, Int32(index)) }

  func bind(_ text: String, at index: Int) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        let count = Int32(clamping: characters.count)
        _ =
          if let start = characters.baseAddress {
            sqlite3_bind_text(raw, Int32(index), start, count, Self.copied)
          } else {
            sqlite3_bind_text(raw, Int32(index), "", 0, Self.copied)
          }
      }
    }
  }

  /// Binds a value in its stored form: dates as seconds since the reference date, lists and objects as JSON.
  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null, .object: bindNull(at: index)
    case .bool(let flag): bind(flag ? 1 as Int64 : 0, at: index)
    case .integer(let number): bind(number, at: index)
    case .double(let number): bind(number, at: index)
    case .string(let text): bind(text, at: index)
    case .date(let date): bind(date.timeIntervalSinceReferenceDate, at: index)
    case .array, .dictionary: bindJSON(value, at: index)
    }
  }

  /// Binds the value of an attribute.
  func bind(_ value: Value, ofType type: AttributeType, at index: Int) {
    if type.kept == .any, !value.isNull { bindJSON(value, at: index) } else { bind(value, at: index) }
  }

  private func bindJSON(_ value: Value, at index: Int) {
    let bytes = StoredJSON.bytes(of: value)
    bytes.withUnsafeBytes { bytes in
      _ = sqlite3_bind_blob(raw, Int32(index), bytes.baseAddress, Int32(clamping: bytes.count), Self.copied)
    }
  }

  /// Tells SQLite to copy bound bytes (`SQLITE_TRANSIENT`).
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  // MARK: Running

  /// Does something for each row, in order, and resets the statement also if that fails: as long as a statement stands at
  /// a row, its connection reads the state of that moment, and no later one. The bindings stay in place until they are
  /// replaced.
  func forEachRow(_ body: () throws -> Void) throws {
    defer { sqlite3_reset(raw) }
    while try step() { try body() }
  }

  /// Reads the first row and resets the statement. The bindings stay in place until they are replaced.
  /// - Returns: What was read; nil without a row.
  func firstRow<Result>(_ read: () throws -> Result) throws -> Result? {
    defer { sqlite3_reset(raw) }
    return try step() ? try read() : nil
  }

  /// Returns whether there is a row, and resets the statement. The bindings stay in place until they are replaced.
  func hasRow() throws -> Bool { try firstRow {} != nil }

  /// Steps to the next row. Returns false after the last row.
  private func step() throws -> Bool {
    let code = sqlite3_step(raw)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(raw)))
    sqlite3_reset(raw)
    if code & 0xFF == SQLITE_FULL, let path = sqlite3_db_filename(sqlite3_db_handle(raw), "main"), path.pointee != 0 {
      let file = URL(filePath: String(cString: path))
      // The limit of a widget's data has the same code.
      if DiskSpace.isFull(in: file.deletingLastPathComponent()) { throw StoreError.diskFull }
    }
    throw StoreError.database(code: Int(code), message: message)
  }

  /// Runs a statement that returns no rows and resets it. The bindings stay in place until they are replaced.
  func run() throws { try forEachRow {} }

  // MARK: Reading, from index 0

  func integer(_ index: Int) -> Int64 { sqlite3_column_int64(raw, Int32(index)) }

  func isNull(_ index: Int) -> Bool { sqlite3_column_type(raw, Int32(index)) == SQLITE_NULL }

  func withTextBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_text(raw, Int32(index))
    let count = Int(sqlite3_column_bytes(raw, Int32(index)))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func text(_ index: Int) -> String { withTextBytes(index) { String(decoding: $0, as: UTF8.self) } }

  func value(_ index: Int, as type: AttributeType) -> Value {
    let column = Int32(index)
    guard sqlite3_column_type(raw, column) != SQLITE_NULL else { return .null }
    switch type.kept {
    case .string: return .string(text(index))
    case .integer: return .integer(sqlite3_column_int64(raw, column))
    case .boolean: return .bool(sqlite3_column_int64(raw, column) != 0)
    case .double: return .double(sqlite3_column_double(raw, column))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: sqlite3_column_double(raw, column)))
    default:
      let start = sqlite3_column_blob(raw, column)
      let count = Int(sqlite3_column_bytes(raw, column))
      return StoredJSON.value(of: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
  }
}

/// The stored form of attributes of type `any`: JSON text.
enum StoredJSON {
  /// The maximum nesting depth of stored lists and objects. Deeper data is rejected, so that all stored data can be
  /// read back.
  static let maximumDepth = 100

  static func bytes(of value: Value) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONText.write(value, into: &bytes)
    return bytes
  }

  static func value(of bytes: UnsafeRawBufferPointer) -> Value {
    let limits = JSONLimits(bytes: 1 << 30, depth: maximumDepth + 1, nodes: 100_000_000)
    return (try? Value.parseJSON(bytes, limits: limits)) ?? .null
  }

  /// Returns whether the data is within the depth limit and contains no live objects.
  static func isShallow(_ value: Value, depth: Int = 0) -> Bool {
    switch value {
    case .array(let values): depth < maximumDepth && values.allSatisfy { isShallow($0, depth: depth + 1) }
    case .dictionary(let members):
      depth < maximumDepth && members.values.allSatisfy { isShallow($0, depth: depth + 1) }
    case .object: false
    default: true
    }
  }
}
