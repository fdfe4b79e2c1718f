import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraValues

/// Looks in the sections `objects` and `elements` for paths that lead to properties which no object there has.
///
/// What rows and screens are about follows from the providers: a table shows the entity of its controller's provider, and a
/// provider's first or last object becomes the content of its screen. Where that cannot be known nothing is said.
struct SchemeDataCheck {
  let session: DecodingSession
  let model: EntityModel
  /// The table or collection in whose rows each element stands, by the names of both.
  let tables: [String: String]
  private let objects: [String: JSONNode]
  /// The prototypes of heads and feet, which are about their sections.
  private let sectionNames: Set<String>
  /// The entities of rows, by the names of their tables.
  private var rowEntities: [String: String] = [:]
  /// The entity of the screen's content; nil where it is not known.
  private var contentEntity: String?

  /// What screens that this one opens are about.
  private(set) var offers: [ContentOffer] = []

  private static let providers: Set = ["ManagedObjectsProvider", "ManagedObjectsCollection"]
  /// The names that rows and screens give to what they are about.
  private static let contentNames: Set = ["content", "item"]

  /// - Parameter content: the entity of what the screen is opened with; nil where it is not known.
  init(
    session: DecodingSession, model: EntityModel, tables: [String: String], objects: JSONNode?, content: String? = nil
  ) {
    self.session = session
    self.model = model
    self.tables = tables
    var named: [String: JSONNode] = [:]
    for member in objects?.membersWithoutComments ?? [] {
      named[member.name] = member.value
      if let alias = member.value["alias"]?.string, named[alias] == nil { named[alias] = member.value }
    }
    self.objects = named
    sectionNames = Set(
      ["Header", "Footer"]
        + named.values.flatMap { object in
          ["sectionHeaderIdentifier", "sectionFooterIdentifier"].compactMap { object["attrs"]?[$0]?.string }
        })
    findEntities(content)
  }

  // MARK: What is known

  private func type(of object: JSONNode) -> String? {
    object["type"]?.string?.split(separator: ".").last.map(String.init)
  }

  /// The entity of the items of a provider.
  private func entity(ofProvider name: String?, depth: Int = 0) -> String? {
    guard let name, depth < 8, let object = objects[name], let type = type(of: object) else { return nil }
    let attributes = object["attrs"]
    if Self.providers.contains(type) {
      // What a chain makes of rows are other items.
      if type == "ManagedObjectsCollection", attributes?["resultChain"] != nil { return nil }
      guard let entity = attributes?["entityName"]?.string, model[entity] != nil else { return nil }
      return entity
    }
    guard type == "ItemsCollection", let path = attributes?["masterKeyPath"]?.string,
      let master = objects[object["outlets"]?["masterObject"]?.string ?? ""],
      let masterEntity = entity(ofProvider: object["outlets"]?["masterObject"]?.string, depth: depth + 1),
      isOneObject(master)
    else { return nil }
    return destination(of: path.split(separator: ".").map(String.init), from: masterEntity)
  }

  /// Where relationships lead, one after the other; nil where one of them is none.
  private func destination(of path: [String], from entity: String) -> String? {
    path.reduce(entity) { entity, key in
      entity.flatMap { entity in
        model.hierarchy(of: entity).lazy.compactMap { $0.relationship(key)?.destination }.first
      }
    }
  }

  /// Whether a provider's value is one of its items.
  private func isOneObject(_ provider: JSONNode) -> Bool {
    let chain = provider["attrs"]?["resultChain"]?.elements?.compactMap(\.string) ?? []
    return chain.count == 1 && ["wx_first", "wx_last", "wx_itemAt:"].contains(chain[0])
  }

  private mutating func findEntities(_ content: String?) {
    var unclear: Set<String> = []
    var contents: [String?] = []
    for object in objects.values {
      let outlets = object["outlets"]
      let provider = outlets?["mainContentProvider"]?.string
      let found = entity(ofProvider: provider)
      for table in [outlets?["tableView"]?.string, outlets?["collectionView"]?.string].compactMap(\.self) {
        // A search may show rows of another provider.
        let search = objects[outlets?["searchController"]?.string ?? ""]
        let searched = search?["outlets"]?["contentProvider"]?.string
        if let found, searched == nil || entity(ofProvider: searched) == found,
          rowEntities[table] == nil || rowEntities[table] == found
        {
          rowEntities[table] = found
        } else {
          unclear.insert(table)
        }
      }
      if type(of: object) == "ContentDisplayController" {
        let isOne = provider.flatMap { objects[$0] }.map(isOneObject) ?? false
        contents.append(isOne ? found : nil)
      }
    }
    for table in unclear { rowEntities[table] = nil }
    contentEntity = contents.isEmpty ? content : contents.count == 1 ? contents[0] : nil
  }

