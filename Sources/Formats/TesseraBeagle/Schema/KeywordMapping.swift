/// The words of a choice in payloads and in native documents.
struct KeywordMapping: Sendable {
  /// The words of payloads in alphabetical order, with their native words.
  let sorted: [(String, String)]
  private let payloads: [String: String]

  /// - Parameter others: Further native words, with their words of payloads.
  init(_ pairs: KeyValuePairs<String, String>, others: [String: String] = [:]) {
    sorted = pairs.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    payloads = Dictionary(pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
      .merging(others) { $1 }
  }

  /// Returns the native word; nil for an unknown word.
  func native(_ word: String) -> String? { sorted.first { $0.0 == word }?.1 }

  /// Returns the word of payloads: the first one with a native word.
  func payload(_ word: String) -> String? { payloads[word] }

  static let imageMode = KeywordMapping([
    "FIT_CENTER": "aspectFit", "FIT_XY": "scaleToFill", "CENTER_CROP": "aspectFill", "CENTER": "center",
  ])
  /// Native numbers may have a decimal point, which Beagle has no keyboard for.
  static let inputType = KeywordMapping(
    ["TEXT": "text", "EMAIL": "email", "PASSWORD": "password", "NUMBER": "digits", "DATE": "digits"],
    others: ["number": "NUMBER"])
}
