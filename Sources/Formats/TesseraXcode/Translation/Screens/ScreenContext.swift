import TesseraValues
import TesseraXcodeFiles

/// What the translation of one screen knows and collects.
struct ScreenContext {
  /// The controller whose views are being written: that of the screen, or one within it.
  var controller: StoryboardController
  /// The controllers whose views the screen shows: its own first, then those within it.
  let parts: [StoryboardController]
  /// The keys of the controllers that a place was found for.
  private var placed: Set<String>
  /// The screens of the bundle, by the keys of controllers.
  let directory: ScreenDirectory
  var identifiers: IdentifierTable
  private(set) var diagnostics: [Diagnostic] = []
  /// What the storyboard connects that schemes do, too.
  var scheme = SchemeSections()
  /// Constraints that a box has written.
  var usedConstraints: Set<StoryboardDocument.ObjectID> = []
  /// All constraints of the screen, in order.
  private(set) var constraints: [StoryboardConstraint] = []
  /// The indexes of constraints by the views that they mention.
  private var constraintIndexes: [StoryboardDocument.ObjectID: [Int]] = [:]
  /// All views of the screen.
  private(set) var viewIDs: Set<StoryboardDocument.ObjectID> = []
  /// The views that became components, or parts of one.
  var writtenViewIDs: Set<StoryboardDocument.ObjectID> = []
  /// Where embedded controllers appear: segues by the places.
  var embedded: [StoryboardDocument.ObjectID: StoryboardSegue] = [:]
  /// The keys of the texts that string tables have.
  var localizedKeys: Set<String> = []
  /// The texts of the storyboard for these keys.
  private(set) var localizedTexts: [String: String] = [:]
  /// The name of the screen's context, if it has one.
  var dataName: String?
  /// The views that show the content of rows.
  var rowContents: Set<StoryboardDocument.ObjectID> = []
  private var reported: Set<String> = []

  init(_ controller: StoryboardController, directory: ScreenDirectory) {
    (self.controller, self.directory) = (controller, directory)
    parts = directory.parts(of: controller)
    placed = []
    let schemes = parts.compactMap { directory.scheme(of: $0.key) }
    identifiers = IdentifierTable(
      reserved: schemes.reduce(into: []) { $0.formUnion(SchemeSections.names(in: $1)) },
      outlets: parts.flatMap(\.outlets))
    for part in parts { collect(part) }
  }

  /// Registers the names in a controller, and collects its constraints.
  private mutating func collect(_ part: StoryboardController) {
    controller = part
    for segue in part.segues where segue.kind == .embed {
      if let container = segue.presentation { embedded[container] = segue }
    }
    var views: [StoryboardView] = []
    if let view = part.view { views.append(view) }
    if let item = part.navigationItem {
      views += [item.titleView].compactMap(\.self)
      for button in item.leftItems + item.rightItems {
        register(button.attributes, for: button.id)
        if let view = button.customView { views.append(view) }
      }
    }
    for object in part.objects { register(object.attributes, for: object.id) }
    for view in views { collect(view) }
    controller = parts[0]
  }

  /// Finds a place for a controller within the screen.
  /// - Returns: Whether it may be written: it is one of the screen's parts, and has no other place.
  mutating func place(_ part: StoryboardController) -> Bool {
    parts.contains { $0.key == part.key } && placed.insert(part.key).inserted
  }

  /// Gives names to the objects that others are connected to, before components are written.
  mutating func nameConnectedObjects() {
    var wanted: Set<StoryboardDocument.ObjectID> = []
    for object in parts.flatMap(\.objects) { wanted.formUnion(object.outlets.map(\.destination)) }
    var pending = parts.compactMap(\.view)
    var views: [StoryboardView] = []
    while let view = pending.popLast() {
      views.append(view)
      let known = OutletTable.outlets(of: view.className)
      wanted.formUnion(view.outlets.filter { known.contains($0.name) }.map(\.destination))
      wanted.formUnion(view.actions.filter { OutletTable.selector($0.selector) != nil }.map(\.destination))
      if !known.isEmpty { _ = identifiers.name(of: view) }
      pending += view.innerViews
    }
    for view in views.reversed() where wanted.contains(view.id) { _ = identifiers.name(of: view) }
    for object in parts.flatMap(\.objects) {
      let type = object.className.custom ?? object.className.base
      _ = identifiers.name(of: object.id, suggestion: type.prefix(1).lowercased() + type.dropFirst())
    }
  }

