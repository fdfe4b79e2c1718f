import TesseraXcodeFiles

extension InterfaceVariation {
  /// Returns one variation for each size class, of which a document can repeat any: what comes later wins.
  static func merged(_ variations: [InterfaceVariation]) -> [(traits: StoryboardTraits, variation: InterfaceVariation)]
  {
    var places: [StoryboardTraits: Int] = [:]
    var merged: [(traits: StoryboardTraits, variation: InterfaceVariation)] = []
    for variation in variations {
      let traits = StoryboardTraits(variation.key)
      guard let place = places[traits] else {
        places[traits] = merged.count
        merged.append((traits, variation))
        continue
      }
      merged[place].variation.add(variation)
    }
    return merged
  }

  private mutating func add(_ other: InterfaceVariation) {
    attributes.merge(other.attributes) { $1 }
    values += other.values
    included.formUnion(other.included)
    excluded.formUnion(other.excluded)
  }
}