  // MARK: Looking

  mutating func check(elements: JSONNode?) {
    noteSegues()
    for name in objects.keys.sorted() { objects[name].map(checkObject) }
    for element in elements?.membersWithoutComments ?? [] where element.name != "@self" {
      let entity = tables[element.name].map { rowEntities[$0] } ?? contentEntity
      guard let entity else { continue }
      for binding in element.value["bindings"]?.elements ?? [] { check(binding, about: entity) }
    }
  }

  // MARK: Views

  /// Components whose items are of their own kind: what their rows are about follows from values.
  private static let opaqueTypes: Set = [
    "list", "grid", "contentDisplayView", "ContentDisplayView", "lazy", "widgetView",
  ]
  private static let openingActions: Set = ["push", "present", "replace"]

  /// Looks into the expressions of components.
  mutating func check(view: JSONNode) { visit(view, about: contentEntity, depth: 0) }

  private mutating func visit(_ node: JSONNode, about entity: String?, depth: Int) {
    guard depth < 64 else { return }
    switch node.content {
    case .string(let text):
      // Who says what stands in for nothing expects that there may be nothing.
      guard let entity, session.isDynamic(node), !text.contains("??") else { return }
      for (_, path) in Template(text, dialect: .native).paths.map({ ($0.description, $0) }).sorted(by: { $0.0 < $1.0 })
      {
        check(path, of: entity, at: node.range)
      }
    case .array(let elements):
      for element in elements { visit(element, about: entity, depth: depth + 1) }
    case .object:
      let type = node["type"]?.string ?? ""
      noteOpening(type, node, about: entity)
      var about = entity
      if Self.opaqueTypes.contains(type) { about = nil }
      for member in node.membersWithoutComments ?? [] {
        if member.name == "cells", let cells = member.value.membersWithoutComments {
          let rows = node["id"]?.string.flatMap { rowEntities[$0] }
          for cell in cells {
            visit(cell.value, about: sectionNames.contains(cell.name) ? nil : rows, depth: depth + 1)
          }
        } else {
          visit(member.value, about: about, depth: depth + 1)
        }
      }
    default: break
    }
  }

  private func check(_ path: ContextPath, of entity: String, at range: SourceRange) {
    guard let keys = keys(of: path) else { return }
    check(path: keys.joined(separator: "."), of: entity, at: range)
  }

  /// The names behind what a place is about, up to the first that is none; nil for a path of something else.
  private func keys(of path: ContextPath) -> [String]? {
    var keys: [String] = []
    for node in path.nodes {
      guard case .key(let key) = node else { break }
      keys.append(key)
    }
    guard let root = keys.first, Self.contentNames.contains(root), keys.count > 1 else { return nil }
    return Array(keys.dropFirst())
  }

  /// Notes what a screen is about that an action opens.
  private mutating func noteOpening(_ type: String, _ node: JSONNode, about entity: String?) {
    guard Self.openingActions.contains(type), let screen = node["screen"]?.string else { return }
    guard let content = node["content"] else { return offers.append(ContentOffer(screen: screen, entity: entity)) }
    var offer = ContentOffer(screen: screen, entity: nil)
    if let text = content.string, let path = Template(text, dialect: .native).path, let entity {
      if path.nodes.count == 1, case .key(let root)? = path.nodes.first, Self.contentNames.contains(root) {
        offer.entity = entity
      } else {
        offer.entity = keys(of: path).flatMap { destination(of: $0, from: entity) }
      }
    }
    offers.append(offer)
  }

  private mutating func noteSegues() {
    for object in objects.values where (object["attrs"]?["performSegueForCells"]?.number ?? 0) > 0 {
      let outlets = object["outlets"]
      guard let table = outlets?["tableView"]?.string ?? outlets?["collectionView"]?.string else { continue }
      for cell in session.references[.cell] ?? [] {
        offers.append(ContentOffer(screen: cell, entity: rowEntities[table]))
      }
    }
  }

