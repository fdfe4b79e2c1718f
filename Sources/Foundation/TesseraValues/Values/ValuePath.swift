/// A key path through dynamic data: `content.author.name` is three keys.
public struct ValuePath: Hashable, Sendable {
  /// The keys in order.
  public var keys: [String]

  /// Creates a path from its keys.
  public init(keys: [String]) { self.keys = keys }

  /// Reads a dotted path. Empty parts are dropped, so a trailing dot does no harm.
  public init(_ text: String) {
    keys = text.split(separator: ".").map(String.init)
  }

  /// This path with the first `count` keys removed.
  public func dropFirst(_ count: Int = 1) -> ValuePath { ValuePath(keys: Array(keys.dropFirst(count))) }

  /// This path with another behind it.
  public func appending(_ other: ValuePath) -> ValuePath { ValuePath(keys: keys + other.keys) }
}

extension ValuePath: RandomAccessCollection {
  /// The position of the first key.
  public var startIndex: Int { keys.startIndex }
  /// One behind the last key.
  public var endIndex: Int { keys.endIndex }
  /// The key at a position.
  public subscript(position: Int) -> String { keys[position] }
}

extension ValuePath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A dotted path.
  public init(stringLiteral value: String) { self.init(value) }
  /// The dotted text.
  public var description: String { keys.joined(separator: ".") }
}
