/// A key path through dynamic data; `content.author.name` consists of three keys.
public struct ValuePath: Hashable, Sendable {
  /// The keys in order.
  public var keys: [String]

  /// Creates a path from its keys.
  public init(keys: [String]) { self.keys = keys }

  /// Parses a dotted path. Empty components are dropped, so a trailing dot is harmless.
  public init(_ text: String) {
    keys = text.split(separator: ".").map(String.init)
  }

  /// Returns a path without the first `count` keys.
  public func dropFirst(_ count: Int = 1) -> ValuePath { ValuePath(keys: Array(keys.dropFirst(count))) }

  /// Returns a path with the keys of another path appended.
  public func appending(_ other: ValuePath) -> ValuePath { ValuePath(keys: keys + other.keys) }
}

extension ValuePath: RandomAccessCollection {
  /// The position of the first key.
  public var startIndex: Int { keys.startIndex }
  /// The position after the last key.
  public var endIndex: Int { keys.endIndex }
  /// The key at a position.
  public subscript(position: Int) -> String { keys[position] }
}

extension ValuePath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a path from its dotted form.
  public init(stringLiteral value: String) { self.init(value) }
  /// The dotted form of the path.
  public var description: String { keys.joined(separator: ".") }
}
