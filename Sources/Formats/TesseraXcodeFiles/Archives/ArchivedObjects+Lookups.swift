/// Lookups that hide how an archive wraps a value: plainly in the object, or in an object of its own.
///
/// All follow at most one reference, so that a cycle cannot hold them up. A value of another type gives `nil`.
extension ArchivedObjects {
  /// The index of the object that a value refers to.
  package func reference(of key: String, in object: Int) -> Int? {
    guard case .reference(let index) = value(of: key, in: object), self[index] != nil else { return nil }
    return index
  }

  /// A text: `NS.bytes` or `NS.string` of a string object, or a plain string.
  package func string(of key: String, in object: Int) -> String? { value(of: key, in: object).flatMap(string) }

  /// A number: `NS.intval`, `NS.dblval` or `NS.boolval` of a number object, or a plain number.
  package func number(of key: String, in object: Int) -> Double? { value(of: key, in: object).flatMap(number) }

  /// A whole number. A fraction gives `nil`.
  package func integer(of key: String, in object: Int) -> Int? {
    switch value(of: key, in: object).map(unwrapped) {
    case .integer(let integer): Int(exactly: integer)
    case .boolean(let flag): flag ? 1 : 0
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// A truth value. Numbers other than 0 are true.
  package func boolean(of key: String, in object: Int) -> Bool? { number(of: key, in: object).map { $0 != 0 } }

  /// Bytes: `NS.bytes` of a data object, or plain data.
  package func data(of key: String, in object: Int) -> [UInt8]? {
    guard case .data(let bytes) = value(of: key, in: object).map(unwrapped) else { return nil }
    return bytes
  }

  /// The elements of a collection, or an empty array if there is no collection.
  package func elements(of key: String, in object: Int) -> [ArchivedValue] {
    switch value(of: key, in: object) {
    case .array(let elements): elements
    case .reference(let index): elements(of: index)
    default: []
    }
  }

  /// The elements of an array or set object.
  ///
  /// A nib inlines them: one value for each element, all with the key `UINibEncoderEmptyKey`, after `NSInlinedValue`.
  /// Keyed archives have an array with the key `NS.objects`.
  package func elements(of collection: Int) -> [ArchivedValue] {
    guard let object = self[collection] else { return [] }
    if case .array(let elements) = object["NS.objects"] { return elements }
    return object.values.prefix(Self.maximumElements).compactMap { $0.key == Self.elementKey ? $0.value : nil }
  }

  /// The indices of the objects in a collection. Elements that are no objects are left out.
  package func objects(of key: String, in object: Int) -> [Int] {
    elements(of: key, in: object).compactMap {
      guard case .reference(let index) = $0, self[index] != nil else { return nil }
      return index
    }
  }

  /// The entries of a dictionary in the archive's order.
  ///
  /// A nib inlines them as elements in which keys and values alternate. Keyed archives have arrays with the keys
  /// `NS.keys` and `NS.objects`. Entries whose key is no text are left out.
  package func entries(of key: String, in object: Int) -> [(key: String, value: ArchivedValue)] {
    switch value(of: key, in: object) {
    case .dictionary(let entries): return entries
    case .reference(let index): return entries(of: index)
    default: return []
    }
  }

  /// The entries of a dictionary object.
  package func entries(of dictionary: Int) -> [(key: String, value: ArchivedValue)] {
    let elements = elements(of: dictionary)
    if case .array(let keys) = value(of: "NS.keys", in: dictionary) {
      return zip(keys, elements).compactMap { key, value in string(key).map { (key: $0, value: value) } }
    }
    return stride(from: 0, to: elements.count - 1, by: 2).compactMap { index in
      string(elements[index]).map { (key: $0, value: elements[index + 1]) }
    }
  }

  /// The text of a value: a plain string or a string object.
  package func string(_ value: ArchivedValue) -> String? {
    switch unwrapped(value) {
    case .string(let text): text.utf8.count <= Self.maximumTextBytes ? text : nil
    case .data(let bytes):
      bytes.count <= Self.maximumTextBytes && isText(value) ? String(validating: bytes, as: UTF8.self) : nil
    default: nil
    }
  }

  /// The number of a value: a plain number or a number object.
  package func number(_ value: ArchivedValue) -> Double? {
    switch unwrapped(value) {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .boolean(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// Replaces a reference to a string, data, date or number object with what the object wraps. Other values are
  /// returned unchanged.
  package func unwrapped(_ value: ArchivedValue) -> ArchivedValue {
    guard case .reference(let index) = value, let object = self[index] else { return value }
    for key in Self.wrappedKeys {
      if let wrapped = object[key] {
        if case .reference = wrapped { continue }
        return wrapped
      }
    }
    return value
  }

  private func isText(_ value: ArchivedValue) -> Bool {
    guard case .reference(let index) = value, let object = self[index] else { return false }
    return ([object.className] + object.fallbackClassNames).contains { $0.hasSuffix("String") }
  }

  /// The longest text that is read, in bytes. Many objects may share one.
  private static let maximumTextBytes = 16 << 10
  /// The maximum number of elements of a collection. Further ones are left out: many objects may share one.
  private static let maximumElements = 20_000
  static let elementKey = "UINibEncoderEmptyKey"
  private static let wrappedKeys = [
    "NS.bytes", "NS.string", "NS.intval", "NS.dblval", "NS.boolval", "NS.data", "NS.time",
  ]
}
