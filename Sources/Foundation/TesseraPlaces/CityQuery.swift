/// What a person typed to find a city.
struct CityQuery {
  /// The maximum length of what is searched for, in bytes. Nothing is found for more.
  static let maximumBytes = 100

  /// The folded name, or the beginning of one.
  let name: [UInt8]
  private let typed: String
  private var folding = NameFolding()

  /// Returns nil for a text that is too long, or too short to mean something: one letter of an alphabet.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    name = folding.fold(text)
    let letters = String(decoding: name, as: UTF8.self).unicodeScalars
    // From here on, characters stand for syllables and words.
    guard let first = letters.first, letters.count > 1 || first.value >= 0x2E80 else { return nil }
    typed = text.lowercased()
  }

  /// Returns the name under which a city is shown: the one that the person typed as a whole; else the usual one if it
  /// begins so, else another one.
  mutating func shownName(of row: CityRow) -> String {
    let usual = row.usualNames.map { folding.fold($0) }
    guard !usual.contains(name), let other = bestOtherName(of: row) else { return row.name }
    let isWhole = folding.fold(other) == name
    return isWhole || !usual.contains { begins($0) } ? other : row.name
  }

  /// Whether a folded name, or a later word of it, begins as the query.
  private func begins(_ folded: [UInt8]) -> Bool {
    folded.starts(with: name)
      || folded.indices.contains { folded[$0] == NameFolding.space && folded[($0 + 1)...].starts(with: name) }
  }

  /// Returns the other name that begins as the query and is most like it: the same one, else one with the same letters,
  /// else the shortest.
  private mutating func bestOtherName(of row: CityRow) -> String? {
    var best: (name: String, rank: (Int, Int, Int))?
    for bytes in row.otherNames {
      let folded = folding.fold(bytes)
      guard folded.starts(with: name) else { continue }
      let other = String(decoding: bytes, as: UTF8.self)
      let rank = (folded == name ? 0 : 1, other.lowercased().hasPrefix(typed) ? 0 : 1, other.count)
      if best.map({ rank < $0.rank }) ?? true { best = (other, rank) }
    }
    return best?.name
  }
}
