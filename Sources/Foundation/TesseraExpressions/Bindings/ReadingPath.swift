package import TesseraValues

/// A key path that is read from a scope. It may contain collection operators, as in predicates: `content.posts.@count`,
/// `posts.@sum.likes`. The `from` of a binding is such a path.
///
/// ```swift
/// let path = try ReadingPath("content.posts.@max.likes")
/// path.root                 // "content"
/// path.value(in: scope)     // 12
/// ```
package struct ReadingPath: Sendable, Hashable {
  private let components: [KeyPathComponent]
  /// The keys before the first operator.
  private let head: ValuePath

  /// The maximum number of keys in a key path of the logic language. A longer path is an error.
  package static let maximumLength = 64

  /// Parses a dotted path. Empty components are dropped, so a trailing dot is harmless.
  /// - Throws: `reading-path` if the path has no components or too many; `expression-unknown-operator` for an unknown
  ///   operator, with its range in the text.
  package init(_ text: String) throws(Diagnostic) {
    let source = FormatText(text)
    var components: [KeyPathComponent] = []
    var offset = 0
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let range = offset..<offset + part.utf8.count
      offset = range.upperBound + 1
      if part.isEmpty { continue }
      guard part.hasPrefix("@") else {
        components.append(.key(String(part)))
        continue
      }
      let name = String(part.dropFirst())
      guard let collectionOperator = CollectionOperator(rawValue: name) else {
        throw source.error(
          "expression-unknown-operator", range, "'\(source.excerpt(range))' is not a collection operator",
          fix: CollectionOperator.fix(for: name))
      }
      components.append(.collectionOperator(collectionOperator))
    }
    guard !components.isEmpty, components.count <= Self.maximumLength else {
      let message = components.isEmpty ? "The path is empty" : "The path has more than \(Self.maximumLength) keys"
      throw source.error("reading-path", 0..<source.bytes.count, message)
    }
    self.components = components
    let keys = components.prefix { $0.key != nil }
    head = ValuePath(keys: keys.compactMap(\.key))
  }

  /// The name in the scope at which the path begins; nil if it begins with an operator.
  package var root: String? { head.first }

  /// The keys, without the operators.
  package var path: ValuePath { ValuePath(keys: components.compactMap(\.key)) }

  /// Whether the path contains no operators, so that ``path`` represents it completely.
  package var isPlain: Bool { head.count == components.count }

  /// Returns the value at the path, or null.
  ///
  /// The scope reads the keys before the first operator. If the path begins with an operator, it is applied to the
  /// scope itself, provided that the scope is a value.
  package func value(in scope: any ValueReading) -> Value {
    var current: Value
    if head.isEmpty {
      current = EvaluationState.value(of: scope) ?? .null
    } else {
      current = KeyPathReading.read(head, in: scope)
    }
    if isPlain { return current }
    var state = EvaluationState(scope: nil, surroundings: .system)
    for segment in KeyPathReading.segments(components.dropFirst(head.count)) {
      current = segment.apply(to: current, &state)
    }
    return state.isExhausted ? .null : current
  }
}

extension ReadingPath: CustomStringConvertible {
  /// The dotted form of the path.
  package var description: String {
    components.map { component in
      switch component {
      case .key(let key): key
      case .collectionOperator(let collectionOperator): "@" + collectionOperator.rawValue
      }
    }.joined(separator: ".")
  }
}

extension KeyPathComponent {
  /// The key, or nil if this is an operator.
  fileprivate var key: String? {
    if case .key(let key) = self { key } else { nil }
  }
}
