import CXML2
package import TesseraValues

/// A document of XML, also one that is not well-formed: what can be read of it is there, as browsers do with HTML.
///
/// libxml2 reads it, in its mode that recovers. No entity is declared, and nothing is loaded: what `<!DOCTYPE` names stays
/// where it is. The entities of HTML are known without being declared.
package struct XMLDocument: Sendable {
  /// The element that contains all others.
  package let root: XMLElement
  /// What was wrong first, if anything was: rule `xml-form`.
  package let problem: Diagnostic?

  /// Reads a document in UTF-8.
  ///
  /// - Complexity: O(*n*).
  /// - Throws: A diagnostic of rule `xml-syntax` if there is no element, if a limit is exceeded, or if entities are declared:
  ///   they can expand to more text than fits in memory.
  package init(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(Diagnostic) {
    let markup = XMLMarkup(bytes)
    var bytes = markup.result
    guard bytes[...].firstIndex(of: "<!ENTITY") == nil else {
      throw Self.problem("XML that declares entities is not supported")
    }
    guard !bytes.isEmpty else { throw Self.problem("the XML has no element") }
    let tree = XMLTreeBuilder(limits: limits)
    Self.isReady
    let hasMemory = bytes.withUnsafeMutableBytes { bytes in
      guard let count = Int32(exactly: bytes.count) else { return false }
      return tree.read(bytes.bindMemory(to: CChar.self).baseAddress, count: count)
    }
    guard hasMemory else { throw Self.problem("the XML needs too much memory") }
    if let refusal = tree.refusal { throw Self.problem(refusal) }
    guard let root = tree.root else { throw Self.problem("the XML has no element") }
    self.root = root
    problem = markup.problem.map { Self.formProblem($0.words, line: $0.line) } ?? tree.problem
  }

  /// Creates a document of its parts.
  init(root: XMLElement, problem: Diagnostic?) {
    self.root = root
    self.problem = problem
  }

  /// Says what is not well-formed in a document that is read all the same.
  static func formProblem(_ words: String, line: Int, column: Int = 1) -> Diagnostic {
    let position = SourcePosition(line: line, column: column)
    return Diagnostic(
      .warning, rule: "xml-form", range: SourceRange(start: position, end: position),
      message: "The XML is not well-formed: \(words); what can be read of it is used", fix: "Tell those who send it")
  }

  /// Prepares the library, which has to happen once before several threads use it.
  private static let isReady: Void = xmlInitParser()

  private static func problem(_ words: String) -> Diagnostic { Diagnostic(rule: "xml-syntax", message: words) }
}
