import TesseraLayout
public import TesseraValues
import TesseraViews

/// What a screen may refer to, for checks while it is decoded.
public struct ComponentReferences: Sendable {
  /// The names of the bundle's pictures.
  public var images: Set<String>
  /// The names of the bundle's screens.
  public var screens: Set<String>

  /// Creates references.
  public init(images: Set<String> = [], screens: Set<String> = []) {
    self.images = images
    self.screens = screens
  }
}

/// Turns the component tree of a document into typed components, and collects what is wrong with it.
///
/// What cannot be made becomes a component with a reason, so that the rest of the screen lives on.
public struct ComponentDecoder {
  /// The deepest nesting of components.
  public static let maximumDepth = 100
  /// The most components on one screen.
  public static let maximumCount = 10_000
  /// The most components in one prototype of rows: there are as many of each as there are rows in sight.
  public static let maximumPrototypeCount = 250
  /// The most actions of one press.
  public static let maximumActionCount = 20

  private let registry: ComponentRegistry
  let references: ComponentReferences
  private var count = 0
  /// Where each identifier was seen first: identifiers are unique on a screen.
  private var identifiers: [String: SourceRange] = [:]
  /// What was found so far.
  public private(set) var diagnostics = Diagnostics()

  /// Creates a decoder for one screen.
  public init(registry: ComponentRegistry, references: ComponentReferences) {
    self.registry = registry
    self.references = references
  }

  /// The keys that every component understands besides its properties.
  private static let commonKeys = ["type", "id", "style", "children", "onPress", "***"]

  /// Decodes a component and all below it.
  public mutating func decode(_ node: JSONNode) -> Component { decode(node, depth: 0) }

  private mutating func decode(_ node: JSONNode, depth: Int) -> Component {
    count += 1
    guard depth <= Self.maximumDepth else {
      return broken(
        node, rule: "component-limit", "Components are nested no more than \(Self.maximumDepth) levels deep")
    }
    guard count <= Self.maximumCount else {
      return broken(node, rule: "component-limit", "A screen has no more than \(Self.maximumCount) components")
    }
    guard let members = node.members else {
      return broken(node, rule: "component-type", "A component is an object with a 'type', found \(node.typeName)")
    }
    guard let typeNode = node["type"] else {
      return broken(node, rule: "component-type", "A component needs a 'type'", fix: "Add 'type', such as 'container'")
    }
    guard let type = typeNode.string else {
      return broken(typeNode, rule: "component-type", "'type' takes text, found \(typeNode.typeName)")
    }
    guard let definition = registry[type] else {
      let known = registry.types
      var component = broken(
        typeNode, rule: "unknown-component", "Unknown component '\(type)'", fix: NearMiss.fix(for: type, in: known))
      // So that what names it is not said to lead nowhere.
      component.identifier = node["id"]?.string
      return component
    }
    var component = Component(
      content: .known(type: type), range: node.range, layoutStyle: definition.kind.defaultStyle)
    for member in members {
      decode(member, of: definition, into: &component, depth: depth)
    }
    return component
  }

  private mutating func decode(
    _ member: JSONMember, of definition: ComponentDefinition, into component: inout Component, depth: Int
  ) {
    let node = member.value
    switch member.name {
    case "type", "***": break
    case "id":
      guard let identifier = node.string else {
        return add("component-id", node.range, "'id' takes text, found \(node.typeName)")
      }
      guard !identifier.isEmpty else { return add("component-id", node.range, "An 'id' is not empty") }
      if let first = identifiers[identifier] {
        add(
          "duplicate-id", node.range,
          "The id '\(identifier)' stands twice on this screen; the first is at line \(first.start.line)",
          fix: "Rename one of the two")
      } else {
        identifiers[identifier] = node.range
      }
      component.identifier = identifier
    case "style":
      var decoder = StyleDecoder(kind: definition.kind, limit: diagnostics.limit - diagnostics.all.count)
      decoder.decode(node)
      diagnostics.add(contentsOf: decoder.diagnostics.all)
      component.layoutStyle = decoder.layout
      component.appearance = decoder.appearance
    case "children":
      guard definition.allowsChildren else {
        return add("component-children", member.nameRange, "'\(definition.type)' has no children")
      }
      guard let elements = node.elements else {
        return add("component-children", node.range, "'children' takes a list, found \(node.typeName)")
      }
      for element in elements {
        component.children.append(decode(element, depth: depth + 1))
        // One placeholder says that there are too many; the others would only fill the screen.
        if count > Self.maximumCount { break }
      }
    case "onPress": component.onPress = decodeActions(node)
    case "cells" where definition.hasPrototypes:
      guard let prototypes = node.members else {
        return add("component-cells", node.range, "'cells' takes an object of components, found \(node.typeName)")
      }
      for prototype in prototypes where prototype.name != "***" {
        component.prototypes[prototype.name] = decodePrototype(prototype, depth: depth + 1)
        if count > Self.maximumCount { break }
      }
    case let slot where definition.slots.contains(slot):
      component.slots[slot] = decode(node, depth: depth + 1)
    default: decodeProperty(member, of: definition, into: &component)
    }
  }

