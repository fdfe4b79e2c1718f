import TesseraValues

/// What a storyboard connects that documents have in the sections `objects` and `elements`.
///
/// WidgetKit's schemes have these sections, too. If there is one for the screen, it keeps them, and what the storyboard
/// adds is reported.
struct SchemeSections {
  private var elements: [(name: String, members: [(String, JSONNode)])] = []
  private var objects: [(String, JSONNode)] = []

  /// Adds to the entry of a view.
  mutating func add(_ value: JSONNode, _ key: String, to name: String) {
    if let place = elements.firstIndex(where: { $0.name == name }) {
      if let same = elements[place].members.firstIndex(where: { $0.0 == key }),
        let former = elements[place].members[same].1.elements, let added = value.elements
      {
        elements[place].members[same].1 = .list(former + added)
      } else {
        elements[place].members.append((key, value))
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
      if let place = members.firstIndex(where: { $0.name == outlet.name }) {
        members[place].names.append(name)
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

  /// Returns the sections of a document, or reports them if the screen has a scheme.
  func sections(of controller: StoryboardController, in context: inout ScreenContext) -> [(String, JSONNode)] {
    let elements = elements.map { ($0.name, JSONNode.object($0.members)) }
    let all = [("objects", objects), ("elements", elements)].filter { !$0.1.isEmpty }
    guard context.hasScheme else { return all.map { ($0.0, .object($0.1)) } }
    for (section, entries) in all {
      for (name, value) in entries {
        context.report(
          "interface-scheme", "The scheme lacks what the storyboard connects to '\(name)'", controller.id,
          fix: "Add to '\(section)': \"\(name)\": \(JSONText.text(of: value, indented: false))")
      }
    }
    return []
  }
}
