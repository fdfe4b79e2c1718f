/// Finds the name that was probably meant.
package enum SpellingSuggestion {
  /// The known name closest to `name`, if it is close enough to be a slip of the fingers: at most a third of the
  /// letters differ. Case alone never counts as a difference.
  ///
  /// - Complexity: the product of the lengths, for each candidate; names over 64 letters are not compared.
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

  /// The shortest known name that goes on where `name`, of four letters or more, ends: `ENDSWITH` for `ENDS`.
  package static func continuation(of name: String, in known: some Sequence<String>) -> String? {
    guard name.count >= 4 else { return nil }
    let beginning = name.lowercased()
    return known.filter { $0.lowercased().hasPrefix(beginning) }.min { ($0.count, $0) < ($1.count, $1) }
  }

  /// A fix that replaces the name, or nil without a suggestion.
  package static func fix(for name: String, in known: some Sequence<String>) -> String? {
    suggestion(for: name, in: known).map { "did you mean '\($0)'?" }
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
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
