import Foundation
import TesseraValues

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Decodes XML as a value that key paths can traverse: `{"rss": {"channel": {"item": […]}}}`.
///
/// An element becomes an object with its attributes and child elements, keyed by their prefixed names. Elements with
/// the same name become a list. An element that contains only text becomes that text; otherwise its text is stored
/// under `text`. White space around text is removed.
enum XMLResponseDecoder {
  /// The maximum number of elements and attributes of an XML body. A body with more is refused.
  static let maximumCount = 200_000
  /// The maximum nesting depth of elements of an XML body. A deeper one is refused.
  static let maximumDepth = 64
  /// The maximum size of all text of an XML body, in UTF-8 bytes. A body with more is refused.
  static let maximumTextLength = 16 << 20

  static func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    // The search for entities below reads ASCII.
    guard XMLEncoding.hasPlainMarkup(body) else {
      throw problem("XML in this encoding, such as UTF-16, is not supported; UTF-8 is")
    }
    guard XMLEncoding.isConsistent(body) else { throw problem("the XML is not in the encoding that it declares") }
    // Entities that a document declares can expand to more text than fits in memory.
    guard body[...].firstIndex(of: "<!ENTITY") == nil else {
      throw problem("XML that declares entities is not supported")
    }
    let parser = XMLParser(data: Data(XMLInstructions.withContent(body)))
    parser.shouldResolveExternalEntities = false
    let tree = Tree()
    parser.delegate = tree
    let isWhole = parser.parse()
    if let refusal = tree.refusal { throw problem(refusal) }
    guard isWhole, let root = tree.root else {
      throw problem("the XML is invalid at line \(parser.lineNumber), column \(parser.columnNumber)")
    }
    return root
  }

  private static func problem(_ words: String) -> Diagnostic { Diagnostic(rule: "xml-syntax", message: words) }

  /// Builds the value while the document is parsed.
  private final class Tree: NSObject, XMLParserDelegate {
    private struct Element {
      var name: String
      var members: [String: Value]
      /// The names of the child elements.
      var names: Set<String> = []
      var text = ""
    }

    private var open: [Element] = []
    private var count = 0
    private var textLength = 0
    private(set) var root: Value?
    private(set) var refusal: String?

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      count += 1 + attributes.count
      guard count <= XMLResponseDecoder.maximumCount, open.count < XMLResponseDecoder.maximumDepth else {
        refusal =
          open.count < XMLResponseDecoder.maximumDepth
          ? "the XML has more than \(XMLResponseDecoder.maximumCount) elements"
          : "the XML is nested more than \(XMLResponseDecoder.maximumDepth) levels deep"
        return parser.abortParsing()
      }
      open.append(Element(name: qualifiedName ?? elementName, members: attributes.mapValues(Value.string)))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { append(text, parser) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
      append(String(decoding: block, as: UTF8.self), parser)
    }

    private func append(_ text: String, _ parser: XMLParser) {
      guard !open.isEmpty else { return }
      textLength += text.utf8.count
      guard textLength <= XMLResponseDecoder.maximumTextLength else {
        refusal = "the XML has more than \(XMLResponseDecoder.maximumTextLength) bytes of text"
        return parser.abortParsing()
      }
      open[open.count - 1].text += text
    }

    func parser(
      _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
      guard let element = open.popLast() else { return }
      let text = element.text.trimmingXMLSpace
      var members = element.members
      if !members.isEmpty, !text.isEmpty { members["text"] = .string(text) }
      let value: Value = members.isEmpty ? .string(text) : .dictionary(members)
      guard !open.isEmpty else { return root = [element.name: value] }
      add(value, named: element.name, to: open.count - 1)
    }

    /// Adds a child element. It replaces an attribute of the same name, and forms a list with elements of that name.
    private func add(_ value: Value, named name: String, to place: Int) {
      if open[place].names.insert(name).inserted {
        open[place].members[name] = value
      } else if case .array(var list)? = open[place].members[name] {
        open[place].members[name] = nil
        list.append(value)
        open[place].members[name] = .array(list)
      } else {
        open[place].members[name] = .array([open[place].members[name] ?? .null, value])
      }
    }
  }
}
