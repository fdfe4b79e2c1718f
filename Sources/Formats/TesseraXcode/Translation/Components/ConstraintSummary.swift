/// Shorter texts for constraints that belong together.
enum ConstraintSummary {
  /// Returns constraints in which equal sizes and four equal edges are combined: `avatarView.size = 50`.
  ///
  /// - Complexity: O(*n*) in the constraints.
  static func combined(_ texts: [String]) -> [String] {
    var present = Set(texts)
    var replacements: [String: String] = [:]
    for child in children(texts) {
      for (parts, whole) in groups {
        replace(
          parts.map { "\(child).\($0) = \($0)" }, with: "\(child).\(whole) = \(whole)", in: &present, &replacements)
      }
    }
    for text in texts {
      guard let range = text.firstRange(of: ".width = ") else { continue }
      let (child, size) = (text[..<range.lowerBound], text[range.upperBound...])
      guard Double(size) != nil else { continue }
      replace([text, "\(child).height = \(size)"], with: "\(child).size = \(size)", in: &present, &replacements)
    }
    return texts.compactMap { replacements[$0] ?? (present.contains($0) ? $0 : nil) }
  }

  private static let groups = [
    (["leading", "trailing", "top", "bottom"], "edges"), (["centerX", "centerY"], "center"),
  ]

  /// Replaces constraints by one, in the place of the first, if all are present.
  private static func replace(
    _ wanted: [String], with whole: String, in present: inout Set<String>, _ replacements: inout [String: String]
  ) {
    guard let first = wanted.first, wanted.allSatisfy(present.contains) else { return }
    present.subtract(wanted)
    replacements[first] = whole
  }

  private static func children(_ texts: [String]) -> Set<Substring> {
    Set(texts.compactMap { text in text.firstIndex(of: ".").map { text[..<$0] } })
  }
}
