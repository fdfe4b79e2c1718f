import Foundation
import TesseraValues

/// Reads an XML property list.
///
/// `PropertyListSerialization` is not used because it loses what a translation needs: the order of dictionaries, the
/// references of keyed archives (`CF$UID`), and the place of an error.
struct XMLPropertyListReader {
  /// Reads a file.
  ///
  /// - Throws: What is wrong, with the line in the reason.
  static func read(_ bytes: [UInt8]) throws(XcodeFileError) -> PropertyListValue {
    let root = try XMLTreeReader.root(of: bytes, mayHaveDocumentType: true)
    // Apple's tools also take files without the outermost element.
    guard root.name == "plist" else { return try value(root) }
    guard let element = root.children.first, root.children.count == 1 else {
      throw problem("A property list has one value", in: root)
    }
    return try value(element)
  }

  private static func value(_ element: XMLTreeElement) throws(XcodeFileError) -> PropertyListValue {
    switch element.name {
    case "string": return .string(element.text)
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "integer": return try integer(element)
    case "real":
      guard let number = Double(trimmed(element)) else { throw problem("A number cannot be read", in: element) }
      return .real(number)
    case "date":
      guard let date = try? Date(trimmed(element), strategy: .iso8601) else {
        throw problem("A date cannot be read", in: element)
      }
      return .date(date.timeIntervalSinceReferenceDate)
    case "data":
      guard let data = Data(base64Encoded: element.text.filter { !$0.isWhitespace }) else {
        throw problem("Data is not Base64", in: element)
      }
      return .data(Array(data))
    case "array":
      var elements: [PropertyListValue] = []
      for child in element.children { elements.append(try value(child)) }
      return .array(elements)
    case "dict": return try dictionary(element)
    default: throw problem("The type of a value is unknown: \(element.name.prefix(40))", in: element)
    }
  }

  private static func dictionary(_ element: XMLTreeElement) throws(XcodeFileError) -> PropertyListValue {
    var dictionary = PropertyListDictionary()
    for position in stride(from: 0, to: element.children.count, by: 2) {
      let key = element.children[position]
      guard key.name == "key", position + 1 < element.children.count else {
        throw problem("In a dictionary, a key and its value alternate", in: key)
      }
      dictionary.set(try value(element.children[position + 1]), for: key.text)
    }
    if dictionary.entries.count == 1, let index = dictionary["CF$UID"]?.integer, let reference = Int(exactly: index),
      reference >= 0
    {
      return .reference(reference)
    }
    return .dictionary(dictionary)
  }

  /// A decimal or hexadecimal integer. One from 2⁶³ becomes a real number, as in binary files.
  private static func integer(_ element: XMLTreeElement) throws(XcodeFileError) -> PropertyListValue {
    let text = trimmed(element)
    if let number = Int64(text) { return .integer(number) }
    if let number = UInt64(text) { return .real(Double(number)) }
    let digits = text.lowercased()
    if digits.hasPrefix("0x"), let number = Int64(digits.dropFirst(2), radix: 16) { return .integer(number) }
    if digits.hasPrefix("-0x"), let number = Int64("-" + digits.dropFirst(3), radix: 16) { return .integer(number) }
    throw problem("An integer cannot be read", in: element)
  }

  private static func trimmed(_ element: XMLTreeElement) -> String {
    element.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func problem(_ reason: String, in element: XMLTreeElement) -> XcodeFileError {
    XcodeFileError("\(reason), line \(element.line)")
  }
}
