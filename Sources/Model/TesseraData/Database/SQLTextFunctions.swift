import GRDB
import GRDBSQLite
import TesseraExpressions
import TesseraText
import TesseraValues

/// The custom SQL functions and the collation for queries. They operate on the stored bytes.
///
/// - `tessera_contains(text, part, flags)`, `tessera_prefix`, `tessera_suffix`: 1 or 0.
/// - `tessera_compare(text, text, flags)`: Negative, zero or positive; null if an operand is not text.
/// - `tessera_like(text, pattern, options)`, `tessera_matches`: The result of the predicate language's operator, 1 or
///   0; 0 if an operand is not text.
/// - `COLLATE tessera`: The order of ``StoredTextOrder``.
enum SQLTextFunctions {
  static func install(in connection: Database) throws {
    let functions: [(name: String, count: Int32, function: SQLFunction)] = [
      ("tessera_contains", 3, containsFunction), ("tessera_prefix", 3, prefixFunction),
      ("tessera_suffix", 3, suffixFunction), ("tessera_compare", 3, compareFunction),
      ("tessera_like", 3, likeFunction), ("tessera_matches", 3, matchesFunction),
    ]
    for (name, count, function) in functions {
      try check(
        sqlite3_create_function_v2(
          connection.sqliteConnection, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, function, nil, nil, nil))
    }
    try check(
      sqlite3_create_collation_v2(connection.sqliteConnection, "tessera", SQLITE_UTF8, nil, textCollation, nil))
  }

  private static func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw StoreError.database(code: Int(code), message: "a function cannot be registered") }
  }
}

/// A prepared search text.
private final class TextSearch {
  let pattern: TextPattern

  /// - Parameters:
  ///   - part: The text to search for.
  ///   - flags: The bits of the folding options, plus 8 for a literal search.
  init(_ part: String, flags: Int64) {
    let options = TextFolding.Options(rawValue: UInt8(truncatingIfNeeded: flags & 7))
    pattern = TextPattern(part, options: options, isLiteral: flags & 8 != 0)
  }
}

/// A prepared predicate on a text, such as `SELF LIKE 'a*'`.
private final class TextTest {
  private let predicate: ValuePredicate

  /// - Parameters:
  ///   - comparison: The operator.
  ///   - pattern: The right-hand side.
  ///   - flags: The bits of the comparison options.
  init(_ comparison: ComparisonOperator, _ pattern: String, flags: Int64) {
    let options = ComparisonOptions(rawValue: UInt8(truncatingIfNeeded: flags))
    predicate = ValuePredicate(
      .comparison(ComparisonNode(.selfObject, comparison, .constant(.string(pattern)), options: options)))
  }

  func holds(for text: String) -> Bool { predicate.evaluate(with: .string(text)) }
}

// MARK: - Functions called by SQLite

// Top-level functions, because SQLite takes C function pointers, which cannot capture context.

private typealias SQLFunction =
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

private func containsFunction(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) { search(context, arguments) { $0.isContained(in: $1) } }

private func prefixFunction(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) { search(context, arguments) { $0.isPrefix(of: $1) } }

private func suffixFunction(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) { search(context, arguments) { $0.isSuffix(of: $1) } }

private func compareFunction(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let left = textBytes(arguments?[0]), let right = textBytes(arguments?[1]) else {
    return sqlite3_result_null(context)
  }
  let options = TextFolding.Options(rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int64(arguments?[2]) & 7))
  sqlite3_result_int64(context, Int64(StoredTextOrder.compare(left, right, options: options)))
}

private func likeFunction(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) { test(context, arguments, .like) }

private func matchesFunction(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) { test(context, arguments, .matches) }

private func textCollation(
  _ context: UnsafeMutableRawPointer?, _ leftCount: Int32, _ left: UnsafeRawPointer?, _ rightCount: Int32,
  _ right: UnsafeRawPointer?
) -> Int32 {
  let order = StoredTextOrder.compare(
    UnsafeBufferPointer(start: left?.assumingMemoryBound(to: UInt8.self), count: Int(leftCount)),
    UnsafeBufferPointer(start: right?.assumingMemoryBound(to: UInt8.self), count: Int(rightCount)))
  return Int32(order.signum())
}

private func search(
  _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
  _ matches: (TextPattern, UnsafeBufferPointer<UInt8>) -> Bool
) {
  guard let value = textBytes(arguments?[0]), let part = textBytes(arguments?[1]) else {
    return sqlite3_result_int(context, 0)
  }
  let flags = sqlite3_value_int64(arguments?[2])
  let search = kept(context, argument: 1) { TextSearch(String(decoding: part, as: UTF8.self), flags: flags) }
  sqlite3_result_int(context, matches(search.pattern, value) ? 1 : 0)
}

private func test(
  _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ comparison: ComparisonOperator
) {
  guard let value = textBytes(arguments?[0]), let pattern = textBytes(arguments?[1]) else {
    return sqlite3_result_int(context, 0)
  }
  let flags = sqlite3_value_int64(arguments?[2])
  let test = kept(context, argument: 1) {
    TextTest(comparison, String(decoding: pattern, as: UTF8.self), flags: flags)
  }
  sqlite3_result_int(context, test.holds(for: String(decoding: value, as: UTF8.self)) ? 1 : 0)
}

/// Returns the bytes of a text value, or nil for any other value.
private func textBytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
  guard sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
  let start = sqlite3_value_text(value)
  return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
}

/// Returns an object derived from an argument, cached by SQLite for subsequent rows if the argument is constant. For
/// other arguments the object is created for each row.
private func kept<Object: AnyObject>(_ context: OpaquePointer?, argument: Int32, make: () -> Object) -> Object {
  if let known = sqlite3_get_auxdata(context, argument) {
    return Unmanaged<Object>.fromOpaque(known).takeUnretainedValue()
  }
  let new = make()
  sqlite3_set_auxdata(context, argument, Unmanaged.passRetained(new).toOpaque(), releaseKept)
  return new
}

private func releaseKept(_ pointer: UnsafeMutableRawPointer?) {
  if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
}
