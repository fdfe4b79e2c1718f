import Foundation
public import TesseraValues

/// A set of named value conversions: the built-in ones, those configured by a bundle, and those added by a host.
///
/// This is a value type that is passed along, so widgets cannot overwrite each other's transformers.
public struct ValueTransformers: Sendable {
  /// A conversion. Nil means that it does not apply: bindings and templates then keep the value, and an import uses
  /// null.
  public typealias Transform = @Sendable (Value, EvaluationContext) -> Value?
  /// A conversion with an argument, which is nil if none is given.
  public typealias ArgumentTransform = @Sendable (Value, _ argument: Value?, EvaluationContext) -> Value?

  private struct Entry: Sendable {
    var transform: ArgumentTransform
    var acceptsNull: Bool
  }

  private var transforms: [String: Entry]

  /// Creates an empty set.
  public init() { transforms = [:] }

  /// The built-in transformers, which `docs/reference/language.md` describes.
  public static let standard: ValueTransformers = {
    var result = ValueTransformers()
    result.register("toString") { value, _ in value.isNull ? nil : .string(value.description) }
    result.register("strToInt") { value, _ in Int64(value.description).map(Value.integer) }
    result.register("toDouble") { value, _ in
      if case .double = value { return value }
      return CastType.number(value.description).number.map(Value.double)
    }
    result.register("ago") { value, context in
      (value.date ?? value.string.flatMap(DateReading.date)).map {
        .string(RelativeAge.text(from: $0, to: context.now(), context: context))
      }
    }
    result.register("until") { value, context in
      (value.date ?? value.string.flatMap(DateReading.date)).map {
        .string(RelativeAge.text(from: context.now(), to: $0, context: context))
      }
    }
    result.register("uppercase") { value, _ in value.string.map { .string($0.uppercased()) } }
    result.register("lowercase") { value, _ in value.string.map { .string(TextFunctions.lowercased($0)) } }
    result.register("capitalize") { value, _ in value.string.map { .string(TextFunctions.capitalized($0)) } }
    let numbers = NumberTransformer()
    result.register("number") { value, pattern, context in numbers.transform(value, pattern: pattern, context) }
    let dates = PatternDateTransformer()
    result.register("date") { value, format, context in dates.transform(value, format: format, context) }
    for (name, transform) in QuantityTransformers.all { result.register(name, transform) }
    result.register("list") { value, context in
      value.array.map {
        .string($0.prefix(1000).map(\.description).formatted(.list(type: .and).locale(context.locale)))
      }
    }
    result.register("default", acceptsNull: true) { value, replacement, _ in value.isNull ? replacement : value }
    return result
  }()

  /// The transformers whose results change over time.
  static let timed: Set<String> = ["ago", "until"]

  /// Adds a transformer, replacing an existing one with the same name.
  public mutating func register(_ name: String, _ transform: @escaping Transform) {
    transforms[name] = Entry(transform: { value, _, context in transform(value, context) }, acceptsNull: false)
  }

  /// Adds a transformer with an argument, replacing an existing one with the same name.
  /// - Parameter acceptsNull: Whether templates pass null to the transformer. Otherwise null stays null.
  public mutating func register(_ name: String, acceptsNull: Bool = false, _ transform: @escaping ArgumentTransform) {
    transforms[name] = Entry(transform: transform, acceptsNull: acceptsNull)
  }

  /// The names of all transformers in alphabetical order, for spelling suggestions.
  public var names: [String] { transforms.keys.sorted() }

  /// Returns whether there is a transformer with the given name.
  public func contains(_ name: String) -> Bool { transforms[name] != nil }

  /// The conversion with the given name, for repeated use; nil if the name is unknown.
  public subscript(name: String) -> ArgumentTransform? { transforms[name]?.transform }

  /// Returns whether a transformer accepts null.
  public func acceptsNull(_ name: String) -> Bool { transforms[name]?.acceptsNull ?? false }

  /// Returns the converted value, or nil if the name is unknown or the transformer does not apply.
  public func transform(
    _ value: Value, with name: String, argument: Value? = nil, context: EvaluationContext = .system
  ) -> Value? {
    transforms[name]?.transform(value, argument, context)
  }

  /// Adds a transformer between strings and dates for each member of a bundle's `transformers.date` options.
  ///
  /// ```json
  /// { "strToDate": { "format": "EEE MMM d HH:mm:ss Z y", "locale": "en_US_POSIX" },
  ///   "dateToStr": { "dateStyle": "medium", "timeStyle": "short", "timeZone": "Europe/Berlin" } }
  /// ```
  /// - Returns: The problems in the options; invalid transformers are skipped. Rules: `transformer-options`,
  ///   `transformer-style`, `transformer-time-zone`.
  package mutating func registerDates(_ options: Value) -> [Diagnostic] {
    guard case .dictionary(let members) = options else {
      return options.isNull
        ? [] : [Diagnostic(rule: "transformer-options", message: "The date transformers must be an object")]
    }
    var problems: [Diagnostic] = []
    for (name, definition) in members.sorted(by: { $0.key < $1.key }) {
      do throws(Diagnostic) {
        let dates = DateTransformer(try DateFormat(definition, name: name))
        register(name) { dates.transform($0, $1) }
      } catch {
        problems.append(error)
      }
    }
    return problems
  }
}
