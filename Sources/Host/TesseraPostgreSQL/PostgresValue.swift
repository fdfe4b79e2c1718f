/// A parameter of a statement, or a value of a row.
///
/// A parameter has the SQL type in brackets, whatever the server would expect at its place: other types need a cast in
/// the statement, such as `$1::jsonb`.
package enum PostgresValue: Sendable, Hashable {
  /// NULL. As a parameter, it has the type that the server expects.
  case null
  /// A truth value (`boolean`).
  case bool(Bool)
  /// A whole number (`bigint`).
  case integer(Int64)
  /// A floating-point number (`double precision`).
  case double(Double)
  /// A text (`text`). The server refuses texts with U+0000.
  case text(String)
  /// Bytes (`bytea`).
  case bytes([UInt8])
  /// A list of texts (`text[]`).
  case texts([String])
}

/// The numbers of PostgreSQL's built-in types, which are the same in all databases (`pg_type.dat`).
enum PostgresType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let textArray: UInt32 = 1009
  static let bpchar: UInt32 = 1042
  static let varchar: UInt32 = 1043
  static let void: UInt32 = 2278
  static let uuid: UInt32 = 2950
  static let jsonb: UInt32 = 3802
}
