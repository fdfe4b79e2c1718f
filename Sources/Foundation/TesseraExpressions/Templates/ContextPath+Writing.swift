package import TesseraValues

extension ContextPath {
  /// Puts a value at this path, in place: what is beside the path is not copied.
  ///
  /// The rules are those of ``setting(_:in:)``. Numbers that end up as keys of lists beyond ``maximumIndex`` change nothing.
  package func set(_ new: Value, in value: inout Value) {
    let isPossible = nodes.allSatisfy { node in
      if case .index(let index) = node { (0...Self.maximumIndex).contains(index) } else { true }
    }
    if isPossible { Self.set(new, nodes[...], in: &value) }
  }

  private static func set(_ new: Value, _ nodes: ArraySlice<Node>, in value: inout Value) {
    guard let node = nodes.first else { return value = new }
    // Taken out of its place while it is changed, so that nobody else holds it and nothing is copied.
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

  /// Whether something can be written at this path: no object stands on the way, and no index is out of reach.
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
