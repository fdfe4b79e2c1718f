/// Reads values in PostgreSQL's binary format. It trusts no length that the server gives.
struct PostgresDecoder {
  private var bytes: UnsafeRawBufferPointer

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether values of a type can be read.
  static func supports(_ type: UInt32) -> Bool {
    switch type {
    case PostgresType.bool, PostgresType.int2, PostgresType.int4, PostgresType.int8, PostgresType.float4,
      PostgresType.float8, PostgresType.text, PostgresType.varchar, PostgresType.bpchar, PostgresType.name,
      PostgresType.unknown, PostgresType.json, PostgresType.jsonb, PostgresType.bytea, PostgresType.uuid,
      PostgresType.textArray, PostgresType.void:
      true
    default: false
    }
  }

  /// Decodes a value.
  /// - Returns: Nil if the bytes are no value of the type, or the type is not supported.
  static func value(of bytes: UnsafeRawBufferPointer, type: UInt32) -> PostgresValue? {
    var decoder = PostgresDecoder(bytes)
    guard let value = decoder.value(of: type), decoder.bytes.isEmpty else { return nil }
    return value
  }

  private mutating func value(of type: UInt32) -> PostgresValue? {
    switch type {
    case PostgresType.bool: integer(UInt8.self).map { .bool($0 != 0) }
    case PostgresType.int2: integer(Int16.self).map { .integer(Int64($0)) }
    case PostgresType.int4: integer(Int32.self).map { .integer(Int64($0)) }
    case PostgresType.int8: integer(Int64.self).map { .integer($0) }
    case PostgresType.float4: integer(UInt32.self).map { .double(Double(Float(bitPattern: $0))) }
    case PostgresType.float8: integer(UInt64.self).map { .double(Double(bitPattern: $0)) }
    case PostgresType.text, PostgresType.varchar, PostgresType.bpchar, PostgresType.name, PostgresType.unknown,
      PostgresType.json:
      text(bytes.count).map { .text($0) }
    // The text follows the number of its format, which is 1 in all versions.
    case PostgresType.jsonb: integer(UInt8.self) == 1 ? text(bytes.count).map { .text($0) } : nil
    case PostgresType.bytea: take(bytes.count).map { .bytes(Array($0)) }
    case PostgresType.uuid: uuid().map { .text($0) }
    case PostgresType.textArray: texts().map { .texts($0) }
    case PostgresType.void: take(bytes.count).map { _ in .null }
    default: nil
    }
  }

  private mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, count <= bytes.count else { return nil }
    defer { bytes = UnsafeRawBufferPointer(rebasing: bytes[count...]) }
    return UnsafeRawBufferPointer(rebasing: bytes[..<count])
  }

  private mutating func integer<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
    take(MemoryLayout<Number>.size).map { Number(bigEndian: $0.loadUnaligned(as: Number.self)) }
  }

  private mutating func text(_ count: Int) -> String? { take(count).map { String(decoding: $0, as: UTF8.self) } }

  /// Reads 16 bytes as 8-4-4-4-12 lowercase hexadecimal digits, as the server writes them.
  private mutating func uuid() -> String? {
    let digits = Array("0123456789abcdef")
    guard let bytes = take(16) else { return nil }
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append("-") }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  /// Reads an array of one dimension without NULLs (`array_send` in `arrayfuncs.c`).
  private mutating func texts() -> [String]? {
    guard let dimensions = integer(Int32.self), integer(Int32.self) != nil, integer(UInt32.self) == PostgresType.text
    else { return nil }
    if dimensions == 0 { return [] }
    guard dimensions == 1, let count = integer(Int32.self), count >= 0, integer(Int32.self) != nil else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      // NULL has the length -1.
      guard let length = integer(Int32.self), let text = text(Int(length)) else { return nil }
      texts.append(text)
    }
    return texts
  }
}
