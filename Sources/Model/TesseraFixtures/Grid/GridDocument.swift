import TesseraBoard
import TesseraValues

/// The implementation of `tessera grid`, which answers queries about the pages of a board.
///
/// ```json
/// {"page": [6, 4], "icons": 8, "widgets": [{"id": "feed", "frame": [1, 1, 2, 2]}], "ask": {"resize": "feed", "to": [2, 4]}}
/// ```
/// results in
/// ```json
/// {"origin": [1, 1]}
/// ```
///
/// A list of queries returns a list of answers. Rows and columns count from 1. A problem becomes a diagnostic, and the
/// answer to its query contains `error` instead.
package enum GridDocument {
  /// The limits for reading the input of `tessera grid`. Larger input is refused.
  private static let limits = JSONLimits(bytes: 64 << 20, depth: 16, nodes: 10_000_000)

  /// Answers the queries of a document.
  package static func run(_ document: [UInt8]) -> JSONOutput {
    var result = JSONOutput()
    let node: JSONNode
    do throws(Diagnostic) {
      node = try JSONNode.parse(document, limits: limits)
    } catch {
      result.diagnostics.add(error)
      return result
    }
    func answer(_ question: JSONNode) -> Value {
      do throws(Diagnostic) {
        return try GridQuestion(question).answer
      } catch {
        result.diagnostics.add(error)
        return ["error": .string(error.message)]
      }
    }
    func write(_ value: Value) { JSONText.write(value, into: &result.json) }
    if let questions = node.elements {
      // Each answer has its own line, because there can be many.
      result.json.append(UInt8(ascii: "["))
      for (index, question) in questions.enumerated() {
        if index > 0 { result.json.append(contentsOf: ",\n".utf8) }
        write(answer(question))
      }
      result.json.append(UInt8(ascii: "]"))
    } else {
      write(answer(node))
    }
    result.json.append(UInt8(ascii: "\n"))
    return result
  }
}
