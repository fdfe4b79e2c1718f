import TesseraValues

/// Reads a binary property list of version 00.
///
/// Foundation's reader does not suffice here. Outside of Apple's systems it has no public form of the references of
/// keyed archives, and it takes time that is exponential in the depth of a file whose arrays share their elements: one
/// of 200 bytes keeps it busy for minutes. This reader makes each object once, and refuses a file whose values are too
/// many when written out.
///
/// The format: the magic number `bplist00`; objects, each a marker byte with the type in the upper and a length in the
/// lower half; a table of the objects' offsets; a trailer of 32 bytes. Numbers have their most significant byte first.
/// The source of these rules is the description in CFBinaryPList.c of the open CoreFoundation.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let trailer: Trailer
  /// The objects that are made, by index.
  private var made: [CountedValue?]
  /// The objects that contain the one being read.
  private var isOpen: [Bool]
  /// The values and bytes that may still be made.
  private var remainingValues = PropertyListLimit.values
  private var remainingContentBytes = PropertyListLimit.contentBytes

  /// An object, and the number of values it has when shared parts are counted each time.
  private struct CountedValue {
    var value: PropertyListValue
    var count: Int
  }

  private struct Trailer {
    var offsetSize: Int
    var referenceSize: Int
    var count: Int
    var root: Int
    var table: Int
  }

  private static let headerSize = 8
  private static let trailerSize = 32

  /// Reads a file.
  ///
  /// - Parameter bytes: The file, of at most ``PropertyListLimit/fileBytes``.
  static func read(_ bytes: [UInt8]) throws(XcodeFileError) -> PropertyListValue {
    var reader = try BinaryPropertyListReader(bytes)
    return try reader.object(reader.trailer.root, depth: 1).value
  }

  private init(_ bytes: [UInt8]) throws(XcodeFileError) {
    self.bytes = bytes
    guard bytes.starts(with: "bplist00".utf8) else {
      throw XcodeFileError("The file is not a binary property list of version 00", offset: 0)
    }
    let end = bytes.count - Self.trailerSize
    guard end >= Self.headerSize else { throw XcodeFileError("The trailer is missing", offset: bytes.count) }
    let offsetSize = Int(bytes[end + 6])
    let referenceSize = Int(bytes[end + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw XcodeFileError("Offsets and references have 1 to 8 bytes", offset: end + 6)
    }
    guard let count = Self.integer(bytes[end + 8..<end + 16]), let root = Self.integer(bytes[end + 16..<end + 24]),
      let table = Self.integer(bytes[end + 24..<end + 32])
    else { throw XcodeFileError("A number of the trailer is too large", offset: end + 8) }
    guard table >= Self.headerSize, table <= end, count > 0, count <= (end - table) / offsetSize else {
      throw XcodeFileError("The table of \(count) offsets at byte \(table) is not within the file", offset: end + 8)
    }
    guard count <= PropertyListLimit.values else {
      throw XcodeFileError("The file has more than \(PropertyListLimit.values) objects: \(count)", offset: end + 8)
    }
    guard root < count else { throw XcodeFileError("The root object \(root) does not exist", offset: end + 16) }
    trailer = Trailer(offsetSize: offsetSize, referenceSize: referenceSize, count: count, root: root, table: table)
    made = Array(repeating: nil, count: count)
    isOpen = Array(repeating: false, count: count)
  }

  // MARK: - Objects

  private mutating func object(_ index: Int, depth: Int) throws(XcodeFileError) -> CountedValue {
    if let made = made[index] { return made }
    let entry = trailer.table + index * trailer.offsetSize
    guard let offset = Self.integer(bytes[entry..<entry + trailer.offsetSize]), offset >= Self.headerSize,
      offset < trailer.table
    else { throw XcodeFileError("The object is not within the file", offset: entry, object: index) }
    guard !isOpen[index] else { throw XcodeFileError("The object contains itself", offset: offset, object: index) }
    guard depth <= PropertyListLimit.depth else {
      throw XcodeFileError("There are more than \(PropertyListLimit.depth) levels", offset: offset, object: index)
    }
    isOpen[index] = true
    let result: CountedValue
    do {
      result = try object(at: offset, depth: depth)
    } catch {
      // The innermost object with a problem names it.
      throw XcodeFileError(error.reason, offset: error.offset, object: error.object ?? index)
    }
    guard result.count <= PropertyListLimit.values else {
      throw XcodeFileError(
        "The object has more than \(PropertyListLimit.values) values when written out", offset: offset, object: index)
    }
    isOpen[index] = false
    made[index] = result
    return result
  }

  private mutating func object(at offset: Int, depth: Int) throws(XcodeFileError) -> CountedValue {
    let marker = bytes[offset]
    switch (marker >> 4, marker & 0x0F) {
    case (0x0, 0x8): return CountedValue(value: .boolean(false), count: 1)
    case (0x0, 0x9): return CountedValue(value: .boolean(true), count: 1)
    case (0x1, 0...4): return CountedValue(value: try integerObject(at: offset), count: 1)
    case (0x2, 2), (0x2, 3): return CountedValue(value: .real(try real(at: offset)), count: 1)
    case (0x3, 3): return CountedValue(value: .date(try real(at: offset)), count: 1)
    case (0x4, _): return CountedValue(value: .data(Array(try content(at: offset, width: 1))), count: 1)
    case (0x5, _), (0x6, _): return CountedValue(value: .string(try string(at: offset)), count: 1)
    case (0x8, let length):
      guard let reference = Self.integer(try slice(at: offset + 1, length: Int(length) + 1)) else {
        throw XcodeFileError("A reference of a keyed archive is too large", offset: offset)
      }
      return CountedValue(value: .reference(reference), count: 1)
    case (0xA, _), (0xB, _), (0xC, _): return try array(at: offset, depth: depth)
    case (0xD, _): return try dictionary(at: offset, depth: depth)
    default:
      throw XcodeFileError("The type of an object is unknown: 0x\(String(marker, radix: 16))", offset: offset)
    }
  }

  private mutating func array(at offset: Int, depth: Int) throws(XcodeFileError) -> CountedValue {
    let (length, start) = try length(at: offset)
    let references = try slice(at: start, length: length, width: trailer.referenceSize)
    try reserve(values: length, at: offset)
    var elements: [PropertyListValue] = []
    elements.reserveCapacity(length)
    var count = 1
    for position in 0..<length {
      let element = try object(try reference(position, in: references), depth: depth + 1)
      elements.append(element.value)
      count = try sum(count, element.count, at: offset)
    }
    return CountedValue(value: .array(elements), count: count)
  }

  private mutating func dictionary(at offset: Int, depth: Int) throws(XcodeFileError) -> CountedValue {
    let (length, start) = try length(at: offset)
    // The keys' references come first, and then those of the values.
    let references = try slice(at: start, length: length, width: trailer.referenceSize * 2)
    try reserve(values: length, at: offset)
    try reserve(values: length, at: offset)
    var dictionary = PropertyListDictionary()
    var count = 1
    for position in 0..<length {
      let keyIndex = try reference(position, in: references)
      guard case .string(let key) = try object(keyIndex, depth: depth + 1).value else {
        throw XcodeFileError("A key of a dictionary is not text", offset: offset, object: keyIndex)
      }
      // Dictionaries can share a key, and each hashes it.
      guard key.utf8.count <= remainingContentBytes else {
        throw XcodeFileError("Keys have more than \(PropertyListLimit.contentBytes) bytes", offset: offset)
      }
      remainingContentBytes -= key.utf8.count
      let value = try object(try reference(length + position, in: references), depth: depth + 1)
      dictionary.set(value.value, for: key)
      count = try sum(count, value.count, at: offset)
      count = try sum(count, 1, at: offset)
    }
    return CountedValue(value: .dictionary(dictionary), count: count)
  }

  // MARK: - Scalars

  /// An integer of 1, 2 or 4 bytes has no sign. One of 8 bytes has one, and so has one of 16, which is written for
  /// numbers from 2⁶³.
  private func integerObject(at offset: Int) throws(XcodeFileError) -> PropertyListValue {
    let digits = try slice(at: offset + 1, length: 1 << Int(bytes[offset] & 0x0F))
    guard digits.count <= 8 || digits.prefix(8).allSatisfy({ $0 == 0 }) else {
      throw XcodeFileError("An integer has more than 64 bits", offset: offset)
    }
    let pattern = Self.unsigned(digits.suffix(8))
    if digits.count == 8 { return .integer(Int64(bitPattern: pattern)) }
    return Int64(exactly: pattern).map { .integer($0) } ?? .real(Double(pattern))
  }

  private func real(at offset: Int) throws(XcodeFileError) -> Double {
    let digits = try slice(at: offset + 1, length: 1 << Int(bytes[offset] & 0x0F))
    let pattern = Self.unsigned(digits)
    return digits.count == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
  }

  /// A text: ASCII, or UTF-16 with a length in code units. Lone surrogates become U+FFFD.
  private mutating func string(at offset: Int) throws(XcodeFileError) -> String {
    guard bytes[offset] >> 4 == 0x6 else {
      let text = try content(at: offset, width: 1)
      guard text.allSatisfy({ $0 < 0x80 }) else { throw XcodeFileError("A text is not ASCII", offset: offset) }
      return String(decoding: text, as: UTF8.self)
    }
    let text = try content(at: offset, width: 2)
    let units = stride(from: text.startIndex, to: text.endIndex, by: 2).map { (index: Int) -> UInt16 in
      UInt16(text[index]) << 8 | UInt16(text[index + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: - Bytes

  /// The length of an object, and where its content begins. A length from 15 is an integer object of its own.
  private func length(at offset: Int) throws(XcodeFileError) -> (length: Int, start: Int) {
    let short = Int(bytes[offset] & 0x0F)
    guard short == 0x0F else { return (short, offset + 1) }
    let marker = Int(try slice(at: offset + 1, length: 1).first ?? 0)
    guard (0x10...0x13).contains(marker) else {
      throw XcodeFileError("The length of an object is not an integer", offset: offset + 1)
    }
    let size = 1 << (marker & 0x0F)
    guard let length = Self.integer(try slice(at: offset + 2, length: size)) else {
      throw XcodeFileError("The length of an object is too large", offset: offset + 1)
    }
    return (length, offset + 2 + size)
  }

  /// The content of a text or of data, charged to the budget: several objects can have the same bytes.
  private mutating func content(at offset: Int, width: Int) throws(XcodeFileError) -> ArraySlice<UInt8> {
    let (length, start) = try length(at: offset)
    let content = try slice(at: start, length: length, width: width)
    guard content.count <= remainingContentBytes else {
      throw XcodeFileError("Texts and data have more than \(PropertyListLimit.contentBytes) bytes", offset: offset)
    }
    remainingContentBytes -= content.count
    return content
  }

  private mutating func reserve(values count: Int, at offset: Int) throws(XcodeFileError) {
    guard count <= remainingValues else {
      throw XcodeFileError("The file has more than \(PropertyListLimit.values) values", offset: offset)
    }
    remainingValues -= count
  }

  private func sum(_ first: Int, _ second: Int, at offset: Int) throws(XcodeFileError) -> Int {
    let (sum, overflows) = first.addingReportingOverflow(second)
    guard !overflows, sum <= PropertyListLimit.values else {
      throw XcodeFileError(
        "The object has more than \(PropertyListLimit.values) values when written out", offset: offset)
    }
    return sum
  }

  private func reference(_ position: Int, in references: ArraySlice<UInt8>) throws(XcodeFileError) -> Int {
    let start = references.startIndex + position * trailer.referenceSize
    guard let index = Self.integer(references[start..<start + trailer.referenceSize]), index < trailer.count else {
      throw XcodeFileError("An object is referred to that does not exist", offset: start)
    }
    return index
  }

  /// The bytes of a part of an object, which ends before the table of offsets.
  private func slice(at start: Int, length: Int, width: Int = 1) throws(XcodeFileError) -> ArraySlice<UInt8> {
    let (size, overflows) = length.multipliedReportingOverflow(by: width)
    guard !overflows, start <= trailer.table, size <= trailer.table - start else {
      throw XcodeFileError("An object with \(length) elements does not fit into the file", offset: start)
    }
    return bytes[start..<start + size]
  }

  private static func unsigned(_ digits: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for digit in digits { number = number << 8 | UInt64(digit) }
    return number
  }

  /// A number without a sign, or `nil` if it exceeds the largest index.
  private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= 8 || digits.dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
    return Int(exactly: unsigned(digits.suffix(8)))
  }
}
