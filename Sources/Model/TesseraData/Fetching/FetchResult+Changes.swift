extension FetchResult {
  /// Returns the keys of the objects that changed since an earlier result of the same request, or nil if the objects,
  /// their order or the sections differ.
  ///
  /// - Complexity: O(*n*) in the number of objects. Reads no objects.
  package func changedKeys(since earlier: FetchResult) -> Set<Int64>? {
    guard ids == earlier.ids, sections == earlier.sections else { return nil }
    var changed: Set<Int64> = []
    for (index, version) in versions.enumerated() where version != earlier.versions[index] {
      changed.insert(ids[index])
    }
    return changed
  }
}
