package import TesseraValues

/// A reader of a scope that records the values it reads.
package final class RecordingReader: NameLookup {
  private let scope: Scope
  /// The values read, in order.
  package private(set) var values: [Value] = []

  package init(_ scope: Scope) { self.scope = scope }

  package func isThing(_ name: String) -> Bool { scope.isThing(name) }

  package func value(forKey key: String) -> Value? { value(at: ValuePath(keys: [key])) }

  package func value(at path: ValuePath) -> Value {
    let value = scope.value(at: path)
    values.append(value)
    return value
  }
}
