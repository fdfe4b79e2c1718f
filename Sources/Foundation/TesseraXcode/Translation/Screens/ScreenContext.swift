import TesseraValues

/// What the translation of one screen knows and collects.
struct ScreenContext {
  let controller: StoryboardController
  /// The screens of the bundle, by the keys of controllers.
  let directory: ScreenDirectory
  var identifiers: IdentifierTable
  private(set) var diagnostics: [Diagnostic] = []
  /// What the storyboard connects that schemes do, too.
  var scheme = SchemeSections()
  /// Whether the bundle has a scheme for the screen.
  let hasScheme: Bool
  /// Constraints that a box has written.
  var usedConstraints: Set<StoryboardDocument.ObjectID> = []
  /// All constraints of the screen, in order.
  private(set) var constraints: [StoryboardConstraint] = []
  /// The places of constraints by the views that they mention.
  private var constraintPlaces: [StoryboardDocument.ObjectID: [Int]] = [:]
  /// Where embedded controllers appear: segues by the places.
  var embedded: [StoryboardDocument.ObjectID: StoryboardSegue] = [:]
  /// The keys of the texts that string tables have.
  var localizedKeys: Set<String> = []
  /// The texts of the storyboard for these keys.
  private(set) var localizedTexts: [String: String] = [:]
  /// The views that show the content of rows.
  var rowContents: Set<StoryboardDocument.ObjectID> = []
  private var reported: Set<String> = []

  /// - Parameter reservedNames: The names that the scheme uses; `nil` if there is none.
  init(_ controller: StoryboardController, directory: ScreenDirectory, reservedNames: Set<String>?) {
    (self.controller, self.directory) = (controller, directory)
    hasScheme = reservedNames != nil
    identifiers = IdentifierTable(reserved: reservedNames ?? [], outlets: controller.outlets)
    for segue in controller.segues where segue.kind == .embed {
      if let place = segue.presentation { embedded[place] = segue }
    }
    var views: [StoryboardView] = []
    if let view = controller.view { views.append(view) }
    if let item = controller.navigationItem {
      views += [item.titleView].compactMap(\.self)
      for button in item.leftItems + item.rightItems {
        register(button.attributes, for: button.id)
        if let view = button.customView { views.append(view) }
      }
    }
    for object in controller.objects { register(object.attributes, for: object.id) }
    for view in views { collect(view) }
  }

  /// Gives names to the objects that others are connected to, before components are written.
  mutating func nameConnectedObjects() {
    var wanted: Set<StoryboardDocument.ObjectID> = []
    for object in controller.objects { wanted.formUnion(object.outlets.map(\.destination)) }
    var pending = [controller.view].compactMap(\.self)
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
    for object in controller.objects {
      let type = object.className.custom ?? object.className.base
      _ = identifiers.name(of: object.id, suggestion: type.prefix(1).lowercased() + type.dropFirst())
    }
  }

  /// Registers the names of a view and of those inside it, and collects their constraints.
  private mutating func collect(_ view: StoryboardView) {
    register(view.attributes, for: view.id)
    for constraint in view.constraints {
      register(constraint.attributes, for: constraint.id)
      for id in Set([constraint.first, constraint.second].compactMap { $0?.viewID }) {
        constraintPlaces[id, default: []].append(constraints.count)
      }
      constraints.append(constraint)
    }
    for inner in view.innerViews { collect(inner) }
  }

  private mutating func register(_ attributes: [StoryboardAttribute], for id: StoryboardDocument.ObjectID) {
    for attribute in attributes {
      guard case .identifier? = AttributeTable.target(of: attribute.keyPath), let name = attribute.value.string else {
        continue
      }
      if !identifiers.register(name, for: id) {
        report("interface-identifier", "Several objects have the identifier '\(name)'; only the first one keeps it", id)
      }
    }
  }

  /// Returns the name of an image of the bundle; `nil` if there is none.
  func image(named name: String) -> JSONNode? {
    var candidates = [name]
    // Images beside the catalogue may be named with their extension.
    if let dot = name.lastIndex(of: "."), dot > name.startIndex,
      ImageFormat(fileExtension: name[name.index(after: dot)...].lowercased()) != nil
    {
      candidates.append(String(name[..<dot]))
    }
    let ours = candidates.map(ScreenNames.portable)
    guard let known = directory.imageNames else { return ours.last.map { .text($0) } }
    return ours.first(where: known.contains).map { .text($0) }
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
    case .text(let text), .image(let text): return .text(LiteralText.escaped(text))
    case .color(let color): return .text(ColorTable.text(of: color))
    case .font(let font): return .number(font.size)
    case .list(let values): return .list(values.map { node(of: $0) })
    }
  }

  /// Returns the constraints that mention a view and are not written yet, in order.
  func constraints(mentioning views: some Sequence<StoryboardDocument.ObjectID>) -> [StoryboardConstraint] {
    let places = Set(views.flatMap { constraintPlaces[$0] ?? [] })
    return places.sorted().map { constraints[$0] }.filter { !usedConstraints.contains($0.id) }
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
  /// The names of the bundle's images; `nil` if they are not known.
  var imageNames: Set<String>?
  /// The colour of texts without one; `nil` for the one that adapts to light and dark.
  var textColor: String?
  var document: StoryboardDocument

  struct Tab {
    var title: StoryboardValue?
    var screen: String
    var key: String
  }

  init(_ document: StoryboardDocument) { self.document = document }

  /// Returns the screen that a controller shows: its own, or that of the first controller inside it.
  func screen(of key: String) -> String? { contents[key].flatMap { names[$0] } }

  /// Returns whether a controller brings a bar of its own, so that it cannot be pushed.
  func isContainer(_ key: String) -> Bool {
    guard let controller = document.controller(key) else { return false }
    return controller.kind != .content
  }
}
