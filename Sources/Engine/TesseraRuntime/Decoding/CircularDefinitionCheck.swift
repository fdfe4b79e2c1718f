import TesseraComponents
import TesseraExpressions
import TesseraValues

/// Finds attributes of components, and definitions in objects that are attributes, that are computed from themselves.
///
/// What gives another value for a missing one (`??`) may read itself: it settles.
struct CircularDefinitionCheck {
  private struct Definition {
    /// The identifier of the component, the attribute and, within an object, the key.
    var path: [String]
    var value: JSONNode
  }

  /// The greatest number of definitions of a screen that are searched for circles.
  private static let maximumDefinitions = 10_000

  private let session: DecodingSession
  private var components: [(id: String, node: JSONNode)] = []
  /// What expressions may mean in place of a component of the same name.
  private var otherNames: Set<String> = []

  init(session: DecodingSession) { self.session = session }

  /// Reports the mistakes in a screen.
  mutating func report(in screen: JSONNode) {
    collect(from: screen, depth: 0)
    let counts = Dictionary(components.map { ($0.id, 1) }, uniquingKeysWith: +)
    // Components of one name may be in different rows.
    let definitions = components.filter { counts[$0.id] == 1 && !otherNames.contains($0.id) }
      .flatMap { Self.definitions(of: $0.node, named: $0.id) }
    guard definitions.count <= Self.maximumDefinitions else { return }
    reportCircles(among: definitions)
  }

  private mutating func collect(from node: JSONNode, depth: Int) {
    guard depth < 128, node.isContainer else { return }
    for element in node.elements ?? [] { collect(from: element, depth: depth + 1) }
    let members = node.membersWithoutComments ?? []
    if let id = node["id"]?.string {
      if node["type"] != nil { components.append((id, node)) } else { otherNames.insert(id) }
    }
    for name in ["itemName", "indexName"] { if let name = node[name]?.string { otherNames.insert(name) } }
    for member in members where member.name != "screens" { collect(from: member.value, depth: depth + 1) }
  }

  private static func definitions(of node: JSONNode, named id: String) -> [Definition] {
    (node.membersWithoutComments ?? []).flatMap { member -> [Definition] in
      // People change values, and events run later.
      guard member.name != "value", member.name != "context", !member.name.hasPrefix("on") else { return [] }
      if let entries = member.value.membersWithoutComments {
        return entries.map { Definition(path: [id, member.name, $0.name], value: $0.value) }
      }
      return member.value.string == nil ? [] : [Definition(path: [id, member.name], value: member.value)]
    }
  }

  private func reportCircles(among definitions: [Definition]) {
    let indexes = Dictionary(definitions.indices.map { (definitions[$0].path, $0) }, uniquingKeysWith: { $1 })
    let ids = Set(definitions.map { $0.path[0] })
    // A definition reads others by their indexes; those that read none are not looked at again.
    var read: [Int: [Int]] = [:]
    for (index, definition) in definitions.enumerated() {
      let found = Self.paths(in: definition.value, about: ids, depth: 0).compactMap { path in
        (2...3).lazy.compactMap { indexes[Array(path.prefix($0))] }.first
      }
      if !found.isEmpty { read[index] = found }
    }
    var done: Set<Int> = []
    for start in read.keys.sorted() where !done.contains(start) {
      // Each entry is a definition on the way, and how many of those that it reads were followed.
      var way: [(index: Int, followed: Int)] = [(start, 0)]
      while let (index, followed) = way.last {
        guard let all = read[index], followed < all.count else {
          done.insert(index)
          way.removeLast()
          continue
        }
        way[way.count - 1].followed += 1
        let next = all[followed]
        if let first = way.firstIndex(where: { $0.index == next }) {
          report(way[first...].map { definitions[$0.index] } + [definitions[next]])
        } else if !done.contains(next) {
          way.append((next, 0))
        }
      }
    }
  }

  /// Reports definitions of which each reads the next one. The last one is the first again.
  private func report(_ circle: [Definition]) {
    let names = circle.map { $0.path.joined(separator: ".") }
    let way = circle.count > 2 ? ": " + names.joined(separator: " reads ") : ""
    session.add(
      Diagnostic(
        .warning, rule: "circular-definition", range: circle[0].value.range,
        message: "'\(names[0])' is computed from itself" + way))
  }

  /// Returns the paths that the expressions in a value read, if they mention a component.
  private static func paths(in node: JSONNode, about ids: Set<String>, depth: Int) -> [[String]] {
    guard depth < 64 else { return [] }
    if let text = node.string {
      // Few texts mention a component, and only those are parsed.
      guard text.contains("@{"), !text.contains("??"), mentions(text, ids) else { return [] }
      return Template(text, dialect: .native).paths.map(\.valuePath.keys).sorted { $0.lexicographicallyPrecedes($1) }
    }
    let parts = (node.elements ?? []) + (node.membersWithoutComments ?? []).map(\.value)
    return parts.flatMap { paths(in: $0, about: ids, depth: depth + 1) }
  }

  private static func mentions(_ text: String, _ ids: Set<String>) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.contains { ids.contains(String($0)) }
  }
}
