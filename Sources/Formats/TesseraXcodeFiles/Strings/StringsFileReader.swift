import Foundation
import TesseraValues

/// Reads a `.strings` file: a property list of keys and texts.
///
/// Sources are text, in UTF-8 or UTF-16. Xcode compiles them to binary property lists. The XML form is possible, too.
package struct StringsFileReader {
  /// Reads a file. Of several texts with a key, the last one stays, with a problem.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - hasFormats: Whether texts are formats, which is so for those that code looks up. `%@` becomes `{0}` then. The
  ///     texts of storyboards are none. A text with a `%` that begins no conversion stays as it is.
  /// - Throws: What is wrong, with the place.
  package static func read(_ bytes: [UInt8], hasFormats: Bool) throws(XcodeFileError) -> LocalizedStringTable {
    try LocalizedStringTable.checkSize(of: bytes)
    var table = LocalizedStringTable()
    var remainingTextBytes = LocalizedStringTable.Limit.totalTextBytes
    for (key, value) in try entries(bytes) {
      guard let value else {
        table.report(Diagnostic(.error, rule: "strings-type", message: "The value of '\(key.prefix(80))' is not text"))
        continue
      }
      guard value.utf8.count <= remainingTextBytes else {
        throw XcodeFileError("The texts have more than \(LocalizedStringTable.Limit.totalTextBytes) bytes")
      }
      remainingTextBytes -= value.utf8.count
      let text = LocalizedText.text(hasFormats ? template(value, of: key, in: &table) : value)
      if let present = table[key], present != text {
        table.report(
          Diagnostic(.warning, rule: "strings-duplicate", message: "The text '\(key.prefix(80))' has several values"))
      }
      table.set(text, for: key)
    }
    return table
  }

  /// The keys with their texts; nil for other values.
  private static func entries(_ bytes: [UInt8]) throws(XcodeFileError) -> [(key: String, value: String?)] {
    if bytes.starts(with: "bplist".utf8) { return try entries(PropertyListValue.read(bytes)) }
    let text = try decoded(bytes)
    // An empty file is a table without texts.
    let start = text.drop(while: \.isWhitespace)
    if start.isEmpty { return [] }
    if start.hasPrefix("<?xml") || start.hasPrefix("<!DOCTYPE") || start.hasPrefix("<plist") {
      return try entries(PropertyListValue.read(Array(start.utf8)))
    }
    return try StringsTextParser.parse(text).map { ($0.key, $0.value) }
  }

  private static func entries(_ list: PropertyListValue) throws(XcodeFileError) -> [(key: String, value: String?)] {
    guard let dictionary = list.dictionary else { throw XcodeFileError("The file of texts has no keys") }
    return dictionary.entries.map { ($0.key, $0.value.string) }
  }

  private static func decoded(_ bytes: [UInt8]) throws(XcodeFileError) -> String {
    let encoding: String.Encoding?
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE), (0xFE, 0xFF): encoding = .utf16
    // Text in UTF-16 without a mark begins with a character of ASCII.
    case (0, .some): encoding = .utf16BigEndian
    case (.some, 0): encoding = .utf16LittleEndian
    default: encoding = nil
    }
    if let encoding, bytes.count.isMultiple(of: 2), let text = String(bytes: bytes, encoding: encoding) { return text }
    let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard encoding == nil, let text = String(validating: plain, as: UTF8.self) else {
      throw XcodeFileError("A file of texts is neither UTF-8 nor UTF-16", offset: 0)
    }
    return text
  }

  /// The text with the placeholders of Tessera.
  private static func template(_ text: String, of key: String, in table: inout LocalizedStringTable) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")), let format = FormatString(text), format.hasArguments else {
      return text
    }
    var result = ""
    var isPlain = true
    for part in format.parts {
      switch part {
      case .text(let text): result += text
      case .argument(let index, let isPlainArgument):
        result += "{\(index)}"
        isPlain = isPlain && isPlainArgument
      case .variable: return text
      }
    }
    if !isPlain {
      table.report(
        Diagnostic(
          .warning, rule: "strings-format",
          message: "A number in '\(key.prefix(80))' is shown in the form of the language"))
    }
    return result
  }
}
