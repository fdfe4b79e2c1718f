import Foundation
import TesseraValues
import Yams

/// Decodes YAML 1.2 as a value: the first document of a text, without tags of its own.
///
/// Texts that look like numbers, `true`, `false` or `null` are those, unless they are quoted; dates stay texts. Aliases
/// are refused, because a few of them can stand for more than fits in memory.
enum YAMLResponseDecoder {
  /// The maximum size of a YAML body, in bytes. A larger one is refused.
  static let maximumBytes = 1 << 20
  /// The maximum number of values of a YAML body. A body with more is refused.
  static let maximumCount = 200_000
  /// The maximum nesting depth of a YAML body. A deeper one is refused.
  static let maximumDepth = 64

  static func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    guard body.count <= maximumBytes else { throw problem("the YAML has more than \(maximumBytes) bytes") }
    guard let text = String(validating: body, as: UTF8.self) else { throw problem("YAML has to be UTF-8") }
    guard !hasAlias(body) else { throw aliasProblem }
    guard !hasComplexKey(body) else { throw keyProblem }
    let root: Node?
    do {
      root = try Parser(yaml: text).nextRoot()
    } catch let error as YamlError {
      throw diagnostic(of: error)
    } catch {
      throw problem("the YAML is invalid: \(error)")
    }
    var remaining = maximumCount
    return try root.map { node throws(Diagnostic) in try value(of: node, depth: 0, &remaining) } ?? .null
  }

  /// Returns whether a body may refer to an anchor of its own: `&name`, and somewhere `*name`. The library would build
  /// what an alias stands for, and compare it as a key, before it could be refused.
  /// - Complexity: O(*n*): each byte belongs to at most one name.
  private static func hasAlias(_ body: [UInt8]) -> Bool {
    // The letters of anchors that the library knows; any other byte ends them.
    func isLetter(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    func names(after sign: Unicode.Scalar) -> Set<ArraySlice<UInt8>> {
      var names: Set<ArraySlice<UInt8>> = []
      var rest = body[...]
      while let start = rest.firstIndex(of: UInt8(ascii: sign)) {
        let name = rest[(start + 1)...].prefix(while: isLetter)
        // A sign within a word, as in an address, begins no name.
        if !name.isEmpty, start == 0 || !isLetter(body[start - 1]) { names.insert(name) }
        rest = rest[name.endIndex...]
      }
      return names
    }
    let anchors = names(after: "&")
    return !anchors.isEmpty && !names(after: "*").isDisjoint(with: anchors)
  }

  /// Returns whether a key may be written after `?`, which can be a whole document. The library compares the keys of each
  /// level with all that they contain. Other keys are at most 1,024 characters long.
  private static func hasComplexKey(_ body: [UInt8]) -> Bool {
    var rest = body[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      // It is one at the beginning of a line, or after what a key may follow.
      let blanks = body[..<mark].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
      let before = body[..<(mark - blanks.count)]
      if before.last.map({ $0 < 0x20 || "-?:[{,".utf8.contains($0) }) ?? true { return true }
      if lineBreaks.contains(where: { before.suffix($0.count).elementsEqual($0) }) { return true }
      rest = rest[(mark + 1)...]
    }
    return false
  }

  /// What the library takes for line breaks besides those of ASCII, and the mark at the beginning of a file, in UTF-8.
  private static let lineBreaks = ["\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}"].map { Array($0.utf8) }

  private static func value(of node: Node, depth: Int, _ remaining: inout Int) throws(Diagnostic) -> Value {
    remaining -= 1
    guard remaining >= 0 else { throw problem("the YAML has more than \(maximumCount) values") }
    guard depth < maximumDepth else { throw problem("the YAML is nested more than \(maximumDepth) levels deep") }
    switch node {
    case .scalar(let scalar): return value(of: scalar)
    case .sequence(let sequence):
      var elements: [Value] = []
      for element in sequence { elements.append(try value(of: element, depth: depth + 1, &remaining)) }
      return .array(elements)
    case .mapping(let mapping):
      var members: [String: Value] = [:]
      for (key, element) in mapping {
        guard case .scalar(let name) = key else { throw keyProblem }
        members[name.string] = try value(of: element, depth: depth + 1, &remaining)
      }
      return .dictionary(members)
    case .alias: throw aliasProblem
    }
  }

  /// Returns the value of a scalar by the core schema (YAML 1.2, section 10.3).
  private static func value(of scalar: Node.Scalar) -> Value {
    guard scalar.style == .plain else { return .string(scalar.string) }
    switch scalar.string {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: break
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where scalar.string.hasPrefix(prefix) {
      if let integer = Int64(scalar.string.dropFirst(2), radix: radix), integer >= 0 { return .integer(integer) }
    }
    // Underscores and colons in numbers are of older versions of YAML.
    let isNumeric = scalar.string.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard isNumeric else { return .string(scalar.string) }
    if let integer = Int64(scalar.string) { return .integer(integer) }
    if let number = Double(scalar.string), number.isFinite { return .double(number) }
    return .string(scalar.string)
  }

  private static func diagnostic(of error: YamlError) -> Diagnostic {
    switch error {
    case .scanner(_, let words, let mark, _), .parser(_, let words, let mark, _), .composer(_, let words, let mark, _):
      problem("the YAML is invalid at line \(mark.line), column \(mark.column): \(words)")
    default: problem("the YAML is invalid: \(error)")
    }
  }

  private static let aliasProblem = problem("YAML with aliases is not supported")
  private static let keyProblem = problem("a key of the YAML is not a text")

  private static func problem(_ words: String) -> Diagnostic { Diagnostic(rule: "yaml-syntax", message: words) }
}