  private mutating func decodePrototype(_ member: JSONMember, depth: Int) -> Component {
    // Identifiers within a prototype belong to the rows made from it; each prototype has its own.
    let outer = identifiers
    identifiers = [:]
    defer { identifiers = outer }
    let before = count
    let component = decode(member.value, depth: depth)
    guard count - before <= Self.maximumPrototypeCount else {
      return broken(
        member.value, at: member.nameRange, rule: "component-limit",
        "The cell '\(member.name)' has no more than \(Self.maximumPrototypeCount) components")
    }
    return component
  }

  private mutating func decodeProperty(
    _ member: JSONMember, of definition: ComponentDefinition, into component: inout Component
  ) {
    let key = View.canonicalKey(member.name)
    guard let property = definition.properties[key] else {
      let places = definition.slots + (definition.hasPrototypes ? ["cells"] : [])
      let known = definition.properties.names + Self.commonKeys + places
      return add(
        "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of '\(definition.type)'",
        fix: NearMiss.fix(for: member.name, in: known))
    }
    let value = member.value.value
    if property.set == nil {
      return add(
        "read-only-attribute", member.nameRange, "Attribute '\(member.name)' can only be read",
        fix: key == "identifier" ? "Replace '\(member.name)' with 'id'" : nil)
    }
    if let expected = property.type.mismatch(with: value) {
      var fix: String?
      if case .choice(let names) = property.type, let text = value.string { fix = NearMiss.fix(for: text, in: names) }
      return add(
        "attribute-type", member.value.range,
        "Attribute '\(member.name)' of '\(definition.type)' takes \(expected), found "
          + (value.string.map { "'\($0)'" } ?? value.typeName), fix: fix)
    }
    if property.type == .color, let text = value.string, ColorComponents(text, in: .light) == nil {
      add(
        "attribute-type", member.value.range, "'\(text)' is not a colour",
        fix: NearMiss.fix(for: text, in: SemanticColor.allCases.map(\.rawValue)))
      return
    }
    checkImage(key, value, of: definition, at: member.value.range)
    component.properties.append((key, value))
  }

  private mutating func checkImage(
    _ key: String, _ value: Value, of definition: ComponentDefinition, at range: SourceRange
  ) {
    guard !value.isNull, case let text = value.description else { return }
    let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
    switch key {
    case "url" where definition.kind == .image, "imageUrl" where definition.kind == .image:
      guard !isAddress else { break }
      let isName = references.images.contains(text)
      add(
        "image-address", range, "The address of a picture begins with 'https://' or 'http://', found '\(text)'",
        fix: isName ? "Use 'image' for pictures of the bundle" : nil)
    case "image", "imageName": checkImage(named: text, at: range)
    case "value" where definition.kind == .image, "autoValue" where definition.kind == .image:
      if !isAddress, !text.isEmpty { checkImage(named: text, at: range) }
    default: break
    }
  }

  private mutating func checkImage(named name: String, at range: SourceRange) {
    let images = references.images
    guard !images.contains(name) else { return }
    add("missing-image", range, "The bundle has no image '\(name)'", fix: NearMiss.fix(for: name, in: images))
  }

  // MARK: Problems

  /// Fixes are looked for only while there is room for the diagnostic: a hostile document must not buy time with names
  /// that are nearly right.
  mutating func add(
    _ rule: String, _ range: SourceRange, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil
  ) {
    guard diagnostics.all.count < diagnostics.limit else { return }
    diagnostics.add(Diagnostic(rule: rule, range: range, message: message(), fix: fix()))
  }

  /// A component that cannot be made. The complaint points at `place`, by default at the start of the node.
  private mutating func broken(
    _ node: JSONNode, at place: SourceRange? = nil, rule: String, _ message: String,
    fix: @autoclosure () -> String? = nil
  ) -> Component {
    let fix = diagnostics.all.count < diagnostics.limit ? fix() : nil
    add(rule, place ?? node.range, message, fix: fix)
    let reason = fix.map { "\(message); \($0)" } ?? message
    return Component(
      content: .broken(reason: reason), range: node.range, layoutStyle: ViewKind.placeholder.defaultStyle)
  }
}
