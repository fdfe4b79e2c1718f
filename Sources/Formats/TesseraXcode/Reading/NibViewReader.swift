import TesseraValues
import TesseraXcodeFiles

/// Reads the views of a compiled nib.
struct NibViewReader {
  /// What the objects of a nib stand for outside of it: placeholders by name.
  typealias ExternalObjects = [String: StoryboardDocument.ObjectID]

  /// The greatest number of views of a nib, with those of its prototypes. Further ones are left out.
  static let maximumViews = 5_000
  /// The greatest depth of nibs within nibs: prototypes in a table in a prototype.
  private static let maximumNibDepth = 4

  /// The greatest number of problems that are reported.
  private static let maximumDiagnostics = 100

  let nib: NibObjects
  let external: ExternalObjects
  private let values: NibValueReader
  private let depth: Int
  private var outlets: [Int: [StoryboardOutlet]] = [:]
  private var actions: [Int: [StoryboardAction]] = [:]
  private var attributes: [Int: [StoryboardAttribute]] = [:]
  /// The constraints of layout guides that are only meant for Interface Builder.
  private var ignoredConstraints: Set<Int> = []
  private var visited: Set<Int> = []
  /// Constraints and recognizers that a view has already. Each belongs to one.
  private var owned: Set<Int> = []
  /// The sections of tables whose rows are fixed, in order.
  private var sectionObjects: [Int]
  /// How many connections, runtime attributes and rows of sections may still be read. Many can share one collection.
  private var remainingConnections = 20_000
  /// The most sections of tables whose rows are fixed.
  private static let maximumSections = 1_000
  /// The longest key path that is read, in bytes.
  private static let maximumKeyPath = 256
  /// How many views may still be read.
  var remainingViews: Int
  private(set) var diagnostics: [Diagnostic] = []

  init(_ nib: NibObjects, external: ExternalObjects, depth: Int = 0, maximumViews: Int = maximumViews) {
    (self.nib, self.external, self.depth) = (nib, external, depth)
    remainingViews = min(maximumViews, Self.maximumViews)
    values = NibValueReader(nib: nib)
    sectionObjects = nib.graph.objects.indices.filter { nib.archivedClass(of: $0) == "UITableViewSection" }
      .prefix(Self.maximumSections).map(\.self)
    readConnections()
  }

  // MARK: Connections

  private mutating func readConnections() {
    for connection in nib.references("UINibConnectionsKey", of: nib.graph.root) {
      guard remainingConnections > 0 else { break }
      remainingConnections -= 1
      guard let source = nib.reference("UISource", of: connection) else { continue }
      let label = nib.text("UILabel", of: connection) ?? ""
      switch nib.archivedClass(of: connection) {
      case "UIRuntimeOutletConnection":
        guard let destination = nib.reference("UIDestination", of: connection) else { continue }
        outlets[source, default: []].append(StoryboardOutlet(name: label, destination: resolve(destination)))
      case "UIRuntimeOutletCollectionConnection":
        for destination in nib.references("UIDestination", of: connection).prefix(remainingConnections) {
          remainingConnections -= 1
          outlets[source, default: []].append(StoryboardOutlet(name: label, destination: resolve(destination)))
        }
      case "UIRuntimeEventConnection":
        guard let destination = nib.reference("UIDestination", of: connection) else { continue }
        actions[source, default: []].append(
          StoryboardAction(
            event: Self.event(nib.integer("UIEventMask", of: connection) ?? 0, of: nib.archivedClass(of: source)),
            selector: label, destination: resolve(destination)))
      default: continue
      }
    }
    if !nib.references("UINibTraitStorageListsKey", of: nib.graph.root).isEmpty {
      report("interface-variation", nib.graph.root, "Variations for size classes are left out")
    }
    readAccessibility()
    for pair in nib.references("UINibKeyValuePairsKey", of: nib.graph.root) {
      guard remainingConnections > 0 else { break }
      remainingConnections -= 1
      guard let object = nib.reference("UIObject", of: pair), let keyPath = nib.text("UIKeyPath", of: pair),
        keyPath.utf8.count <= Self.maximumKeyPath,
        let archived = nib.value("UIValue", of: pair), let value = values.value(archived)
      else { continue }
      attributes[object, default: []].append(StoryboardAttribute(keyPath: keyPath, value: value))
    }
  }

