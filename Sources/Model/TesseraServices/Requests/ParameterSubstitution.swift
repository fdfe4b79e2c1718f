import TesseraExpressions
import TesseraValues

/// Replaces the placeholders of one request or one stub response by values of an object. The number of placeholders and
/// the size of their text are limited, because a long text that a user typed, multiplied by many placeholders of a
/// document, must not exhaust the memory.
struct ParameterSubstitution {
  /// The maximum number of placeholders in one request, including dollar signs that are text. The request is not sent.
  static let maximumPlaceholders = 10_000
  /// The maximum size of the text that replaces all placeholders of one request, in bytes. The request is not sent.
  static let maximumBytes = 32 << 20

  private let object: Value
  private let options: OptionValues
  /// Returns a value that replaces a whole text; nil if the object fills it.
  private let replacement: (String) -> Value?
  private var placeholders = 0
  private var bytes = 0

  /// - Parameters:
  ///   - object: The object with the values. Null leaves everything unchanged, including placeholders.
  ///   - options: The options that placeholders read.
  ///   - replacement: Called with a whole text of a tree, as written. Returns the value that replaces it; nil if the
  ///     object fills the text.
  init(
    object: Value, options: OptionValues = .none, replacement: @escaping (String) -> Value? = { _ in nil }
  ) {
    self.object = object
    self.options = options
    self.replacement = replacement
  }

  /// Returns a copy of a tree of values in which every text, including keys, is filled. If two keys become equal, the
  /// one that comes last in the order of the written keys is kept.
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

  /// Returns a text with its placeholders replaced.
  mutating func filled(_ text: PlaceholderText) throws(ServiceError) -> String {
    guard !object.isNull || !text.optionNames.isEmpty else { return text.text }
    var result = ""
    for part in text.parts {
      switch part {
      case .text(let text): result += text
      case .placeholder(let template): result += try filled(template, from: object)
      case .option(let template): result += try filled(template, from: options.root)
      }
    }
    return result
  }

  private mutating func filled(_ template: TextTemplate, from object: Value) throws(ServiceError) -> String {
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
  /// Returns the error for a request that is too large. The detail continues "The request cannot be sent: ".
  static func requestTooLarge(_ detail: String) -> ServiceError {
    ServiceError(.tooLarge, message: "The request is too large", underlying: detail)
  }
}
