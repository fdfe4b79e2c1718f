import Foundation
import TesseraExpressions
import TesseraFixtures
import TesseraMarkdown
import TesseraSVG
import TesseraText
import TesseraValues

extension FuzzedReader {
  private static let object: Value = [
    "name": "Ada", "age": 36, "tags": ["math", "engine"], "born": .date(Date(timeIntervalSince1970: 0)),
  ]

  /// The readers of texts in a language, and of documents that need no bundle.
  static let languages = [
    FuzzedReader("json", samples: files(in: "docs/examples", ending: ".json")) { _ = try? Value.parseJSON($0) },
    FuzzedReader("predicates") { bytes in
      guard let predicate = try? ValuePredicate(text(bytes)) else { return }
      _ = predicate.evaluate(with: object)
    },
    FuzzedReader("templates") { _ = Template(text($0), dialect: .native).value(in: object) },
    FuzzedReader("regular-expressions") { bytes in
      guard let pattern = try? RegularExpression(text(bytes)) else { return }
      _ = pattern.matches("aaaaaaaaaaaaaaaaaaaaabbbbbbccccc xyzzy")
    },
    FuzzedReader("svg", samples: files(in: "docs/examples", ending: ".svg")) { _ = try? SanitizedSVG($0) },
    FuzzedReader("markdown") { _ = MarkdownDocument(text($0)) },
    FuzzedReader("layout") { _ = LayoutDocument.run($0) },
    FuzzedReader("image-headers") { _ = ImageHeader($0) },
  ]
}
