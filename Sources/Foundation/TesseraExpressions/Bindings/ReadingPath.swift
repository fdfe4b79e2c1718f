package import TesseraValues

/// A key path that is read from a scope, with collection operators as predicates have them: `content.posts.@count`,
/// `posts.@sum.likes`. It is what `from` of a binding says.
///
/// ```swift
/// let path = try ReadingPath("content.posts.@max.likes")
/// path.root                 // "content"
/// path.value(in: scope)     // 12
/// ```
package struct ReadingPath: Sendable, Hashable {
  private let components: [KeyPathComponent]
  /// The keys in front of the first operator.
  private let head: ValuePath

  /// The most steps that a path may have.
  package static let maximumLength = 64

  /// Reads a dotted path. Empty parts are dropped, so a trailing dot does no harm.
  /// - Throws: `reading-path` for a path without any step or with too many, `expression-unknown-operator` for an
  ///   operator that does not exist, with its range in the text.
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
      guard let collectionOperator = CollectionOperator(rawValue: String(part.dropFirst())) else {
        let known = CollectionOperator.allCases.map(\.rawValue)
        throw source.error(
          "expression-unknown-operator", range, "'\(source.excerpt(range))' is not a collection operator",
          fix: SpellingSuggestion.suggestion(for: String(part.dropFirst()), in: known).map { "did you mean '@\($0)'?" })
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

  /// The name of the scope at which the path begins; nil if it begins with an operator.
  package var root: String? { head.first }

  /// The keys, without the operators.
  package var path: ValuePath { ValuePath(keys: components.compactMap(\.key)) }

  /// Whether the path has no operator, so that ``path`` is all of it.
  package var isPlain: Bool { head.count == components.count }

  /// The value, or null.
  ///
  /// The keys in front of the first operator are read by the scope. A path that begins with an operator applies it to
  /// the scope itself, if that is a value.
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
  /// The dotted text.
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
  /// The key, if it is one.
  fileprivate var key: String? {
    if case .key(let key) = self { key } else { nil }
  }
}
