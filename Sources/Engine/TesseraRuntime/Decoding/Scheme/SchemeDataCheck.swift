import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraValues

/// Checks the sections `objects` and `elements`, and the views, for paths to properties that do not exist.
///
/// The entities of rows and screens follow from the providers: a table shows the items of its controller's provider,
/// and a provider's first or last object becomes the screen's content. Where the entity is unknown, nothing is
/// reported.
struct SchemeDataCheck {
  let session: DecodingSession
  let model: EntityModel
  /// The rows that contain each element, by the element's name.
  let enclosingRows: [String: EnclosingRows]
  private let objects: [String: JSONNode]
  /// The prototypes of section headers and footers, whose content is the section.
  private let sectionNames: Set<String>
  /// The entities of rows, by table.
  private var rowEntities: [String: String] = [:]
  /// The entity of the screen's content; nil if unknown.
  private var contentEntity: String?

  /// The content that the screen passes to screens that it opens.
  private(set) var offers: [OfferedContent] = []

  private static let providers: Set = ["ManagedObjectsProvider", "ManagedObjectsCollection"]
  /// The keys of single items of a provider.
  private static let itemKeys: Set = ["first", "last", "current", "next", "previous"]

  /// The entities of `content` and `item` at a place; nil if unknown.
  private struct Subjects {
    var content: String?
    var item: String?
    /// The name of the item.
    var itemName = "item"

    /// The same entity under both names, as in rows of tables.
    init(_ entity: String?) { (content, item) = (entity, entity) }

    /// The header or footer of a section, whose item is the section.
    init(headOf entity: String?) { content = entity }

    /// The row of a list, whose content is its item.
    init(rowOf entity: String?, named name: String?) {
      (content, item) = (entity, entity)
      if let name { itemName = name }
    }

    func has(_ name: String) -> Bool { name == "content" || name == itemName }

    subscript(name: String) -> String? { name == "content" ? content : name == itemName ? item : nil }
  }

