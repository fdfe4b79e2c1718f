package import TesseraXcodeFiles

/// A storyboard or xib as Xcode 5 and later write it: the XML of Interface Builder 3.0.
///
/// The format has no published description; this follows documents of Xcode 9 to 15. Interfaces of macOS, tvOS and watchOS
/// are refused. Parts that cannot be read are left out and listed.
package struct SourceDocument: Sendable {
  /// The most omissions that are listed.
  package static let maximumOmissions = 100

  /// The objects of each scene in the order of the file. A xib has one scene.
  let scenes: [[XMLTreeElement]]
  /// The ID of the view controller that a storyboard shows first.
  let initialID: String?
  let values: SourceValueReader
  /// The objects of all scenes by ID. The first object with an ID wins.
  package private(set) var objects: [String: XMLTreeElement] = [:]
  /// The layout guides by their IDs.
  private(set) var guides: [String: StoryboardConstraint.Item] = [:]
  /// What is left out, in the order of the file, and then the objects whose IDs are taken.
  package var omissions: [XcodeFileError] { Array((unreadable + repeated).prefix(Self.maximumOmissions)) }

  private var unreadable: [XcodeFileError] = []
  private var repeated: [XcodeFileError] = []

  /// Reads a document.
  ///
  /// - Complexity: O(*n*) in the bytes of the document.
  package init(_ bytes: [UInt8]) throws(XcodeFileError) {
    let root = try XMLTreeReader.root(of: bytes)
    guard root.name == "document", let type = root["type"] else {
      throw XcodeFileError("The XML is not a document of Interface Builder, but '\(root.name)'")
    }
    switch type {
    case "com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB":
      scenes = (root.child("scenes")?.children(named: "scene") ?? []).map { $0.child("objects")?.children ?? [] }
    case "com.apple.InterfaceBuilder3.CocoaTouch.XIB": scenes = [root.child("objects")?.children ?? []]
    default: throw XcodeFileError("Interface Builder documents of the type '\(type)' cannot be read; iOS ones can")
    }
    initialID = root["initialViewController"]
    let resources = root.child("resources")
    // A color of the catalogue wins over one of the system, and the first of a name over others.
    let colors = ["namedColor", "systemColor"].flatMap { resources?.children(named: $0) ?? [] }.compactMap { resource in
      resource["name"].flatMap { name in resource.child("color").map { (name, $0) } }
    }
    values = SourceValueReader(colors: Dictionary(colors, uniquingKeysWith: { first, _ in first }))
    for object in scenes.joined() { add(object) }
  }

  private mutating func add(_ object: XMLTreeElement) {
    if let id = object.id {
      if objects[id] == nil {
        objects[id] = object
      } else if repeated.count < Self.maximumOmissions {
        repeated.append(XcodeFileError("The ID '\(id)' names a second object, at line \(object.line)"))
      }
    }
    for child in object.children {
      switch child.name {
      case "constraints": checkConstraints(child, of: object)
      case "connections": for connection in child.children { omit(connection.connectionProblem) }
      case "userDefinedRuntimeAttributes": checkAttributes(child)
      default: addObjects(of: child, in: object)
      }
    }
  }

  /// Adds an element of an object if it is an object, or the objects in it if it is a collection.
  private mutating func addObjects(of element: XMLTreeElement, in owner: XMLTreeElement) {
    guard let object = element.identified(in: owner) else {
      guard element.isCollection else { return }
      for child in element.children {
        if child.id == nil {
          omit("'\(child.name)' in '\(element.name)' has no ID and is left out, at line \(child.line)")
        } else {
          addGuide(child, as: element.relation, of: owner)
          add(child)
        }
      }
      return
    }
    addGuide(object, as: element.relation, of: owner)
    add(object)
  }

  private mutating func addGuide(_ element: XMLTreeElement, as relation: String, of owner: XMLTreeElement) {
    guard let id = element.id, let owner = owner.id, guides[id] == nil else { return }
    switch (element.name, relation) {
    case ("viewControllerLayoutGuide", _): guides[id] = element["type"] == "top" ? .topGuide : .bottomGuide
    case ("viewLayoutGuide", "contentLayoutGuide"): guides[id] = .scrollContent(of: owner)
    case ("viewLayoutGuide", "frameLayoutGuide"): guides[id] = .scrollFrame(of: owner)
    case ("viewLayoutGuide", "layoutMarginsGuide"), ("viewLayoutGuide", "margins"): guides[id] = .margins(of: owner)
    case ("viewLayoutGuide", _): guides[id] = .safeArea(of: owner)
    default: break
    }
  }

  // MARK: Omissions

  private mutating func checkConstraints(_ list: XMLTreeElement, of owner: XMLTreeElement) {
    for child in list.children(named: "constraint") {
      do throws(XcodeFileError) {
        _ = try SourceViewReader(self).constraint(child, of: owner)
        if let attributes = child.child("userDefinedRuntimeAttributes") { checkAttributes(attributes) }
      } catch {
        omit(error)
      }
    }
  }

  private mutating func checkAttributes(_ list: XMLTreeElement) {
    for child in list.children(named: "userDefinedRuntimeAttribute") {
      do throws(XcodeFileError) {
        _ = try values.attribute(child)
      } catch {
        omit(error)
      }
    }
  }

  private mutating func omit(_ reason: String) { omit(XcodeFileError(reason)) }

  private mutating func omit(_ error: XcodeFileError?) {
    // More than the listed ones would only cost memory.
    if let error, unreadable.count < Self.maximumOmissions { unreadable.append(error) }
  }
}
