import Foundation
import TesseraValues

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads an XML document whole, for formats that fit in memory: storyboards, xibs, data models and property lists.
///
/// Documents must be in UTF-8, as Xcode writes them. No other file is read. Errors name the line.
package enum XMLTreeReader {
  /// What the reader admits. Real documents of Xcode stay far below.
  package enum Limit {
    /// The largest document in bytes.
    package static let bytes = 16 << 20
    /// The most elements and attributes.
    package static let count = 400_000
    /// The deepest nesting of elements. A view in a view takes two levels.
    package static let depth = 256
  }

  /// Reads the element that contains all others.
  ///
  /// - Parameter mayHaveDocumentType: Whether the document may name its type, as property lists do. It cannot declare
  ///   entities nevertheless.
  /// - Complexity: O(*n*) in the bytes of the document.
  package static func root(of bytes: [UInt8], mayHaveDocumentType: Bool = false) throws(XcodeFileError)
    -> XMLTreeElement
  {
    guard bytes.count <= Limit.bytes else {
      throw XcodeFileError("The XML has more than \(Limit.bytes) bytes: \(bytes.count)")
    }
    if let problem = XMLMarkupCheck.problem(in: bytes, mayHaveDocumentType: mayHaveDocumentType) { throw problem }
    let parser = XMLParser(data: Data(XMLInstructions.withContent(bytes)))
    parser.shouldResolveExternalEntities = false
    let builder = Builder()
    parser.delegate = builder
    let isWhole = parser.parse()
    if let refusal = builder.refusal { throw XcodeFileError("\(refusal), at line \(max(1, parser.lineNumber))") }
    guard isWhole, let root = builder.root else {
      throw XcodeFileError("The XML is invalid, at line \(max(1, parser.lineNumber))")
    }
    return root
  }

  /// Builds the tree while the document is parsed.
  private final class Builder: NSObject, XMLParserDelegate {
    private var open: [XMLTreeElement] = []
    private var count = 0
    private(set) var root: XMLTreeElement?
    private(set) var refusal: String?

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      count += 1 + attributes.count
      guard count <= Limit.count else {
        return refuse("The XML has more than \(Limit.count) elements and attributes", parser)
      }
      guard open.count < Limit.depth else {
        return refuse("The XML is nested more than \(Limit.depth) levels deep", parser)
      }
      open.append(XMLTreeElement(name: elementName, attributes: attributes, line: parser.lineNumber))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { append(text) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { append(String(decoding: block, as: UTF8.self)) }

    func parser(
      _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
      guard var element = open.popLast() else { return }
      // White space is indentation between children, but part of a text.
      if !element.children.isEmpty { element.text = element.text.trimmingXMLSpace }
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    private func append(_ text: String) {
      guard !open.isEmpty else { return }
      open[open.count - 1].text += text
    }

    private func refuse(_ words: String, _ parser: XMLParser) {
      refusal = refusal ?? words
      parser.abortParsing()
    }
  }
}
