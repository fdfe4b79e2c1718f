import TesseraData

extension EntityModel {
  /// Returns the entities whose objects are reachable from an entity through relationships, including itself and all
  /// subentities. A change of any of their objects may change how an object of the entity is displayed.
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
