/// Suggests the name that the author probably meant.
package enum SpellingSuggestion {
  /// Returns the known name closest to `name` if it is close enough to be a typing error, that is, if at most a third
  /// of the letters differ. Case is ignored.
  ///
  /// - Complexity: The product of the two lengths for each candidate. Names longer than 64 letters are not compared.
  package static func suggestion(for name: String, in known: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(65))
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    let allowance = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in known where candidate != name {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(65))
      guard letters.count <= 64, abs(letters.count - wanted.count) <= allowance else { continue }
      let distance = distance(wanted, letters)
      guard distance <= allowance else { continue }
      if let current = best, (current.distance, current.name) <= (distance, candidate) { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// Returns the shortest known name that starts with `name`, if `name` has at least four letters: `ENDSWITH` for
  /// `ENDS`.
  package static func continuation(of name: String, in known: some Sequence<String>) -> String? {
    guard name.count >= 4 else { return nil }
    let beginning = name.lowercased()
    return known.filter { $0.lowercased().hasPrefix(beginning) }.min { ($0.count, $0) < ($1.count, $1) }
  }

  /// Returns a fix that suggests the closest known name, or nil if none is close enough.
  package static func fix(for name: String, in known: some Sequence<String>) -> String? {
    suggestion(for: name, in: known).map { "did you mean '\($0)'?" }
  }

  /// Returns the number of insertions, deletions, substitutions and transpositions of adjacent letters (optimal string
  /// alignment distance).
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !b.isEmpty else { return a.count }
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var current = [i]
      for j in 1...b.count {
        let substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var cost = min(previous[j] + 1, current[j - 1] + 1, substitution)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforePrevious[j - 2] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
