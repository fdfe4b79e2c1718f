import Foundation
import TesseraText

/// A line of iCalendar (RFC 5545, section 3.1): `DTSTART;TZID=Europe/Berlin:20260302T140000`.
struct ContentLine: Sendable {
  /// The name in upper case.
  var name: String
  /// The first value of each parameter, by names in upper case. Without quotes.
  var parameters: [String: String]
  var value: String

  /// Reads a line that is not folded; nil if it is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let nameEnd = bytes.firstIndex(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }) else {
      return nil
    }
    // A group of vCard before the name means nothing here.
    name = String(decoding: bytes[..<nameEnd], as: UTF8.self).trimmingCharacters(in: .whitespaces).uppercased()
    guard !name.isEmpty else { return nil }
    parameters = [:]
    var rest = bytes[nameEnd...]
    while rest.popFirst() == UInt8(ascii: ";") {
      let parameter = Self.parameter(&rest)
      if parameters[parameter.name] == nil { parameters[parameter.name] = parameter.value }
      if rest.isEmpty { return nil }
    }
    value = String(decoding: rest, as: UTF8.self)
  }

  /// Reads a parameter up to what ends it.
  private static func parameter(_ rest: inout ArraySlice<UInt8>) -> (name: String, value: String) {
    var isQuoted = false
    let end =
      rest.firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return !isQuoted && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":"))
      } ?? rest.endIndex
    let parts = rest[..<end].split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    rest = rest[end...]
    let name = String(decoding: parts[0], as: UTF8.self).trimmingCharacters(in: .whitespaces).uppercased()
    // vCalendar 1.0 writes values of TYPE and ENCODING without their name.
    guard parts.count == 2 else { return name == "QUOTED-PRINTABLE" ? ("ENCODING", name) : (name, "") }
    let text = String(decoding: parts[1], as: UTF8.self).trimmingCharacters(in: .whitespaces)
    guard text.first == "\"" else { return (name, text) }
    return (name, String(text.dropFirst().prefix { $0 != "\"" }))
  }

  /// The value as text, without its escapes (section 3.3.11).
  var text: String {
    guard value.contains("\\") else { return value }
    var result = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

/// The lines of a calendar file, with folded ones in one piece.
struct ContentLines: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Returns the next line that is one; nil at the end.
  mutating func next() -> ContentLine? {
    while !rest.isEmpty {
      var bytes = physicalLine()
      while let first = rest.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        rest.removeFirst()
        bytes += physicalLine()
      }
      guard var line = ContentLine(bytes) else { continue }
      if line.parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE" {
        // A line goes on after a `=` at its end.
        while bytes.last == UInt8(ascii: "="), !rest.isEmpty {
          bytes.removeLast()
          bytes += physicalLine()
        }
        line = ContentLine(bytes) ?? line
        line.value = QuotedPrintable.text(line.value, charset: line.parameters["CHARSET"])
      }
      return line
    }
    return nil
  }

  private mutating func physicalLine() -> ArraySlice<UInt8> {
    let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? rest.endIndex
    defer {
      rest = rest[end...]
      if rest.popFirst() == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
    }
    return rest[..<end]
  }
}

/// The encoding of lines in vCalendar 1.0 (RFC 2045, section 6.7).
private enum QuotedPrintable {
  static func text(_ text: String, charset: String?) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "="), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return (charset.flatMap { TextEncoding(label: $0) } ?? .utf8).text(of: bytes[...])
  }
}
