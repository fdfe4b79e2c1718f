public import TesseraValues

/// Anything that a slot of a payload takes: a literal, or what is read when the screen is shown.
public protocol PayloadValue: Sendable {
  /// As it stands in the payload.
  var payload: Value { get }
}

extension String: PayloadValue {
  /// As it stands in the payload.
  public var payload: Value { .string(self) }
}

extension Int: PayloadValue {
  /// As it stands in the payload.
  public var payload: Value { .integer(Int64(self)) }
}

extension Double: PayloadValue {
  /// As it stands in the payload.
  public var payload: Value { .double(self) }
}

extension Bool: PayloadValue {
  /// As it stands in the payload.
  public var payload: Value { .bool(self) }
}

extension Value: PayloadValue {
  /// As it stands in the payload.
  public var payload: Value { self }
}

extension Array: PayloadValue where Element: PayloadValue {
  /// As it stands in the payload.
  public var payload: Value { .array(map(\.payload)) }
}
extension Dictionary: PayloadValue where Key == String, Value: PayloadValue {
  /// As it stands in the payload.
  public var payload: TesseraValues.Value { .dictionary(mapValues(\.payload)) }
}

/// What is read when the screen is shown: a place in a context, or an operation on such.
///
/// In a text it stands by interpolation: `Text("\(cart.count) things")`.
public protocol PayloadExpression: PayloadValue, CustomStringConvertible {
  /// The expression without its braces.
  var source: String { get }
}

extension PayloadExpression {
  /// As it stands in the payload.
  public var payload: Value { .string(description) }
  /// The expression in its braces.
  public var description: String { "@{\(source)}" }
}

/// A place in the data of a context: `cart.lines[0].name`.
@dynamicMemberLookup
public struct Reference: PayloadExpression, Hashable {
  /// The expression without its braces.
  public let source: String

  /// What a name leads to: a context, or the item of a row.
  public init(_ source: String) { self.source = source }

  /// A member.
  public subscript(dynamicMember name: String) -> Reference { Reference("\(source).\(name)") }

  /// An element of a list.
  public subscript(index: Int) -> Reference { Reference("\(source)[\(index)]") }

  /// The name of the context, and the path in it.
  var parts: (context: String, path: String?) {
    guard let end = source.firstIndex(where: { $0 == "." || $0 == "[" }) else { return (source, nil) }
    let path = source[end] == "." ? source[source.index(after: end)...] : source[end...]
    return (String(source[..<end]), String(path))
  }

  /// What belongs to all screens.
  public static let global = Reference("global")
  /// What a navigation handed over.
  public static let handedOver = Reference("navigationContext")
  /// What the answer of a request says, in its `onSuccess` and `onError`.
  public static func answer(_ event: String) -> Reference { Reference(event) }
  /// What was typed, in `onChange` of a field.
  public static let typed = Reference("onChange.value")
}

/// What an operation makes of its arguments.
public struct Operation: PayloadExpression, Hashable {
  /// The expression without its braces.
  public let source: String

  /// Any operation that the client knows.
  public init(_ name: String, _ arguments: any PayloadValue...) {
    source = "\(name)(\(arguments.map(Self.argument).joined(separator: ", ")))"
  }

  /// Expressions stand as they are, texts in quotes.
  private static func argument(_ value: any PayloadValue) -> String {
    if let expression = value as? any PayloadExpression { return expression.source }
    switch value.payload {
    case .string(let text): return "'\(text.replacing("'", with: #"\'"#))'"
    case .null: return "null"
    case let other: return other.description
    }
  }
}

/// Data with a name, which a component owns: `Context("cart", ["lines": []])`.
@dynamicMemberLookup
public struct Context: Sendable {
  let name: String
  let value: Value

  /// Names some data.
  public init(_ name: String, _ value: some PayloadValue) {
    self.name = name
    self.value = value.payload
  }

  /// All of it.
  public var reference: Reference { Reference(name) }

  /// A member.
  public subscript(dynamicMember name: String) -> Reference { Reference("\(self.name).\(name)") }
}
