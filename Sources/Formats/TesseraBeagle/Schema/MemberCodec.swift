import TesseraExpressions
import TesseraValues

/// How the value of a member is translated, in both directions.
enum MemberCodec: Sendable {
  /// Data, or an expression.
  case data
  /// A number, or an expression where payloads take one.
  case number(isLiteral: Bool)
  /// Data. An empty text of a payload counts as none.
  case filled
  /// Text that is no expression in payloads.
  case text
  /// The items of a list. Native ones may be the name of a provider, which is not data.
  case items
  /// An uppercase word of payloads, which native documents spell as CSS does.
  case word
  /// A word of payloads with another one in native documents.
  case words(KeywordMapping)
  /// A condition with the opposite meaning.
  case negated
  /// A condition that only the value true fulfils in payloads.
  case condition
  /// A colour. Payloads have no names of colours.
  case color
  /// A colour that is no expression in payloads, and the one of components without it.
  case plainColor(usual: String)
  /// The value of a payload's flag that matters, and the native value for it.
  case flag(Bool, native: Value)
  /// A length with a unit.
  case length(mayBeAuto: Bool)
  case edges(mayBeAuto: Bool)
  /// An object whose members become members of the native object around it.
  case members
  /// Titles with icons.
  case tabs
  /// The data for the screen that becomes visible.
  case handover
  /// The name of a context. Without one, native documents mean the nearest one around.
  case context
  /// Actions.
  case actions
  /// Actions, with the analytics event of Beagle 1.x.
  case press
  /// Actions that read the new value by the event's name. In payloads, the event itself is the value.
  case change
  /// Actions that read members of the event by its name.
  case event
  case component
  case components
  /// Data that is only read, unless another member says the same.
  case read

  /// Creates the usual translation of a type.
  init(of type: BeagleSlotType) {
    self =
      switch type {
      case .string, .path: .text
      case .choice, .binding(.choice): .word
      case .list(.action): .actions
      case .number, .integer: .number(isLiteral: true)
      case .binding(.number): .number(isLiteral: false)
      case .component: .component
      case .list(.component): .components
      default: .data
      }
  }
}

// MARK: To native documents

extension NativeTranslator {
  /// Sets the members of a native object that correspond to those of an object in the payload.
  mutating func set(_ object: BeagleObject, in node: inout ObjectBuilder) {
    for slot in object.schema.translated {
      guard let native = slot.native, !native.isStyle else { continue }
      switch slot.codec {
      case .members: if let inner = object[slot.name]?.object { set(inner, in: &node) }
      case .read where node.has(native.name): break
      default: node.set(native.name, self.native(slot, of: object))
      }
    }
  }

  /// Returns the style properties that the payload specifies beside its style.
  mutating func styleMembers(of object: BeagleObject) -> [(String, JSONNode)] {
    var members: [(String, JSONNode)] = []
    for slot in object.schema.translated {
      guard let native = slot.native, native.isStyle, let value = self.native(slot, of: object) else { continue }
      members.append((native.name, value))
    }
    return members
  }

  private mutating func native(_ slot: BeagleSlot, of object: BeagleObject) -> JSONNode? {
    let value = object[slot.name]
    let name = slot.native?.name ?? slot.name
    return switch slot.codec {
    case .data, .number, .text, .items, .read: self.value(value)
    case .filled: value?.text?.isEmpty == true ? nil : self.value(value)
    case .word: word(value)
    case .words(let words): keyword(value, words)
    case .negated: negated(value)
    case .condition: isTrue(value)
    case .color: color(value)
    case .plainColor(let usual): color(value) ?? .text(usual, object.range)
    case .flag(let flag, let native): value?.bool == flag ? JSONNode(native, at: object.range) : nil
    case .length(let mayBeAuto): length(value?.object, mayBeAuto: mayBeAuto)
    case .edges(let mayBeAuto): edges(value?.object, of: slot.name, mayBeAuto: mayBeAuto)
    case .members: nil
    case .tabs: .list((value?.list ?? []).compactMap(\.object).map { tab($0) }, object.range)
    case .handover: value?.object.map { handover($0) }
    case .context: value?.text.map { .text(writtenContext($0), value?.range ?? object.range) }
    case .actions: actions(value)
    case .press: tracking(object["clickAnalyticsEvent"], actions(value))
    case .change: within(Self.change(slot.name)) { $0.actions(value) }
    case .event: within([slot.name: ContextPath(nodes: [.key(name)])]) { $0.actions(value) }
    case .component: value?.element.map { component($0) }
    case .components: .list(components(value), object.range)
    }
  }

