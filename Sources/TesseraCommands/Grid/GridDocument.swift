import TesseraBoard
package import TesseraValues

/// What `tessera grid` does: questions to pages of a board in, answers out.
///
/// ```json
/// {"page": [6, 4], "icons": 8, "widgets": [{"id": "feed", "frame": [1, 1, 2, 2]}], "ask": {"resize": "feed", "to": [2, 4]}}
/// ```
/// gives
/// ```json
/// {"origin": [1, 1]}
/// ```
///
/// A list of questions gives a list of answers. Rows and columns count from 1. What is wrong becomes a diagnostic, and the
/// question's answer has `error` instead.
package enum GridDocument {
  /// The answer, and what is wrong with the document.
  package struct Answer: Sendable {
    /// JSON as UTF-8; empty where the document could not be read at all.
    package var json: [UInt8]
    /// What is wrong, with places in the document.
    package var diagnostics: Diagnostics
  }

  private static let limits = JSONLimits(bytes: 64 << 20, depth: 16, nodes: 10_000_000)

  /// Answers the questions of a document.
  package static func run(_ document: [UInt8]) -> Answer {
    var diagnostics = Diagnostics()
    let node: JSONNode
    do throws(Diagnostic) {
      node = try JSONNode.parse(document, limits: limits)
    } catch {
      diagnostics.add(error)
      return Answer(json: [], diagnostics: diagnostics)
    }
    func answer(_ question: JSONNode) -> Value {
      do throws(Diagnostic) {
        return try GridQuestion(question).answer
      } catch {
        diagnostics.add(error)
        return ["error": .string(error.message)]
      }
    }
    var json: [UInt8] = []
    if let questions = node.elements {
      // One answer a line: there can be many.
      json.append(UInt8(ascii: "["))
      for (index, question) in questions.enumerated() {
        if index > 0 { json.append(contentsOf: ",\n".utf8) }
        JSONText.write(answer(question), into: &json)
      }
      json.append(UInt8(ascii: "]"))
    } else {
      JSONText.write(answer(node), into: &json)
    }
    json.append(UInt8(ascii: "\n"))
    return Answer(json: json, diagnostics: diagnostics)
  }
}
