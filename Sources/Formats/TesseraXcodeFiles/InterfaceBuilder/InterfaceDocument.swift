/// A storyboard or xib: what Interface Builder stores as XML, with typed values but in its own names.
///
/// UIKit is not known here. Names of elements, attributes and outlets are those of the file.
package struct InterfaceDocument: Sendable {
  package enum Kind: Sendable {
    case storyboard
    case xib
  }

  package var kind: Kind
  /// The ID of the view controller that a storyboard shows first.
  package var initialViewControllerID: String?
  /// The scenes of a storyboard in the order of the file. A xib has one.
  package var scenes: [InterfaceScene]
  /// Colors of asset catalogues that the document uses, as they were when it was saved.
  package var namedColors: [String: InterfaceColor]
  /// Colors that the system adapts, as they were when the document was saved.
  package var systemColors: [String: InterfaceColor]
  /// What the reader left out, in the order of the file.
  package var omissions: [XcodeFileError]

  /// The objects of all scenes by ID, with everything inside them.
  package private(set) var objectsByID: [String: InterfaceObject] = [:]

  /// The view controller that a storyboard shows first.
  package var initialViewController: InterfaceObject? { initialViewControllerID.flatMap { objectsByID[$0] } }

  /// Fills the table by ID. The first object with an ID wins; the others are noted as omissions.
  mutating func indexObjects() {
    for object in scenes.flatMap(\.objects) { add(object) }
  }

  private mutating func add(_ object: InterfaceObject) {
    if let id = object.id {
      if objectsByID[id] == nil {
        objectsByID[id] = object
      } else {
        omissions.append(XcodeFileError("The ID '\(id)' names a second object, at line \(object.line)"))
      }
    }
    for child in object.children { add(child.object) }
  }
}

/// A view controller of a storyboard with its placeholders, or the contents of a xib.
package struct InterfaceScene: Sendable {
  package var id: String?
  /// The top-level objects in the order of the file.
  package var objects: [InterfaceObject]

  /// The view controller of a storyboard's scene.
  package var viewController: InterfaceObject? { objects.first { $0["sceneMemberID"] == "viewController" } }

  /// Objects that stand for others: the file's owner, the first responder, the exit.
  package var placeholders: [InterfaceObject] { objects.filter(\.isPlaceholder) }

  /// The top-level objects that exist when the scene is loaded.
  package var instances: [InterfaceObject] { objects.filter { !$0.isPlaceholder } }
}
