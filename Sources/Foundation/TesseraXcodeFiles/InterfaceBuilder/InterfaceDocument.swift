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
  package var usesAutoLayout: Bool
  package var usesSafeAreas: Bool
  /// The ID of the device whose screen the frames are designed for, such as `retina4_7`.
  package var deviceID: String?
  /// The scenes of a storyboard in the order of the file. A xib has one.
  package var scenes: [InterfaceScene]
  /// Colors of asset catalogues that the document uses, as they were when it was saved.
  package var namedColors: [String: InterfaceColor]
  /// Colors that the system adapts, as they were when the document was saved.
  package var systemColors: [String: InterfaceColor]
  /// Images that the document uses, with their design sizes in points.
  package var images: [String: InterfaceSize]
  /// What the reader left out, in the order of the file.
  package var omissions: [XcodeFileError]

  /// The objects of all scenes by ID, with everything inside them.
  package private(set) var objectsByID: [String: InterfaceObject] = [:]
  /// The index of the scene that contains an object, by the object's ID.
  package private(set) var sceneIndicesByID: [String: Int] = [:]

  /// The view controller that a storyboard shows first.
  package var initialViewController: InterfaceObject? { initialViewControllerID.flatMap { objectsByID[$0] } }

  /// Fills the tables by ID. The first object with an ID wins; the others are noted as omissions.
  mutating func indexObjects() {
    for (index, scene) in scenes.enumerated() {
      for object in scene.objects { add(object, scene: index) }
    }
  }

  private mutating func add(_ object: InterfaceObject, scene: Int) {
    if let id = object.id {
      if objectsByID[id] == nil {
        (objectsByID[id], sceneIndicesByID[id]) = (object, scene)
      } else {
        omissions.append(XcodeFileError("The ID '\(id)' names a second object, at line \(object.line)"))
      }
    }
    for child in object.children { add(child.object, scene: scene) }
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
