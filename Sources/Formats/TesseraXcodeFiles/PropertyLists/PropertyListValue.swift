package import TesseraValues

/// A value of a property list, whatever the form of its file.
package enum PropertyListValue: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case data([UInt8])
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// A reference of a keyed archive: an index of its object table.
  case reference(Int)
  /// An array, or a set of a binary property list.
  case array([PropertyListValue])
  case dictionary(PropertyListDictionary)

  /// The text if this is one, otherwise `nil`.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The integer if this is one, otherwise `nil`.
  package var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The truth value of a boolean, of a number, or of the texts `YES` and `true`, which hand-written files use.
  package var boolean: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .integer(let number): number != 0
    case .string("YES"), .string("true"): true
    case .string("NO"), .string("false"): false
    default: nil
    }
  }

  /// The elements of an array, otherwise `nil`.
  package var array: [PropertyListValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The dictionary if this is one, otherwise `nil`.
  package var dictionary: PropertyListDictionary? {
    if case .dictionary(let dictionary) = self { dictionary } else { nil }
  }

  /// The value of a key, or `nil` if this is no dictionary or has no such key.
  package subscript(key: String) -> PropertyListValue? { dictionary?[key] }
}

/// The entries of a dictionary in the order of its file.
package typealias PropertyListDictionary = OrderedTable<PropertyListValue>

/// The limits of property lists in all forms. Those of real bundles stay far below.
enum PropertyListLimit {
  /// The largest file, in bytes.
  static let fileBytes = 16 << 20
  /// The greatest number of levels, which bounds the stack.
  static let depth = 128
  /// The greatest number of values, where a value that is used several times counts each time.
  static let values = 1 << 20
  /// The greatest size of all texts and data together, in bytes.
  static let contentBytes = 32 << 20
}

extension PropertyListValue {
  /// Reads a binary or XML property list.
  ///
  /// Takes time and memory in proportion to the file, within ``PropertyListLimit``.
  ///
  /// - Throws: What is wrong, with the place.
  package static func read(_ bytes: [UInt8]) throws(XcodeFileError) -> PropertyListValue {
    guard bytes.count <= PropertyListLimit.fileBytes else {
      throw XcodeFileError("A property list has more than \(PropertyListLimit.fileBytes) bytes: \(bytes.count)")
    }
    if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyListReader.read(bytes) }
    return try XMLPropertyListReader.read(bytes)
  }
}
