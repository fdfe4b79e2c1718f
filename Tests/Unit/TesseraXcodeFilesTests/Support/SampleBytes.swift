/// The contents of the compressed fixtures, made by the rules of `make-fixtures.py`.
enum SampleBytes {
  private struct Generator {
    var state: UInt64 = 42

    mutating func next(bits: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> (64 - bits)
    }
  }

  private static let words = "a the widget of catalogue picture in stone with and 1234 blue, red; green. \n"
    .split(separator: " ", omittingEmptySubsequences: false)

  /// Returns so many bytes that follow a rule; nil if there is no such rule.
  static func make(_ rule: String, count: Int) -> [UInt8]? {
    var random = Generator()
    func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.next(bits: 8)) } }
    switch rule {
    case "zeros": return Array(repeating: 0, count: count)
    case "noise": return noise(count)
    case "text":
      var text: [UInt8] = []
      while text.count < count {
        text += words[Int(random.next(bits: 32)) % words.count].utf8
        text.append(0x20)
      }
      return Array(text.prefix(count))
    case "picture":
      return (0..<count).map { index in
        let (column, row, part) = (index / 4 % 64, index / 256, index % 4)
        return part == 3 ? 255 : UInt8((column * (part + 1) + row * 3 + Int(random.next(bits: 1))) % 256)
      }
    case "period": return (0..<count).map { UInt8($0 % 251) }
    case "distant":
      let part = noise(1500)
      return part + Array(repeating: 0, count: count - 2 * part.count) + part
    default: return nil
    }
  }
}