  /// Reads what assistive technology says of objects.
  private mutating func readAccessibility() {
    let nib = nib
    for configuration in nib.references("UINibAccessibilityConfigurationsKey", of: nib.graph.root) {
      let values = nib.graph[configuration]?.values ?? []
      let objects = values.compactMap { nib.reference($0.value) }
      let isElement = { (index: Int) in
        nib.numbers("UIBounds", of: index) != nil || nib.archivedClass(of: index).hasSuffix("Item")
      }
      guard let object = objects.first(where: isElement) else { continue }
      for (suffix, name) in [("Label", "accessibilityLabel"), ("Hint", "accessibilityHint")] {
        guard let value = values.first(where: { $0.key.hasSuffix(suffix) })?.value, let text = self.values.text(value)
        else { continue }
        attributes[object, default: []].append(StoryboardAttribute(keyPath: name, value: text))
      }
    }
  }

  /// Returns the event of a mask of `UIControl.Event`.
  private static func event(_ mask: Int64, of className: String) -> StoryboardAction.Event {
    switch mask {
    case 0 where className == "UILongPressGestureRecognizer": .longPress
    // Bar buttons and gestures have no mask.
    case 0, 1, 64, 1 << 13: .press
    case 1 << 12 where className == "UIRefreshControl": .refresh
    case 1 << 12, 1 << 17: .change
    case 1 << 19: .submit
    default: .other
    }
  }

  /// Returns the identity of an object, or of that which a placeholder stands for.
  func resolve(_ index: Int) -> StoryboardDocument.ObjectID {
    guard nib.archivedClass(of: index) == "UIProxyObject" else { return nib.id(index) }
    let name = nib.text("UIProxiedObjectIdentifier", of: index) ?? ""
    return external[name] ?? name
  }

  func outlets(of index: Int) -> [StoryboardOutlet] { outlets[index] ?? [] }
  func actions(of index: Int) -> [StoryboardAction] { actions[index] ?? [] }
  func attributes(of index: Int) -> [StoryboardAttribute] { attributes[index] ?? [] }

  /// The connections of the object that owns the nib.
  var ownersOutlets: [StoryboardOutlet] {
    nib.references("UINibTopLevelObjectsKey", of: nib.graph.root).filter { index in
      nib.archivedClass(of: index) == "UIProxyObject"
        && nib.text("UIProxiedObjectIdentifier", of: index) == "IBFilesOwner"
    }.flatMap { outlets(of: $0) }
  }

  /// The outlets of objects outside of this nib, such as the controller whose view this is, by their identities.
  var externalOutlets: [StoryboardDocument.ObjectID: [StoryboardOutlet]] {
    outlets.filter { nib.archivedClass(of: $0.key) == "UIProxyObject" }.sorted { $0.key < $1.key }
      .reduce(into: [:]) { $0[resolve($1.key), default: []] += $1.value }
  }

  // MARK: Views

  /// Returns the top-level object that is a view: that of the outlet `view`, else the first one.
  mutating func rootView() -> StoryboardView? {
    let tops = nib.references("UINibTopLevelObjectsKey", of: nib.graph.root)
    let named = ownersOutlets.first { $0.name == "view" }?.destination
    let candidates = tops.filter {
      nib.archivedClass(of: $0) != "UIProxyObject" && nib.numbers("UIBounds", of: $0) != nil
    }
    return (candidates.first { nib.id($0) == named } ?? candidates.first).flatMap { view($0) }
  }

