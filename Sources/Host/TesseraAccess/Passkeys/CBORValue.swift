/// A value of CBOR (RFC 8949), of the kinds that passkeys use: whole numbers, bytes, texts, lists, maps, and constants.
indirect enum CBORValue: Sendable, Hashable {
  case integer(Int64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  case map([CBORValue: CBORValue])
  case bool(Bool)
  case null

  /// Why bytes are not read.
  enum Problem: Error, Sendable, Hashable {
    /// The bytes end within a value.
    case incomplete
    /// Numbers with fractions, tags, lengths that are not stated, or numbers beyond 64 bits.
    case unsupported
    /// A text is not UTF-8, or a map has a key twice.
    case invalid
    /// There are too many values, or they are nested too deeply.
    case tooLarge
  }

  /// The maximum number of levels of CBOR. Deeper content is refused.
  private static let maximumDepth = 8
  /// The maximum number of values of CBOR. More are refused.
  private static let maximumCount = 256

  /// Reads the value at the beginning of bytes, and removes it from them.
  init(from bytes: inout ArraySlice<UInt8>) throws(Problem) {
    var count = 0
    self = try Self.read(&bytes, depth: 1, count: &count)
  }

  /// Reads the only value of bytes.
  init(_ bytes: [UInt8]) throws(Problem) {
    var rest = bytes[...]
    try self.init(from: &rest)
    guard rest.isEmpty else { throw .invalid }
  }

  private static func read(
    _ bytes: inout ArraySlice<UInt8>, depth: Int, count: inout Int
  ) throws(Problem) -> CBORValue {
    count += 1
    guard depth <= maximumDepth, count <= maximumCount else { throw .tooLarge }
    guard let first = bytes.popFirst() else { throw .incomplete }
    let (kind, detail) = (first >> 5, first & 0x1F)
    if kind == 7 {
      switch detail {
      case 20: return .bool(false)
      case 21: return .bool(true)
      case 22: return .null
      default: throw .unsupported
      }
    }
    let number = try argument(detail, &bytes)
    switch kind {
    case 0: return .integer(number)
    case 1: return .integer(-1 - number)
    case 2: return .bytes(Array(try take(number, &bytes)))
    case 3:
      guard let text = String(validating: try take(number, &bytes), as: UTF8.self) else { throw .invalid }
      return .text(text)
    case 4:
      var values: [CBORValue] = []
      // The number is not believed before the values are there.
      for _ in 0..<number { values.append(try read(&bytes, depth: depth + 1, count: &count)) }
      return .array(values)
    case 5:
      var values: [CBORValue: CBORValue] = [:]
      for _ in 0..<number {
        let key = try read(&bytes, depth: depth + 1, count: &count)
        let value = try read(&bytes, depth: depth + 1, count: &count)
        guard values.updateValue(value, forKey: key) == nil else { throw .invalid }
      }
      return .map(values)
    default: throw .unsupported
    }
  }

  /// Returns the number that follows the kind of a value: the value itself, or a length.
  private static func argument(_ detail: UInt8, _ bytes: inout ArraySlice<UInt8>) throws(Problem) -> Int64 {
    if detail < 24 { return Int64(detail) }
    guard detail < 28 else { throw .unsupported }
    let number = try take(1 << Int64(detail - 24), &bytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int64(exactly: number) else { throw .unsupported }
    return number
  }

  private static func take(_ count: Int64, _ bytes: inout ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8> {
    guard count <= bytes.count else { throw .incomplete }
    defer { bytes = bytes.dropFirst(Int(count)) }
    return bytes.prefix(Int(count))
  }

  /// Returns the value of a map for a key; nil if this is no map, or has none.
  subscript(_ key: CBORValue) -> CBORValue? { if case .map(let values) = self { values[key] } else { nil } }

  /// The bytes; nil if this has none.
  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
}
