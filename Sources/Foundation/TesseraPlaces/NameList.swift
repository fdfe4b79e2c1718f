import Foundation

/// The folded names of cities one after the other, which are searched as one text.
struct NameList: Sendable {
  static let lineEnd = UInt8(ascii: "\n")

  /// A line end, then each name with a line end; at last a zero.
  private var text: [UInt8] = [NameList.lineEnd]
  /// For each city, the place of the line end before its names.
  private var starts: [UInt32] = []

  /// Adds the names of the next city.
  mutating func add(_ names: [[UInt8]]) {
    starts.append(UInt32(text.count - 1))
    for name in names {
      text += name
      text.append(Self.lineEnd)
    }
  }

  /// Ends the list. Nothing can be added then.
  mutating func close() {
    text.append(0)
    // Growing took more room than is needed.
    text = text.withUnsafeBufferPointer { Array($0) }
    starts = starts.withUnsafeBufferPointer { Array($0) }
  }

  /// Returns the numbers of the first cities of whose names one contains a text. The text may begin and end with a line
  /// end, which stands for the beginning and the end of a name.
  /// - Complexity: O(*n*), by the C library's search.
  func cities(with pattern: [UInt8], atMost count: Int) -> [Int] {
    let pattern = pattern.map { CChar(bitPattern: $0) } + [0]
    return text.withUnsafeBufferPointer { text in
      text.withMemoryRebound(to: CChar.self) { text -> [Int] in
        var found: [Int] = []
        guard let start = text.baseAddress else { return found }
        var position = start
        var city = 0
        while found.count < count, let hit = strstr(position, pattern) {
          let offset = UInt32(UnsafePointer(hit) - start)
          while city + 1 < starts.count, starts[city + 1] <= offset { city += 1 }
          found.append(city)
          guard city + 1 < starts.count else { break }
          position = start + Int(starts[city + 1])
        }
        return found
      }
    }
  }
}
