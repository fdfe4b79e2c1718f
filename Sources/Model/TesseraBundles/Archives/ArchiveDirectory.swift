import TesseraValues

/// The end records of a zip archive, checked before libzip opens it.
///
/// libzip allocates memory for each entry that an archive declares, truncates names at the first NUL, and accepts
/// entries that share bytes. This type detects all three.
///
/// Source: APPNOTE 6.3.10, sections 4.3.12 (central directory) and 4.3.14 to 4.3.16 (end records).
struct ArchiveDirectory {
  /// The declared number of entries.
  let entryCount: UInt64
  /// The offset and the length of the central directory, in bytes.
  private let start: UInt64
  private let length: UInt64

  private static let end: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  private static let locator: [UInt8] = [0x50, 0x4B, 0x06, 0x07]
  private static let wideEnd: [UInt8] = [0x50, 0x4B, 0x06, 0x06]
  private static let header: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  private static let endLength = 22
  private static let locatorLength = 20
  private static let headerLength = 46
  private static let localHeaderLength: UInt64 = 30

  /// Finds the end record in the last 64 KiB of the archive, where a comment may follow it.
  ///
  /// - Parameters:
  ///   - tail: The last bytes of the archive.
  ///   - read: Returns the bytes at an offset; fewer than `count` at the end of the archive.
  init?(tail: [UInt8], read: (_ offset: UInt64, _ count: Int) -> [UInt8]) {
    guard tail.count >= Self.endLength else { return nil }
    let positions = stride(from: tail.count - Self.endLength, through: 0, by: -1).filter { position in
      tail[position...].starts(with: Self.end)
        && position + Self.endLength + Int(Self.number(tail, position + 20, 2)) == tail.count
    }
    // With several end records, readers disagree on which one counts, so the one checked here might not be the one
    // libzip uses.
    guard positions.count == 1 else { return nil }
    for position in positions {
      let before = position - Self.locatorLength
      let isWide = before >= 0 && tail[before...].starts(with: Self.locator)
      let (count, length, start) = (
        Self.number(tail, position + 10, 2), Self.number(tail, position + 12, 4), Self.number(tail, position + 16, 4)
      )
      guard count == 0xFFFF || length == 0xFFFF_FFFF || start == 0xFFFF_FFFF else {
        if isWide { return nil }
        (entryCount, self.length, self.start) = (count, length, start)
        return
      }
      // The numbers do not fit in this record. They are in the ZIP64 record that the preceding locator points to.
      guard isWide else { return nil }
      let record = read(Self.number(tail, before + 8, 8), 56)
      guard record.count == 56, record.starts(with: Self.wideEnd) else { return nil }
      entryCount = Self.number(record, 32, 8)
      self.length = Self.number(record, 40, 8)
      self.start = Self.number(record, 48, 8)
      return
    }
    return nil
  }

  /// Checks the entries for defects that no widget archive has: names with a NUL, and entries that share bytes.
  ///
  /// - Returns: The predicate of a sentence whose subject is the archive, or nil if there is no defect.
  /// - Complexity: O(*n* log *n*) in the number of entries. Reads at most `limit` bytes of the directory.
  func problem(limit: Int, read: (_ offset: UInt64, _ count: Int) -> [UInt8]) -> String? {
    let bytes = read(start, Int(min(length, UInt64(limit))))
    var position = 0
    var ranges: [(start: UInt64, end: UInt64)] = []
    while position + Self.headerLength <= bytes.count, bytes[position...].starts(with: Self.header) {
      let name = Int(Self.number(bytes, position + 28, 2))
      let rest = Int(Self.number(bytes, position + 30, 2) + Self.number(bytes, position + 32, 2))
      let first = position + Self.headerLength
      if bytes[first..<min(first + name, bytes.count)].contains(0) { return "has a name with a NUL character" }
      let (size, offset) = (Self.number(bytes, position + 20, 4), Self.number(bytes, position + 42, 4))
      // Larger numbers are in ZIP64 extra fields, which widget archives do not have.
      if size != 0xFFFF_FFFF, offset != 0xFFFF_FFFF {
        ranges.append((offset, offset + Self.localHeaderLength + UInt64(name) + size))
      }
      position = first + name + rest
    }
    ranges.sort { $0.start < $1.start }
    let isOverlapping = zip(ranges, ranges.dropFirst()).contains { $1.start < $0.end }
    return isOverlapping ? "has overlapping entries" : nil
  }

  /// Returns a little-endian number of up to eight bytes; 0 if the bytes end before it does.
  private static func number(_ bytes: [UInt8], _ position: Int, _ count: Int) -> UInt64 {
    guard position >= 0, position + count <= bytes.count else { return 0 }
    return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
