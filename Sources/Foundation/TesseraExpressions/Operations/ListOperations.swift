import TesseraText
import TesseraValues

/// Operations on lists and other values with elements.
enum ListOperations {
  static let beagle: [String: TemplateOperations.Operation] = [
    "insert": { arguments in
      guard arguments.count == 2 || arguments.count == 3, var list = arguments[0].array else { return .null }
      if arguments.count == 2 {
        list.append(arguments[1])
      } else {
        guard case .integer(let index) = arguments[2], index >= 0, index <= list.count else { return .null }
        list.insert(arguments[1], at: Int(index))
      }
      return .array(list)
    },
    "remove": { arguments in
      guard arguments.count == 2, let list = arguments[0].array else { return .null }
      return .array(list.filter { !StrictEquality.same($0, arguments[1]) })
    },
    "removeIndex": { arguments in
      guard arguments.count == 1 || arguments.count == 2, var list = arguments[0].array else { return .null }
      var index = Int64(list.count) - 1
      if arguments.count == 2 {
        guard case .integer(let wanted) = arguments[1] else { return .null }
        index = wanted
      }
      guard index >= 0, index < list.count else { return .null }
      list.remove(at: Int(index))
      return .array(list)
    },
    "contains": { arguments in
      guard arguments.count == 2 else { return .null }
      if let text = arguments[0].string, let part = arguments[1].string { return .bool(found(part, in: text)) }
      guard let list = arguments[0].array else { return .null }
      return .bool(list.contains { StrictEquality.same($0, arguments[1]) })
    },
    "union": { .array($0.flatMap { $0.array ?? [] }) },
    "isNull": { $0.count == 1 ? .bool($0[0].isNull) : .null },
    // Beagle's clients disagree about null. What is missing is empty for authors.
    "isEmpty": { $0.count != 1 ? .null : $0[0].isNull ? true : length($0[0]).map { .bool($0 == 0) } ?? .null },
    "length": { $0.count == 1 ? length($0[0]).map { .integer(Int64($0)) } ?? .null : .null },
  ]

  static let native: [String: TemplateOperations.NativeOperation] = [
    "first": { arguments, _ in arguments.count == 1 ? arguments[0].array?.first ?? .null : .null },
    "last": { arguments, _ in arguments.count == 1 ? arguments[0].array?.last ?? .null : .null },
    "slice": slice,
    "reverse": { arguments, _ in
      arguments.count == 1 ? arguments[0].array.map { .array($0.reversed()) } ?? .null : .null
    },
    "distinct": { arguments, state in
      guard arguments.count == 1, let list = arguments[0].array, spend(list, &state) else { return .null }
      return .array(ListFunctions.distinct(list))
    },
    "flatten": { arguments, state in
      guard arguments.count == 1, let list = arguments[0].array else { return .null }
      var result: [Value] = []
      for element in list {
        let elements = element.array ?? [element]
        guard state.spend(elements.count) else { return .null }
        result += elements
      }
      return .array(result)
    },
    "range": { arguments, state in
      guard arguments.count == 1 || arguments.count == 2, let first = arguments[0].integer,
        let second = arguments.count == 2 ? arguments[1].integer : 0
      else { return .null }
      let (low, high) = arguments.count == 2 ? (first, second) : (0, first)
      guard low < high else { return .array([]) }
      let (count, isTooLarge) = high.subtractingReportingOverflow(low)
      guard !isTooLarge, state.spend(Int(clamping: count)) else { return .null }
      return .array((low..<high).map(Value.integer))
    },
  ]

  /// `slice(list or text, from, to?)`: the elements or characters from an index up to, not including, another one.
  /// Negative indices count from the end, as in JavaScript.
  private static let slice: TemplateOperations.NativeOperation = { arguments, state in
    guard arguments.count == 2 || arguments.count == 3 else { return .null }
    let bounds = arguments.dropFirst().compactMap(\.integer)
    guard bounds.count == arguments.count - 1, let from = bounds.first else { return .null }
    func range(_ count: Int) -> Range<Int> {
      func index(_ bound: Int64) -> Int {
        Int(clamping: max(0, min(Int64(count), bound < 0 ? bound + Int64(count) : bound)))
      }
      let start = index(from)
      return start..<max(start, bounds.count == 2 ? index(bounds[1]) : count)
    }
    switch arguments[0] {
    case .array(let list): return .array(Array(list[range(list.count)]))
    case .string(let text):
      guard state.spend(text.utf8.count >> 3) else { return .null }
      let range = range(text.count)
      return .string(String(text.dropFirst(range.lowerBound).prefix(range.count)))
    default: return .null
    }
  }

  /// Spends the steps for examining all that a list contains.
  private static func spend(_ list: [Value], _ state: inout EvaluationState) -> Bool {
    for element in list { state.chargeDeeply(element) }
    return !state.isExhausted
  }

  /// Returns whether a text contains another one, ignoring case, diacritics and width, as users expect when searching.
  private static func found(_ part: String, in text: String) -> Bool {
    let options: TextFolding.Options = [.case, .diacritics, .width]
    // Longer search terms are not realistic, and the time of a search depends on both lengths.
    guard part.utf8.count <= 1000 else { return false }
    return part.isEmpty || TextFolding.fold(text, options: options).contains(TextFolding.fold(part, options: options))
  }

  private static func length(_ value: Value) -> Int? {
    switch value {
    case .string(let text): text.count
    case .array(let values): values.count
    case .dictionary(let members): members.count
    default: nil
    }
  }
}
