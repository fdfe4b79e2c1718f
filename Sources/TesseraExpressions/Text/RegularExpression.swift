import Foundation
import TesseraValues

/// A pattern of `MATCHES`.
struct RegularExpression: @unchecked Sendable {
  private let expression: NSRegularExpression

  init(_ pattern: String, options: TextFolding.Options) throws {
    expression = try NSRegularExpression(
      pattern: "\\A(?:\(pattern))\\z", options: options.contains(.case) ? [.caseInsensitive] : [])
  }

  func matches(_ text: String) -> Bool {
    expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}
