package import TesseraValues

/// A regular expression: for `MATCHES`, which must match the whole text, or for a search, which finds a part of it.
///
/// The expression is compiled into a program for a machine that follows all alternatives simultaneously (Thompson's
/// construction). The time is therefore at most proportional to the number of instructions times the length of the
/// text, for any expression. Both are limited. The syntax is that of ICU without features that need backtracking;
/// `docs/reference/language.md` lists the differences.
package struct RegularExpression: Sendable {
  enum Operation: UInt8, Sendable {
    /// Consumes the scalar `a`.
    case scalar
    /// Consumes a scalar whose simple lowercase mapping is `a`.
    case scalarIgnoringCase
    /// Consumes a scalar in the set `a`.
    case set
    /// Continues if the assertion `a` is true.
    case assertion
    /// Continues at `a` and at `b`.
    case split
    /// Continues at `a`.
    case jump
    /// Notes the position as the number `a`: twice the number of a group for its start, one more for its end.
    case save
    case match
  }

  struct Instruction: Sendable {
    var operation: Operation
    var a: UInt32 = 0
    var b: UInt32 = 0

    static func split(_ a: Int, _ b: Int) -> Instruction { Instruction(operation: .split, a: UInt32(a), b: UInt32(b)) }
    static func jump(_ target: Int) -> Instruction { Instruction(operation: .jump, a: UInt32(target)) }
    static let match = Instruction(operation: .match)
  }

  /// The membership bits of a set for the scalars 0 to 63 and 64 to 127.
  private struct Mask: Sendable {
    var low: UInt64
    var high: UInt64

    @inline(__always)
    func contains(_ code: UInt32) -> Bool {
      (code < 64 ? low : high) >> UInt64(code & 63) & 1 == 1
    }
  }

  /// A set with precomputed membership bits for ASCII.
  private struct PreparedSet: Sendable {
    let set: ScalarSet
    let ignoresCase: Bool
    let ascii: Mask

    init(_ set: ScalarSet, ignoresCase: Bool) {
      self.set = set
      self.ignoresCase = ignoresCase
      var bits: [UInt64] = [0, 0]
      for code in UInt8(0)..<128
      where Self.contains(set, Unicode.Scalar(code), ignoresCase) {
        bits[Int(code >> 6)] |= 1 << UInt64(code & 63)
      }
      ascii = Mask(low: bits[0], high: bits[1])
    }

    func containsBeyondASCII(_ code: UInt32) -> Bool {
      Unicode.Scalar(code).map { Self.contains(set, $0, ignoresCase) } ?? false
    }

    private static func contains(_ set: ScalarSet, _ scalar: Unicode.Scalar, _ ignoresCase: Bool) -> Bool {
      if set.contains(scalar) { return true }
      guard ignoresCase else { return false }
      for text in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
        if let other = text.unicodeScalars.first, text.unicodeScalars.count == 1, set.contains(other) { return true }
      }
      return false
    }
  }

  private(set) var program: [Instruction] = []
  /// The number of groups whose positions the program notes.
  private(set) var groupCount = 0
  /// The names of the groups `(?<name>…)`, by their numbers.
  package let groupNames: [Int: String]
  private let isSearch: Bool
  private var sets: [PreparedSet] = []
  /// The masks of the sets, stored separately so that reading them needs no reference counting.
  private var masks: [Mask] = []
  private let foldsDiacritics: Bool

  /// The maximum number of instructions of a pattern, with repetitions expanded. A longer one is refused. With a text
  /// of 4 kB, the machine then takes at most about four million steps.
  private static let maximumLength = 1000

  /// Parses and compiles an expression.
  /// - Parameter isSearch: Whether ``firstMatch(in:budget:)`` is used, which notes the positions of groups, and not
  ///   ``matches(_:)``.
  /// - Throws: `expression-pattern`. The message contains the position, because an expression may come from any source.
  package init(_ pattern: String, options: TextFolding.Options = [], isSearch: Bool = false) throws(Diagnostic) {
    self.isSearch = isSearch
    foldsDiacritics = options.contains(.diacritics)
    let source = foldsDiacritics ? TextFolding.fold(pattern, options: .diacritics) : pattern
    let (node, names) = try RegularExpressionParser.parse(source, ignoresCase: options.contains(.case))
    groupNames = names
    try emit(node)
    program.append(.match)
  }

  // MARK: - Compiling

  private mutating func append(_ instruction: Instruction) throws(Diagnostic) {
    guard program.count < Self.maximumLength else { throw Self.tooLarge }
    program.append(instruction)
  }

  private static let tooLarge = Diagnostic(
    rule: "expression-pattern", message: "The pattern is too large", fix: "reduce the number of repetitions")

  private mutating func emit(_ node: RegularExpressionNode) throws(Diagnostic) {
    switch node {
    case .empty: break
    case .scalar(let code, let ignoresCase):
      let lower = Self.lowercased(code)
      let hasCase = ignoresCase && (lower != code || Self.hasUppercase(code))
      try append(
        hasCase
          ? Instruction(operation: .scalarIgnoringCase, a: lower) : Instruction(operation: .scalar, a: code))
    case .set(let set, let ignoresCase):
      let known = sets.firstIndex { $0.set == set && $0.ignoresCase == ignoresCase }
      if known == nil {
        let prepared = PreparedSet(set, ignoresCase: ignoresCase)
        sets.append(prepared)
        masks.append(prepared.ascii)
      }
      try append(Instruction(operation: .set, a: UInt32(known ?? sets.count - 1)))
    case .assertion(let assertion): try append(Instruction(operation: .assertion, a: assertion.rawValue))
    case .sequence(let parts): for part in parts { try emit(part) }
    case .alternatives(let parts): try emitAlternatives(parts)
    case .repetition(let inner, let minimum, let maximum, let isLazy):
      try emitRepetition(of: inner, minimum: minimum, maximum: maximum, isLazy: isLazy)
    case .group(let number, let inner):
      guard isSearch else { return try emit(inner) }
      groupCount = max(groupCount, number)
      try append(Instruction(operation: .save, a: UInt32(2 * number)))
      try emit(inner)
      try append(Instruction(operation: .save, a: UInt32(2 * number + 1)))
    }
  }

  /// Compiles the repeated part once and copies its instructions for all further repetitions. Looking up its sets again
  /// for each repetition took most of the time for an expression with `{490}`.
  private mutating func emitRepetition(
    of node: RegularExpressionNode, minimum: Int, maximum: Int?, isLazy: Bool
  ) throws(Diagnostic) {
    program.reserveCapacity(min(Self.maximumLength, program.count + max(minimum, maximum ?? 0)))
    var splits: [Int] = []
    var round: Range<Int>?
    for index in 0..<max(minimum, maximum ?? minimum + 1) {
      if index >= minimum {
        splits.append(program.count)
        try append(.match)
      }
      if let round {
        try appendCopy(of: round)
      } else {
        let start = program.count
        try emit(node)
        round = start..<program.count
        // A part without instructions could be repeated a million times; once is sufficient.
        if round?.isEmpty == true, minimum > 0 { return }
      }
    }
    if maximum == nil, let split = splits.last { try append(.jump(split)) }
    for split in splits {
      // The first branch is preferred.
      program[split] = isLazy ? .split(program.count, split + 1) : .split(split + 1, program.count)
    }
  }

  /// Appends a copy of instructions, with adjusted targets.
  private mutating func appendCopy(of range: Range<Int>) throws(Diagnostic) {
    guard program.count + range.count <= Self.maximumLength else { throw Self.tooLarge }
    let distance = UInt32(program.count - range.lowerBound)
    for index in range {
      var instruction = program[index]
      switch instruction.operation {
      case .split:
        instruction.a += distance
        instruction.b += distance
      case .jump: instruction.a += distance
      case .scalar, .scalarIgnoringCase, .set, .assertion, .save, .match: break
      }
      program.append(instruction)
    }
  }

  private mutating func emitAlternatives(_ parts: [RegularExpressionNode]) throws(Diagnostic) {
    if let set = Self.set(of: parts) { return try emit(set) }
    var jumps: [Int] = []
    for (index, part) in parts.enumerated() {
      guard index < parts.count - 1 else {
        try emit(part)
        break
      }
      let split = program.count
      try append(.match)
      try emit(part)
      jumps.append(program.count)
      try append(.match)
      program[split] = .split(split + 1, program.count)
    }
    for jump in jumps { program[jump] = .jump(program.count) }
  }

  /// Returns a single set for alternatives that are single characters, or nil for other alternatives.
  private static func set(of parts: [RegularExpressionNode]) -> RegularExpressionNode? {
    var ranges: Set<UInt32> = []
    for part in parts {
      guard case .scalar(let code, ignoresCase: false) = part else { return nil }
      ranges.insert(code)
    }
    return .set(.ranges(ranges.sorted().map { $0...$0 }), ignoresCase: false)
  }

  static func lowercased(_ code: UInt32) -> UInt32 {
    if code < 0x80 { return code &- 0x41 < 26 ? code | 0x20 : code }
    guard let mapping = Unicode.Scalar(code)?.properties.lowercaseMapping.unicodeScalars, mapping.count == 1 else {
      return code
    }
    return mapping.first?.value ?? code
  }

  private static func hasUppercase(_ code: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(code) else { return false }
    let mapping = scalar.properties.uppercaseMapping.unicodeScalars
    return mapping.count == 1 && mapping.first != scalar
  }

  /// Returns whether an instruction consumes a character.
  func consumes(_ instruction: Instruction, _ scalar: UInt32) -> Bool {
    switch instruction.operation {
    case .scalar: instruction.a == scalar
    case .scalarIgnoringCase: instruction.a == Self.lowercased(scalar)
    case .set:
      scalar < 128
        ? masks[Int(instruction.a)].contains(scalar) : sets[Int(instruction.a)].containsBeyondASCII(scalar)
    default: false
    }
  }

  // MARK: - Matching

  /// Returns whether the expression matches the whole text.
  package func matches(_ text: String) -> Bool {
    var budget = Int.max
    return matches(text, budget: &budget)
  }

  /// Returns whether the expression matches the whole text.
  /// - Parameter budget: The number of instructions that may be executed. It is negative afterwards if it was exceeded.
  package func matches(_ text: String, budget: inout Int) -> Bool {
    budget -= text.utf8.count
    if budget < 0 { return false }
    let source = foldsDiacritics ? TextFolding.fold(text, options: .diacritics) : text
    let size = program.count
    return program.withUnsafeBufferPointer { program in
      masks.withUnsafeBufferPointer { masks in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size * 4) { storage in
          storage.initialize(repeating: .max)
          guard let base = storage.baseAddress else { return false }
          var machine = Machine(
            program: program, sets: sets, masks: masks, marks: base, stack: base + size, current: base + 2 * size,
            next: base + 3 * size)
          return machine.run(source.unicodeScalars, &budget)
        }
      }
    }
  }

  /// The characters around a position.
  struct Neighbors {
    var before: UInt32?
    var after: UInt32?
    /// Whether `after` is the last character.
    var isLast: Bool
  }

  private struct Machine {
    let program: UnsafeBufferPointer<Instruction>
    let sets: [PreparedSet]
    let masks: UnsafeBufferPointer<Mask>
    /// The last step in which each instruction was reached.
    let marks: UnsafeMutablePointer<UInt32>
    /// The branches of splits that are still to be followed; at most one per instruction.
    let stack: UnsafeMutablePointer<UInt32>
    /// The instructions that consume the next character.
    var current: UnsafeMutablePointer<UInt32>
    var currentCount = 0
    /// The instructions that consume the character after it.
    var next: UnsafeMutablePointer<UInt32>
    var nextCount = 0
    /// The number of instructions executed in this step without consuming a character.
    var followed = 0

    mutating func run(_ text: String.UnicodeScalarView, _ budget: inout Int) -> Bool {
      var iterator = text.makeIterator()
      var ahead = iterator.next()?.value
      var following = iterator.next()?.value
      var step: UInt32 = 0
      follow(0, step, Neighbors(before: nil, after: ahead, isLast: ahead != nil && following == nil))
      advance()
      while let scalar = ahead {
        ahead = following
        following = ahead == nil ? nil : iterator.next()?.value
        step += 1
        read(scalar, step, Neighbors(before: scalar, after: ahead, isLast: ahead != nil && following == nil))
        budget -= currentCount + followed
        if nextCount == 0 || budget < 0 { return false }
        followed = 0
        advance()
      }
      for index in 0..<currentCount where program[Int(current[index])].operation == .match { return true }
      return false
    }

    private mutating func advance() {
      (current, next) = (next, current)
      (currentCount, nextCount) = (nextCount, 0)
    }

    /// Applies every instruction of the current list to a character.
    private mutating func read(_ scalar: UInt32, _ step: UInt32, _ neighbors: Neighbors) {
      let lower = RegularExpression.lowercased(scalar)
      for index in 0..<currentCount {
        let address = Int(current[index])
        let instruction = program[address]
        let fits: Bool
        switch instruction.operation {
        case .scalar: fits = instruction.a == scalar
        case .scalarIgnoringCase: fits = instruction.a == lower
        case .set:
          let set = Int(instruction.a)
          fits = scalar < 128 ? masks[set].contains(scalar) : sets[set].containsBeyondASCII(scalar)
        default: fits = false
        }
        if fits { follow(address + 1, step, neighbors) }
      }
    }

    /// Adds the instructions that can be reached without consuming a character.
    @inline(__always)
    private mutating func follow(_ start: Int, _ step: UInt32, _ neighbors: Neighbors) {
      if marks[start] == step { return }
      switch program[start].operation {
      case .scalar, .scalarIgnoringCase, .set, .match:
        marks[start] = step
        next[nextCount] = UInt32(start)
        nextCount += 1
      default: followAll(start, step, neighbors)
      }
    }

    private mutating func followAll(_ start: Int, _ step: UInt32, _ neighbors: Neighbors) {
      var depth = 0
      var address = start
      while true {
        followed += 1
        if marks[address] != step {
          marks[address] = step
          let instruction = program[address]
          switch instruction.operation {
          case .jump:
            address = Int(instruction.a)
            continue
          case .save:
            address += 1
            continue
          case .split:
            stack[depth] = instruction.b
            depth += 1
            address = Int(instruction.a)
            continue
          case .assertion:
            let assertion = RegularExpressionNode.Assertion(rawValue: instruction.a)
            if let assertion, RegularExpression.holds(assertion, neighbors) {
              address += 1
              continue
            }
          default:
            next[nextCount] = UInt32(address)
            nextCount += 1
          }
        }
        guard depth > 0 else { return }
        depth -= 1
        address = Int(stack[depth])
      }
    }
  }

  static func holds(_ assertion: RegularExpressionNode.Assertion, _ neighbors: Neighbors) -> Bool {
    switch assertion {
    case .start: neighbors.before == nil
    case .end: neighbors.after == nil
    case .endOrLastLineEnd: neighbors.after == nil || (neighbors.isLast && isLineEnd(neighbors.after))
    case .lineStart: neighbors.before == nil || (isLineEnd(neighbors.before) && neighbors.after != nil)
    case .lineEnd: neighbors.after == nil || isLineEnd(neighbors.after)
    case .wordBoundary: isWord(neighbors.before) != isWord(neighbors.after)
    case .noWordBoundary: isWord(neighbors.before) == isWord(neighbors.after)
    }
  }

  private static func isLineEnd(_ code: UInt32?) -> Bool {
    code.flatMap(Unicode.Scalar.init).map(ScalarSet.lineEnds.contains) ?? false
  }

  private static func isWord(_ code: UInt32?) -> Bool {
    code.flatMap(Unicode.Scalar.init).map(ScalarProperty.word.contains) ?? false
  }
}