  /// Reads a view and those inside it. A view that was already read is left out: a damaged nib may have cycles.
  mutating func view(_ index: Int, depth: Int = 0) -> StoryboardView? {
    guard depth < StoryboardView.maximumDepth else {
      report("interface-limit", index, "Views are nested more than \(StoryboardView.maximumDepth) deep")
      return nil
    }
    guard visited.insert(index).inserted else { return nil }
    guard remainingViews > 0 else {
      report("interface-limit", index, "The nib has more views than are read")
      return nil
    }
    remainingViews -= 1
    let className = nib.className(of: index)
    var view = StoryboardView(id: nib.id(index), className: className, frame: frame(of: index))
    view.autoresizing = StoryboardAutoresizing(rawValue: nib.graph.integer(of: "UIAutoresizingMask", in: index) ?? 0)
    view.usesAutoresizing =
      !(nib.boolean("UIViewDoesNotTranslateAutoresizingMaskIntoConstraints", of: index) ?? false)
    view.properties = values.properties(of: index, className: className.base)
    view.outlets = outlets(of: index)
    view.actions = actions(of: index)
    view.attributes = attributes(of: index)
    readButton(index, into: &view)
    readParts(of: index, into: &view, depth: depth)
    if className.base == "UITableView", view.prototypes.isEmpty { readSections(into: &view, depth: depth) }
    for subview in nib.references("UISubviews", of: index) {
      if nib.archivedClass(of: subview) == "_UILayoutGuide" {
        ignoredConstraints.formUnion(nib.references("_UILayoutGuideConstraintsToRemove", of: subview))
      } else if let read = self.view(subview, depth: depth + 1) {
        view.subviews.append(read)
      }
    }
    for recognizer in nib.references("gestureRecognizers", of: index) + gestureRecognizers(of: view)
    where owned.insert(recognizer).inserted {
      view.actions += actions(of: recognizer)
    }
    for item in nib.references("UIViewAutolayoutConstraints", of: index)
    where !ignoredConstraints.contains(item) && owned.insert(item).inserted {
      if let read = constraint(item) { view.constraints.append(read) }
    }
    if className.base == "UITableViewCell" {
      let labels = ["UITextLabel", "UIDetailTextLabel", "UIImageView"].map { nib.reference($0, of: index).map(nib.id) }
      StandardCell(style: nil, text: labels[0], detail: labels[1], image: labels[2]).constrain(&view)
    }
    return view
  }

  private func gestureRecognizers(of view: StoryboardView) -> [Int] {
    let names = Set(view.outlets.filter { $0.name == "gestureRecognizers" }.map(\.destination))
    guard !names.isEmpty else { return [] }
    let prefix = "\(nib.name)#"
    return names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
      .filter { actions[$0] != nil }.sorted()
  }

  private func frame(of index: Int) -> StoryboardFrame {
    let bounds = nib.numbers("UIBounds", of: index) ?? []
    guard bounds.count == 4 else {
      let frame = nib.numbers("UIFrame", of: index) ?? []
      return frame.count == 4
        ? StoryboardFrame(x: frame[0], y: frame[1], width: frame[2], height: frame[3]) : StoryboardFrame()
    }
    let center = nib.numbers("UICenter", of: index) ?? []
    guard center.count == 2 else { return StoryboardFrame(width: bounds[2], height: bounds[3]) }
    return StoryboardFrame(
      x: center[0] - bounds[2] / 2, y: center[1] - bounds[3] / 2, width: bounds[2], height: bounds[3])
  }

  /// Reads the texts and pictures of a button, which it has for each state.
  private func readButton(_ index: Int, into view: inout StoryboardView) {
    for (state, value) in nib.entries("UIButtonStatefulContent", of: index) where state == "0" {
      guard let content = nib.reference(value) else { continue }
      view.properties["title"] = nib.value("UITitle", of: content).flatMap { values.text($0) }
      view.properties["titleColor"] = nib.value("UITitleColor", of: content).flatMap { values.color($0) }.map {
        .color($0)
      }
      for (key, name) in [("UIImage", "image"), ("UIBackgroundImage", "backgroundImage")] {
        view.properties[name] = nib.value(key, of: content).flatMap { values.image($0) }.map { .image($0) }
      }
    }
  }

  private static let partKeys = [
    ("UITableHeaderView", "tableHeaderView"), ("UITableFooterView", "tableFooterView"),
    ("UITableViewBackgroundView", "backgroundView"), ("UIContentView", "contentView"),
    ("UIRefreshControl", "refreshControl"),
  ]

