/// The changes of a transaction, in the format of SQLite's session extension.
///
/// SQLite trusts this format: it reads a cut patchset without end. What comes from a process that is not trusted is
/// therefore checked first. The format is that of the extension's documentation: for each table a header with the number
/// of columns and those of the primary key, and then rows of values.
package struct Patchset: Sendable, Hashable {
  package let bytes: [UInt8]

  /// - Throws: ``StoreError/notPersisted(reason:)`` if the bytes are not a whole patchset. Takes time in proportion to
  ///   their number.
  package init(_ bytes: [UInt8]) throws(StoreError) {
    var reader = PatchsetReader(bytes: bytes)
    guard reader.readAll() else { throw .notPersisted(reason: "the changes have not the format of SQLite's patchsets") }
    self.bytes = bytes
  }
}

/// Walks through a patchset.
private struct PatchsetReader {
  let bytes: [UInt8]
  private var index = 0
  /// The number of columns of the present table, and of those of its primary key.
  private var columns: (all: Int, key: Int)?

  private static let tableMark = UInt8(ascii: "P")
  private static let (delete, insert, update) = (UInt8(9), UInt8(18), UInt8(23))
  /// The maximum number of columns of a table in a change. SQLite has the same limit by default.
  private static let maximumColumns = 2000

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func readAll() -> Bool {
    while index < bytes.count {
      let mark = bytes[index]
      index += 1
      guard mark == Self.tableMark ? readTable() : readChange(mark) else { return false }
    }
    return true
  }

  private mutating func readTable() -> Bool {
    guard let count = readNumber(), (1...Self.maximumColumns).contains(count), count <= bytes.count - index else {
      return false
    }
    let key = bytes[index..<index + count].count { $0 != 0 }
    index += count
    guard key > 0, let end = bytes[index...].firstIndex(of: 0) else { return false }
    index = end + 1
    columns = (count, key)
    return true
  }

  private mutating func readChange(_ operation: UInt8) -> Bool {
    guard let columns, index < bytes.count else { return false }
    // Whether a trigger or a foreign key caused the change.
    index += 1
    switch operation {
    case Self.insert, Self.update: return readValues(columns.all)
    case Self.delete: return readValues(columns.key)
    default: return false
    }
  }

  private mutating func readValues(_ count: Int) -> Bool {
    for _ in 0..<count where !readValue() { return false }
    return true
  }

  private mutating func readValue() -> Bool {
    guard index < bytes.count else { return false }
    let kind = bytes[index]
    index += 1
    let size: Int
    switch kind {
    // A column that did not change, and NULL.
    case 0, 5: return true
    // A 64-bit integer and a double.
    case 1, 2: size = 8
    // A text and a blob.
    case 3, 4:
      guard let count = readNumber() else { return false }
      size = count
    default: return false
    }
    guard size <= bytes.count - index else { return false }
    index += size
    return true
  }

  /// Reads a number as SQLite's files have it: seven bits a byte, the most significant first. Longer ones than 31 bits do
  /// not occur.
  private mutating func readNumber() -> Int? {
    var number = 0
    for _ in 0..<5 {
      guard index < bytes.count else { return nil }
      let byte = bytes[index]
      index += 1
      number = number << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return number <= Int(Int32.max) ? number : nil }
    }
    return nil
  }
}
