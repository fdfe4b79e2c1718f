import Foundation
import Synchronization

/// The foldings of the scalars used in Latin, Greek and Cyrillic texts, so that such texts are folded without
/// Foundation; and the ranges of scalars that folding does not change.
///
/// Foundation's folding of each scalar fills the table when the first non-ASCII text is folded, which takes a few
/// milliseconds. Combining marks are excluded because their effect depends on the preceding scalar; texts with marks
/// take the slow path.
struct FoldingTable: Sendable {
  /// The folding of a scalar.
  enum Folding {
    /// A range of ``FoldingTable/bytes``.
    case bytes(Range<Int>)
    /// The scalar itself.
    case same
    /// Unknown; Foundation must fold the text.
    case unknown
  }

  private static let blocks: [ClosedRange<UInt32>] = [
    0x80...0x52F, 0x1E00...0x1FFF, 0x3000...0x303F, 0xFF00...0xFFEF,
  ]

  /// Punctuation, currency symbols, kana, ideographs, Hangul syllables and pictographs, which folding does not change.
  static let inert: [ClosedRange<UInt32>] = [
    0x2010...0x2015, 0x2018...0x2023, 0x2026...0x2026, 0x20A0...0x20BF, 0x2190...0x21FF, 0x3041...0x3096,
    0x30A1...0x30FA, 0x30FC...0x30FE, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF,
  ]

  private var entries: [UInt32] = []
  private(set) var bytes: [UInt8] = []

  private static let absent = UInt32.max

  private init(_ options: TextFolding.Options) {
    for block in Self.blocks {
      for code in block {
        guard let scalar = Unicode.Scalar(code), scalar.properties.canonicalCombiningClass == .notReordered,
          !scalar.properties.isGraphemeExtend
        else {
          entries.append(Self.absent)
          continue
        }
        let folded = Array(TextFolding.foldSlowly(String(scalar), options: options).utf8)
        entries.append(UInt32(bytes.count) << 8 | UInt32(folded.count))
        bytes += folded
      }
    }
  }

  @inline(__always)
  func folding(of code: UInt32) -> Folding {
    let index: UInt32
    switch code {
    case 0x80...0x52F: index = code - 0x80
    case 0x1E00...0x1FFF: index = code - 0x1E00 + 0x4B0
    case 0x3000...0x303F: index = code - 0x3000 + 0x6B0
    case 0xFF00...0xFFEF: index = code - 0xFF00 + 0x6F0
    default: return Self.inert.contains { $0.contains(code) } ? .same : .unknown
    }
    let entry = entries[Int(index)]
    if entry == Self.absent { return .unknown }
    let start = Int(entry >> 8)
    return .bytes(start..<start + Int(entry & 0xFF))
  }

  /// Returns the table for the given options.
  static func of(_ options: TextFolding.Options) -> FoldingTable {
    switch options.rawValue {
    case 0: plain
    case 5: caseAndWidth
    case 6: diacriticsAndWidth
    case 7: all
    default:
      others.withLock { tables in
        if let table = tables[options] { return table }
        let table = FoldingTable(options)
        tables[options] = table
        return table
      }
    }
  }

  private static let plain = FoldingTable([])
  private static let caseAndWidth = FoldingTable([.case, .width])
  private static let diacriticsAndWidth = FoldingTable([.diacritics, .width])
  private static let all = FoldingTable([.case, .diacritics, .width])
  private static let others = Mutex<[TextFolding.Options: FoldingTable]>([:])
}
