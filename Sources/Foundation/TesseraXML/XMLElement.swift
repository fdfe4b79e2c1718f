/// A name in XML: `media:content` with the namespace that its prefix stands for.
package struct XMLName: Sendable, Hashable, CustomStringConvertible {
  /// The prefix as it is written; empty without one.
  package var prefix = ""
  /// The name without the prefix.
  package var local: String
  /// The address of the namespace; nil without one.
  package var namespace: String?

  /// The name as it is written.
  package var description: String { prefix.isEmpty ? local : "\(prefix):\(local)" }
}

/// An element of XML with all that is in it, in order.
package struct XMLElement: Sendable {
  /// The name.
  package var name: XMLName
  /// The attributes in order, without the declarations of namespaces.
  package var attributes: [(name: XMLName, value: String)]
  /// The texts and elements in it, in order. Two texts do not follow each other.
  package var content: [XMLNode]

  /// The elements in it.
  package var elements: some Sequence<XMLElement> {
    content.lazy.compactMap { node in if case .element(let element) = node { element } else { nil } }
  }
}

/// What an element contains.
package enum XMLNode: Sendable {
  /// An element.
  case element(XMLElement)
  /// Text, with its references resolved.
  case text(String)
}
