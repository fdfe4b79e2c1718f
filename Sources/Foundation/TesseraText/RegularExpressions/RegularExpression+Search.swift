/// Finds a part of a text that matches, and what its groups matched.
///
/// The search tries alternatives one after the other, in the order that the expression prefers, and remembers each pair
/// of an instruction and a position, so that no pair is tried twice (the bit-state search of RE2). The time is
/// therefore at most proportional to the number of instructions times the length of the text, as for
/// ``RegularExpression/matches(_:)``.
extension RegularExpression {
  /// The maximum number of instructions of a pattern times characters of a text that is searched. In a longer text,
  /// nothing is found.
  static let maximumSearchSize = 1 << 26

  /// What the search does next.
  private enum Step {
    case visit(address: Int, position: Int)
    /// Forgets the position of a group, for another alternative.
    case restore(slot: Int, position: Int)
  }

  /// Returns the first match, followed by what each group matched, nil for groups that took no part; nil if there is no
  /// match.
  /// - Parameters:
  ///   - text: The text, whose diacritics are significant.
  ///   - budget: The number of instructions that may be executed. It is negative afterwards if it was exceeded.
  package func firstMatch(in text: String, budget: inout Int) -> [Substring?]? {
    let indices = Array(text.unicodeScalars.indices) + [text.endIndex]
    let scalars = text.unicodeScalars.map(\.value)
    let (size, isTooLarge) = program.count.multipliedReportingOverflow(by: indices.count)
    budget -= scalars.count + size >> 6
    guard !isTooLarge, size <= Self.maximumSearchSize, budget >= 0 else { return nil }
    var visited = [UInt64](repeating: 0, count: size >> 6 + 1)
    for start in indices.indices {
      guard let positions = match(at: start, in: scalars, &visited, &budget) else {
        if budget < 0 { return nil }
        continue
      }
      return stride(from: 0, to: positions.count, by: 2).map { slot in
        positions[slot] < 0 ? nil : text[indices[positions[slot]]..<indices[positions[slot + 1]]]
      }
    }
    return nil
  }

  /// Returns the start and end of a match at a position and of its groups; -1 for groups that took no part.
  private func match(
    at start: Int, in scalars: [UInt32], _ visited: inout [UInt64], _ budget: inout Int
  ) -> [Int]? {
    var positions = [Int](repeating: -1, count: 2 * (groupCount + 1))
    var steps = [Step.visit(address: 0, position: start)]
    while let step = steps.popLast() {
      guard case .visit(var address, var position) = step else {
        if case .restore(let slot, let position) = step { positions[slot] = position }
        continue
      }
      alternative: while true {
        let cell = address * (scalars.count + 1) + position
        guard visited[cell >> 6] & 1 << UInt64(cell & 63) == 0 else { break }
        visited[cell >> 6] |= 1 << UInt64(cell & 63)
        budget -= 1
        guard budget >= 0 else { return nil }
        let instruction = program[address]
        switch instruction.operation {
        case .scalar, .scalarIgnoringCase, .set:
          guard position < scalars.count, consumes(instruction, scalars[position]) else { break alternative }
          address += 1
          position += 1
        case .assertion:
          let assertion = RegularExpressionNode.Assertion(rawValue: instruction.a)
          guard let assertion, Self.holds(assertion, neighbors(position, scalars)) else { break alternative }
          address += 1
        case .split:
          steps.append(.visit(address: Int(instruction.b), position: position))
          address = Int(instruction.a)
        case .jump: address = Int(instruction.a)
        case .save:
          let slot = Int(instruction.a)
          steps.append(.restore(slot: slot, position: positions[slot]))
          positions[slot] = position
          address += 1
        case .match:
          (positions[0], positions[1]) = (start, position)
          return positions
        }
      }
    }
    return nil
  }

  private func neighbors(_ position: Int, _ scalars: [UInt32]) -> Neighbors {
    Neighbors(
      before: position > 0 ? scalars[position - 1] : nil,
      after: position < scalars.count ? scalars[position] : nil, isLast: position == scalars.count - 1)
  }
}
