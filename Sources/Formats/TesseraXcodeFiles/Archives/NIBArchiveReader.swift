/// Reads compiled nibs in the format NIBArchive, which Interface Builder writes for iOS.
///
/// The format has no published description. This reader follows files that Xcode 9 made, version 1.9: ten bytes of
/// signature, ten 32-bit numbers (version; count and offset of objects, keys, values and class names), then these four
/// sections. Numbers are little-endian; lengths have seven bits in a byte, least significant first, and the last byte
/// has its high bit set. Later minor versions are read in the same way. Another major version is refused.
///
/// A nib may contain others as data, such as those of a table's prototype cells. They stay data here.
///
/// - Complexity: O(*n*) time and memory in the bytes of the file.
package struct NIBArchiveReader {
  /// What the reader admits. Real nibs stay far below.
  package enum Limit {
    /// The largest file in bytes.
    package static let bytes = 16 << 20
    /// The most objects of a file.
    package static let objects = 100_000
    /// The most values of a file, over all objects.
    package static let values = 500_000
    /// The most different keys of a file.
    package static let keys = 20_000
    /// The most classes of a file.
    package static let classes = 20_000
    /// The longest key or class name in bytes.
    package static let nameBytes = 1024
  }

  /// Returns whether bytes start with the signature of the format.
  package static func isNIBArchive(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: signature) }

  /// Reads all objects of a file. Object 0 is the root.
  ///
  /// References between objects are verified: each names an object of the file.
  package static func objects(of bytes: [UInt8]) throws(XcodeFileError) -> ArchivedObjects {
    guard bytes.count <= Limit.bytes else {
      throw XcodeFileError("A nib has more than \(Limit.bytes) bytes: \(bytes.count)")
    }
    guard isNIBArchive(bytes) else { throw XcodeFileError("The file is not a NIBArchive", offset: 0) }
    return try NIBArchiveReader(bytes).read()
  }

  static let signature = Array("NIBArchive".utf8)

  private let bytes: [UInt8]
  private let header: Header

  private init(_ bytes: [UInt8]) throws(XcodeFileError) {
    self.bytes = bytes
    header = try Header(of: bytes)
  }

  private func read() throws(XcodeFileError) -> ArchivedObjects {
    let keys = try keys()
    let classes = try classes()
    let values = try values(keys: keys)
    return ArchivedObjects(objects: try objects(classes: classes, values: values), root: 0)
  }

  private func keys() throws(XcodeFileError) -> [String] {
    var cursor = ByteCursor(bytes, at: header.keys.offset)
    var keys: [String] = []
    keys.reserveCapacity(header.keys.count)
    for _ in 0..<header.keys.count {
      let length = try cursor.variableLength()
      keys.append(try cursor.name(length: length, limit: Limit.nameBytes, of: "key"))
    }
    return keys
  }

  private struct NamedClass {
    var name: String
    var fallbacks: [String]
  }

  private func classes() throws(XcodeFileError) -> [NamedClass] {
    var cursor = ByteCursor(bytes, at: header.classes.offset)
    var names: [String] = []
    var fallbacks: [[(index: Int, offset: Int)]] = []
    for _ in 0..<header.classes.count {
      let length = try cursor.variableLength()
      let fallbackCount = try cursor.variableLength()
      guard fallbackCount <= header.classes.count else {
        throw XcodeFileError("A class has more fallback classes than the file has classes", offset: cursor.offset)
      }
      var indices: [(index: Int, offset: Int)] = []
      for _ in 0..<fallbackCount {
        let offset = cursor.offset
        indices.append((try cursor.unsigned32(), offset))
      }
      let name = try cursor.name(length: length, limit: Limit.nameBytes, of: "class name")
      names.append(name.last == "\0" ? String(name.dropLast()) : name)
      fallbacks.append(indices)
    }
    var classes: [NamedClass] = []
    for (name, indices) in zip(names, fallbacks) {
      var fallbackNames: [String] = []
      for (index, offset) in indices {
        guard names.indices.contains(index) else {
          throw XcodeFileError("A fallback class does not exist: \(index) of \(names.count)", offset: offset)
        }
        fallbackNames.append(names[index])
      }
      classes.append(NamedClass(name: name, fallbacks: fallbackNames))
    }
    return classes
  }

  private func values(keys: [String]) throws(XcodeFileError) -> [(key: String, value: ArchivedValue)] {
    var cursor = ByteCursor(bytes, at: header.values.offset)
    var values: [(key: String, value: ArchivedValue)] = []
    values.reserveCapacity(header.values.count)
    for _ in 0..<header.values.count {
      let offset = cursor.offset
      let key = try cursor.variableLength()
      guard keys.indices.contains(key) else {
        throw XcodeFileError("A key does not exist: \(key) of \(keys.count)", offset: offset)
      }
      values.append((keys[key], try value(at: &cursor)))
    }
    return values
  }

  private func value(at cursor: inout ByteCursor) throws(XcodeFileError) -> ArchivedValue {
    let offset = cursor.offset
    switch try cursor.byte() {
    case 0: return .integer(Int64(Int8(truncatingIfNeeded: try cursor.littleEndian(bytes: 1))))
    case 1: return .integer(Int64(Int16(truncatingIfNeeded: try cursor.littleEndian(bytes: 2))))
    case 2: return .integer(Int64(Int32(truncatingIfNeeded: try cursor.littleEndian(bytes: 4))))
    case 3: return .integer(Int64(truncatingIfNeeded: try cursor.littleEndian(bytes: 8)))
    case 4: return .boolean(false)
    case 5: return .boolean(true)
    case 6: return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try cursor.littleEndian(bytes: 4)))))
    case 7: return .number(Double(bitPattern: try cursor.littleEndian(bytes: 8)))
    case 8:
      let length = try cursor.variableLength()
      return .data(Array(try cursor.slice(length: length)))
    case 9: return .none
    case 10:
      let index = try cursor.unsigned32()
      guard index < header.objects.count else {
        throw XcodeFileError("A referenced object does not exist: \(index) of \(header.objects.count)", offset: offset)
      }
      return .reference(index)
    case let type: throw XcodeFileError("A value has the unknown type \(type)", offset: offset)
    }
  }

  private func objects(
    classes: [NamedClass], values: [(key: String, value: ArchivedValue)]
  ) throws(XcodeFileError) -> [ArchivedObjects.Object] {
    var cursor = ByteCursor(bytes, at: header.objects.offset)
    var objects: [ArchivedObjects.Object] = []
    objects.reserveCapacity(header.objects.count)
    // Each value belongs to one object. Ranges that overlap could multiply a small file.
    var unclaimed = values.count
    for index in 0..<header.objects.count {
      let offset = cursor.offset
      let classIndex = try cursor.variableLength()
      let start = try cursor.variableLength()
      let count = try cursor.variableLength()
      guard classes.indices.contains(classIndex) else {
        throw XcodeFileError(
          "A class does not exist: \(classIndex) of \(classes.count)", offset: offset, object: index)
      }
      guard start <= values.count, count <= values.count - start else {
        throw XcodeFileError(
          "The values of an object do not exist: \(count) from \(start) of \(values.count)", offset: offset,
          object: index)
      }
      guard count <= unclaimed else {
        throw XcodeFileError("Objects claim more values than the file has", offset: offset, object: index)
      }
      unclaimed -= count
      let namedClass = classes[classIndex]
      objects.append(
        ArchivedObjects.Object(
          className: namedClass.name, fallbackClassNames: namedClass.fallbacks,
          values: Array(values[start..<start + count])))
    }
    return objects
  }
}