  /// Registers the names of a view and of those inside it, and collects their constraints.
  /// - Parameter prototype: The prototype of rows around the view.
  private mutating func collect(_ view: StoryboardView, in prototype: StoryboardDocument.ObjectID? = nil) {
    viewIDs.insert(view.id)
    register(view.attributes, for: view.id, in: prototype)
    for constraint in view.constraints {
      register(constraint.attributes, for: constraint.id, in: prototype)
      for id in Set([constraint.first, constraint.second].compactMap { $0?.viewID }) {
        constraintIndexes[id, default: []].append(constraints.count)
      }
      constraints.append(constraint)
    }
    let prototypes = Set(view.prototypes.map(\.view.id))
    for inner in view.innerViews { collect(inner, in: prototypes.contains(inner.id) ? inner.id : prototype) }
  }

  private mutating func register(
    _ attributes: [StoryboardAttribute], for id: StoryboardDocument.ObjectID,
    in prototype: StoryboardDocument.ObjectID? = nil
  ) {
    for attribute in attributes {
      guard case .identifier? = AttributeTable.target(of: attribute.keyPath), let name = attribute.value.string else {
        continue
      }
      guard !name.isEmpty, !name.contains("@{") else {
        report("interface-identifier", "'\(name)' cannot be an identifier", id)
        continue
      }
      if !identifiers.register(name, for: id, in: prototype) {
        report("interface-identifier", "Several objects have the identifier '\(name)'; only the first one keeps it", id)
      }
    }
  }

  /// Returns the name of an image of the bundle; `nil` if there is none.
  func image(named name: String) -> JSONNode? {
    let candidates = Self.assets(named: name)
    let picture =
      if let pictures = directory.pictures {
        candidates.lazy.compactMap { pictures[$0] }.first
      } else {
        candidates.last.map(PictureNames.fileName)
      }
    return picture.map { .text(LiteralText.escaped($0)) }
  }

  /// Returns how an image of the bundle is drawn.
  func renderingMode(ofImage name: String) -> ImageRenderingMode {
    guard let pictures = directory.pictures, let asset = Self.assets(named: name).first(where: { pictures[$0] != nil })
    else { return .automatic }
    return pictures.renderingMode(of: asset)
  }

  /// Returns the name of an image of the bundle; `nil` if there is none, which is reported.
  /// - Parameter id: The object that shows it.
  mutating func image(_ value: StoryboardValue, of id: StoryboardDocument.ObjectID) -> JSONNode? {
    guard let name = value.string else { return nil }
    if case .symbol = value {
      report(
        "interface-image", "'\(name)' is a symbol of the system, which is not in the bundle", id,
        fix: "Convert the bundle, and use an 'icon', or an image that the bundle has")
      return nil
    }
    if let image = image(named: name) { return image }
    report("interface-image", "The bundle has no image '\(name)'", id)
    return nil
  }

  /// Returns the members of a bar's item that show an image of the bundle; `nil` if there is none, which is reported.
  /// Bars draw images in their tint, unless these say otherwise.
  mutating func barImage(_ value: StoryboardValue, of id: StoryboardDocument.ObjectID) -> [(String, JSONNode)]? {
    guard let image = image(value, of: id) else { return nil }
    let isTinted = value.string.map { renderingMode(ofImage: $0) } != .original
    return [("image", image)] + (isTinted ? [("renderingMode", .text("template"))] : [])
  }

  /// Returns the assets that a name may mean, the likeliest first.
  private static func assets(named name: String) -> [String] {
    var candidates = [name]
    // Images beside the catalogue may be named with their extension.
    if let dot = name.lastIndex(of: "."), dot > name.startIndex,
      ImageFormat(fileExtension: name[name.index(after: dot)...].lowercased()) != nil
    {
      candidates.append(String(name[..<dot]))
    }
    return candidates
  }

  /// Returns a value as it is written.
  mutating func node(of value: StoryboardValue) -> JSONNode {
    switch value {
    case .boolean(let flag): return .flag(flag)
    case .number(let number): return .number(number)
    case .localized(let text, let key):
      guard localizedKeys.contains(key), !key.contains("'") else { return .text(LiteralText.escaped(text)) }
      localizedTexts[key] = text
      return .text("@{text('\(key)')}")
    case .text(let text), .image(let text), .symbol(let text): return .text(LiteralText.escaped(text))
    case .color(let color): return .text(ColorTable.text(of: color))
    case .font(let font): return .number(font.size)
    case .list(let values): return .list(values.map { node(of: $0) })
    }
  }

