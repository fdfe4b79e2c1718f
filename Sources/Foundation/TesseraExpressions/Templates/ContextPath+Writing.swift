package import TesseraValues

extension ContextPath {
  /// Sets a value at this path in place, without copying data outside of the path.
  ///
  /// Missing dictionaries and lists are created, other values in the path are replaced, and lists are extended with
  /// nulls. The empty path replaces the whole value. If an index is negative or greater than ``maximumIndex``, the
  /// value is unchanged.
  package func set(_ new: Value, in value: inout Value) {
    let isPossible = nodes.allSatisfy { node in
      if case .index(let index) = node { (0...Self.maximumIndex).contains(index) } else { true }
    }
    if isPossible { Self.set(new, nodes[...], in: &value) }
  }

  private static func set(_ new: Value, _ nodes: ArraySlice<Node>, in value: inout Value) {
    guard let node = nodes.first else { return value = new }
    // Removes the value from its place while it is modified, so that it is uniquely referenced and not copied.
    let old = value
    value = .null
    switch node {
    case .key(let key):
      var members: [String: Value] = [:]
      if case .dictionary(let existing) = consume old { members = existing }
      set(new, nodes.dropFirst(), in: &members[key, default: .null])
      value = .dictionary(members)
    case .index(let index):
      var values: [Value] = []
      if case .array(let existing) = consume old { values = existing }
      while values.count <= index { values.append(.null) }
      set(new, nodes.dropFirst(), in: &values[index])
      value = .array(values)
    }
  }

  /// Returns whether a value can be written at this path: the path contains no object, and no index is out of range.
  package func isReachable(in value: Value) -> Bool {
    var current = value
    for node in nodes {
      if case .object = current { return false }
      if case .index(let index) = node, !(0...Self.maximumIndex).contains(index) { return false }
      current = Self.value(at: [node], in: current)
    }
    return true
  }
}
