import TesseraValues

extension RowOperations {
  /// `merge(rows, other rows, key path, key path of the other rows?)`: the first rows, each with the members of the
  /// first other row whose value under the key is equal. A member that a row has stays, unless it is null: customers
  /// that are merged into orders do not replace the orders' own `id`.
  ///
  /// Rows without such a value, or without a partner, stay as they are; so do elements that are not objects. Objects of
  /// the store are rows, too. The time is linear in the numbers of rows and of the members of the result.
  static let merge: TemplateOperations.NativeOperation = { arguments, state in
    guard arguments.count == 3 || arguments.count == 4, let rows = arguments[0].array,
      let others = arguments[1].array, let path = arguments[2].string.flatMap(KeyPathReading.components),
      let otherPath = arguments[arguments.count - 1].string.flatMap(KeyPathReading.components),
      let rowKeys = Self.keys(of: rows, at: path, &state),
      let otherKeys = Self.keys(of: others, at: otherPath, &state)
    else { return .null }
    var partners: [Value: Value] = [:]
    for (other, key) in Swift.zip(others, otherKeys) {
      guard isRow(other), !key.isNull else { continue }
      state.chargeDeeply(key)
      guard !state.isExhausted else { return .null }
      if partners[key] == nil { partners[key] = other }
    }
    var result: [Value] = []
    for (row, key) in Swift.zip(rows, rowKeys) {
      state.chargeDeeply(key)
      guard !state.isExhausted else { return .null }
      guard !key.isNull, isRow(row), let partner = partners[key] else {
        result.append(row)
        continue
      }
      let (own, others) = (members(of: row), members(of: partner))
      guard state.spend(own.count + others.count) else { return .null }
      result.append(.dictionary(own.merging(others) { own, other in own.isNull ? other : own }))
    }
    return .array(result)
  }

  private static func isRow(_ value: Value) -> Bool {
    switch value {
    case .dictionary, .object: true
    default: false
    }
  }

  /// Returns the members of a row. Those of an object of the store are read for this, so it is done for pairs only.
  private static func members(of row: Value) -> [String: Value] {
    switch row {
    case .dictionary(let members): members
    case .object(let object):
      Dictionary(object.keys.map { ($0, row.value(forKey: $0) ?? .null) }, uniquingKeysWith: { $1 })
    default: [:]
    }
  }
}
