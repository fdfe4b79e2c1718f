/// Writes zip archives with arbitrary, possibly wrong fields. Entries are stored without compression.
struct ArchiveWriter {
  /// An entry and what the archive declares about it.
  struct Entry {
    var name: [UInt8]
    var bytes: [UInt8]
    var crc: UInt32?
    var size: UInt32?
    /// The declared uncompressed size, if it differs from the actual one.
    var unpackedSize: UInt32?
    /// Bit 0 marks the entry as encrypted.
    var flags: UInt16 = 1 << 11
    var method: UInt16 = 0
    /// The Unix file mode, if any.
    var mode: UInt32 = 0
    /// The index of another entry whose bytes this entry refers to.
    var sharesBytesOf: Int?

    init(_ name: String, _ text: String) {
      self.name = Array(name.utf8)
      bytes = Array(text.utf8)
    }
  }

  var entries: [Entry]
  /// The number of entries declared in the end record. Defaults to the actual number.
  var claimedCount: UInt16?

  init(_ entries: [Entry]) { self.entries = entries }

  init(_ texts: [String: String]) {
    entries = texts.sorted { $0.key < $1.key }.map { Entry($0.key, $0.value) }
  }

  var bytes: [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    var offsets: [Int] = []
    for entry in entries {
      let offset = entry.sharesBytesOf.map { offsets[$0] } ?? archive.count
      offsets.append(offset)
      let crc = entry.crc ?? Self.crc(of: entry.bytes)
      let size = entry.size ?? UInt32(entry.bytes.count)
      let common =
        Self.number(20, 2) + Self.number(UInt32(entry.flags), 2) + Self.number(UInt32(entry.method), 2)
        + Self.number(0, 2) + Self.number(0x21, 2) + Self.number(crc, 4) + Self.number(size, 4)
        + Self.number(entry.unpackedSize ?? size, 4) + Self.number(UInt32(entry.name.count), 2) + Self.number(0, 2)
      if entry.sharesBytesOf == nil {
        archive += [0x50, 0x4B, 0x03, 0x04] + common + entry.name + entry.bytes
      }
      directory += [0x50, 0x4B, 0x01, 0x02] + Self.number(entry.mode == 0 ? 20 : 0x0314, 2) + common
      directory += Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2)
      directory += Self.number(entry.mode << 16, 4) + Self.number(UInt32(offset), 4) + entry.name
    }
    let start = archive.count
    let count = Self.number(UInt32(claimedCount ?? UInt16(entries.count)), 2)
    return archive + directory + [0x50, 0x4B, 0x05, 0x06] + Self.number(0, 4) + count + count
      + Self.number(UInt32(directory.count), 4) + Self.number(UInt32(start), 4) + Self.number(0, 2)
  }

  private static func number(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }

  /// Returns the CRC-32 used by zip, computed bit by bit.
  static func crc(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
  }
}
