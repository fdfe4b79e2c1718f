/// An element of an XML document, with everything below it.
package struct XMLTreeElement: Sendable {
  package var name: String
  package var attributes: [String: String]
  package var children: [XMLTreeElement] = []
  /// The element's own text, without the texts of its children. If there are children, the white space around it is
  /// removed.
  package var text: String = ""
  /// The line on which the start tag ends, from 1.
  package var line: Int

  package init(name: String, attributes: [String: String] = [:], line: Int = 1) {
    (self.name, self.attributes, self.line) = (name, attributes, line)
  }

  /// The children with a name.
  package func children(named name: String) -> [XMLTreeElement] { children.filter { $0.name == name } }

  /// The first child with a name.
  package func child(_ name: String) -> XMLTreeElement? { children.first { $0.name == name } }

  /// The value of an attribute.
  package subscript(attribute: String) -> String? { attributes[attribute] }

  /// A number of an attribute in the notation of XML documents, always with a decimal point. Infinite numbers give `nil`.
  package func number(_ attribute: String) -> Double? {
    guard let number = attributes[attribute].flatMap(Double.init), number.isFinite else { return nil }
    return number
  }

  /// A truth value of an attribute, written `YES` or `NO`.
  package func boolean(_ attribute: String) -> Bool? {
    switch attributes[attribute] {
    case "YES": true
    case "NO": false
    default: nil
    }
  }
}
