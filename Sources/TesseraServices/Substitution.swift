import TesseraExpressions
import TesseraValues

/// Fills the placeholders of one request or one stub answer from an object, up to a number of placeholders and of bytes
/// in all: a long text that a person typed, times many placeholders of a document, must not fill the memory.
///
/// Placeholders mean what `TextTemplate.Syntax.parameter` says.
struct Substitution {
  /// The most placeholders of one request, dollar signs that are text included.
  static let maximumPlaceholders = 10_000
  /// The most bytes of text that all placeholders of one request stand for.
  static let maximumBytes = 32 << 20

  private let object: Value
  private var placeholders = 0
  private var bytes = 0

  /// - Parameter object: null leaves everything as it is, placeholders included.
  init(object: Value) { self.object = object }

  /// A copy of a tree of values in which every text, keys included, is filled. Of two keys that become equal, the one
  /// that came last in the order of the original keys stays.
  mutating func filled(_ value: Value) throws(ServiceError) -> Value {
    object.isNull ? value : try filled(value, depth: 0)
  }

  /// A text with its placeholders filled.
  mutating func filled(_ text: String) throws(ServiceError) -> String {
    guard !object.isNull, text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    // One placeholder at a time, so that the first one too many ends it.
    for part in Self.parts(of: text) {
      guard part.utf8.first == UInt8(ascii: "$") else {
        result += part
        continue
      }
      placeholders += 1
      guard placeholders <= Self.maximumPlaceholders else {
        throw .requestTooLarge("it has more than \(Self.maximumPlaceholders) placeholders")
      }
      let filled = TextTemplate(String(part), syntax: .parameter).text(from: object)
      bytes += filled.utf8.count
      guard bytes <= Self.maximumBytes else {
        throw .requestTooLarge("its placeholders stand for more than \(Self.maximumBytes) bytes")
      }
      result += filled
    }
    return result
  }

  private mutating func filled(_ value: Value, depth: Int) throws(ServiceError) -> Value {
    guard depth < 128 else { return value }
    switch value {
    case .string(let text): return .string(try filled(text))
    case .array(let values):
      var result: [Value] = []
      result.reserveCapacity(values.count)
      for value in values { result.append(try filled(value, depth: depth + 1)) }
      return .array(result)
    case .dictionary:
      var result: [String: Value] = [:]
      for (key, member) in value.sortedMembers { result[try filled(key)] = try filled(member, depth: depth + 1) }
      return .dictionary(result)
    default: return value
    }
  }

  /// The text before the first dollar sign, and what begins with each; two in a row begin one part.
  private static func parts(of text: String) -> [Substring] {
    let bytes = text.utf8
    let dollar = UInt8(ascii: "$")
    var parts: [Substring] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = bytes.index(after: start)
      if bytes[start] == dollar, end < bytes.endIndex, bytes[end] == dollar { end = bytes.index(after: end) }
      end = bytes[end...].firstIndex(of: dollar) ?? bytes.endIndex
      parts.append(text[start..<end])
      start = end
    }
    return parts
  }
}

extension ServiceError {
  /// A request that would be too large; what is too large about it, in words that continue "The request cannot be sent: ".
  static func requestTooLarge(_ detail: String) -> ServiceError {
    ServiceError(.tooLarge, message: "The request is too large", underlying: detail)
  }
}
