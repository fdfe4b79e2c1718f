package import TesseraValues

/// The elements for which an action sends a request each: those of a list in the options, in the result of the previous
/// action, or in the action's object.
package struct ForEach: Sendable, Hashable {
  /// The maximum number of requests of one run. Further elements are ignored.
  static let maximumRequests = 500
  /// The number of elements for which requests are sent if the document does not say. Further elements are ignored.
  static let usualLimit = 100
  /// The maximum number of requests of one run at the same time, as many as browsers have connections to a host. Further
  /// ones wait.
  package static let maximumConcurrency = 6
  /// The name of the element in placeholders.
  package static let elementKey = "item"
  /// The name of the element's place in placeholders, counted from 0.
  static let indexKey = "index"

  /// Where the list is.
  enum Source: Sendable, Hashable {
    /// In the options.
    case options(ValuePath)
    /// In the result of the action before, of which this one is the next action.
    case result(ValuePath)
    /// In the action's object.
    case object(ValuePath)
  }

  let source: Source
  /// The number of elements from the first one for which requests are sent.
  private let limit: Int
  /// The name of the option with this number; nil if the document says it.
  let limitOption: String?

  /// Creates elements from a path such as `options.feeds`, `result.ids` or `friends`.
  init(path: String, limit: Int = ForEach.usualLimit, limitOption: String? = nil) {
    let whole = ValuePath(path)
    let rest = ValuePath(keys: Array(whole.keys.dropFirst()))
    source =
      switch whole.keys.first {
      case OptionValues.key: .options(rest)
      case "result": .result(rest)
      default: .object(whole)
      }
    self.limit = limit
    self.limitOption = limitOption
  }

  /// The name of the option that contains the list; nil if it is elsewhere.
  var optionName: String? { if case .options(let path) = source { path.keys.first } else { nil } }

  /// Returns the objects of the requests: the members of an element that is an object, beside `item`, which is the
  /// element, and `index`.
  /// - Throws: ``ServiceError`` if there is a value that is not a list.
  package func objects(
    options: [String: Value], result: Value, object: Value
  ) throws(ServiceError) -> [Value] {
    let list =
      switch source {
      case .options(let path): Value.dictionary(options).value(at: path)
      case .result(let path): result.value(at: path)
      case .object(let path): object.value(at: path)
      }
    if case .options = source, list.isNull { return [] }
    guard let elements = list.array else {
      throw ServiceError(
        .invalidRequest, message: "The requests cannot be made from this value",
        underlying: "'forEach' needs a list, found \(list.typeName)")
    }
    let chosen = limitOption.flatMap { options[$0]?.integer }.map { Int(clamping: $0) } ?? limit
    return elements.prefix(min(max(chosen, 0), Self.maximumRequests)).enumerated().map { index, element in
      var members = element.dictionary ?? [:]
      members[Self.elementKey] = element
      members[Self.indexKey] = .integer(Int64(index))
      return .dictionary(members)
    }
  }
}