  /// - Parameter content: The entity of the screen's content; nil if unknown.
  init(
    session: DecodingSession, model: EntityModel, enclosingRows: [String: EnclosingRows], objects: JSONNode?,
    content: String? = nil
  ) {
    self.session = session
    self.model = model
    self.enclosingRows = enclosingRows
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

  // MARK: Entities

  /// Returns the entity of a provider's items.
  private func entity(ofProvider name: String?, depth: Int = 0) -> String? {
    guard let name, depth < 8, let object = objects[name], let type = object.schemeType else { return nil }
    let attributes = object["attrs"]
    if Self.providers.contains(type) {
      // A result chain produces other items.
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

  /// Returns the destination of a path of relationships; nil if a key is not a relationship.
  private func destination(of path: [String], from entity: String) -> String? {
    path.reduce(entity) { entity, key in
      // An index into a list.
      if Int(key) != nil { return entity }
      return entity.flatMap { entity in
        model.hierarchy(of: entity).lazy.compactMap { $0.relationship(key)?.destination }.first
      }
    }
  }

  /// Whether a provider's value is a single item.
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
      if let table = object.rowsViewName {
        // A search controller may show rows of another provider.
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
      if object.schemeType == "ContentDisplayController" {
        let isOne = provider.flatMap { objects[$0] }.map(isOneObject) ?? false
        contents.append(isOne ? found : nil)
      }
    }
    for table in unclear { rowEntities[table] = nil }
    contentEntity = contents.isEmpty ? content : contents.count == 1 ? contents[0] : nil
  }

  // MARK: Elements

  mutating func check(elements: JSONNode?) {
    recordSegues()
    for name in objects.keys.sorted() { objects[name].map { checkObject($0, named: name) } }
    for element in elements?.membersWithoutComments ?? [] where element.name != "@self" {
      let subjects = subjects(of: element.name)
      for binding in element.value["bindings"]?.elements ?? [] { check(binding, about: subjects) }
    }
  }

  /// Returns the entities at an element of the section `elements`.
  private func subjects(of element: String) -> Subjects {
    guard let rows = enclosingRows[element] else { return Subjects(contentEntity) }
    let entity = rowEntities[rows.table]
    if rows.prototypes.isDisjoint(with: sectionNames) { return Subjects(entity) }
    return rows.prototypes.isSubset(of: sectionNames) ? Subjects(headOf: entity) : Subjects(nil)
  }

  // MARK: Views

  /// The components whose content is not followed, because it comes from values.
  private static let opaqueTypes: Set = [
    "list", "grid", "contentDisplayView", "ContentDisplayView", "lazy", "widgetView",
  ]
  private static let openingActions: Set = ["push", "present", "replace"]

  /// Checks the expressions of components.
  mutating func check(view: JSONNode) { visit(view, about: Subjects(contentEntity), depth: 0) }

  private mutating func visit(_ node: JSONNode, about subjects: Subjects, depth: Int) {
    guard depth < 64 else { return }
    switch node.content {
    case .string(let text):
      // An expression with `??` allows for missing values.
      guard session.isDynamic(node), !text.contains("??") else { return }
      let template = Template(text, dialect: .native)
      for (_, path) in template.paths.map({ ($0.description, $0) }).sorted(by: { $0.0 < $1.0 }) {
        check(keys: Self.keys(of: path), about: subjects, at: node.range)
      }
      for reading in template.elementReadings {
        guard let entity = entity(ofListAt: Self.keys(of: reading.list), about: subjects) else { continue }
        check(path: reading.path.description, of: entity, at: node.range)
      }
    case .array(let elements):
      for element in elements { visit(element, about: subjects, depth: depth + 1) }
    case .object:
      let type = node["type"]?.string ?? ""
      recordOpening(type, node, about: subjects)
      let about = Self.opaqueTypes.contains(type) ? Subjects(nil) : subjects
      let rows =
        ["list", "grid"].contains(type)
        ? Subjects(rowOf: entity(ofItemsIn: node), named: node["itemName"]?.string) : about
      for member in node.membersWithoutComments ?? [] {
        if member.name == "bind" {
          for target in member.value.membersWithoutComments?.map(\.value) ?? [member.value] {
            guard let text = target.string, let path = try? ContextPath(text) else { continue }
            check(keys: Self.keys(of: path), about: about, at: target.range)
          }
        } else if member.name == "wx.addBinding" {
          for rule in member.value.elements ?? [member.value] where rule.members != nil { check(rule, about: about) }
        } else if member.name == "cells", let cells = member.value.membersWithoutComments {
          let rows = node["id"]?.string.flatMap { rowEntities[$0] }
          for cell in cells {
            let isHead = sectionNames.contains(cell.name)
            visit(cell.value, about: isHead ? Subjects(headOf: rows) : Subjects(rows), depth: depth + 1)
          }
        } else {
          let isRow = member.name == "template" || member.name == "templates"
          visit(member.value, about: isRow ? rows : about, depth: depth + 1)
        }
      }
    default: break
    }
  }

  /// Returns the entity of a list's items, if these are given by the name of a provider or by an expression that is
  /// only that name.
  private func entity(ofItemsIn list: JSONNode) -> String? {
    guard let items = list["items"], let text = items.string else { return nil }
    guard session.isDynamic(items) else { return entity(ofProvider: text) }
    let keys = Template(text, dialect: .native).path.map(Self.keys) ?? []
    guard keys.count == 1, session.references[.context]?.contains(keys[0]) != true else { return nil }
    return entity(ofProvider: keys[0])
  }

  /// Returns the keys of a path up to the first node that is not a key.
  private static func keys(of path: ContextPath) -> [String] {
    var keys: [String] = []
    for node in path.nodes {
      guard case .key(let key) = node else { break }
      keys.append(key)
    }
    return keys
  }

  /// Returns the entity at the start of a path, and the rest of the path; nil if the entity is unknown.
  private func beginning(of keys: [String], about subjects: Subjects) -> (entity: String, rest: [String])? {
    guard let root = keys.first else { return nil }
    if subjects.has(root) { return subjects[root].map { ($0, Array(keys.dropFirst())) } }
    // A context shadows a provider of the same name.
    guard keys.count > 1, Self.itemKeys.contains(keys[1]), session.references[.context]?.contains(root) != true,
      let found = entity(ofProvider: root)
    else { return nil }
    return (found, Array(keys.dropFirst(2)))
  }

  /// Returns the entity of the elements of a list: the objects of a provider, or those at the end of relationships.
  private func entity(ofListAt keys: [String], about subjects: Subjects) -> String? {
    if keys.count == 1, !subjects.has(keys[0]), session.references[.context]?.contains(keys[0]) != true {
      return entity(ofProvider: keys[0])
    }
    return beginning(of: keys, about: subjects).flatMap { $1.isEmpty ? nil : destination(of: $1, from: $0) }
  }

  private func check(keys: [String], about subjects: Subjects, at range: SourceRange) {
    guard let (entity, rest) = beginning(of: keys, about: subjects) else { return }
    check(path: rest.joined(separator: "."), of: entity, at: range)
  }

  /// Records the content of the screen that an action opens.
  private mutating func recordOpening(_ type: String, _ node: JSONNode, about subjects: Subjects) {
    guard Self.openingActions.contains(type), let screen = node["screen"]?.string else { return }
    guard let content = node["content"] else {
      return offers.append(OfferedContent(screen: screen, entity: subjects.content))
    }
    var offer = OfferedContent(screen: screen, entity: nil)
    if let text = content.string, let path = Template(text, dialect: .native).path,
      path.nodes.count == Self.keys(of: path).count,
      let (entity, rest) = beginning(of: Self.keys(of: path), about: subjects)
    {
      offer.entity = destination(of: rest, from: entity)
    }
    offers.append(offer)
  }

  private mutating func recordSegues() {
    for object in objects.values where object["attrs"]?["performSegueForCells"] == nil {
      guard let table = object.rowsViewName else { continue }
      for name in object["attrs"]?["cellNibNames"]?.elements?.compactMap(\.string) ?? [] {
        offers.append(OfferedContent(screen: name, entity: rowEntities[table]))
      }
    }
    for object in objects.values where (object["attrs"]?["performSegueForCells"]?.number ?? 0) > 0 {
      guard let table = object.rowsViewName else { continue }
      for cell in session.references[.cell] ?? [] {
        offers.append(OfferedContent(screen: cell, entity: rowEntities[table]))
      }
    }
  }

  private func checkObject(_ object: JSONNode, named name: String) {
    let attributes = object["attrs"]
    let type = object.schemeType
    if let type, Self.providers.contains(type), let entity = attributes?["entityName"]?.string, model[entity] != nil {
      checkFormats(attributes, of: entity)
      checkFields(attributes, of: entity)
      if let node = attributes?["masterKeyPath"], let path = node.string {
        check(path: path, of: entity, at: node.range)
      }
    }
    if type == "ItemsCollection" {
      if let entity = entity(ofProvider: name) {
        checkFormats(attributes, of: entity)
        checkFields(attributes, of: entity)
      }
      if let node = attributes?["masterKeyPath"], let path = node.string,
        let master = object["outlets"]?["masterObject"]?.string, let provider = objects[master], isOneObject(provider),
        let entity = entity(ofProvider: master)
      {
        check(path: path, of: entity, at: node.range)
      }
    }
    if type == "SearchActionController", let node = attributes?["filterFormat"] {
      checkVariables(of: node)
      let entity = entity(ofProvider: object["outlets"]?["contentProvider"]?.string) ?? entity(searchedBy: object, name)
      if let entity { check(node, of: entity) }
    }
    guard let table = object.rowsViewName, let entity = rowEntities[table] else { return }
    for evaluation in object["evals"]?.membersWithoutComments ?? [] { check(evaluation.value, about: Subjects(entity)) }
  }

  /// Returns the entity of the rows that a search controller filters by default: those of its table.
  private func entity(searchedBy controller: JSONNode, _ name: String) -> String? {
    guard controller["outlets"]?["contentProvider"] == nil else { return nil }
    let names = [name, controller["alias"]?.string].compactMap(\.self)
    let entities = objects.values.filter { names.contains($0["outlets"]?["searchController"]?.string ?? "") }
      .map { entity(ofProvider: $0["outlets"]?["mainContentProvider"]?.string) }
    return Set(entities).count == 1 ? entities[0] : nil
  }

  /// Checks that a filter has no variable but the text of the search.
  private func checkVariables(of filter: JSONNode) {
    guard let text = filter.string, !session.isDynamic(filter), let predicate = try? ValuePredicate(text) else {
      return
    }
    for variable in predicate.variables.sorted() where variable != "input" {
      session.add(
        .error, "predicate-variable", filter.range, "There is no '$\(variable)'", near: variable, in: ["input"])
    }
  }

  private func checkFormats(_ attributes: JSONNode?, of entity: String) {
    for key in ["predicateFormat", "filterFormat"] { attributes?[key].map { check($0, of: entity) } }
  }

  /// Checks the keys by which items are sorted and grouped.
  private func checkFields(_ attributes: JSONNode?, of entity: String) {
    for node in [attributes?["sortByFields"], attributes?["groupByField"]].compactMap(\.self)
    where !session.isDynamic(node) {
      for path in SortFields(node.string).paths { check(path: path.description, of: entity, at: node.range) }
    }
  }

  /// Checks a binding or an evaluation. Its paths start at a name in scope, or at the value of `from`.
  private func check(_ rule: JSONNode, about subjects: Subjects) {
    guard let node = rule["from"] else {
      return checkParts(of: rule) { path, range in check(keys: path.keys, about: subjects, at: range) }
    }
    let keys = node.string?.split(separator: ".").map(String.init) ?? []
    guard let (entity, rest) = beginning(of: keys, about: subjects) else { return }
    check(path: rest.joined(separator: "."), of: entity, at: node.range)
    guard let input = destination(of: rest, from: entity) else { return }
    checkParts(of: rule) { path, range in check(path: path.description, of: input, at: range) }
  }

  /// Calls `body` with each path that a rule reads from its input. `format` is skipped if a predicate or a transformer
  /// provides its input.
  private func checkParts(of rule: JSONNode, _ body: (ValuePath, SourceRange) -> Void) {
    if let node = rule["predicateFormat"] { for path in paths(ofPredicate: node) { body(path, node.range) } }
    let isConverted = rule["predicateFormat"] != nil || rule["transformer"] != nil
    for key in ["ifTrue", "ifFalse"] + (isConverted ? [] : ["format"]) {
      guard let node = rule[key], let text = node.string else { continue }
      for path in Self.inOrder(TextTemplate(text).keyPaths) { body(path, node.range) }
    }
  }

  /// Returns the paths that a predicate reads; none if the predicate is only known at run time.
  private func paths(ofPredicate node: JSONNode) -> [ValuePath] {
    guard let text = node.string, !session.isDynamic(node), let predicate = try? ValuePredicate(text) else { return [] }
    return Self.inOrder(predicate.keyPaths)
  }

  private static func inOrder(_ paths: Set<ValuePath>) -> [ValuePath] {
    paths.sorted { $0.description < $1.description }
  }

  private func check(_ node: JSONNode, of entity: String) {
    for path in paths(ofPredicate: node) { check(path: path.description, of: entity, at: node.range) }
  }

  /// Follows a path from an entity and its subentities to the first key that none of them has.
  private func check(path: String, of entity: String, at range: SourceRange) {
    var entity = entity
    for key in path.split(separator: ".").map(String.init) {
      // The results of collection operators are not followed.
      guard !key.hasPrefix("@"), key != "SELF" else { return }
      if Int(key) != nil { continue }
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

/// The rows that contain an element.
struct EnclosingRows {
  /// The name of the table; empty if unknown.
  var table = ""
  /// The prototypes of the rows: several may have an element of that name.
  var prototypes: Set<String> = []
}

extension Component {
  /// The rows that contain each descendant. The table of an element that is in rows of several tables counts as
  /// unknown.
  var enclosingRows: [String: EnclosingRows] {
    var rowsByName: [String: EnclosingRows] = [:]
    var unclear: Set<String> = []
    func visit(_ component: Component, _ rows: EnclosingRows?) {
      if let name = component.identifier, let rows {
        var known = rowsByName[name] ?? EnclosingRows(table: rows.table)
        if known.table != rows.table { unclear.insert(name) }
        known.prototypes.formUnion(rows.prototypes)
        rowsByName[name] = known
      }
      for child in component.slots.values.flatMap({ $0 }) { visit(child, rows) }
      // Nested rows have other items, which are not followed.
      for (name, prototype) in component.prototypes {
        visit(
          prototype,
          rows == nil ? EnclosingRows(table: component.identifier ?? "", prototypes: [name]) : EnclosingRows())
      }
    }
    visit(self, nil)
    for name in unclear { rowsByName[name] = EnclosingRows() }
    return rowsByName
  }
}
