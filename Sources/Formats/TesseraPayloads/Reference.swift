public import TesseraValues

/// A value in a payload: a literal, or an expression that is evaluated when the screen is shown.
public protocol PayloadValue: Sendable {
  /// The representation in the payload.
  var payload: Value { get }
}

extension String: PayloadValue {
  /// The representation in the payload.
  public var payload: Value { .string(self) }
}

extension Int: PayloadValue {
  /// The representation in the payload.
  public var payload: Value { .integer(Int64(self)) }
}

extension Double: PayloadValue {
  /// The representation in the payload.
  public var payload: Value { .double(self) }
}

extension Bool: PayloadValue {
  /// The representation in the payload.
  public var payload: Value { .bool(self) }
}

extension Value: PayloadValue {
  /// The representation in the payload.
  public var payload: Value { self }
}

extension Array: PayloadValue where Element: PayloadValue {
  /// The representation in the payload.
  public var payload: Value { .array(map(\.payload)) }
}
extension Dictionary: PayloadValue where Key == String, Value: PayloadValue {
  /// The representation in the payload.
  public var payload: TesseraValues.Value { .dictionary(mapValues(\.payload)) }
}

/// An expression that is evaluated when the screen is shown: a path in a context, or an operation on expressions.
///
/// Use string interpolation to embed it in a text: `Text("\(cart.count) things")`.
public protocol PayloadExpression: PayloadValue, CustomStringConvertible {
  /// The expression without its delimiters.
  var source: String { get }
}

extension PayloadExpression {
  /// The representation in the payload.
  public var payload: Value { .string(description) }
  /// The expression with its delimiters, `@{…}`.
  public var description: String { "@{\(source)}" }
}

/// A path in the data of a context, such as `cart.lines[0].name`.
@dynamicMemberLookup
public struct Reference: PayloadExpression, Hashable {
  /// The expression without its delimiters.
  public let source: String

  /// Creates a reference to a context or the item of a row.
  public init(_ source: String) { self.source = source }

  /// Returns a reference to a member.
  public subscript(dynamicMember name: String) -> Reference { Reference("\(source).\(name)") }

  /// Returns a reference to an element of a list.
  public subscript(index: Int) -> Reference { Reference("\(source)[\(index)]") }

  /// The name of the context, and the path in it.
  var parts: (context: String, path: String?) {
    guard let end = source.firstIndex(where: { $0 == "." || $0 == "[" }) else { return (source, nil) }
    let path = source[end] == "." ? source[source.index(after: end)...] : source[end...]
    return (String(source[..<end]), String(path))
  }

  /// The global context, which all screens share.
  public static let global = Reference("global")
  /// The data passed by a navigation.
  public static let handedOver = Reference("navigationContext")
  /// Returns a reference to the response of a request, for its `onSuccess` and `onError` actions.
  public static func answer(_ event: String) -> Reference { Reference(event) }
  /// The entered text, for the `onChange` actions of a field.
  public static let typed = Reference("onChange.value")
}

/// An operation applied to arguments.
public struct Operation: PayloadExpression, Hashable {
  /// The expression without its delimiters.
  public let source: String

  /// Creates an operation with any name that the client knows.
  public init(_ name: String, _ arguments: any PayloadValue...) {
    source = "\(name)(\(arguments.map(Self.argument).joined(separator: ", ")))"
  }

  /// Returns an argument as source: expressions unchanged, and texts in quotes.
  private static func argument(_ value: any PayloadValue) -> String {
    if let expression = value as? any PayloadExpression { return expression.source }
    switch value.payload {
    case .string(let text): return "'\(text.replacing("'", with: #"\'"#))'"
    case .null: return "null"
    case let other: return other.description
    }
  }
}

/// Named data owned by a component, such as `Context("cart", ["lines": []])`.
@dynamicMemberLookup
public struct Context: Sendable {
  let name: String
  let value: Value

  /// Creates a context with an initial value.
  public init(_ name: String, _ value: some PayloadValue) {
    self.name = name
    self.value = value.payload
  }

  /// A reference to the whole data.
  public var reference: Reference { Reference(name) }

  /// Returns a reference to a member.
  public subscript(dynamicMember name: String) -> Reference { Reference("\(self.name).\(name)") }
}
