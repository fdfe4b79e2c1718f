import TesseraTestSupport
import TesseraValues

@testable import TesseraBeagle

/// Generates payloads deterministically from a seed: components and actions of all types, with mostly valid values for
/// each of their members.
struct RandomPayload {
  private var random: SeededGenerator
  private var remaining = 60
  private var nameCount = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document() -> Value {
    guard case .dictionary(var root) = component(depth: 0) else { return .null }
    root["unknownMember"] = 1
    return .dictionary(root)
  }

  private mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func component(depth: Int) -> Value {
    element(of: BeagleTypeSchema.components, key: BeagleDecoder.componentKey, simple: "text", depth: depth)
  }

  private mutating func action(depth: Int) -> Value {
    element(of: BeagleTypeSchema.actions, key: BeagleDecoder.actionKey, simple: "popview", depth: depth)
  }

  private mutating func element(
    of schemas: [String: BeagleTypeSchema], key: String, simple: String, depth: Int
  ) -> Value {
    remaining -= 1
    let names = schemas.keys.sorted()
    let name = remaining < 0 || depth > 6 ? simple : names[Int.random(in: 0..<names.count, using: &random)]
    if isOne(in: 12) {
      return [key: "custom:own", "title": text(), "child": remaining < 0 ? .null : component(depth: depth + 1)]
    }
    guard let schema = schemas[name], case .dictionary(var members) = object(schema.object, depth: depth) else {
      return .null
    }
    members[key] = .string(isOne(in: 3) ? "beagle:\(name.uppercased())" : "beagle:\(name)")
    return .dictionary(members)
  }

  private mutating func object(_ schema: BeagleObjectSchema, depth: Int) -> Value {
    var members: [String: Value] = [:]
    for slot in schema.slots where slot.isRequired || isOne(in: depth < 3 ? 2 : 4) {
      switch slot.name {
      case "id" where schema.name == "context":
        members["id"] = .string(["a", "c", "content"][Int.random(in: 0..<3, using: &random)])
      case "id":
        nameCount += 1
        members["id"] = .string("name\(nameCount)")
      case "iteratorName", "indexName": members[slot.name] = .string(isOne(in: 2) ? "x" : slot.name)
      default: members[slot.name] = value(of: slot.type, depth: depth + 1)
      }
    }
    return .dictionary(members)
  }

  private mutating func value(of type: BeagleSlotType, depth: Int) -> Value {
    switch type {
    case .string, .path: return .string(["a", "b.c", "d[0].e"][Int.random(in: 0..<3, using: &random)])
    case .integer: return isOne(in: 4) ? 2.0 : .integer(Int64.random(in: 0..<9, using: &random))
    case .number: return .double(Double(Int.random(in: -8..<40, using: &random)) / 4)
    case .bool: return .bool(isOne(in: 2))
    case .choice(let words): return .string(words[Int.random(in: 0..<words.count, using: &random)])
    case .any: return isOne(in: 2) ? ["key": text(), "list": [1, 2.5, .null, text()]] : text()
    case .binding(let inner): return isOne(in: 3) ? expression() : value(of: inner, depth: depth)
    case .texts: return ["header": text()]
    case .object(let schema): return object(schema, depth: depth)
    case .list(let inner):
      return .array((0..<Int.random(in: 0..<3, using: &random)).map { _ in value(of: inner, depth: depth) })
    case .component: return component(depth: depth)
    case .action: return action(depth: depth)
    case .screen: return ["identifier": "inner", "child": component(depth: depth)]
    case .componentData: return isOne(in: 2) ? expression() : [component(depth: depth)]
    case .imagePath:
      return isOne(in: 2)
        ? [BeagleDecoder.imageKey: "local", "mobileId": text()]
        : [BeagleDecoder.imageKey: "remote", "url": text(), "placeholder": ["mobileId": "p"]]
    case .route:
      return isOne(in: 2)
        ? ["screen": ["child": component(depth: depth)]]
        : ["url": text(), "httpAdditionalData": ["method": "POST", "body": ["a": text()]]]
    case .native:
      return [
        "opacity": 0.5, "style": ["gap": 4, "fontSize": .null], "onLongPress": ["type": "pop"], "text": "@{a ?? 'b'}",
      ]
    case .analytics:
      return isOne(in: 2) ? true : ["attributes": ["value", "route.url"], "additionalEntries": ["a": text()]]
    }
  }

  private mutating func text() -> Value {
    let texts: [Value] = [
      "plain", "", #"escaped \@{a}"#, #"two \\@{b.c} signs"#, "@{sum(a.b, 1)} and @{c[0]}",
      "@{condition(isNull(x), 'y', z)}",
      "broken @{", "ünï 日本", "#AABBCC",
    ]
    return texts[Int.random(in: 0..<texts.count, using: &random)]
  }

  private mutating func expression() -> Value {
    let texts: [Value] = ["@{a.b}", "@{ sum( 1 ,a ) }", "@{global.x}", "@{eq(item.kind, 'one')}", "@{onChange.value}"]
    return texts[Int.random(in: 0..<texts.count, using: &random)]
  }
}
