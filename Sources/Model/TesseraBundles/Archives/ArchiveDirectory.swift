import TesseraValues

/// What the end of a zip archive says of its entries, read before a library opens it: a library keeps something for each
/// entry that an archive claims to have, hands on names as far as their first NUL, and does not mind bytes that belong to two.
///
/// Source: APPNOTE 6.3.10, 4.3.12 (central directory), 4.3.14 to 4.3.16 (its ends).
struct ArchiveDirectory {
  /// How many entries the archive says that it has.
  let entryCount: UInt64
  /// Where its directory begins and how long it is, in bytes.
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

  /// Finds the directory's end within the last 64 KiB, where a comment may stand behind it.
  ///
  /// - Parameter tail: the last bytes of the archive.
  /// - Parameter read: gives bytes at an offset, fewer at the end.
  init?(tail: [UInt8], read: (_ offset: UInt64, _ count: Int) -> [UInt8]) {
    guard tail.count >= Self.endLength else { return nil }
    let places = stride(from: tail.count - Self.endLength, through: 0, by: -1).filter { place in
      tail[place...].starts(with: Self.end)
        && place + Self.endLength + Int(Self.number(tail, place + 20, 2)) == tail.count
    }
    // Of several ends readers choose as they like: what one checked is not what another reads.
    guard places.count == 1 else { return nil }
    for place in places {
      let before = place - Self.locatorLength
      let isWide = before >= 0 && tail[before...].starts(with: Self.locator)
      let (count, length, start) = (
        Self.number(tail, place + 10, 2), Self.number(tail, place + 12, 4), Self.number(tail, place + 16, 4)
      )
      guard count == 0xFFFF || length == 0xFFFF_FFFF || start == 0xFFFF_FFFF else {
        if isWide { return nil }
        (entryCount, self.length, self.start) = (count, length, start)
        return
      }
      // The numbers were too large for this place; they stand in a record that a locator before it leads to.
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

  /// What of the entries no archive of a widget has: names with a NUL, or bytes that belong to several of them.
  ///
  /// - Returns: the end of a sentence that starts with the archive; nil for nothing.
  /// - Complexity: that of sorting the entries; no more than `limit` bytes of the directory are read.
  func problem(limit: Int, read: (_ offset: UInt64, _ count: Int) -> [UInt8]) -> String? {
    let bytes = read(start, Int(min(length, UInt64(limit))))
    var place = 0
    var ranges: [(start: UInt64, end: UInt64)] = []
    while place + Self.headerLength <= bytes.count, bytes[place...].starts(with: Self.header) {
      let name = Int(Self.number(bytes, place + 28, 2))
      let rest = Int(Self.number(bytes, place + 30, 2) + Self.number(bytes, place + 32, 2))
      let first = place + Self.headerLength
      if bytes[first..<min(first + name, bytes.count)].contains(0) { return "has a name with a NUL character" }
      let (size, offset) = (Self.number(bytes, place + 20, 4), Self.number(bytes, place + 42, 4))
      // Larger numbers stand elsewhere; an archive of a widget has none.
      if size != 0xFFFF_FFFF, offset != 0xFFFF_FFFF {
        ranges.append((offset, offset + Self.localHeaderLength + UInt64(name) + size))
      }
      place = first + name + rest
    }
    ranges.sort { $0.start < $1.start }
    let isOverlapping = zip(ranges, ranges.dropFirst()).contains { $1.start < $0.end }
    return isOverlapping ? "has entries that lie over each other" : nil
  }

  /// A number of up to eight bytes, the least one first; 0 where there are not so many.
  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
    guard place >= 0, place + count <= bytes.count else { return 0 }
    return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
