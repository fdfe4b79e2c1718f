import TesseraValues

/// A pattern of `MATCHES`, which the whole text has to fit.
///
/// The pattern becomes a program for a machine that follows all ways through it at once (Thompson's construction), so
/// the time is at most the number of instructions times the length of the text, whatever the pattern. Both have
/// limits. The syntax is ICU's without what needs backtracking; `docs/language.md` lists the differences.
struct RegularExpression: Sendable {
  private enum Instruction: Sendable {
    case scalar(UInt32)
    /// A scalar in either case: the value is in simple lower case.
    case scalarIgnoringCase(UInt32)
    /// An index into the sets.
    case set(Int)
    case assertion(RegularExpressionNode.Assertion)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  /// A set with its answers for ASCII.
  private struct PreparedSet: Sendable {
    let set: ScalarSet
    let ignoresCase: Bool
    private let low: UInt64
    private let high: UInt64

    init(_ set: ScalarSet, ignoresCase: Bool) {
      self.set = set
      self.ignoresCase = ignoresCase
      var bits: [UInt64] = [0, 0]
      for code in UInt8(0)..<128
      where Self.contains(set, Unicode.Scalar(code), ignoresCase) {
        bits[Int(code >> 6)] |= 1 << UInt64(code & 63)
      }
      (low, high) = (bits[0], bits[1])
    }

