import TesseraExpressions
import TesseraValues

/// Fills the placeholders of one request or one stub answer from an object, up to a number of placeholders and of bytes
/// in all: a long text that a person typed, times many placeholders of a document, must not fill the memory.
struct ParameterSubstitution {
  /// The most placeholders of one request, dollar signs that are text included.
  static let maximumPlaceholders = 10_000
  /// The most bytes of text that all placeholders of one request stand for.
  static let maximumBytes = 32 << 20

  private let object: Value
  /// What stands for a whole text instead, if anything.
  private let replacement: (String) -> Value?
  private var placeholders = 0
  private var bytes = 0

  /// - Parameters:
  ///   - object: null leaves everything as it is, placeholders included.
  ///   - replacement: what stands for a whole text of a tree, as it is written; nil where the object fills it.
  init(object: Value, replacement: @escaping (String) -> Value? = { _ in nil }) {
    self.object = object
    self.replacement = replacement
  }

  /// A copy of a tree of values in which every text, keys included, is filled. Of two keys that become equal, the one
  /// that came last in the order of the written keys stays.
  mutating func filled(_ tree: RequestTemplate) throws(ServiceError) -> Value {
    switch tree {
    case .constant(let value): return value
    case .text(let text):
      if let value = replacement(text.text) { return value }
      return .string(try filled(text))
    case .list(let trees):
      var result: [Value] = []
      result.reserveCapacity(trees.count)
      for tree in trees { result.append(try filled(tree)) }
      return .array(result)
    case .members(let members):
      var result: [String: Value] = [:]
      for member in members { result[try filled(member.name)] = try filled(member.value) }
      return .dictionary(result)
    }
  }

  /// A text with its placeholders filled.
  mutating func filled(_ text: PlaceholderText) throws(ServiceError) -> String {
    guard !object.isNull else { return text.text }
    var result = ""
    for part in text.parts {
      switch part {
      case .text(let text): result += text
      case .placeholder(let template): result += try filled(template)
      }
    }
    return result
  }

  private mutating func filled(_ template: TextTemplate) throws(ServiceError) -> String {
    placeholders += 1
    guard placeholders <= Self.maximumPlaceholders else {
      throw .requestTooLarge("it has more than \(Self.maximumPlaceholders) placeholders")
    }
    do {
      let text = try template.filled(from: object, maximumBytes: Self.maximumBytes - bytes)
      bytes += text.utf8.count
      return text
    } catch {
      throw .requestTooLarge("its placeholders stand for more than \(Self.maximumBytes) bytes")
    }
  }
}

extension ServiceError {
  /// A request that would be too large; what is too large about it, in words that continue "The request cannot be sent: ".
  static func requestTooLarge(_ detail: String) -> ServiceError {
    ServiceError(.tooLarge, message: "The request is too large", underlying: detail)
  }
}
