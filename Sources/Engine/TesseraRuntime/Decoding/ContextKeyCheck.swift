import TesseraComponents
import TesseraExpressions
import TesseraValues

/// Finds misspelled keys of contexts whose initial value is a literal object.
///
/// Actions may add any key to a context. So an unknown key counts as misspelled only if the context has a similar key
/// and the screen only reads or only writes the unknown one.
struct ContextKeyCheck {
  private struct KeyReference {
    var context: String
    var key: String
    var range: SourceRange
    var file: String?
    /// Whether a component's value is bound to it.
    var isBound = false
    /// Whether an expression provides a default for it.
    var isOptional = false

    /// The context and the key.
    var path: [String] { [context, key] }
  }

  private let session: DecodingSession
  /// The keys of initial values, by context.
  private var known: [String: Set<String>] = [:]
  /// The keys of the objects in lists of initial values, by the keys of the list's path.
  private var elementKeys: [[String]: Set<String>] = [:]
  /// The maximum number of keys of a context whose use is checked. The keys of a larger one are not checked. Objects
  /// with more keys are probably generated.
  private static let maximumKeys = 1000
  /// The maximum number of unknown keys of contexts that are reported. Further ones are not.
  private static let maximumComplaints = 50
  /// Contexts that may get keys that the screen does not name.
  private var open: Set<String> = []
  private var areAllOpen = false
  private let readings: [KeyReference]
  /// The contexts that are read as a whole.
  private let wholes: Set<String>
  private var writings: [KeyReference] = []
  /// Keys that are written to a context that is not known.
  private var unclear: Set<String> = []
  private var file: String?

  /// - Parameters:
  ///   - session: The session that decoded the screen.
  ///   - parts: The sections of the screen, and their files if these are not the screen's.
  init(session: DecodingSession, parts: [(node: JSONNode, file: String?)]) {
    self.session = session
    readings = session.readings.contexts.compactMap { reading in
      reading.key.map {
        KeyReference(
          context: reading.name, key: $0, range: reading.range, file: reading.file, isOptional: reading.isOptional)
      }
    }
    wholes = Set(session.readings.contexts.filter { $0.key == nil }.map(\.name))
    for part in parts { findContexts(in: part.node, depth: 0) }
    for part in parts {
      file = part.file
      visit(part.node, depth: 0)
    }
  }

  /// Reports keys that are probably misspelled. Contexts that other screens can write are not checked.
  func report() {
    let limit = ReadingLog.maximumCount
    guard !areAllOpen, session.readings.contexts.count < limit, writings.count < limit else { return }
    let known = known.filter { !open.contains($0.key) && $0.key != "global" }
    let read = Set(readings.map(\.path))
    let written = Set(writings.map(\.path))
    var reported: Set<[String]> = []
    let strayReadings = readings.filter {
      !$0.isOptional && !unclear.contains($0.key) && !written.contains($0.path)
    }
    let strayWritings = writings.filter { !read.contains($0.path) }
    for reference in strayReadings + strayWritings where reported.insert(reference.path).inserted {
      // Each report compares the key with all known ones, which is expensive.
      guard reported.count <= Self.maximumComplaints else { return }
      report(reference, known)
    }
  }

  /// Reports keys of list elements that are probably misspelled: those that resemble one that an element has. Other
  /// elements, which come later, may have others.
  func reportElements() {
    var reported: Set<[String]> = []
    for reading in session.readings.lists {
      guard let keys = elementKeys[reading.list], !keys.contains(reading.key), reading.key.count > 2,
        reported.count < Self.maximumComplaints, reported.insert(reading.list + [reading.key]).inserted,
        SpellingSuggestion.fix(for: reading.key, in: keys) != nil
      else { continue }
      session.withFile(reading.file) {
        session.add(
          .warning, "unknown-property", reading.range,
          "The elements of '\(reading.list.joined(separator: "."))' have no '\(reading.key)'", near: reading.key,
          in: keys)
      }
    }
  }

