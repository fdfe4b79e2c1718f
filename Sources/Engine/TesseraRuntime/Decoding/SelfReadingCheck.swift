import TesseraComponents
import TesseraExpressions
import TesseraValues

/// Finds attributes that are computed from themselves, and definitions in an object that need each other.
///
/// What gives another value for a missing one (`??`) may read itself: it settles.
struct SelfReadingCheck {
  private struct Definition {
    var range: SourceRange
    /// The names of the definitions that it reads.
    var read: [String]
  }

  /// The greatest number of definitions of an object that are searched for circles.
  private static let maximumDefinitions = 1000

  private let session: DecodingSession

  init(session: DecodingSession) { self.session = session }

  /// Reports the mistakes in a part of a screen.
  func report(in node: JSONNode, depth: Int = 0) {
    guard depth < 64, node.isContainer else { return }
    for element in node.elements ?? [] { report(in: element, depth: depth + 1) }
    let members = node.membersWithoutComments ?? []
    if let id = node["id"]?.string, node["type"] != nil { for member in members { check(member, of: id) } }
    for member in members { report(in: member.value, depth: depth + 1) }
  }

  private func check(_ member: JSONMember, of id: String) {
    // People change values, and events run later.
    guard member.name != "value", member.name != "context", !member.name.hasPrefix("on") else { return }
    let place = [id, member.name]
    if let definitions = member.value.membersWithoutComments {
      guard definitions.count <= Self.maximumDefinitions else { return }
      reportCircles(
        among: Dictionary(
          definitions.map { definition in
            let read = keys(after: place, in: definition.value, depth: 0)
            return (definition.name, Definition(range: definition.value.range, read: read))
          }, uniquingKeysWith: { $1 }), in: definitions.map(\.name))
    } else if let text = member.value.string, keys(in: text, after: id).contains(member.name) {
      session.add(
        Diagnostic(
          .warning, rule: "circular-definition", range: member.value.range,
          message: "'\(member.name)' of '\(id)' is computed from itself"))
    }
  }

  private func reportCircles(among definitions: [String: Definition], in order: [String]) {
    var done: Set<String> = []
    for start in order where !done.contains(start) {
      // Each entry is a definition on the way, and how many of those that it reads were followed.
      var way: [(name: String, followed: Int)] = [(start, 0)]
      while let (name, followed) = way.last {
        guard let definition = definitions[name], followed < definition.read.count else {
          done.insert(name)
          way.removeLast()
          continue
        }
        way[way.count - 1].followed += 1
        let next = definition.read[followed]
        if let place = way.firstIndex(where: { $0.name == next }) {
          let circle = way[place...].map(\.name) + [next]
          session.add(
            Diagnostic(
              .warning, rule: "circular-definition", range: definitions[next]?.range ?? definition.range,
              message: "'\(next)' is computed from itself: \(circle.joined(separator: " reads "))"))
        } else if !done.contains(next), definitions[next] != nil {
          way.append((next, 0))
        }
      }
    }
  }

  /// Returns the names that follow a place in the expressions of a value.
  private func keys(after place: [String], in node: JSONNode, depth: Int) -> [String] {
    guard depth < 64 else { return [] }
    if let text = node.string {
      return Self.paths(in: text, about: place[0]).compactMap {
        $0.starts(with: place) ? $0.dropFirst(place.count).first : nil
      }
    }
    let parts = (node.elements ?? []) + (node.membersWithoutComments ?? []).map(\.value)
    return parts.flatMap { keys(after: place, in: $0, depth: depth + 1) }
  }

  private func keys(in text: String, after id: String) -> [String] {
    Self.paths(in: text, about: id).compactMap { $0.count == 2 && $0[0] == id ? $0[1] : nil }
  }

  /// Returns the paths that a text reads if it mentions a view; few do, and only those are parsed.
  private static func paths(in text: String, about id: String) -> [[String]] {
    guard text.contains("@{"), text.contains(id), !text.contains("??") else { return [] }
    return Template(text, dialect: .native).paths.map(\.valuePath.keys).sorted { $0.lexicographicallyPrecedes($1) }
  }
}
