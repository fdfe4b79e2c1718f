/// What a statement returned.
package struct PostgresResult: Sendable {
  package let rows: [PostgresRow]
  /// The number of rows that were inserted, updated, deleted or selected.
  package let count: Int
}

/// A row of a result. Its values are read by the names of the columns; of columns with the same name, the first counts.
package struct PostgresRow: Sendable {
  /// The positions of the columns. All rows of a result share them.
  private let columns: [String: Int]
  private let values: [PostgresValue]

  init(columns: [String: Int], values: [PostgresValue]) {
    self.columns = columns
    self.values = values
  }

  /// Returns a value of any type.
  /// - Throws: ``PostgresError`` if there is no such column.
  package func value(_ column: String) throws(PostgresError) -> PostgresValue {
    guard let index = columns[column], values.indices.contains(index) else {
      throw PostgresError(.unexpected, "The result has no column '\(column)'")
    }
    return values[index]
  }

  // MARK: Values that are not NULL

  /// Returns a whole number.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is NULL or of another type.
  package func integer(_ column: String) throws(PostgresError) -> Int64 {
    try required(column, optionalInteger(column))
  }

  /// Returns a floating-point number.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is NULL or of another type.
  package func double(_ column: String) throws(PostgresError) -> Double {
    try required(column, optionalDouble(column))
  }

  /// Returns a truth value.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is NULL or of another type.
  package func bool(_ column: String) throws(PostgresError) -> Bool { try required(column, optionalBool(column)) }

  /// Returns a text.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is NULL or of another type.
  package func text(_ column: String) throws(PostgresError) -> String { try required(column, optionalText(column)) }

  /// Returns bytes.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is NULL or of another type.
  package func bytes(_ column: String) throws(PostgresError) -> [UInt8] {
    try required(column, optionalBytes(column))
  }

  // MARK: Values that may be NULL

  /// Returns a whole number, or nil for NULL.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is of another type.
  package func optionalInteger(_ column: String) throws(PostgresError) -> Int64? {
    switch try value(column) {
    case .integer(let number): number
    case let other: try absent(other, column, "a whole number")
    }
  }

  /// Returns a floating-point number, or nil for NULL.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is of another type.
  package func optionalDouble(_ column: String) throws(PostgresError) -> Double? {
    switch try value(column) {
    case .double(let number): number
    case let other: try absent(other, column, "a floating-point number")
    }
  }

  /// Returns a truth value, or nil for NULL.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is of another type.
  package func optionalBool(_ column: String) throws(PostgresError) -> Bool? {
    switch try value(column) {
    case .bool(let flag): flag
    case let other: try absent(other, column, "a truth value")
    }
  }

  /// Returns a text, or nil for NULL.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is of another type.
  package func optionalText(_ column: String) throws(PostgresError) -> String? {
    switch try value(column) {
    case .text(let text): text
    case let other: try absent(other, column, "a text")
    }
  }

  /// Returns bytes, or nil for NULL.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is of another type.
  package func optionalBytes(_ column: String) throws(PostgresError) -> [UInt8]? {
    switch try value(column) {
    case .bytes(let bytes): bytes
    case let other: try absent(other, column, "bytes")
    }
  }

  /// Returns a list of texts, or nil for NULL.
  /// - Throws: ``PostgresError`` if there is no such column, or its value is of another type.
  package func optionalTexts(_ column: String) throws(PostgresError) -> [String]? {
    switch try value(column) {
    case .texts(let texts): texts
    case let other: try absent(other, column, "a list of texts")
    }
  }

  private func required<Value>(_ column: String, _ value: Value?) throws(PostgresError) -> Value {
    guard let value else { throw PostgresError(.unexpected, "The column '\(column)' is NULL") }
    return value
  }

  private func absent<Value>(
    _ value: PostgresValue, _ column: String, _ expected: String
  ) throws(PostgresError) -> Value? {
    guard value == .null else { throw PostgresError(.unexpected, "The column '\(column)' is not \(expected)") }
    return nil
  }
}
