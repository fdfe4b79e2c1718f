/// An element of an XML document, with everything below it.
package struct XMLTreeElement: Sendable, XMLAttributes {
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
}
