import Foundation
import TesseraValues

/// Functions for collections.
enum ListFunctions {
  /// Returns the elements of a list or the values of a dictionary; an empty array for null; nil for any other value.
  static func elements(of value: Value) -> [Value]? {
    switch value {
    case .array(let values): values
    case .dictionary(let members): members.sorted { $0.key < $1.key }.map(\.value)
    case .null: []
    default: nil
    }
  }

  /// Returns the elements considered by `ANY` and `ALL`, including those of nested lists. Null has none; any other
  /// value counts as a single element.
  static func flattened(_ value: Value) -> [Value] {
    guard let elements = elements(of: value) else { return [value] }
    guard elements.contains(where: { $0.array != nil }) else { return elements }
    return elements.flatMap { element in if case .array = element { flattened(element) } else { [element] } }
  }

  static func count(_ value: Value) -> Value {
    elements(of: value).map { .integer(Int64($0.count)) } ?? .null
  }

  /// Returns the element at a zero-based index, or the member with a key.
  static func element(_ value: Value, at index: Value) -> Value {
    switch (value, index) {
    case (.array(let values), _):
      guard let position = index.integer, position >= 0, position < values.count else { return .null }
      return values[Int(position)]
    case (_, .string(let key)): return KeyPathReading.read(key, of: value)
    default: return .null
    }
  }

  /// Returns the element at an index; negative indices count from the end.
  static func item(_ value: Value, at index: Value) -> Value {
    guard let values = value.array, let position = whole(index) else { return .null }
    return element(value, at: .integer(position < 0 ? position &+ Int64(values.count) : position))
  }

  static func prefix(_ value: Value, _ count: Value) -> Value {
    guard let values = value.array, let count = whole(count) else { return .null }
    return .array(Array(values.prefix(Int(clamping: max(0, count)))))
  }

  static func suffix(_ value: Value, _ count: Value) -> Value {
    guard let values = value.array, let count = whole(count) else { return .null }
    return .array(Array(values.suffix(Int(clamping: max(0, count)))))
  }

  /// Returns an integer, also from a string, because chains pass their arguments as strings.
  private static func whole(_ value: Value) -> Int64? {
    if case .string(let text) = value { CastType.number(text).integer } else { value.integer }
  }

  static func joined(_ value: Value, _ separator: Value, _ state: inout EvaluationState) -> Value {
    guard let elements = elements(of: value), let separator = separator.string else { return .null }
    let limit = state.context.limits.outputBytes
    var bytes = 0
    var parts: [String] = []
    for element in elements {
      guard TextSize.bytes(of: element, atMost: limit - bytes) != nil else { return .null }
      let part = element.description
      bytes += part.utf8.count + separator.utf8.count
      guard bytes <= limit, state.spend(1 + part.utf8.count >> 5) else { return .null }
      parts.append(part)
    }
    return .string(parts.joined(separator: separator))
  }

  // MARK: - Collection operators

  static func apply(_ collectionOperator: CollectionOperator, to values: [Value], _ state: inout EvaluationState)
    -> Value
  {
    switch collectionOperator {
    case .count: return .integer(Int64(values.count))
    case .sum: return values.isEmpty ? .integer(0) : Statistics.sum(values.map { $0.isNull ? .integer(0) : $0 })
    case .avg:
      return values.isEmpty ? .integer(0) : Statistics.average(values.map { $0.isNull ? .integer(0) : $0 })
    case .min: return Statistics.extreme(values, wanted: -1)
    case .max: return Statistics.extreme(values, wanted: 1)
    case .unionOfObjects: return .array(values.filter { !$0.isNull })
    case .distinctUnionOfObjects: return .array(distinct(values.filter { !$0.isNull }))
    case .unionOfArrays: return .array(inner(values, &state))
    case .distinctUnionOfArrays, .distinctUnionOfSets: return .array(distinct(inner(values, &state)))
    }
  }

  private static func inner(_ values: [Value], _ state: inout EvaluationState) -> [Value] {
    var result: [Value] = []
    for case .array(let elements) in values {
      guard state.spend(elements.count) else { return [] }
      result += elements.filter { !$0.isNull }
    }
    return result
  }

  static func distinct(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}
