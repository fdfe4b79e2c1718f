import CPostgreSQL

/// The server's response to a command.
final class PostgresResponse {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  /// Whether the response begins a transfer of `COPY`, which is not continued here.
  var isCopy: Bool {
    [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(PQresultStatus(result))
  }

  var isFailure: Bool {
    ![PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY].contains(PQresultStatus(result))
  }

  /// Whether the server closes the connection after this error.
  var isFatal: Bool { ["FATAL", "PANIC"].contains(field(.severity)) }

  /// Whether a prepared statement is gone, or its tables have changed since.
  var isStaleStatement: Bool {
    switch field(.sqlState) {
    case PostgresError.undefinedPreparedStatement: true
    // The state has many other causes. The server names this one only by its function (`plancache.c`).
    case PostgresError.notSupported: field(.function) == "RevalidateCachedQuery"
    default: false
    }
  }

  /// The SQLSTATE of an error. An error of libpq itself has none.
  var sqlState: String? { field(.sqlState) }

  /// The error in one line: its message, its detail and its hint.
  var message: String {
    let parts = [Field.message, .detail, .hint].compactMap { field($0) }
    let text = parts.isEmpty ? String(cString: PQresultErrorMessage(result)) : parts.joined(separator: "; ")
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "The server gave no reason"
  }

  /// The parts of an error (`postgres_ext.h`).
  private enum Field: Unicode.Scalar {
    case severity = "V"
    case sqlState = "C"
    case message = "M"
    case detail = "D"
    case hint = "H"
    case function = "R"
  }

  /// Returns the first line of a part.
  private func field(_ field: Field) -> String? {
    guard let text = PQresultErrorField(result, Int32(field.rawValue.value)) else { return nil }
    return String(cString: text).split(whereSeparator: \.isNewline).first.map(String.init)
  }

  // MARK: Rows

  /// Decodes the rows.
  /// - Throws: ``PostgresError`` if a column has a type that is not supported, even if there are no rows.
  func decoded() throws(PostgresError) -> PostgresResult {
    let fieldCount = PQnfields(result)
    var columns: [String: Int] = [:]
    var types: [UInt32] = []
    for field in 0..<max(fieldCount, 0) {
      let name = PQfname(result, field).map { String(cString: $0) } ?? ""
      let type = PQftype(result, field)
      guard PQfformat(result, field) == 1, PostgresDecoder.supports(type) else {
        throw PostgresError(
          .unexpected, "The column '\(name)' has the type with the number \(type), which needs a cast, such as '::text'"
        )
      }
      if columns[name] == nil { columns[name] = Int(field) }
      types.append(type)
    }
    var rows: [PostgresRow] = []
    let rowCount = max(PQntuples(result), 0)
    rows.reserveCapacity(Int(rowCount))
    for row in 0..<rowCount {
      var values: [PostgresValue] = []
      values.reserveCapacity(types.count)
      for (field, type) in types.enumerated() { values.append(try value(row, Int32(field), type)) }
      rows.append(PostgresRow(columns: columns, values: values))
    }
    let count = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    return PostgresResult(rows: rows, count: count)
  }

  private func value(_ row: Int32, _ field: Int32, _ type: UInt32) throws(PostgresError) -> PostgresValue {
    if PQgetisnull(result, row, field) != 0 { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, field), count: max(Int(PQgetlength(result, row, field)), 0))
    guard let value = PostgresDecoder.value(of: bytes, type: type) else {
      let name = PQfname(result, field).map { String(cString: $0) } ?? ""
      throw PostgresError(.unexpected, "The value of the column '\(name)' has an unexpected form")
    }
    return value
  }
}
