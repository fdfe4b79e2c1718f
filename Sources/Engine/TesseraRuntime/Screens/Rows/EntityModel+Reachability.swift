import TesseraData

extension EntityModel {
  /// The entities whose objects can be reached from one of an entity through relationships, itself and all that inherit
  /// from them included: a change of any of them may change what is shown of the object.
  func entities(reachableFrom name: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      for entity in hierarchy(of: next) where found.insert(entity.name).inserted {
        pending += entity.relationships.map(\.destination)
      }
    }
    return found
  }
}