  private func checkObject(_ object: JSONNode) {
    let attributes = object["attrs"]
    if let type = type(of: object), Self.providers.contains(type), let entity = attributes?["entityName"]?.string {
      for key in ["predicateFormat", "filterFormat"] {
        guard let node = attributes?[key] else { continue }
        check(node, of: entity, prefix: nil)
      }
      if let node = attributes?["masterKeyPath"], let path = node.string {
        check(path: path, of: entity, at: node.range)
      }
    }
    if let type = type(of: object), type == "SearchActionController", let node = attributes?["filterFormat"],
      let provider = object["outlets"]?["contentProvider"]?.string, let entity = entity(ofProvider: provider)
    {
      check(node, of: entity, prefix: nil)
    }
    let outlets = object["outlets"]
    guard let table = outlets?["tableView"]?.string ?? outlets?["collectionView"]?.string,
      let entity = rowEntities[table]
    else { return }
    for evaluation in object["evals"]?.membersWithoutComments ?? [] { check(evaluation.value, about: entity) }
  }

  /// A binding or an evaluation, whose paths may begin with what its place is about.
  private func check(_ rule: JSONNode, about entity: String) {
    if let node = rule["from"], let text = node.string {
      let root = text.prefix { $0 != "." }
      guard Self.contentNames.contains(String(root)), text.count > root.count else { return }
      return check(path: String(text.dropFirst(root.count + 1)), of: entity, at: node.range)
    }
    if let node = rule["predicateFormat"] { check(node, of: entity, prefix: Self.contentNames) }
    for key in ["ifTrue", "ifFalse", "format"] {
      guard let node = rule[key], let text = node.string else { continue }
      let template = TextTemplate(text)
      check(template.keyPaths, of: entity, prefix: Self.contentNames, at: node.range)
    }
  }

  private func check(_ node: JSONNode, of entity: String, prefix: Set<String>?) {
    guard let text = node.string, !session.isDynamic(node), let predicate = try? ValuePredicate(text) else { return }
    check(predicate.keyPaths, of: entity, prefix: prefix, at: node.range)
  }

  private func check(_ paths: Set<ValuePath>, of entity: String, prefix: Set<String>?, at range: SourceRange) {
    for path in paths.sorted(by: { $0.description < $1.description }) {
      guard let prefix else {
        check(path: path.description, of: entity, at: range)
        continue
      }
      guard let root = path.keys.first, prefix.contains(root) else { continue }
      check(path: path.dropFirst().description, of: entity, at: range)
    }
  }

  /// Follows a path from objects of an entity, and of those that inherit from it, to the first name that none of them has.
  private func check(path: String, of entity: String, at range: SourceRange) {
    var entity = entity
    for key in path.split(separator: ".").map(String.init) {
      // What operators make of lists is not followed.
      guard !key.hasPrefix("@"), key != "SELF" else { return }
      let family = model.hierarchy(of: entity)
      let known = family.flatMap(\.propertyNames)
      guard known.contains(key) else {
        if key == "owner" || ManagedObject.specialKeys.contains(key) { return }
        return session.add(
          .error, "unknown-property", range, "'\(entity)' has no property '\(key)'", near: key, in: Set(known).sorted())
      }
      guard let next = family.lazy.compactMap({ $0.relationship(key)?.destination }).first else { return }
      entity = next
    }
  }
}

extension Component {
  /// In the rows of which table each element below stands, by the names of both; what stands in rows of several is left out.
  var tablesOfElements: [String: String] {
    var tables: [String: String] = [:]
    var unclear: Set<String> = []
    func visit(_ component: Component, _ table: String?) {
      if let name = component.identifier, let table {
        if tables[name] ?? table != table { unclear.insert(name) }
        tables[name] = table
      }
      for child in component.slots.values.flatMap({ $0 }) { visit(child, table) }
      // Rows within rows are about other items, which nobody follows here.
      for prototype in component.prototypes.values {
        visit(prototype, table == nil ? component.identifier ?? "" : "")
      }
    }
    visit(self, nil)
    for name in unclear { tables[name] = "" }
    return tables
  }
}