extension NIBArchiveReader {
  /// The numbers at the start of a file.
  private struct Header {
    struct Section {
      var count: Int
      var offset: Int
    }

    var objects: Section
    var keys: Section
    var values: Section
    var classes: Section

    init(of bytes: [UInt8]) throws(XcodeFileError) {
      var cursor = ByteCursor(bytes, at: NIBArchiveReader.signature.count)
      let offset = cursor.offset
      let major = try cursor.unsigned32()
      let minor = try cursor.unsigned32()
      guard major == 1 else {
        throw XcodeFileError("A NIBArchive of version \(major).\(minor) cannot be read", offset: offset)
      }
      objects = try Self.section("objects", limit: Limit.objects, leastBytes: 3, at: &cursor)
      keys = try Self.section("keys", limit: Limit.keys, leastBytes: 1, at: &cursor)
      values = try Self.section("values", limit: Limit.values, leastBytes: 2, at: &cursor)
      classes = try Self.section("classes", limit: Limit.classes, leastBytes: 2, at: &cursor)
      guard objects.count > 0 else { throw XcodeFileError("A nib has no objects", offset: offset) }
    }

    /// Reads a section's count and offset. The section must be able to hold as many entries as it claims.
    private static func section(
      _ name: String, limit: Int, leastBytes: Int, at cursor: inout ByteCursor
    ) throws(XcodeFileError) -> Section {
      let start = cursor.offset
      let count = try cursor.unsigned32()
      let offset = try cursor.unsigned32()
      guard count <= limit else {
        throw XcodeFileError("A nib has more than \(limit) \(name): \(count)", offset: start)
      }
      guard offset <= cursor.end, count <= (cursor.end - offset) / leastBytes else {
        throw XcodeFileError("The file is too short for its \(count) \(name) at \(offset)", offset: start)
      }
      return Section(count: count, offset: offset)
    }
  }
}
