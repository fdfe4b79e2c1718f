import TesseraTestSupport

/// Damages documents: bytes are changed, removed, repeated, exchanged, and mixed with other documents and with tokens
/// that readers treat specially.
struct DocumentDamage {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns one of some documents, with one to four damages, and at most 100,000 bytes.
  mutating func document(of seeds: [[UInt8]]) -> [UInt8] {
    var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return [0] }
      damage(&bytes, with: seeds)
    }
    return Array(bytes.prefix(100_000))
  }

  private mutating func damage(_ bytes: inout [UInt8], with others: [[UInt8]]) {
    let place = Int.random(in: bytes.indices, using: &random)
    let length = min(bytes.count - place, Int.random(in: 1...40, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(place..<place + length)
    case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
    case 3: bytes.removeSubrange(place...)
    case 4:
      let piece = Array(bytes[place..<place + length])
      for _ in 0..<Int.random(in: 1...200, using: &random) { bytes.insert(contentsOf: piece, at: place) }
    case 5:
      bytes.insert(contentsOf: Self.tokens[Int.random(in: Self.tokens.indices, using: &random)].utf8, at: place)
    case 6:
      let other = others[Int.random(in: others.indices, using: &random)]
      let start = Int.random(in: 0..<max(1, other.count), using: &random)
      bytes.insert(contentsOf: other[start..<min(other.count, start + 200)], at: place)
    default: bytes.swapAt(place, Int.random(in: bytes.indices, using: &random))
    }
  }

  private static let tokens = [
    "\"", "{", "}", "[", "]", "(", ")", "@{", "\\", "null", "1e999", "-0", "9223372036854775808", "\u{0}", "\u{FEFF}",
    "\u{202E}", "'", "%@", "$", "&amp;", "<", "/>", "*", "+", "?", "|", "{1,99999}", "---", "&a", "*a", "!!binary ",
    "\r\n", "é", "👨‍👩‍👧", "<![CDATA[", "<!--", ";", "\t", "data:", "\n\n", "PK\u{5}\u{6}", "\u{7F}\u{7F}\u{7F}\u{7F}",
  ]
}
