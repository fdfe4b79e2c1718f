import TesseraComponents
import TesseraExpressions
import TesseraValues

/// Looks for misspelled keys of contexts whose first value is an object that the document writes out.
///
/// A context may get any key later. So a key is taken for a slip only if nothing on the screen writes it (or, where it is written,
/// nothing reads it), and one that the context has is nearly the same.
struct ContextKeyCheck {
  private struct Mention {
    var context: String
    var key: String
    var range: SourceRange
    var file: String?

    /// What names the key, wherever it is mentioned.
    var path: [String] { [context, key] }
  }

  private let session: DecodingSession
  /// The keys of first values, by the names of contexts.
  private var known: [String: Set<String>] = [:]
  /// More keys than this in one context are no work of a person's hands.
  private static let maximumKeys = 1000
  private static let maximumComplaints = 50
  /// Contexts that may get keys which the screen does not name.
  private var open: Set<String> = []
  private var areAllOpen = false
  private let readings: [Mention]
  private var writings: [Mention] = []
  /// Keys that are written into one of several contexts.
  private var unclear: Set<String> = []
  private var file: String?

  /// - Parameters:
  ///   - session: has read the screen.
  ///   - parts: the sections of the screen, with the files in which they stand if these are others than the screen's.
  init(session: DecodingSession, parts: [(node: JSONNode, file: String?)]) {
    self.session = session
    readings = session.contextReadings.compactMap { reading in
      reading.key.map { Mention(context: reading.name, key: $0, range: reading.range, file: reading.file) }
    }
    for part in parts { findContexts(in: part.node, depth: 0) }
    for part in parts {
      file = part.file
      visit(part.node, depth: 0)
    }
  }

  /// Complains about what is likely to be a slip. Contexts that other screens can write are left alone.
  func report() {
    let limit = DecodingSession.maximumReadings
    guard !areAllOpen, readings.count < limit, writings.count < limit else { return }
    let known = known.filter { !open.contains($0.key) && $0.key != "global" }
    let read = Set(readings.map(\.path))
    let written = Set(writings.map(\.path))
    var told: Set<[String]> = []
    let strayReadings = readings.filter { !unclear.contains($0.key) && !written.contains($0.path) }
    let strayWritings = writings.filter { !read.contains($0.path) }
    for mention in strayReadings + strayWritings where told.insert(mention.path).inserted {
      // To compare a name with all others costs time.
      guard told.count <= Self.maximumComplaints else { return }
      report(mention, known)
    }
  }

  private func report(_ mention: Mention, _ known: [String: Set<String>]) {
    // Short names are nearly the same as each other.
    guard mention.key.count > 2, let keys = known[mention.context], !keys.contains(mention.key),
      SpellingSuggestion.fix(for: mention.key, in: keys) != nil
    else { return }
    session.withFile(mention.file) {
      session.add(
        .warning, "unknown-property", mention.range, "'\(mention.context)' has no '\(mention.key)'", near: mention.key,
        in: keys)
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
    var place: JSONNode?
    for member in node.membersWithoutComments ?? [] {
      switch member.name {
      case "bind":
        for target in member.value.membersWithoutComments?.map(\.value) ?? [member.value] { writeBound(target) }
      case "path", "key", "keyPath", "property": place = member.value
      default: break
      }
      visit(member.value, depth: depth + 1)
    }
    guard let type = node["type"]?.string, session.actions[type]?.type == "setContext" else {
      // Something else may write there, or may not.
      if let key = place?.string { unclear.insert(key.prefix { $0 != "." && $0 != "[" }.description) }
      return
    }
    let context = (node["context"] ?? node["contextId"] ?? node["id"] ?? node["name"])?.string
    if let place {
      write(at: place, context)
    } else {
      // All of it becomes something else.
      openAll(or: context)
    }
  }

  private mutating func declare(_ entry: JSONNode) {
    guard let name = entry["id"]?.string else { return }
    let members = entry["value"]?.membersWithoutComments ?? []
    if members.isEmpty || members.count > Self.maximumKeys || known[name] != nil { open.insert(name) }
    guard members.count <= Self.maximumKeys, known.count < Self.maximumKeys else { return }
    known[name, default: []].formUnion(members.map(\.name))
  }

  private mutating func writeBound(_ node: JSONNode) {
    guard let text = node.string, let path = try? ContextPath(text), let (context, key) = Self.parts(of: path) else {
      return
    }
    writings.append(Mention(context: context, key: key, range: node.range, file: file))
  }

  /// What an action writes, in the context that it names, or in any.
  private mutating func write(at node: JSONNode, _ context: String?) {
    guard let text = node.string, !session.isDynamic(node), let path = try? ContextPath(text),
      case .key(let key)? = path.nodes.first
    else {
      return openAll(or: context)
    }
    if let context = context.flatMap({ known[$0] == nil ? nil : $0 }) ?? (known.count == 1 ? known.keys.first : nil) {
      writings.append(Mention(context: context, key: key, range: node.range, file: file))
    } else {
      // One of them, and which one only the place knows.
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