  private mutating func readParts(of index: Int, into view: inout StoryboardView, depth: Int) {
    for (key, name) in Self.partKeys {
      guard let part = nib.reference(key, of: index), nib.numbers("UIBounds", of: part) != nil else { continue }
      view.parts[name] = self.view(part, depth: depth + 1)
    }
    if let identifier = nib.text("UIReuseIdentifier", of: index) {
      view.properties["reuseIdentifier"] = .text(identifier)
    }
    if let layout = nib.reference("UICollectionViewLayout", of: index)
      ?? nib.reference("UICollectionLayout", of: index)
    {
      readFlow(layout, into: &view)
    }
    for prefix in ["UITableView", "UICollectionView"] {
      readPrototypes(prefix, of: index, into: &view)
    }
  }

  private func readFlow(_ layout: Int, into view: inout StoryboardView) {
    if let size = nib.numbers("UIItemSize", of: layout), size.count == 2 {
      view.properties["itemSize"] = .list(size.map(StoryboardValue.number))
    }
    view.properties["minimumLineSpacing"] = nib.number("UILineSpacing", of: layout).map(StoryboardValue.number)
    view.properties["minimumInteritemSpacing"] = nib.number("UIInteritemSpacing", of: layout).map(
      StoryboardValue.number)
    view.properties["scrollDirection"] = nib.integer("UIScrollDirection", of: layout).map {
      .text($0 == 1 ? "horizontal" : "vertical")
    }
  }

  /// Reads the prototypes of a table or collection: each is a nib of its own, with its own placeholders.
  private mutating func readPrototypes(_ prefix: String, of index: Int, into view: inout StoryboardView) {
    let tables = nib.entries(prefix + "CellPrototypeNibExternalObjects", of: index)
    for (name, value) in nib.entries(prefix + "CellPrototypeNibs", of: index) {
      guard let holder = nib.reference(value), let bytes = nib.graph.data(of: "archiveData", in: holder) else {
        continue
      }
      guard remainingViews > 0 else { return report("interface-limit", index, "The nib has more views than are read") }
      guard depth < Self.maximumNibDepth else {
        report("interface-limit", index, "Prototypes are nested more than \(Self.maximumNibDepth) deep")
        continue
      }
      var placeholders: ExternalObjects = [:]
      if let table = tables.first(where: { $0.key == name }).flatMap({ nib.reference($0.value) }) {
        for entry in nib.graph.entries(of: table) {
          placeholders[entry.key] = nib.reference(entry.value).map { resolve($0) }
        }
      }
      // A prototype costs as much as its size, also one without views or one that cannot be read.
      remainingViews = max(0, remainingViews - 1 - bytes.count / 2048)
      do throws(XcodeFileError) {
        let graph = try NibFile.objects(of: bytes)
        var reader = NibViewReader(
          NibObjects(graph, name: "\(nib.name)/\(name)"), external: placeholders, depth: depth + 1,
          maximumViews: remainingViews)
        if let cell = reader.rootView() { view.prototypes.append((name, cell)) }
        remainingViews = min(remainingViews, reader.remainingViews)
        diagnostics += reader.diagnostics
      } catch {
        report("interface-file", holder, "The prototype '\(name)' cannot be read: \(error.reason)")
      }
    }
  }

  /// Reads the sections of a table whose rows are fixed. They belong to its data source, an object of the nib, and are
  /// recognized by their class and the kinds of their values.
  private mutating func readSections(into view: inout StoryboardView, depth: Int) {
    // A nib does not say whose they are: the first table gets all.
    let objects = sectionObjects
    sectionObjects = []
    for object in objects {
      var section = StoryboardTableSection()
      for (key, value) in nib.graph[object]?.values ?? [] {
        if let text = values.text(value) {
          if key.contains("Header") { section.header = text }
          if key.contains("Footer") { section.footer = text }
        }
        guard let list = nib.reference(value) else { continue }
        let rows = nib.graph.elements(of: list).prefix(remainingConnections).compactMap(nib.reference)
        remainingConnections -= rows.count
        for row in rows
        where ViewTable.lineage(of: nib.className(of: row).base).contains("UITableViewCell") {
          if let read = self.view(row, depth: depth + 1) { section.rows.append(read) }
        }
      }
      view.sections.append(section)
    }
  }

  private mutating func report(_ rule: String, _ index: Int, _ message: String) {
    guard diagnostics.count < Self.maximumDiagnostics else { return }
    diagnostics.append(Diagnostic(.warning, rule: rule, message: "\(message) (object \(nib.id(index)))"))
  }
}
