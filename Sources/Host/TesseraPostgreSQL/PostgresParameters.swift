import CPostgreSQL

/// The parameters of a statement in PostgreSQL's binary format.
struct PostgresParameters {
  /// The maximum number of parameters of a statement. The statement fails before it is sent.
  static let maximumCount = 65_535
  /// The maximum size of all parameters of a statement, in bytes. The statement fails before it is sent.
  static let maximumBytes = 1 << 30

  /// The numbers of the types; 0 for the type that the server expects.
  let types: [Oid]
  /// All values, one after the other, and a byte that gives even an empty list an address.
  private var bytes: [UInt8] = []
  /// Where each value is; nil for NULL.
  private var ranges: [Range<Int>?] = []

  /// Encodes values.
  /// - Throws: ``PostgresError`` if they are too many or too large.
  init(_ values: [PostgresValue]) throws(PostgresError) {
    guard values.count <= Self.maximumCount else {
      throw PostgresError(.unexpected, "The statement has more than \(Self.maximumCount) parameters", isUnsent: true)
    }
    guard values.reduce(0, { $0 + Self.size(of: $1) }) <= Self.maximumBytes else {
      throw PostgresError(.unexpected, "The parameters have more than \(Self.maximumBytes) bytes", isUnsent: true)
    }
    types = values.map(Self.type)
    ranges.reserveCapacity(values.count)
    for value in values {
      let start = bytes.count
      append(value)
      ranges.append(value == .null ? nil : start..<bytes.count)
    }
    bytes.append(0)
  }

  private static func type(of value: PostgresValue) -> Oid {
    switch value {
    case .null: 0
    case .bool: PostgresType.bool
    case .integer: PostgresType.int8
    case .double: PostgresType.float8
    case .text: PostgresType.text
    case .bytes: PostgresType.bytea
    case .texts: PostgresType.textArray
    }
  }

  private static func size(of value: PostgresValue) -> Int {
    switch value {
    case .null: 0
    case .bool: 1
    case .integer, .double: 8
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .texts(let texts): texts.reduce(20) { $0 + 4 + $1.utf8.count }
    }
  }

  private mutating func append(_ value: PostgresValue) {
    switch value {
    case .null: break
    case .bool(let flag): bytes.append(flag ? 1 : 0)
    case .integer(let number): append(number)
    case .double(let number): append(number.bitPattern)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .bytes(let content): bytes.append(contentsOf: content)
    case .texts(let texts): append(texts)
    }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends an array: the number of dimensions, whether there are NULLs, the type, each dimension, and the elements
  /// (`array_recv` in `arrayfuncs.c`). An empty array has no dimensions.
  private mutating func append(_ texts: [String]) {
    append(texts.isEmpty ? 0 as Int32 : 1)
    append(0 as Int32)
    append(PostgresType.text)
    guard !texts.isEmpty else { return }
    append(Int32(clamping: texts.count))
    append(1 as Int32)
    for text in texts {
      append(Int32(clamping: text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Passes the values, their lengths and their formats to a function of libpq.
  func withPointers<Result>(
    _ body: (
      _ count: Int32, _ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]
    ) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      return body(
        Int32(ranges.count), ranges.map { range in range.flatMap { range in start.map { $0 + range.lowerBound } } },
        ranges.map { Int32($0?.count ?? 0) }, ranges.map { _ in 1 })
    }
  }
}
