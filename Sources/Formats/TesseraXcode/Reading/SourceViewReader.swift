import TesseraXcodeFiles

/// Reads the views of a scene of Interface Builder's documents.
struct SourceViewReader {
  /// The layout guides of the document by their IDs.
  let guides: [String: StoryboardConstraint.Item]
  /// The segues that the views start, in order.
  private(set) var segues: [(source: InterfaceObject, connection: InterfaceConnection, segue: InterfaceSegue)] = []

  private let values: SourceValueReader

  init(guides: [String: StoryboardConstraint.Item], values: SourceValueReader) {
    (self.guides, self.values) = (guides, values)
  }

  /// Returns the layout guides of a document.
  static func guides(of document: InterfaceDocument) -> [String: StoryboardConstraint.Item] {
    var guides: [String: StoryboardConstraint.Item] = [:]
    for object in document.objectsByID.values {
      for child in object.children {
        guard let id = child.object.id else { continue }
        switch child.object.elementName {
        case "viewControllerLayoutGuide":
          guides[id] = child.object["type"] == "top" ? .topGuide : .bottomGuide
        case "viewLayoutGuide":
          switch child.relation {
          case "contentLayoutGuide": guides[id] = .scrollContent(of: object.id)
          case "frameLayoutGuide": guides[id] = .scrollFrame(of: object.id)
          case "layoutMarginsGuide", "margins": guides[id] = .margins(of: object.id)
          default: guides[id] = .safeArea(of: object.id)
          }
        default: continue
        }
      }
    }
    return guides
  }