  private mutating func keyword(_ value: BeagleValue?, _ words: KeywordMapping) -> JSONNode? {
    self.value(value) {
      $0.choosing(words.sorted)
    } literal: { node in
      node.string.flatMap(words.native).map { .text($0, node.range) }
    }
  }
}

// MARK: To payloads

extension PayloadTranslator {
  /// Sets the members of a part that correspond to those of a native node.
  mutating func set(_ schema: BeagleObjectSchema, of node: JSONNode, in part: inout PayloadPart) {
    for slot in schema.translated {
      guard let native = slot.native?.name else { continue }
      let value = node[native]
      switch slot.codec {
      case .actions, .press: hold(actions(value), slot, in: &part)
      case .change: hold(within(NativeTranslator.change(slot.name)) { $0.actions(value) }, slot, in: &part)
      case .event:
        hold(within([slot.name: ContextPath(nodes: [.key(native)])]) { $0.actions(value) }, slot, in: &part)
      case .components: hold(components(value), slot, in: &part)
      case .component:
        let stub = PayloadPart("container", node.range).sample
        part.stubs.set(slot.name, stub)
        guard let value else {
          part.held.set(slot.name, stub)
          continue
        }
        hold(component(value), slot, in: &part)
      default:
        part.said.set(slot.name, payload(slot, of: node))
        // Beagle requires the member.
        if slot.isRequired, slot.fallback == nil, !part.said.has(slot.name) {
          part.said.set(slot.name, .text("", node.range))
        }
      }
    }
  }

  private func hold(_ value: JSONNode?, _ slot: BeagleSlot, in part: inout PayloadPart) {
    part.held.set(slot.name, value)
    if let native = slot.native { part.covered.insert(native.name) }
  }

  /// Returns an object of a payload with the members that correspond to those of a native node.
  func object(_ schema: BeagleObjectSchema, of node: JSONNode) -> ObjectBuilder {
    var object = ObjectBuilder(node.range)
    for slot in schema.translated { object.set(slot.name, payload(slot, of: node)) }
    return object
  }

  private func payload(_ slot: BeagleSlot, of node: JSONNode) -> JSONNode? {
    guard let native = slot.native else { return nil }
    if case .members = slot.codec, case .object(let schema) = slot.type {
      let object = object(schema, of: node)
      return object.isEmpty ? nil : object.node
    }
    // The content of a row has no name of its own.
    if case .context = slot.codec { return node[native.name] ?? contexts.last.map { .text($0, node.range) } }
    let source = native.isStyle ? node["style"] : node
    return payload(source?[native.name], slot.codec)
      ?? native.otherName.flatMap { payload(source?[$0], slot.codec) }
  }

  private func payload(_ node: JSONNode?, _ codec: MemberCodec) -> JSONNode? {
    guard let node else { return nil }
    return switch codec {
    case .data, .filled: data(node)
    case .number(let isLiteral): isLiteral && node.number == nil ? nil : number(node)
    case .text, .plainColor: plain(node)
    case .items: node.elements != nil || node.string?.hasPrefix("@{") == true ? data(node) : nil
    case .word: word(node)
    case .words(let words): node.string.flatMap(words.payload).map { .text($0, node.range) }
    case .negated: negated(node)
    case .condition: condition(node)
    case .color: color(node)
    case .flag(let flag, let native): node.value == native ? .flag(flag, node.range) : nil
    case .length: unit(node)
    case .edges: edges(node)
    case .tabs: .list((node.elements ?? []).map { tab($0).node }, node.range)
    case .handover: handover(node)
    case .members, .context, .actions, .press, .change, .event, .component, .components, .read: nil
    }
  }
}
