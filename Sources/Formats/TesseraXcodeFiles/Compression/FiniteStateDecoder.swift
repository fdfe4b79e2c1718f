/// A table of a finite state entropy decoder that yields a byte for each state.
struct FiniteStateSymbolTable {
  private struct Entry {
    var symbol: UInt8 = 0
    var bitCount: UInt8 = 0
    var nextState: Int16 = 0
  }

  private var entries: [Entry]

  /// Builds a table. Symbols take states in their order, each as many as its frequency.
  init(frequencies: ArraySlice<Int>, stateCount: Int, offset: Int) throws(XcodeFileError) {
    entries = []
    entries.reserveCapacity(stateCount)
    for (symbol, frequency) in frequencies.enumerated() {
      try forEachState(frequency, of: stateCount, used: entries.count, offset: offset) { bitCount, nextState in
        entries.append(
          Entry(
            symbol: UInt8(truncatingIfNeeded: symbol), bitCount: UInt8(truncatingIfNeeded: bitCount),
            nextState: Int16(truncatingIfNeeded: nextState)))
      }
    }
    // An encoder uses all states. Others repeat the first symbol.
    while entries.count < stateCount { entries.append(Entry()) }
  }

  /// Returns the symbol of a state, and moves to the next one.
  func next(_ state: inout Int, _ bits: inout BackwardBitReader) throws(XcodeFileError) -> UInt8 {
    let entry = entries[state]
    state = Int(entry.nextState) + Int(try bits.read(Int(entry.bitCount)))
    return entry.symbol
  }
}

/// A table of a finite state entropy decoder that yields a number for each state: a base and additional bits.
struct FiniteStateNumberTable {
  private struct Entry {
    var bitCount: UInt8 = 0
    var additionalBitCount: UInt8 = 0
    var nextState: Int16 = 0
    var base: Int32 = 0
  }

  private var entries: [Entry]

  /// Builds a table. Symbol by symbol, `additionalBits` tells how many bits are added to the base. The first base is 0,
  /// and each other one follows the largest number of the symbol before.
  init(frequencies: ArraySlice<Int>, additionalBits: [UInt8], stateCount: Int, offset: Int) throws(XcodeFileError) {
    entries = []
    entries.reserveCapacity(stateCount)
    var base: Int32 = 0
    for (frequency, additional) in zip(frequencies, additionalBits) {
      try forEachState(frequency, of: stateCount, used: entries.count, offset: offset) { bitCount, nextState in
        entries.append(
          Entry(
            bitCount: UInt8(truncatingIfNeeded: bitCount), additionalBitCount: additional,
            nextState: Int16(truncatingIfNeeded: nextState), base: base))
      }
      base += 1 << Int32(additional)
    }
    while entries.count < stateCount { entries.append(Entry()) }
  }

  /// Returns the number of a state, and moves to the next one.
  func next(_ state: inout Int, _ bits: inout BackwardBitReader) throws(XcodeFileError) -> Int {
    let entry = entries[state]
    state = Int(entry.nextState) + Int(try bits.read(Int(entry.bitCount)))
    return Int(entry.base) + Int(try bits.read(Int(entry.additionalBitCount)))
  }
}

/// Calls a closure for each state of a symbol: with the number of bits that are read there, and the state to which they
/// are added.
private func forEachState(
  _ frequency: Int, of stateCount: Int, used: Int, offset: Int, _ body: (_ bitCount: Int, _ nextState: Int) -> Void
) throws(XcodeFileError) {
  guard frequency > 0 else { return }
  guard frequency <= stateCount - used else {
    throw XcodeFileError("the frequencies of an LZFSE block exceed \(stateCount) states", offset: offset)
  }
  // With k bits, the states after the current one cover a range of 2^k; ranges of both lengths cover all states.
  let bitCount = frequency.leadingZeroBitCount - stateCount.leadingZeroBitCount
  let longRangeCount = (2 * stateCount) >> bitCount - frequency
  for index in 0..<frequency {
    if index < longRangeCount {
      body(bitCount, (frequency + index) << bitCount - stateCount)
    } else {
      body(bitCount - 1, (index - longRangeCount) << (bitCount - 1))
    }
  }
}