  /// Reads a view and those inside it.
  mutating func view(_ object: InterfaceObject, depth: Int = 0) -> StoryboardView? {
    guard depth < StoryboardView.maximumDepth, let id = object.id else { return nil }
    let base = ViewTable.className(ofElement: object.elementName)
    let frame = object.frame.map { StoryboardFrame(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    var view = StoryboardView(
      id: id, className: StoryboardClassName(base, custom: object.customClass), frame: frame ?? StoryboardFrame())
    if case .autoresizing(let mask)? = object.value("autoresizingMask") { view.autoresizing = mask }
    // Xcode adds constraints to views without any for exactly their frames when it builds the app.
    view.usesAutoresizing =
      object.boolean("fixedFrame") ?? false || object.boolean("translatesAutoresizingMaskIntoConstraints") ?? true
    view.properties = values.properties(of: object, className: base)
    view.attributes = attributes(of: object)
    readConnections(of: object, into: &view)
    readParts(of: object, into: &view, depth: depth)
    view.subviews = object.objects("subviews").compactMap { self.view($0, depth: depth + 1) }
    view.constraints = object.constraints.compactMap { constraint($0) }
    readVariations(of: object, into: &view)
    let cell = StandardCell(
      style: object["style"], text: object["textLabel"], detail: object["detailTextLabel"], image: object["imageView"])
    if base == "UITableViewCell" { cell.constrain(&view) }
    return view
  }

  func attributes(of object: InterfaceObject) -> [StoryboardAttribute] {
    let accessibility = object.record("accessibilityConfiguration")
    let spoken = [("label", "accessibilityLabel"), ("hint", "accessibilityHint")].compactMap { key, name in
      accessibility?[key].map { StoryboardAttribute(keyPath: name, value: .text($0)) }
    }
    return spoken + values.attributes(object.runtimeAttributes)
  }

  private mutating func readConnections(of object: InterfaceObject, into view: inout StoryboardView) {
    view.actions += actions(of: object)
    view.outlets = object.outlets
    for connection in object.connections {
      switch connection.kind {
      case .segue(let segue) where segue.kind != "embed" && object.elementName.hasSuffix("Cell"):
        if let id = connection.id {
          let isAccessory = segue.trigger == "accessoryAction"
          view.outlets.append(
            StoryboardOutlet(
              name: isAccessory ? "accessoryActionSegueTemplate" : "selectionSegueTemplate", destination: id))
        }
      default: continue
      }
    }
  }

  /// Returns what an object sends, and notes the segues that it starts.
  mutating func actions(of object: InterfaceObject) -> [StoryboardAction] {
    var found: [StoryboardAction] = []
    for connection in object.connections {
      switch connection.kind {
      case .action(let selector, let event):
        found.append(
          StoryboardAction(
            event: Self.event(event, of: object), selector: selector, destination: connection.destinationID))
      case .segue(let segue):
        segues.append((object, connection, segue))
        guard segue.kind != "embed", !object.elementName.hasSuffix("Cell"), let id = connection.id else { continue }
        found.append(StoryboardAction(event: Self.event(nil, of: object), selector: "perform:", destination: id))
      default: continue
      }
    }
    return found
  }

  private static func event(_ name: String?, of object: InterfaceObject) -> StoryboardAction.Event {
    guard let name else { return object.elementName == "longPressGestureRecognizer" ? .longPress : .press }
    if object.elementName == "refreshControl" { return .refresh }
    return WordTable.events[name] ?? .other
  }

  private mutating func readParts(of object: InterfaceObject, into view: inout StoryboardView, depth: Int) {
    for key in ["tableHeaderView", "tableFooterView", "contentView", "refreshControl"] {
      let part = object.object(key) ?? (key == "contentView" ? object.object("tableViewCellContentView") : nil)
      guard let part else { continue }
      view.parts[key] = self.view(part, depth: depth + 1)
    }
    for cell in object.objects("prototypes") + object.objects("cells") {
      guard let read = self.view(cell, depth: depth + 1) else { continue }
      view.prototypes.append((cell["reuseIdentifier"] ?? "Cell", read))
    }
    for section in object.objects("sections") { view.sections.append(self.section(section, depth: depth)) }
    for name in ["sectionHeaderView", "sectionFooterView"] {
      guard let part = object.object(name), let read = self.view(part, depth: depth + 1) else { continue }
      view.prototypes.append((part["reuseIdentifier"] ?? (name == "sectionHeaderView" ? "Header" : "Footer"), read))
    }
    if let identifier = object["reuseIdentifier"] { view.properties["reuseIdentifier"] = .text(identifier) }
    if let layout = object.object("collectionViewLayout") {
      for name in ["minimumLineSpacing", "minimumInteritemSpacing"] {
        view.properties[name] = layout.number(name).map(StoryboardValue.number)
      }
      view.properties["scrollDirection"] = layout["scrollDirection"].map(StoryboardValue.text)
      view.properties["itemSize"] = layout.value("itemSize").flatMap { values.value(of: $0) }
    }
  }

  // MARK: Size classes

  private func readVariations(of object: InterfaceObject, into view: inout StoryboardView) {
    let variations = InterfaceVariation.merged(object.variations)
    for (traits, variation) in variations {
      var varied = object
      (varied.attributes, varied.values) = (variation.attributes, variation.values)
      let properties = values.properties(of: varied, className: view.className.base)
      if !properties.isEmpty {
        view.variations.append(
          StoryboardVariation(traits: traits, value: properties))
      }
    }
    guard variations.contains(where: { !$0.variation.included.isEmpty || !$0.variation.excluded.isEmpty }) else {
      return
    }
    for place in view.subviews.indices {
      view.subviews[place].installation = Self.installation(of: view.subviews[place].id, variations)
    }
    for place in view.constraints.indices {
      view.constraints[place].installation = Self.installation(of: view.constraints[place].id, variations)
    }
    let missing = Set(view.subviews.filter(\.installation.isNever).map(\.id))
    view.subviews.removeAll { missing.contains($0.id) }
    view.constraints.removeAll { constraint in
      constraint.installation.isNever
        || [constraint.first, constraint.second].contains { $0?.viewID.map(missing.contains) == true }
    }
  }

  private static func installation(
    of id: String, _ variations: [(traits: StoryboardTraits, variation: InterfaceVariation)]
  ) -> StoryboardInstallation {
    var installation = StoryboardInstallation()
    for (traits, variation) in variations {
      let isInstalled = variation.included.contains(id)
      guard isInstalled || variation.excluded.contains(id) else { continue }
      if traits.specificity == 0 {
        installation.isInstalled = isInstalled
      } else {
        installation.exceptions.append(StoryboardVariation(traits: traits, value: isInstalled))
      }
    }
    return installation
  }

  private mutating func section(_ object: InterfaceObject, depth: Int) -> StoryboardTableSection {
    func title(_ key: String) -> StoryboardValue? {
      object.text(key).map { text in object.id.map { .localized(text, key: "\($0).\(key)") } ?? .text(text) }
    }
    var section = StoryboardTableSection()
    (section.header, section.footer) = (title("headerTitle"), title("footerTitle"))
    for cell in object.objects("cells") {
      if let read = view(cell, depth: depth + 1) { section.rows.append(read) }
    }
    return section
  }

  // MARK: Constraints

  private func constraint(_ constraint: InterfaceConstraint) -> StoryboardConstraint? {
    guard !constraint.isPlaceholder, let id = constraint.id,
      let (first, firstAttribute) = side(constraint.firstItemID, constraint.firstAttribute)
    else { return nil }
    var result = StoryboardConstraint(id: id, first: first, firstAttribute: firstAttribute)
    switch constraint.relation {
    case .equal: result.relation = .equal
    case .lessThanOrEqual: result.relation = .lessThanOrEqual
    case .greaterThanOrEqual: result.relation = .greaterThanOrEqual
    }
    if let item = constraint.secondItemID, let attribute = constraint.secondAttribute {
      guard let (second, secondAttribute) = side(item, attribute) else { return nil }
      (result.second, result.secondAttribute) = (second, secondAttribute)
    }
    result.multiplier = constraint.multiplier
    result.constant = constraint.constant
    result.hasStandardConstant = constraint.isStandardDistance
    result.priority = constraint.priority
    result.attributes = values.attributes(constraint.runtimeAttributes)
    result.variations = InterfaceVariation.merged(constraint.variations).map { traits, variation in
      let numbers = ["constant", "priority"].map { name in
        variation.attributes[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
      }
      return StoryboardVariation(
        traits: traits,
        value: StoryboardConstraintValues(constant: numbers[0], priority: numbers[1]))
    }
    return result
  }

  private static let margins: [InterfaceConstraint.Attribute: StoryboardConstraint.Attribute] = [
    .leftMargin: .left, .rightMargin: .right, .topMargin: .top, .bottomMargin: .bottom, .leadingMargin: .leading,
    .trailingMargin: .trailing, .centerXWithinMargins: .centerX, .centerYWithinMargins: .centerY,
  ]

  private func side(
    _ id: String, _ attribute: InterfaceConstraint.Attribute
  ) -> (StoryboardConstraint.Item, StoryboardConstraint.Attribute)? {
    let item = guides[id] ?? .view(id)
    if let inner = Self.margins[attribute] { return (.margins(of: id), inner) }
    if attribute == .baseline { return (item, .lastBaseline) }
    return StoryboardConstraint.Attribute(rawValue: attribute.rawValue).map { (item, $0) }
  }
}

extension InterfaceObject {
  /// What its outlets are connected to.
  var outlets: [StoryboardOutlet] {
    connections.compactMap { connection in
      switch connection.kind {
      case .outlet(let name), .outletCollection(let name):
        StoryboardOutlet(name: name, destination: connection.destinationID)
      default: nil
      }
    }
  }
}
