package import TesseraExpressions
package import TesseraValues

/// Data with a name that a screen, a component, a row or an event owns, and that expressions follow.
package final class Context {
  /// The name by which expressions find it.
  package let identifier: String
  /// The data.
  package private(set) var value: Value
  /// Takes what is written instead of the context itself: for data that others share. It has to come back by
  /// ``replace(with:)``.
  package var forward: ((ContextPath, Value) -> Void)?
  /// Whether actions can write it: not the item of a row, and not what an event carries.
  package let isWritable: Bool
  weak var graph: BindingGraph?

  package init(identifier: String, value: Value, isWritable: Bool = false) {
    self.identifier = identifier
    self.value = value
    self.isWritable = isWritable
  }

  /// Why something was not written.
  package enum WriteProblem: Error {
    /// The data has more than ``maximumSize`` values, or is nested too deeply.
    case tooLarge
    /// An object of the store stands on the way, or an index is beyond what lists are filled up to.
    case unreachable
    /// Nobody owns the context.
    case notWritable
  }

  /// The most values that are written at once.
  package static let maximumSize = 100_000

  /// Writes at a path, and lets those know who read there. Equal data notifies nobody.
  ///
  /// - Complexity: the length of the path, and the size of the new and the old data there; what else is in the context is
  ///   neither copied nor looked at.
  package func set(_ new: Value, at path: ContextPath = ContextPath(nodes: [])) throws(WriteProblem) {
    guard isWritable else { throw .notWritable }
    guard !new.isLarger(than: Self.maximumSize) else { throw .tooLarge }
    guard path.isReachable(in: value) else { throw .unreachable }
    if let forward { return forward(path, new) }
    guard !path.value(in: value).isSame(as: new) else { return }
    path.set(new, in: &value)
    graph?.noteChange(of: self, at: path.keys)
  }

  /// Takes data as a whole.
  package func replace(with new: Value) {
    guard !value.isSame(as: new) else { return }
    value = new
    graph?.noteChange(of: self)
  }
}

extension ContextPath {
  /// The steps as texts, as paths of readers have them.
  package var keys: [String] {
    nodes.map { node in
      switch node {
      case .key(let key): key
      case .index(let index): String(index)
      }
    }
  }

  /// The path as readers have it: indices are keys too.
  package var valuePath: ValuePath { ValuePath(keys: keys) }
}
