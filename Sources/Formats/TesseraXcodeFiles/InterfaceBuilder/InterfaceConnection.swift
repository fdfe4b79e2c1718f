/// A connection from the object that has it to another one.
package struct InterfaceConnection: Sendable {
  package enum Kind: Sendable {
    /// Sets a property of the source.
    case outlet(property: String)
    /// Adds to an array property of the source.
    case outletCollection(property: String)
    /// Calls the destination. The event is absent from bar buttons and gesture recognizers.
    case action(selector: String, event: String?)
    /// Shows the destination.
    case segue(InterfaceSegue)
  }

  package var id: String?
  package var kind: Kind
  /// The ID of the destination.
  package var destinationID: String

  init(of element: XMLTreeElement) throws(XcodeFileError) {
    func problem(_ words: String) -> XcodeFileError {
      XcodeFileError("The connection '\(element.name)' \(words), at line \(element.line)")
    }
    func required(_ attribute: String) throws(XcodeFileError) -> String {
      guard let value = element[attribute] else { throw problem("has no '\(attribute)'") }
      return value
    }
    id = element["id"]
    destinationID = try required("destination")
    switch element.name {
    case "outlet": kind = .outlet(property: try required("property"))
    case "outletCollection": kind = .outletCollection(property: try required("property"))
    case "action": kind = .action(selector: try required("selector"), event: element["eventType"])
    case "segue": kind = .segue(InterfaceSegue(kind: try required("kind"), element: element))
    default: throw problem("is unknown")
    }
  }
}

/// A transition between scenes, or the relation between a container and what it contains.
package struct InterfaceSegue: Sendable {
  /// `show`, `showDetail`, `presentation`, `popoverPresentation`, `push`, `modal`, `embed`, `relationship`, `unwind` or
  /// `custom`.
  package var kind: String
  package var identifier: String?
  /// `rootViewController` or `viewControllers` if the segue is a relationship.
  package var relationship: String?
  /// Why the source starts the segue, such as `selection` or `accessoryAction` of a cell.
  package var trigger: String?
  /// The selector of the method to return to, if the segue unwinds.
  package var unwindAction: String?
  package var modalPresentationStyle: String?
  /// Whether pressing the source hard previews the destination.
  package var hasPreview: Bool

  init(kind: String, element: XMLTreeElement) {
    self.kind = kind
    (identifier, relationship) = (element["identifier"], element["relationship"])
    (trigger, unwindAction) = (element["trigger"], element["unwindAction"])
    modalPresentationStyle = element["modalPresentationStyle"]
    hasPreview = element.children.contains { $0.name == "segue" && $0["key"] == "preview" }
  }
}
