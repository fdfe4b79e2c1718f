import TesseraValues
import TesseraXML

/// An element of a feed in XML.
///
/// Elements are found by names such as `media:content`, whose prefixes are the usual ones of their namespaces, whatever the
/// feed calls them. The feed's own elements have none.
struct FeedElement {
  private let element: XMLElement
  /// The namespace of the feed's own elements.
  private let own: String?
  /// The address that relative ones in this element start from (XML Base); nil if there is none.
  let base: HTTPURL?

  /// Creates the root of a feed.
  /// - Parameter base: The address of the feed.
  init(root: XMLElement, base: HTTPURL?) { self.init(root, own: root.name.namespace, base: base) }

  private init(_ element: XMLElement, own: String?, base: HTTPURL?) {
    self.element = element
    self.own = own
    let reference = element.attributes.first { $0.name.prefix == "xml" && $0.name.local == "base" }?.value
    self.base = reference.flatMap { WebAddress.url($0, from: base) } ?? base
  }

  /// The usual prefixes by namespaces, without what programs write differently: scheme and end. Without one are the elements of
  /// RSS 1.0 and 0.90.
  private static let prefixes = [
    "www.w3.org/2005/atom": "atom", "purl.org/atom/ns": "atom", "search.yahoo.com/mrss": "media",
    "purl.org/dc/elements/1.1": "dc", "purl.org/dc/terms": "dcterms", "purl.org/rss/1.0/modules/content": "content",
    "www.itunes.com/dtds/podcast-1.0.dtd": "itunes", "www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
    "www.w3.org/1999/xhtml": "xhtml", "purl.org/rss/1.0": "", "my.netscape.com/rdf/simple/0.9": "",
    "channel.netscape.com/rdf/simple/0.9": "", "backend.userland.com/rss2": "", "backend.userland.com/rss": "",
    "www.w3.org/xml/1998/namespace": "xml",
  ]

  private static func prefix(ofNamespace namespace: String) -> String? {
    var key = namespace.lowercased()[...]
    if let scheme = key.firstRange(of: "://") { key = key[scheme.upperBound...] }
    while let last = key.last, last == "/" || last == "#" { key.removeLast() }
    return prefixes[String(key)]
  }

  /// The name with the usual prefix. A prefix that is not declared means what it usually does.
  private static func usualName(_ name: XMLName) -> String {
    guard let namespace = name.namespace else { return name.description }
    guard let prefix = prefix(ofNamespace: namespace) else { return "\(namespace) \(name.local)" }
    return prefix.isEmpty ? name.local : "\(prefix):\(name.local)"
  }

  private func usualName(_ name: XMLName) -> String {
    name.namespace == own && (own != nil || name.prefix.isEmpty) ? name.local : Self.usualName(name)
  }

  /// The text of the element, without that of elements in it; nil if it has none.
  var text: String? {
    var text = ""
    for case .text(let part) in element.content { text += part }
    text = text.trimmingXMLSpace
    return text.isEmpty ? nil : text
  }

  /// What is in the element, as HTML: its text, whose markup is escaped, and its elements.
  var markup: String? {
    let markup = HTMLWriter.markup(of: element.content)
    return markup.isEmpty ? nil : markup
  }

  /// The text as the feed means it, where text is HTML: markup that is not escaped is part of it.
  var html: String? { hasElements ? markup : text }

  var hasElements: Bool { element.elements.contains { _ in true } }

  /// Returns the child elements with a name.
  func all(_ name: String) -> [FeedElement] {
    element.elements.filter { usualName($0.name) == name }.map { FeedElement($0, own: own, base: base) }
  }

  /// Returns what the first child element has that has it, of those with the given names, in their order.
  private func first<Found>(_ names: [String], _ found: (FeedElement) -> Found?) -> Found? {
    names.lazy.flatMap { all($0) }.compactMap(found).first
  }

  /// Returns the text of the first child element that has one, of those with the given names, in their order.
  func text(_ names: String...) -> String? { first(names, \.text) }

  /// Returns the HTML of the first child element that has some, of those with the given names, in their order.
  func html(_ names: String...) -> (text: String, base: HTTPURL?)? {
    first(names) { element in element.html.map { ($0, element.base) } }
  }

  /// The address that the text names, or an attribute where there is none.
  var address: String? {
    // Some programs escape twice.
    WebAddress.text(text?.replacing("&amp;", with: "&") ?? attribute("href"), from: base)
  }

  /// Returns the address that the first child element that names one has, of those with the given names.
  func address(_ names: String...) -> String? { first(names, \.address) }

  /// Returns the first date of child elements that is one, in ISO 8601, of those with the given names, in their order.
  func date(_ names: String...) -> String? { first(names) { $0.text.flatMap(FeedDate.text) } }

  /// Returns an attribute; nil if it is missing or empty.
  func attribute(_ name: String) -> String? {
    let value = element.attributes.first { Self.usualName($0.name) == name }?.value
    return value?.isEmpty == false ? value : nil
  }

  /// Returns the address that an attribute names.
  func address(inAttribute name: String) -> String? { WebAddress.text(attribute(name), from: base) }

  /// Whether the address of a medium that says no more of itself ends as those of pictures do.
  private var namesPicture: Bool {
    let path = attribute("url")?.prefix { $0 != "?" && $0 != "#" }.lowercased() ?? ""
    return [".jpg", ".jpeg", ".png", ".gif", ".webp"].contains { path.hasSuffix($0) }
  }

  /// The picture that Media RSS or an enclosure names.
  var picture: String? {
    if let address = first(["media:thumbnail"], { $0.address(inAttribute: "url") }) { return address }
    for content in all("media:content") {
      let isPicture =
        content.attribute("medium") == "image" || content.attribute("type")?.hasPrefix("image/") == true
        || content.attribute("type") == nil && content.attribute("medium") == nil && content.namesPicture
      if isPicture, let address = content.address(inAttribute: "url") { return address }
      if let address = content.picture { return address }
    }
    return first(["media:group"], \.picture)
      ?? first(["enclosure"]) {
        $0.attribute("type")?.hasPrefix("image/") == true ? $0.address(inAttribute: "url") : nil
      } ?? first(["itunes:image"]) { $0.address(inAttribute: "href") }
  }
}

/// Writes elements of XML as HTML.
private enum HTMLWriter {
  /// - Complexity: O(*n*), at most six times the bytes of the text.
  static func markup(of content: [XMLNode]) -> String {
    var result = ""
    write(content, to: &result)
    return result.trimmingXMLSpace
  }

  private static func write(_ content: [XMLNode], to result: inout String) {
    for node in content {
      switch node {
      case .text(let text): result += escaped(text)
      case .element(let element):
        result += "<\(element.name.local)"
        for (name, value) in element.attributes { result += " \(name.local)=\"\(escaped(value))\"" }
        result += ">"
        write(element.content, to: &result)
        result += "</\(element.name.local)>"
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