    @inline(__always)
    func contains(_ code: UInt32) -> Bool {
      if code < 64 { return low >> UInt64(code) & 1 == 1 }
      if code < 128 { return high >> UInt64(code - 64) & 1 == 1 }
      return Unicode.Scalar(code).map { Self.contains(set, $0, ignoresCase) } ?? false
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

  private var program: [Instruction] = []
  private var sets: [PreparedSet] = []
  private let foldsDiacritics: Bool

  /// The longest program. With a text of 4 kB the machine then makes at most some eight million steps.
  private static let maximumLength = 2000

  /// Reads a pattern.
  /// - Throws: `expression-pattern` with the place in words, since a pattern may come from anywhere.
  init(_ pattern: String, options: TextFolding.Options) throws(Diagnostic) {
    foldsDiacritics = options.contains(.diacritics)
    let source = foldsDiacritics ? TextFolding.fold(pattern, options: .diacritics) : pattern
    let node = try RegularExpressionParser.parse(source, ignoresCase: options.contains(.case))
    try emit(node)
    program.append(.match)
  }

  // MARK: - Compiling

  private mutating func append(_ instruction: Instruction) throws(Diagnostic) {
    guard program.count < Self.maximumLength else {
      throw Diagnostic(
        rule: "expression-pattern", message: "The pattern is too large", fix: "use smaller numbers of repetitions")
    }
    program.append(instruction)
  }

  private mutating func emit(_ node: RegularExpressionNode) throws(Diagnostic) {
    switch node {
    case .empty: break
    case .scalar(let code, let ignoresCase):
      let lower = Self.lowercased(code)
      let hasCase = ignoresCase && (lower != code || Self.hasUppercase(code))
      try append(hasCase ? .scalarIgnoringCase(lower) : .scalar(code))
    case .set(let set, let ignoresCase):
      let prepared = PreparedSet(set, ignoresCase: ignoresCase)
      let known = sets.firstIndex { $0.set == set && $0.ignoresCase == ignoresCase }
      if known == nil { sets.append(prepared) }
      try append(.set(known ?? sets.count - 1))
    case .assertion(let assertion): try append(.assertion(assertion))
    case .sequence(let parts): for part in parts { try emit(part) }
    case .alternatives(let parts): try emitAlternatives(parts)
    case .repetition(let inner, let minimum, let maximum):
      for _ in 0..<minimum {
        let start = program.count
        try emit(inner)
        // What adds no instruction may be repeated a thousand times a thousand times; once is enough.
        if program.count == start { return }
      }
      if let maximum {
        var splits: [Int] = []
        for _ in minimum..<maximum {
          splits.append(program.count)
          try append(.match)
          try emit(inner)
        }
        for split in splits { program[split] = .split(split + 1, program.count) }
      } else {
        let split = program.count
        try append(.match)
        try emit(inner)
        try append(.jump(split))
        program[split] = .split(split + 1, program.count)
      }
    }
  }

  private mutating func emitAlternatives(_ parts: [RegularExpressionNode]) throws(Diagnostic) {
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

  private static func lowercased(_ code: UInt32) -> UInt32 {
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

  // MARK: - Running

  /// Whether the whole text fits.
  func matches(_ text: String) -> Bool {
    let source = foldsDiacritics ? TextFolding.fold(text, options: .diacritics) : text
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: program.count * 4) { storage in
      // An instruction is in the current list if `marks` holds the number of the step.
      let size = program.count
      storage.initialize(repeating: -1)
      var machine = Machine(
        current: UnsafeMutableBufferPointer(rebasing: storage[0..<size]),
        next: UnsafeMutableBufferPointer(rebasing: storage[size..<2 * size]),
        marks: UnsafeMutableBufferPointer(rebasing: storage[2 * size..<3 * size]),
        stack: UnsafeMutableBufferPointer(rebasing: storage[3 * size..<4 * size]))
      return run(&machine, source)
    }
  }

  private struct Machine {
    var current: UnsafeMutableBufferPointer<Int32>
    var next: UnsafeMutableBufferPointer<Int32>
    let marks: UnsafeMutableBufferPointer<Int32>
    let stack: UnsafeMutableBufferPointer<Int32>
    var currentCount = 0
    var nextCount = 0
  }

  /// The characters around a place.
  private struct Place {
    var before: UInt32?
    var after: UInt32?
    /// Whether `after` is the last character.
    var isLast: Bool
  }

  private func run(_ machine: inout Machine, _ text: String) -> Bool {
    var iterator = text.unicodeScalars.makeIterator()
    var ahead = iterator.next()?.value
    var following = iterator.next()?.value
    var before: UInt32?
    var step: Int32 = 0
    follow(0, &machine, step, Place(before: nil, after: ahead, isLast: ahead != nil && following == nil))
    swap(&machine.current, &machine.next)
    machine.currentCount = machine.nextCount
    while let scalar = ahead {
      before = scalar
      ahead = following
      following = ahead == nil ? nil : iterator.next()?.value
      step += 1
      machine.nextCount = 0
      let place = Place(before: before, after: ahead, isLast: ahead != nil && following == nil)
      for index in 0..<machine.currentCount {
        let address = Int(machine.current[index])
        let fits: Bool =
          switch program[address] {
          case .scalar(let code): code == scalar
          case .scalarIgnoringCase(let code): code == Self.lowercased(scalar)
          case .set(let set): sets[set].contains(scalar)
          default: false
          }
        if fits { follow(address + 1, &machine, step, place) }
      }
      if machine.nextCount == 0 { return false }
      swap(&machine.current, &machine.next)
      machine.currentCount = machine.nextCount
    }
    for index in 0..<machine.currentCount {
      if case .match = program[Int(machine.current[index])] { return true }
    }
    return false
  }

  /// Adds the instructions that can be reached without reading a character.
  private func follow(_ start: Int, _ machine: inout Machine, _ step: Int32, _ place: Place) {
    var depth = 0
    var address = start
    while true {
      if machine.marks[address] != step {
        machine.marks[address] = step
        switch program[address] {
        case .jump(let target):
          address = target
          continue
        case .split(let a, let b):
          machine.stack[depth] = Int32(b)
          depth += 1
          address = a
          continue
        case .assertion(let assertion):
          if Self.holds(assertion, place) {
            address += 1
            continue
          }
        default:
          machine.next[machine.nextCount] = Int32(address)
          machine.nextCount += 1
        }
      }
      guard depth > 0 else { return }
      depth -= 1
      address = Int(machine.stack[depth])
    }
  }

  private static func holds(_ assertion: RegularExpressionNode.Assertion, _ place: Place) -> Bool {
    switch assertion {
    case .start: place.before == nil
    case .end: place.after == nil
    case .endOrLastLineEnd: place.after == nil || (place.isLast && isLineEnd(place.after))
    case .lineStart: place.before == nil || (isLineEnd(place.before) && place.after != nil)
    case .lineEnd: place.after == nil || isLineEnd(place.after)
    case .wordBoundary: isWord(place.before) != isWord(place.after)
    case .noWordBoundary: isWord(place.before) == isWord(place.after)
    }
  }

  private static func isLineEnd(_ code: UInt32?) -> Bool {
    code.flatMap(Unicode.Scalar.init).map(ScalarSet.lineEnds.contains) ?? false
  }

  private static func isWord(_ code: UInt32?) -> Bool {
    code.flatMap(Unicode.Scalar.init).map(ScalarProperty.word.contains) ?? false
  }
}