  private func report(_ reference: KeyReference, _ known: [String: Set<String>]) {
    // Short names are all similar.
    guard let keys = known[reference.context], !keys.contains(reference.key) else { return }
    let isSimilar = reference.key.count > 2 && SpellingSuggestion.fix(for: reference.key, in: keys) != nil
    // What is typed into a key that nothing reads is lost.
    guard isSimilar || reference.isBound && !wholes.contains(reference.context) else { return }
    session.withFile(reference.file) {
      session.add(
        .warning, "unknown-property", reference.range, "'\(reference.context)' has no '\(reference.key)'",
        near: reference.key, in: keys)
    }
  }

  private mutating func findContexts(in node: JSONNode, depth: Int) {
    guard depth < 64, node.isContainer else { return }
    for member in node.membersWithoutComments ?? [] {
      if member.name == "context" { for entry in member.value.elements ?? [member.value] { declare(entry) } }
      findContexts(in: member.value, depth: depth + 1)
    }
    for element in node.elements ?? [] { findContexts(in: element, depth: depth + 1) }
  }

  private mutating func visit(_ node: JSONNode, depth: Int) {
    guard depth < 64 else { return }
    switch node.content {
    case .array(let elements):
      for element in elements { visit(element, depth: depth + 1) }
    case .object: visitObject(node, depth: depth)
    default: break
    }
  }

  private mutating func visitObject(_ node: JSONNode, depth: Int) {
    var pathNode: JSONNode?
    for member in node.membersWithoutComments ?? [] {
      switch member.name {
      case "bind":
        for target in member.value.membersWithoutComments?.map(\.value) ?? [member.value] { writeBound(target) }
      case "path", "key", "keyPath", "property": pathNode = member.value
      default: break
      }
      visit(member.value, depth: depth + 1)
    }
    guard let type = node["type"]?.string, session.actions[type]?.type == "setContext" else {
      // This may or may not be a write.
      if let key = pathNode?.string { unclear.insert(key.prefix { $0 != "." && $0 != "[" }.description) }
      return
    }
    let context = (node["context"] ?? node["contextId"] ?? node["id"] ?? node["name"])?.string
    if let pathNode {
      write(at: pathNode, context)
    } else {
      // The action replaces the whole value.
      openAll(or: context)
    }
  }

  private mutating func declare(_ entry: JSONNode) {
    guard let name = entry["id"]?.string else { return }
    entry["value"].map { declareElements(of: $0, at: [name]) }
    for member in entry["value"]?.membersWithoutComments?.prefix(Self.maximumKeys) ?? [] {
      declareElements(of: member.value, at: [name, member.name])
    }
    let members = entry["value"]?.membersWithoutComments ?? []
    if members.isEmpty || members.count > Self.maximumKeys || known[name] != nil { open.insert(name) }
    guard members.count <= Self.maximumKeys, known.count < Self.maximumKeys else { return }
    known[name, default: []].formUnion(members.map(\.name))
  }

  private mutating func declareElements(of list: JSONNode, at path: [String]) {
    let keys = (list.elements ?? []).prefix(Self.maximumKeys).flatMap { ($0.membersWithoutComments ?? []).map(\.name) }
    if !keys.isEmpty, keys.count <= Self.maximumKeys { elementKeys[path, default: []].formUnion(keys) }
  }

  private mutating func writeBound(_ node: JSONNode) {
    guard let text = node.string, let path = try? ContextPath(text), let (context, key) = Self.parts(of: path) else {
      return
    }
    writings.append(KeyReference(context: context, key: key, range: node.range, file: file, isBound: true))
  }

  /// Records a key that an action writes to the named context, or to any context.
  private mutating func write(at node: JSONNode, _ context: String?) {
    guard let text = node.string, !session.isDynamic(node), let path = try? ContextPath(text),
      case .key(let key)? = path.nodes.first
    else {
      return openAll(or: context)
    }
    if let context = context.flatMap({ known[$0] == nil ? nil : $0 }) ?? (known.count == 1 ? known.keys.first : nil) {
      writings.append(KeyReference(context: context, key: key, range: node.range, file: file))
    } else {
      // The nearest context is written, which depends on the place of the action.
      unclear.insert(key)
    }
  }

  private mutating func openAll(or context: String?) {
    if let context { open.insert(context) } else { areAllOpen = true }
  }

  private static func parts(of path: ContextPath) -> (context: String, key: String)? {
    guard path.nodes.count > 1, case .key(let context) = path.nodes[0], case .key(let key) = path.nodes[1] else {
      return nil
    }
    return (context, key)
  }
}
