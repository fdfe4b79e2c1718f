public import TesseraValues

/// A text with placeholders, as bindings and services use them: `$name` and `$author.name` stand for the text of a key
/// path, `%@` for the text of the whole value, `$$` for a dollar sign and `%%` for a percent sign.
///
/// A path is letters, digits and underscores with single dots between; a dot that nothing follows is text, as are a
/// single `$` and `%`. What is missing or null becomes empty text. Inserted text is never looked at again.
public struct TextTemplate: Sendable, Hashable {
  /// Which placeholders a template knows.
  public struct Syntax: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a syntax from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `$author.name` is a path. Without, a name ends at the first dot, so that `posts/$id.json` means `$id`.
    public static let paths = Syntax(rawValue: 1)
    /// `%@` is the whole value and `%%` a percent sign. Without, percent signs are text.
    public static let wholeValue = Syntax(rawValue: 2)

    /// What bindings use.
    public static let binding: Syntax = [.paths, .wholeValue]
    /// What the parameters of services use.
    public static let parameter: Syntax = [.paths]
    /// What the URLs of services use.
    public static let url: Syntax = []
  }

  private enum Part: Sendable, Hashable {
    case text(String)
    case path(ValuePath)
    case whole
  }

  private let parts: [Part]

  /// Reads a template. Every text is one.
  public init(_ text: String, syntax: Syntax = .binding) {
    var parts: [Part] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
      literal = []
    }
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == UInt8(ascii: "$") {
        let end = Self.endOfPath(bytes, from: index + 1, dots: syntax.contains(.paths))
        if end > index + 1 {
          flush()
          parts.append(.path(ValuePath(String(decoding: bytes[index + 1..<end], as: UTF8.self))))
          index = end
          continue
        }
        if next == byte { index += 1 }
      } else if byte == UInt8(ascii: "%"), syntax.contains(.wholeValue) {
        if next == UInt8(ascii: "@") {
          flush()
          parts.append(.whole)
          index += 2
          continue
        }
        if next == byte { index += 1 }
      }
      literal.append(byte)
      index += 1
    }
    flush()
    self.parts = parts
  }

  /// One behind the last byte of the path that begins at `start`; `start` if there is none.
  private static func endOfPath(_ bytes: [UInt8], from start: Int, dots: Bool) -> Int {
    var index = start
    while true {
      let keyEnd = endOfKey(bytes, from: index)
      if keyEnd == index { return index == start ? start : index - 1 }
      guard dots, keyEnd < bytes.count, bytes[keyEnd] == UInt8(ascii: ".") else { return keyEnd }
      index = keyEnd + 1
    }
  }

  private static func endOfKey(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        let isWord =
          byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || ((0x41...0x5A).contains(byte & 0xDF))
        guard isWord else { break }
        index += 1
      } else {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        let scalar = String(decoding: bytes[index...].prefix(length), as: UTF8.self).unicodeScalars.first
        guard let scalar, scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { break }
        index += length
      }
    }
    return min(index, bytes.count)
  }

  /// Whether there is nothing to substitute.
  public var isConstant: Bool {
    parts.allSatisfy { part in if case .text = part { true } else { false } }
  }

  /// The paths that the template reads from the value.
  public var keyPaths: Set<ValuePath> {
    Set(parts.compactMap { part in if case .path(let path) = part { path } else { nil } })
  }

  /// The text with the placeholders filled from a value.
  /// - Parameter encoding: applied to each inserted text, such as percent encoding.
  public func text(from value: Value, encoding: (String) -> String = { $0 }) -> String {
    fill(encoding) {
      KeyPathReading.read($0.keys, of: value)
    } whole: {
      value
    }
  }

  /// The text with the placeholders filled from something that is read by key; `%@` is empty unless it is a value.
  public func text(from scope: any ValueReading, encoding: (String) -> String = { $0 }) -> String {
    if let value = scope as? Value { return text(from: value, encoding: encoding) }
    return fill(encoding) {
      scope.value(at: $0)
    } whole: {
      .null
    }
  }

  private func fill(_ encoding: (String) -> String, path: (ValuePath) -> Value, whole: () -> Value) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .path(let keys): result += encoding(path(keys).description)
      case .whole: result += encoding(whole().description)
      }
    }
    return result
  }
}

extension TextTemplate {
  /// A copy of a tree of values in which every text, keys included, is filled from an object.
  ///
  /// This is how the parameters of a service get their values. A placeholder gives text wherever it stands: the text
  /// `"$count"` with a count of 5 becomes `"5"`. Values keep quotes, backslashes and line breaks, since no text is
  /// parsed again. Of two keys that become equal, the one that came last in the order of the original keys stays.
  /// - Parameter object: null leaves everything as it is, placeholders included.
  public static func substituting(in value: Value, from object: Value) -> Value {
    object.isNull ? value : substitute(in: value, from: object, depth: 0)
  }

  private static func substitute(in value: Value, from object: Value, depth: Int) -> Value {
    guard depth < 128 else { return value }
    switch value {
    case .string(let text): return .string(filled(text, from: object))
    case .array(let values): return .array(values.map { substitute(in: $0, from: object, depth: depth + 1) })
    case .dictionary(let members):
      var result: [String: Value] = [:]
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        result[filled(key, from: object)] = substitute(in: member, from: object, depth: depth + 1)
      }
      return .dictionary(result)
    default: return value
    }
  }

  private static func filled(_ text: String, from object: Value) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    return TextTemplate(text, syntax: .parameter).text(from: object)
  }
}
