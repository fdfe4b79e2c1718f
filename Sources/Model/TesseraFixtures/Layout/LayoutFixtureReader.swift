import TesseraLayout
import TesseraValues

/// A tree with its available space and decoded styles, read from JSON.
struct LayoutFixtureReader {
  private var tree = LayoutTree()
  private var nodes: [NodeID] = []
  private var texts: [NodeID: String] = [:]
  private var width = AvailableSpace.maxContent
  private var height = AvailableSpace.maxContent
  private var direction = Direction.ltr
  private var scale = 0.0

  static func read(_ node: JSONNode) throws(Diagnostic) -> LayoutFixtureReader {
    guard node.members != nil else { throw LayoutDocument.mismatch(node, "an object with a 'root'") }
    guard let root = node["root"] else {
      throw Diagnostic(rule: "layout-document", range: node.range, message: "The tree has no 'root'")
    }
    var reader = LayoutFixtureReader()
    if let width = try number(node, "width") { reader.width = .definite(width) }
    if let height = try number(node, "height") { reader.height = .definite(height) }
    if let scale = try number(node, "scale") { reader.scale = scale }
    if let direction = node["direction"], direction.content != .null {
      switch direction.string {
      case "ltr": reader.direction = .ltr
      case "rtl": reader.direction = .rtl
      default:
        throw Diagnostic(
          rule: "layout-document", range: direction.range, message: "'direction' must be 'ltr' or 'rtl'")
      }
    }
    try reader.add(root)
    return reader
  }

  private static func number(_ node: JSONNode, _ name: String) throws(Diagnostic) -> Double? {
    guard let member = node[name], member.content != .null else { return nil }
    guard let number = member.number else { throw LayoutDocument.mismatch(member, "a number for '\(name)'") }
    return number
  }

  private mutating func add(_ root: JSONNode) throws(Diagnostic) {
    // The boxes to add, in reverse order.
    var pending: [(box: JSONNode, parent: NodeID?)] = [(root, nil)]
    while let (box, parent) = pending.popLast() {
      guard box.members != nil else { throw LayoutDocument.mismatch(box, "an object that describes a box") }
      let node = tree.makeNode(try Self.style(box["style"]))
      nodes.append(node)
      if let parent { tree.appendChild(node, to: parent) }
      if let text = box["text"], text.content != .null {
        guard let content = text.string else { throw LayoutDocument.mismatch(text, "a text") }
        tree.setMeasured(true, for: node)
        texts[node] = content
      }
      if let children = box["children"], children.content != .null {
        guard let boxes = children.elements else { throw LayoutDocument.mismatch(children, "a list of boxes") }
        if !boxes.isEmpty, texts[node] != nil {
          throw Diagnostic(
            rule: "layout-document", range: children.range, message: "A box has either 'text' or 'children', not both")
        }
        for child in boxes.reversed() { pending.append((child, node)) }
      }
    }
  }

  private static func style(_ node: JSONNode?) throws(Diagnostic) -> LayoutStyle {
    var style = LayoutStyle()
    guard let node, node.content != .null else { return style }
    guard let members = node.members else { throw LayoutDocument.mismatch(node, "an object of layout properties") }
    for isShorthand in [true, false] {
      for member in members where LayoutStyle.shorthandNames.contains(member.name) == isShorthand {
        guard let value = member.value.styleValue else {
          throw LayoutDocument.mismatch(member.value, "a value for '\(member.name)'")
        }
        do throws(StyleError) {
          try style.set(member.name, to: value)
        } catch {
          if error.reason != .numberOutOfRange { throw error.diagnostic(member) }
        }
      }
    }
    return style
  }

  /// Returns the frames of all boxes in pre-order.
  consuming func frames() -> [Rect] {
    tree.compute(
      root: nodes[0], width: width, height: height, direction: direction, scale: scale,
      measuring: GridTextMeasuring(texts: texts))
    return nodes.map { tree.frame(of: $0) }
  }
}

extension JSONNode {
  /// The node as a style's value; nil for a list, a Boolean or null.
  var styleValue: StyleValue? {
    switch content {
    case .integer(let number): return .number(Double(number))
    case .double(let number): return .number(number)
    case .string(let text): return .string(text)
    case .object(let members):
      var object: [String: StyleValue] = [:]
      for member in members {
        // Only one level of nesting is valid, which also bounds the recursion.
        guard let value = member.value.members == nil ? member.value.styleValue : nil else { return nil }
        object[member.name] = value
      }
      return .object(object)
    case .array, .bool, .null: return nil
    }
  }
}

extension StyleError {
  /// Returns the error with its position in a document, and a suggestion for a misspelled name.
  fileprivate func diagnostic(_ member: JSONMember) -> Diagnostic {
    switch reason {
    case .unknownProperty:
      return Diagnostic(
        rule: "unknown-property", range: member.nameRange, message: description,
        fix: SpellingSuggestion.fix(for: property, in: allowedValues))
    case .unknownKey:
      let wrong = member.value.members?.first { $0.name == key }
      return Diagnostic(
        rule: "unknown-property", range: wrong?.nameRange ?? member.value.range, message: description,
        fix: SpellingSuggestion.fix(for: key ?? "", in: allowedValues))
    case .unexpectedValue, .numberOutOfRange:
      let wrong = key.flatMap { member.value[$0] } ?? member.value
      return Diagnostic(
        rule: "invalid-style-value", range: wrong.range, message: description,
        fix: wrong.string.flatMap { SpellingSuggestion.fix(for: $0, in: allowedValues) })
    }
  }
}
