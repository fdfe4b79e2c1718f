package import TesseraExpressions
package import TesseraValues

/// Named data owned by a screen, a component, a row or an event. Expressions that read it follow its changes.
package final class Context {
  /// The name by which expressions refer to the data.
  package let identifier: String
  /// The data.
  package private(set) var value: Value
  /// Called with each write instead of changing the context, for shared data. The new data must be returned through
  /// ``replace(with:)``.
  package var forward: ((ContextPath, Value) -> Void)?
  /// Whether actions can write to the context. Items of rows and event details are not writable.
  package let isWritable: Bool
  weak var graph: BindingGraph?

  package init(identifier: String, value: Value, isWritable: Bool = false) {
    self.identifier = identifier
    self.value = value
    self.isWritable = isWritable
  }

  /// The reason why a write failed.
  package enum WriteProblem: Error {
    /// The data has more than ``maximumSize`` values or is nested too deeply.
    case tooLarge
    /// An object of the store is on the path, or an index exceeds the size to which lists are filled up.
    case unreachable
    /// The context is read-only.
    case notWritable
  }

  /// The maximum number of values in one write to a context. A larger write has no effect, and is reported.
  package static let maximumSize = 100_000

  /// Writes at a path and notifies the bindings that read there. Writing equal data notifies no bindings.
  ///
  /// - Complexity: O(*n*) in the length of the path and the size of the old and new data there. Other data in the
  ///   context is neither copied nor examined.
  package func set(_ new: Value, at path: ContextPath = ContextPath(nodes: [])) throws(WriteProblem) {
    guard isWritable else { throw .notWritable }
    guard !new.isLarger(than: Self.maximumSize) else { throw .tooLarge }
    guard path.isReachable(in: value) else { throw .unreachable }
    if let forward { return forward(path, new) }
    guard !path.value(in: value).isSame(as: new) else { return }
    path.set(new, in: &value)
    graph?.recordChange(of: self, at: path.keys)
  }

  /// Replaces the whole data.
  package func replace(with new: Value) {
    guard !value.isSame(as: new) else { return }
    value = new
    graph?.recordChange(of: self)
  }
}

extension ContextPath {
  /// The steps as keys, in the form used by binding paths.
  package var keys: [String] {
    nodes.map { node in
      switch node {
      case .key(let key): key
      case .index(let index): String(index)
      }
    }
  }

  /// The path in the form used by bindings, where indices are keys as well.
  package var valuePath: ValuePath { ValuePath(keys: keys) }
}
