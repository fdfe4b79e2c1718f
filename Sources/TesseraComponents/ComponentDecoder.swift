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

  private let registry: ComponentRegistry
  private let references: ComponentReferences
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
      return broken(node, rule: "component-limit", "Components are nested more than \(Self.maximumDepth) levels deep")
    }
    guard count <= Self.maximumCount else {
      return broken(node, rule: "component-limit", "A screen has more than \(Self.maximumCount) components")
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
      return broken(
        typeNode, rule: "unknown-component", "Unknown component '\(type)'",
        fix: NearMiss.fix(for: type, in: registry.types))
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
      guard let identifier = node.string, !identifier.isEmpty else {
        return add("component-id", node.range, "'id' takes text that is not empty, found \(node.typeName)")
      }
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
      var decoder = StyleDecoder(kind: definition.kind)
      decoder.decode(node)
      diagnostics.add(contentsOf: decoder.diagnostics)
      component.layoutStyle = decoder.layout
      component.appearance = decoder.appearance
    case "children":
      guard definition.allowsChildren else {
        return add("component-children", member.nameRange, "'\(definition.type)' has no children")
      }
      guard let elements = node.elements else {
        return add("component-children", node.range, "'children' takes a list, found \(node.typeName)")
      }
      component.children = elements.map { decode($0, depth: depth + 1) }
    case "onPress": component.onPress = decodeActions(node)
    case "cells" where definition.hasPrototypes:
      guard let prototypes = node.members else {
        return add("component-cells", node.range, "'cells' takes an object of components, found \(node.typeName)")
      }
      for prototype in prototypes where prototype.name != "***" {
        // Identifiers within a prototype belong to the rows made from it; each prototype has its own.
        let outer = identifiers
        identifiers = [:]
        component.prototypes[prototype.name] = decode(prototype.value, depth: depth + 1)
        identifiers = outer
      }
    case let slot where definition.slots.contains(slot):
      component.slots[slot] = decode(node, depth: depth + 1)
    default: decodeProperty(member, of: definition, into: &component)
    }
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
      return add("read-only-attribute", member.nameRange, "Attribute '\(member.name)' can only be read")
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
    checkImage(key, value, at: member.value.range)
    component.properties.append((key, value))
  }

  private mutating func checkImage(_ key: String, _ value: Value, at range: SourceRange) {
    guard ["image", "imageName"].contains(key), let name = value.string, !references.images.contains(name) else {
      return
    }
    add(
      "missing-image", range, "The bundle has no image '\(name)'", fix: NearMiss.fix(for: name, in: references.images))
  }

  // MARK: Actions

  private mutating func decodeActions(_ node: JSONNode) -> [ComponentAction] {
    (node.elements ?? [node]).compactMap { decodeAction($0) }
  }

  private mutating func decodeAction(_ node: JSONNode) -> ComponentAction? {
    guard let typeNode = node["type"], let type = typeNode.string else {
      add("action-type", node.range, "An action is an object with a 'type', found \(node.typeName)")
      return nil
    }
    for member in node.members ?? [] where !["type", "screen", "title", "message", "***"].contains(member.name) {
      add(
        "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of action '\(type)'",
        fix: NearMiss.fix(for: member.name, in: ["screen", "title", "message"]))
    }
    switch type {
    case "push", "present":
      guard let screenNode = node["screen"], let screen = screenNode.string else {
        add("action-screen", node.range, "Action '\(type)' needs the name of a 'screen'")
        return nil
      }
      guard references.screens.contains(screen) else {
        add(
          "unknown-screen", screenNode.range, "The bundle has no screen '\(screen)'",
          fix: NearMiss.fix(for: screen, in: references.screens))
        return nil
      }
      return type == "push" ? .push(screen: screen) : .present(screen: screen)
    case "pop": return .pop
    case "dismiss": return .dismiss
    case "alert": return .alert(title: node["title"]?.string ?? "", message: node["message"]?.string ?? "")
    default:
      add(
        "unknown-action", typeNode.range, "Unknown action '\(type)'",
        fix: NearMiss.fix(for: type, in: ComponentAction.names))
      return nil
    }
  }

  // MARK: Problems

  private mutating func add(_ rule: String, _ range: SourceRange, _ message: String, fix: String? = nil) {
    diagnostics.add(Diagnostic(rule: rule, range: range, message: message, fix: fix))
  }

  private mutating func broken(_ node: JSONNode, rule: String, _ message: String, fix: String? = nil) -> Component {
    add(rule, node.range, message, fix: fix)
    let reason = fix.map { "\(message); \($0)" } ?? message
    return Component(
      content: .broken(reason: reason), range: node.range, layoutStyle: ViewKind.placeholder.defaultStyle)
  }
}
