extension FetchResult {
  /// The keys of the objects that have changed since an earlier result of the same request, if it found the same objects
  /// in the same order and sections; nil if it did not.
  ///
  /// - Complexity: linear in the number of objects; none is read.
  package func changedKeys(since earlier: FetchResult) -> Set<Int64>? {
    guard ids == earlier.ids, sections == earlier.sections else { return nil }
    var changed: Set<Int64> = []
    for (index, version) in versions.enumerated() where version != earlier.versions[index] {
      changed.insert(ids[index])
    }
    return changed
  }
}