  /// Returns the constraints that mention a view and are not written yet, in order.
  func constraints(mentioning views: some Sequence<StoryboardDocument.ObjectID>) -> [StoryboardConstraint] {
    let indexes = Set(views.flatMap { constraintIndexes[$0] ?? [] })
    return indexes.sorted().map { constraints[$0] }.filter { !usedConstraints.contains($0.id) }
  }

  /// Returns whether a view shows the content of a row.
  func isRowContent(_ id: StoryboardDocument.ObjectID) -> Bool { rowContents.contains(id) }

  /// Adds a warning about an object, once for each text.
  mutating func report(_ rule: String, _ message: String, _ id: StoryboardDocument.ObjectID, fix: String? = nil) {
    guard reported.insert("\(rule) \(message) \(id)").inserted else { return }
    diagnostics.append(
      Diagnostic(.warning, rule: rule, file: controller.file, message: "\(message) (object \(id))", fix: fix))
  }
}

/// The names of screens and how they are reached.
struct ScreenDirectory {
  /// The names of screens by the keys of their controllers.
  var names: [String: String] = [:]
  /// The navigation controller around a screen, by the keys of both.
  var stacks: [String: String] = [:]
  /// What a container shows first: the key of a controller with a view of its own.
  var contents: [String: String] = [:]
  /// The names of the styles of bars, by the keys of navigation controllers.
  var barStyles: [String: String] = [:]
  /// The tabs beside a screen that is the first of one: the titles, icons and screens.
  var tabs: [String: [Tab]] = [:]
  /// Whether screens still show the views of controllers within them. Each of many screens may contain all others.
  var admitsParts = true
  /// The controllers side by side, by the key of the first one's content.
  var splits: [String: Split] = [:]
  /// The schemes by the names of their screens.
  var schemes: [String: JSONNode] = [:]
  /// The names of the bundle's images; `nil` if they are not known.
  var pictures: PictureNames?
  /// The colour of texts without one; `nil` for the one that adapts to light and dark.
  var textColor: String?
  var document: StoryboardDocument

  /// Two controllers side by side, by their keys: containers, or controllers with views.
  struct Split {
    var master: String
    var detail: String
  }

  struct Tab {
    var title: StoryboardValue?
    /// The name of a standard tab.
    var systemItem: String?
    /// An image or a symbol.
    var image: StoryboardValue?
    var screen: String
    /// The controller with a view.
    var key: String
    /// That controller, or a container around it.
    var controller: String
  }

  init(_ document: StoryboardDocument) { self.document = document }

  /// Returns the screen that a controller shows: its own, or that of the first controller inside it.
  func screen(of key: String) -> String? { contents[key].flatMap { names[$0] } }

  /// Returns the scheme of a controller; `nil` if there is none.
  func scheme(of key: String) -> JSONNode? { names[key].flatMap { schemes[$0] } }

  /// The maximum number of controllers whose views one screen shows. Further ones are left out.
  private static let maximumParts = 50

  /// Returns the controllers whose views a screen shows: its own first, then those within it, each once.
  func parts(of controller: StoryboardController) -> [StoryboardController] {
    var found = [controller]
    var keys: Set = [controller.key]
    var index = 0
    guard admitsParts else { return found }
    while index < found.count {
      for key in innerKeys(of: found[index], isScreen: index == 0)
      where found.count < Self.maximumParts && keys.insert(key).inserted {
        if let inner = document.controller(key) { found.append(inner) }
      }
      index += 1
    }
    return found
  }

  /// Returns the keys of the controllers with views directly within another one.
  /// - Parameter isScreen: Whether the screen is the controller's own. Only there it shows all tabs, or else two sides.
  private func innerKeys(of controller: StoryboardController, isScreen: Bool) -> [String] {
    let embedded = controller.segues.filter { $0.kind == .embed }.compactMap(\.destination)
    var others: [String] = []
    if isScreen {
      if TabRules.isJoined(controller.key, in: self) {
        others = tabs[controller.key, default: []].map(\.controller)
      } else if let detail = splits[controller.key]?.detail {
        others = [detail]
      }
    }
    return (others + embedded).compactMap { contents[$0] }
  }

  /// Returns whether a controller brings a bar of its own, so that it cannot be pushed.
  func isContainer(_ key: String) -> Bool {
    guard let controller = document.controller(key) else { return false }
    return controller.kind != .content
  }
}
