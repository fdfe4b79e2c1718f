/// Reads storyboards and xibs: the XML of Interface Builder 3.0, as Xcode 5 and later write it.
///
/// The format has no published description; this follows documents of Xcode 9 to 15. Interfaces of macOS, tvOS and watchOS
/// are refused. Parts that cannot be read are left out and listed in the document's omissions.
package struct InterfaceDocumentReader {
  /// What the reader admits in addition to the limits of `XMLTreeReader`.
  package enum Limit {
    /// The most omissions that are listed.
    package static let omissions = 100
  }

  private var omissions: [XcodeFileError] = []

  /// Reads a document.
  ///
  /// - Complexity: O(*n*) in the bytes of the document.
  package static func document(of bytes: [UInt8]) throws(XcodeFileError) -> InterfaceDocument {
    let root = try XMLTreeReader.root(of: bytes)
    var reader = InterfaceDocumentReader()
    return try reader.document(of: root)
  }

  private mutating func document(of root: XMLTreeElement) throws(XcodeFileError) -> InterfaceDocument {
    guard root.name == "document", let type = root["type"] else {
      throw XcodeFileError("The XML is not a document of Interface Builder, but '\(root.name)'")
    }
    let kind: InterfaceDocument.Kind
    switch type {
    case "com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB": kind = .storyboard
    case "com.apple.InterfaceBuilder3.CocoaTouch.XIB": kind = .xib
    default: throw XcodeFileError("Interface Builder documents of the type '\(type)' cannot be read; iOS ones can")
    }
    let resources = root.child("resources")?.children ?? []
    var document = InterfaceDocument(
      kind: kind, initialViewControllerID: root["initialViewController"], scenes: scenes(of: root, kind: kind),
      namedColors: colors(named: "namedColor", in: resources),
      systemColors: colors(named: "systemColor", in: resources), omissions: omissions)
    document.indexObjects()
    document.omissions = Array(document.omissions.prefix(Limit.omissions))
    return document
  }

  private mutating func scenes(of root: XMLTreeElement, kind: InterfaceDocument.Kind) -> [InterfaceScene] {
    switch kind {
    case .xib: return [InterfaceScene(id: nil, objects: objects(in: root.child("objects")))]
    case .storyboard:
      var scenes: [InterfaceScene] = []
      for scene in root.child("scenes")?.children ?? [] where scene.name == "scene" {
        scenes.append(InterfaceScene(id: scene["sceneID"], objects: objects(in: scene.child("objects"))))
      }
      return scenes
    }
  }

  private mutating func objects(in collection: XMLTreeElement?) -> [InterfaceObject] {
    var objects: [InterfaceObject] = []
    for element in collection?.children ?? [] {
      objects.append(object(of: element))
    }
    return objects
  }

  private func colors(named name: String, in resources: [XMLTreeElement]) -> [String: InterfaceColor] {
    var colors: [String: InterfaceColor] = [:]
    for resource in resources where resource.name == name {
      if let key = resource["name"], let color = resource.child("color") {
        colors[key] = colors[key] ?? InterfaceColor(of: color)
      }
    }
    return colors
  }

  private mutating func omit(_ error: XcodeFileError) {
    // More than the listed ones would only cost memory.
    if omissions.count < Limit.omissions { omissions.append(error) }
  }

  private mutating func omit(_ words: String, _ element: XMLTreeElement) {
    omit(XcodeFileError("\(words), at line \(element.line)"))
  }
}

extension InterfaceDocumentReader {
  private mutating func object(of element: XMLTreeElement) -> InterfaceObject {
    var object = InterfaceObject(
      elementName: element.name, id: element["id"], customClass: element["customClass"],
      customModule: element["customModule"], attributes: element.attributes, line: element.line)
    for child in element.children {
      switch child.name {
      case "constraints": addConstraints(of: child, to: &object)
      case "connections": addConnections(of: child, to: &object)
      case "userDefinedRuntimeAttributes": object.runtimeAttributes += runtimeAttributes(of: child)
      case "variation": object.variations.append(InterfaceVariation(of: child))
      default: add(child, to: &object)
      }
    }
    return object
  }

  private mutating func add(_ element: XMLTreeElement, to object: inout InterfaceObject) {
    if let value = InterfaceValueReader.plainValue(of: element) {
      if let key = element["key"] { object.values.append((key, value)) }
    } else if let element = Self.identified(element, in: object) {
      let relation = element["key"] ?? element.name
      object.children.append(InterfaceObject.Child(relation: relation, object: self.object(of: element)))
    } else if element.children.contains(where: { $0["id"] != nil }) {
      // A collection of objects has its name as its element, or a key.
      let relation = element["key"] ?? element.name
      for child in element.children {
        guard child["id"] != nil else {
          omit("'\(child.name)' in '\(element.name)' has no ID and is left out", child)
          continue
        }
        object.children.append(InterfaceObject.Child(relation: relation, object: self.object(of: child)))
      }
    } else if element["key"] != nil || !element.children.isEmpty || !element.attributes.isEmpty {
      let value = InterfaceValue.record(InterfaceValueReader.record(of: element))
      object.values.append((element["key"] ?? element.name, value))
    }
  }

  /// Returns an element that is an object; `nil` if it is none. Xcode 6 to 10 gave the content views of collection cells
  /// no IDs: they are named after their cells, to which constraints refer in their place.
  private static func identified(_ element: XMLTreeElement, in owner: InterfaceObject) -> XMLTreeElement? {
    if element["id"] != nil { return element }
    guard element.name == "view", element["key"] == "contentView", let id = owner.id else { return nil }
    var content = element
    content.attributes["id"] = "\(id) contentView"
    return content
  }

  private mutating func addConstraints(of element: XMLTreeElement, to object: inout InterfaceObject) {
    for child in element.children where child.name == "constraint" {
      do throws(XcodeFileError) {
        var constraint = try InterfaceConstraint(of: child, ownerID: object.id)
        if let list = child.child("userDefinedRuntimeAttributes") {
          constraint.runtimeAttributes = runtimeAttributes(of: list)
        }
        object.constraints.append(constraint)
      } catch {
        omit(error)
      }
    }
  }

  private mutating func addConnections(of element: XMLTreeElement, to object: inout InterfaceObject) {
    for child in element.children {
      do throws(XcodeFileError) {
        object.connections.append(try InterfaceConnection(of: child))
      } catch {
        omit(error)
      }
    }
  }

  private mutating func runtimeAttributes(of element: XMLTreeElement) -> [InterfaceRuntimeAttribute] {
    var attributes: [InterfaceRuntimeAttribute] = []
    for child in element.children where child.name == "userDefinedRuntimeAttribute" {
      guard let keyPath = child["keyPath"] else {
        omit("A runtime attribute has no key path", child)
        continue
      }
      guard let value = InterfaceValueReader.runtimeValue(of: child) else {
        omit("The runtime attribute '\(keyPath)' has the unreadable type '\(child["type"] ?? "")'", child)
        continue
      }
      attributes.append(InterfaceRuntimeAttribute(keyPath: keyPath, value: value))
    }
    return attributes
  }
}
