import TesseraValues

/// Operations that shape lists of objects, such as a service's answers, into the rows of a view.
enum RowOperations {
  static let native: [String: TemplateOperations.NativeOperation] = [
    "map": { arguments, state in
      guard let (list, path) = listAndPath(arguments) else { return .null }
      return keys(of: list, at: path, &state).map(Value.array) ?? .null
    },
    "filter": filter,
    "sort": sort,
    "group": { arguments, state in
      guard let (list, path) = listAndPath(arguments), let keys = keys(of: list, at: path, &state) else { return .null }
      return grouped(list, by: keys, &state)
    },
    "merge": merge,
    "zip": zip,
    "entries": { arguments, state in
      guard arguments.count == 1, case .dictionary(let members) = arguments[0], state.spend(2 * members.count) else {
        return .null
      }
      return .array(members.sorted { $0.key < $1.key }.map { ["key": .string($0.key), "value": $0.value] })
    },
  ]

  private static func listAndPath(_ arguments: [Value]) -> (list: [Value], path: [KeyPathComponent])? {
    guard arguments.count == 2, let list = arguments[0].array, let text = arguments[1].string,
      let path = KeyPathReading.components(text)
    else { return nil }
    return (list, path)
  }

  /// Returns what each element has at a path; nil if there are no steps left. An element may be a list, and give one.
  static func keys(
    of list: [Value], at path: [KeyPathComponent], _ state: inout EvaluationState
  ) -> [Value]? {
    var keys: [Value] = []
    for element in list {
      let key = KeyPathReading.read(path, of: element, &state)
      state.charge(mapped: key, makesText: true)
      guard state.spend(1) else { return nil }
      keys.append(key)
    }
    return keys
  }

  /// `filter(list, predicate, argument …)`: the elements for which a predicate of section 2 is true. The arguments
  /// replace `%@` in it.
  private static let filter: TemplateOperations.NativeOperation = { arguments, state in
    // Parsing takes about a tenth of a millisecond.
    guard arguments.count >= 2, let list = arguments[0].array, let format = arguments[1].string, state.spend(200),
      let predicate = try? ValuePredicate(format, arguments: Array(arguments.dropFirst(2)))
    else { return .null }
    var result: [Value] = []
    for element in list {
      guard let holds = predicate.evaluate(with: element, &state) else { return .null }
      if holds { result.append(element) }
    }
    return .array(result)
  }

  static let orders: Set<String> = ["ascending", "descending"]

  /// `sort(list, key path?, order?)`: the elements in ascending order, or in descending order with `'descending'`. Texts
  /// are in the order of the locale; elements without a value come last, and equal ones keep their order.
  private static let sort: TemplateOperations.NativeOperation = { arguments, state in
    guard (1...3).contains(arguments.count), let list = arguments[0].array else { return .null }
    var keys = list
    if arguments.count > 1, !arguments[1].isNull {
      guard let path = arguments[1].string.flatMap(KeyPathReading.components) else { return .null }
      guard let read = Self.keys(of: list, at: path, &state) else { return .null }
      keys = read
    }
    return sorted(list, by: keys, order: arguments.count == 3 ? arguments[2].string : "ascending", &state)
  }

  /// Returns objects with the `key` and the `items` of each group of elements with an equal key, in the order of their
  /// first elements.
  static func grouped(_ list: [Value], by keys: [Value], _ state: inout EvaluationState) -> Value {
    var order: [Value] = []
    var groups: [Value: [Value]] = [:]
    for (element, key) in Swift.zip(list, keys) {
      state.chargeDeeply(key)
      guard !state.isExhausted else { return .null }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(element)
    }
    return .array(order.map { ["key": $0, "items": .array(groups[$0] ?? [])] })
  }

  /// Returns the elements in the order of their keys; null if the order is none, or there are no steps left.
  static func sorted(_ list: [Value], by keys: [Value], order: String?, _ state: inout EvaluationState) -> Value {
    guard let order, orders.contains(order) else { return .null }
    // About as many comparisons as the binary logarithm of the number, for each. One takes a microsecond or two.
    for key in keys { state.charge(key) }
    guard state.spend(3 * list.count * max(1, Int.bitWidth - list.count.leadingZeroBitCount)) else { return .null }
    let rule = TextRule([.localeSensitive, .caseInsensitive], locale: state.context.locale)
    let sign = order == "ascending" ? -1 : 1
    let sortedIndexes = list.indices.sorted { a, b in
      if keys[a].isNull || keys[b].isNull { return keys[a].isNull == keys[b].isNull ? a < b : keys[b].isNull }
      let order = ValueComparison.order(keys[a], keys[b], rule) ?? 0
      return order == 0 ? a < b : order * sign > 0
    }
    return .array(sortedIndexes.map { list[$0] })
  }

  /// `zip(object of lists)`: an object for each index, with the element of each list there. Members that are no lists
  /// are left out.
  private static let zip: TemplateOperations.NativeOperation = { arguments, state in
    guard arguments.count == 1, case .dictionary(let members) = arguments[0] else { return .null }
    let columns = members.compactMapValues(\.array)
    let count = columns.values.map(\.count).max() ?? 0
    guard state.spend(count * (columns.count + 1)) else { return .null }
    return .array(
      (0..<count).map { index in .dictionary(columns.mapValues { index < $0.count ? $0[index] : .null }) })
  }
}
