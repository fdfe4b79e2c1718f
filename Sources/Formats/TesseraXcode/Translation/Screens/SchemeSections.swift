import TesseraValues

/// What a storyboard connects that documents have in the sections `objects` and `elements`.
///
/// WidgetKit's schemes have these sections, too. They are joined, with those of the controllers within the screen.
struct SchemeSections {
  private var elements: [(name: String, members: [(String, JSONNode)])] = []
  private var objects: [(String, JSONNode)] = []

  /// Adds to the entry of a view.
  mutating func add(_ value: JSONNode, _ key: String, to name: String) {
    if let index = elements.firstIndex(where: { $0.name == name }) {
      if let same = elements[index].members.firstIndex(where: { $0.0 == key }),
        let former = elements[index].members[same].1.elements, let added = value.elements
      {
        elements[index].members[same].1 = .list(former + added)
      } else {
        elements[index].members.append((key, value))
      }
    } else {
      elements.append((name, [(key, value)]))
    }
  }

  /// Adds the outlets that Interface Builder sets in views.
  mutating func addOutlets(of view: StoryboardView, in context: inout ScreenContext) {
    let known = OutletTable.outlets(of: view.className)
    let outlets = view.outlets.filter { known.contains($0.name) }
    if !outlets.isEmpty {
      add(Self.node(of: outlets, in: &context), "outlets", to: context.identifiers.name(of: view))
    }
    for inner in view.innerViews { addOutlets(of: inner, in: &context) }
  }

  /// Adds the objects without views of a scene.
  mutating func addObjects(of controller: StoryboardController, in context: inout ScreenContext) {
    for object in controller.objects {
      guard let type = object.className.custom else { continue }
      var members: [(String, JSONNode)] = [("type", .text(type))]
      let attributes = object.attributes.filter { !$0.keyPath.hasPrefix("wx.") }
      if !attributes.isEmpty {
        members.append(("attrs", .object(attributes.map { ($0.keyPath, context.node(of: $0.value)) })))
      }
      if !object.outlets.isEmpty { members.append(("outlets", Self.node(of: object.outlets, in: &context))) }
      let suggestion = type.prefix(1).lowercased() + type.dropFirst()
      objects.append((context.identifiers.name(of: object.id, suggestion: suggestion), .object(members)))
    }
  }

  /// Returns outlets as an object: a name for each, or a list of names.
  private static func node(of outlets: [StoryboardOutlet], in context: inout ScreenContext) -> JSONNode {
    var members: [(name: String, names: [JSONNode])] = []
    for outlet in outlets {
      let name = JSONNode.text(context.identifiers.name(of: outlet.destination, suggestion: outlet.name))
      if let index = members.firstIndex(where: { $0.name == outlet.name }) {
        members[index].names.append(name)
      } else {
        members.append((outlet.name, [name]))
      }
    }
    return .object(
      members.map { member in
        let isList = OutletTable.isList(member.name) || member.names.count > 1
        return (member.name, isList ? .list(member.names) : member.names[0])
      })
  }

  // MARK: Schemes

  /// Returns the names that a scheme gives to objects, and by which it refers to views.
  static func names(in scheme: JSONNode) -> Set<String> {
    var found: Set<String> = []
    for object in scheme["objects"]?.members ?? [] {
      found.insert(object.name)
      if let alias = object.value["alias"]?.string { found.insert(alias) }
    }
    for element in scheme["elements"]?.members ?? [] { found.insert(element.name) }
    return found
  }

  /// Returns the sections of a screen: what its scheme says, then the schemes of the controllers within it, then the
  /// storyboard. Of two entries that contradict each other, the first one stays.
  func sections(in context: inout ScreenContext) -> [(name: String, value: JSONNode)] {
    let schemes = context.parts.map { context.directory.scheme(of: $0.key) }
    var objects = Self.members(schemes[0], "objects")
    var elements = Self.members(schemes[0], "elements")
    var taken = schemes[0].map(Self.names) ?? []
    for (part, scheme) in zip(context.parts, schemes).dropFirst() {
      guard let scheme else { continue }
      let names = Self.names(in: scheme).subtracting(["@self"])
      if let name = names.intersection(taken).min() {
        context.report(
          "interface-scheme", "The schemes of a screen and of one within it both name '\(name)'", part.id,
          fix: "Use different names in the two schemes")
      }
      objects += Self.members(scheme, "objects").filter { !taken.contains($0.0) }
      elements += Self.members(scheme, "elements").filter { !taken.contains($0.0) }
      taken.formUnion(Self.names(in: scheme))
    }
    Self.merge(self.objects, into: &objects)
    Self.merge(self.elements.map { ($0.name, .object($0.members)) }, into: &elements)
    return [("objects", objects), ("elements", elements)].filter { !$0.1.isEmpty }.map { ($0.0, .object($0.1)) }
  }

  private static func members(_ scheme: JSONNode?, _ section: String) -> [(String, JSONNode)] {
    (scheme?[section]?.members ?? []).map { ($0.name, $0.value) }
  }

  /// Adds what is missing: entries, and what they contain.
  private static func merge(_ added: [(String, JSONNode)], into members: inout [(String, JSONNode)]) {
    for (name, value) in added {
      guard let index = members.firstIndex(where: { $0.0 == name }) else {
        members.append((name, value))
        continue
      }
      if name == "bindings", let former = members[index].1.elements, let inner = value.elements {
        members[index].1 = .list(former + inner)
      }
      guard let inner = value.members, let former = members[index].1.members else { continue }
      var merged = former.map { ($0.name, $0.value) }
      merge(inner.map { ($0.name, $0.value) }, into: &merged)
      members[index].1 = .object(merged)
    }
  }
}
