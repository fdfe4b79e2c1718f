import TesseraXcodeFiles

/// Reads the views of a scene of Interface Builder's documents.
struct SourceViewReader {
  /// The segues that the views start, in order.
  private(set) var segues: [(source: XMLTreeElement, segue: XMLTreeElement)] = []

  /// The layout guides of the document by their IDs.
  private let guides: [String: StoryboardConstraint.Item]
  private let values: SourceValueReader

  init(_ document: SourceDocument) { (guides, values) = (document.guides, document.values) }

  /// Reads a view and those inside it.
  mutating func view(_ object: XMLTreeElement, depth: Int = 0) -> StoryboardView? {
    guard depth < StoryboardView.maximumDepth, let id = object.id else { return nil }
    let base = ViewTable.className(ofElement: object.name)
    var view = StoryboardView(
      id: id, className: StoryboardClassName(base, custom: object["customClass"]),
      frame: object.frame ?? StoryboardFrame())
    if let mask = object.value("autoresizingMask") { view.autoresizing = Self.autoresizing(of: mask) }
    // Xcode adds constraints to views without any for exactly their frames when it builds the app.
    view.usesAutoresizing =
      object.boolean("fixedFrame") ?? false || object.boolean("translatesAutoresizingMaskIntoConstraints") ?? true
    view.properties = values.properties(of: object, className: base)
    view.attributes = attributes(of: object)
    readConnections(of: object, into: &view)
    readParts(of: object, into: &view, depth: depth)
    view.subviews = object.objects("subviews").compactMap { self.view($0, depth: depth + 1) }
    view.constraints = object.children(named: "constraints").flatMap { $0.children(named: "constraint") }
      .compactMap { (try? constraint($0, of: object)).flatMap(\.self) }
    readVariations(of: object, into: &view)
    let cell = StandardCell(
      style: object["style"], text: object["textLabel"], detail: object["detailTextLabel"], image: object["imageView"])
    if base == "UITableViewCell" { cell.constrain(&view) }
    return view
  }

  func attributes(of object: XMLTreeElement) -> [StoryboardAttribute] {
    let accessibility = object.record("accessibilityConfiguration")
    let spoken = [("label", "accessibilityLabel"), ("hint", "accessibilityHint")].compactMap { key, name in
      accessibility?[key].map { StoryboardAttribute(keyPath: name, value: .text($0)) }
    }
    return spoken + values.attributes(of: object)
  }

  private mutating func readConnections(of object: XMLTreeElement, into view: inout StoryboardView) {
    view.actions += actions(of: object)
    view.outlets = object.outlets
    for segue in object.connections where segue.name == "segue" && segue["kind"] != "embed" {
      guard object.name.hasSuffix("Cell"), let id = segue.id else { continue }
      let name = segue["trigger"] == "accessoryAction" ? "accessoryActionSegueTemplate" : "selectionSegueTemplate"
      view.outlets.append(StoryboardOutlet(name: name, destination: id))
    }
  }

  /// Returns what an object sends, and notes the segues that it starts.
  mutating func actions(of object: XMLTreeElement) -> [StoryboardAction] {
    var found: [StoryboardAction] = []
    for connection in object.connections {
      switch connection.name {
      case "action":
        found.append(
          StoryboardAction(
            event: Self.event(connection["eventType"], of: object), selector: connection["selector"] ?? "",
            destination: connection["destination"] ?? ""))
      case "segue":
        segues.append((object, connection))
        guard connection["kind"] != "embed", !object.name.hasSuffix("Cell"), let id = connection.id else { continue }
        found.append(StoryboardAction(event: Self.event(nil, of: object), selector: "perform:", destination: id))
      default: continue
      }
    }
    return found
  }

  private static func event(_ name: String?, of object: XMLTreeElement) -> StoryboardAction.Event {
    guard let name else { return object.name == "longPressGestureRecognizer" ? .longPress : .press }
    if object.name == "refreshControl" { return .refresh }
    return WordTable.events[name] ?? .other
  }

  private mutating func readParts(of object: XMLTreeElement, into view: inout StoryboardView, depth: Int) {
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

  private func readVariations(of object: XMLTreeElement, into view: inout StoryboardView) {
    let variations = SourceVariation.all(of: object)
    for variation in variations {
      let properties = values.properties(of: variation.element, className: view.className.base)
      if !properties.isEmpty {
        view.variations.append(StoryboardVariation(traits: variation.traits, value: properties))
      }
    }
    guard variations.contains(where: { !$0.included.isEmpty || !$0.excluded.isEmpty }) else { return }
    for index in view.subviews.indices {
      view.subviews[index].installation = Self.installation(of: view.subviews[index].id, variations)
    }
    for index in view.constraints.indices {
      view.constraints[index].installation = Self.installation(of: view.constraints[index].id, variations)
    }
    let missing = Set(view.subviews.filter(\.installation.isNever).map(\.id))
    view.subviews.removeAll { missing.contains($0.id) }
    view.constraints.removeAll { constraint in
      constraint.installation.isNever
        || [constraint.first, constraint.second].contains { $0?.viewID.map(missing.contains) == true }
    }
  }

  private static func installation(
    of id: String, _ variations: [SourceVariation]
  ) -> StoryboardInstallation {
    var installation = StoryboardInstallation()
    for variation in variations {
      let isInstalled = variation.included.contains(id)
      guard isInstalled || variation.excluded.contains(id) else { continue }
      if variation.traits.specificity == 0 {
        installation.isInstalled = isInstalled
      } else {
        installation.exceptions.append(StoryboardVariation(traits: variation.traits, value: isInstalled))
      }
    }
    return installation
  }

  private mutating func section(_ object: XMLTreeElement, depth: Int) -> StoryboardTableSection {
    func title(_ key: String) -> StoryboardValue? {
      values.text(key, of: object).map { object.localized($0, as: key) }
    }
    var section = StoryboardTableSection()
    (section.header, section.footer) = (title("headerTitle"), title("footerTitle"))
    for cell in object.objects("cells") {
      if let read = view(cell, depth: depth + 1) { section.rows.append(read) }
    }
    return section
  }

  // MARK: Constraints

  /// Returns a constraint; `nil` if it is only for the design.
  /// - Parameter owner: The view that has it, which is left out where it is one of the items.
  func constraint(_ element: XMLTreeElement, of owner: XMLTreeElement) throws(XcodeFileError) -> StoryboardConstraint? {
    func problem(_ words: String) -> XcodeFileError { XcodeFileError("A constraint \(words), at line \(element.line)") }
    func side(_ item: String, _ name: String) throws(XcodeFileError)
      -> (StoryboardConstraint.Item, StoryboardConstraint.Attribute)
    {
      if let inner = Self.margins[name] { return (.margins(of: item), inner) }
      guard let attribute = name == "baseline" ? .lastBaseline : StoryboardConstraint.Attribute(rawValue: name) else {
        throw problem("has the unknown attribute '\(name)'")
      }
      return (guides[item] ?? .view(item), attribute)
    }
    guard let item = element["firstItem"] ?? owner.id else { throw problem("has no first item") }
    let (first, firstAttribute) = try side(item, element["firstAttribute"] ?? "")
    guard let relation = Self.relations[element["relation"] ?? "equal"] else {
      throw problem("has the unknown relation '\(element["relation"] ?? "")'")
    }
    var result = StoryboardConstraint(
      id: element.id ?? "", first: first, firstAttribute: firstAttribute, relation: relation)
    if let name = element["secondAttribute"], let item = element["secondItem"] ?? owner.id {
      (result.second, result.secondAttribute) = try side(item, name)
    }
    if let text = element["multiplier"] {
      guard let multiplier = Self.multiplier(text) else { throw problem("has the unreadable multiplier '\(text)'") }
      result.multiplier = multiplier
    }
    guard element.id != nil, element.boolean("placeholder") != true else { return nil }
    result.constant = element.number("constant") ?? 0
    result.hasStandardConstant = element.boolean("symbolic") ?? false
    result.priority = element.number("priority") ?? 1000
    result.attributes = values.attributes(of: element)
    result.variations = SourceVariation.all(of: element).map { variation in
      let varied = variation.element
      return StoryboardVariation(
        traits: variation.traits,
        value: StoryboardConstraintValues(constant: varied.number("constant"), priority: varied.number("priority")))
    }
    return result
  }

  private static let relations: [String: StoryboardConstraint.Relation] = [
    "equal": .equal, "lessThanOrEqual": .lessThanOrEqual, "greaterThanOrEqual": .greaterThanOrEqual,
  ]

  private static let margins: [String: StoryboardConstraint.Attribute] = [
    "leftMargin": .left, "rightMargin": .right, "topMargin": .top, "bottomMargin": .bottom, "leadingMargin": .leading,
    "trailingMargin": .trailing, "centerXWithinMargins": .centerX, "centerYWithinMargins": .centerY,
  ]

  /// A number, or a ratio such as `16:9` or `2/3`.
  private static func multiplier(_ text: String) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, numbers.count <= 2 else { return nil }
    let multiplier = numbers.count == 1 ? numbers[0] : numbers[0] / numbers[1]
    return multiplier.isFinite ? multiplier : nil
  }

  private static func autoresizing(of element: XMLTreeElement) -> StoryboardAutoresizing {
    let options: [(attribute: String, option: StoryboardAutoresizing)] = [
      ("flexibleMinX", .flexibleMinX), ("widthSizable", .widthSizable), ("flexibleMaxX", .flexibleMaxX),
      ("flexibleMinY", .flexibleMinY), ("heightSizable", .heightSizable), ("flexibleMaxY", .flexibleMaxY),
    ]
    return StoryboardAutoresizing(options.filter { element.boolean($0.attribute) == true }.map(\.option))
  }
}

/// What differs of an object or a constraint for some size classes.
private struct SourceVariation {
  let traits: StoryboardTraits
  /// An element with the attributes and values that differ, and the ID of the object.
  var element: XMLTreeElement
  /// The IDs of subviews and constraints that are there, and of those that are not.
  var included: Set<String> = []
  var excluded: Set<String> = []

  /// Returns one variation for each size class, of which a document can repeat any: what comes later wins.
  static func all(of object: XMLTreeElement) -> [SourceVariation] {
    var all: [SourceVariation] = []
    var indexes: [StoryboardTraits: Int] = [:]
    for variation in object.children(named: "variation") {
      let traits = StoryboardTraits(variation["key"] ?? "default")
      let index = indexes[traits] ?? all.count
      if indexes.updateValue(index, forKey: traits) == nil {
        var element = XMLTreeElement(name: object.name)
        element.attributes["id"] = object.id
        all.append(SourceVariation(traits: traits, element: element))
      }
      all[index].element.attributes.merge(variation.attributes.filter { $0.key != "key" && $0.key != "id" }) { $1 }
      all[index].element.children += variation.children.filter { $0.isValue && $0["key"] != nil }
      for change in variation.children(named: "mask").flatMap(\.children) {
        guard let id = change["reference"] else { continue }
        if change.name == "include" { all[index].included.insert(id) }
        if change.name == "exclude" { all[index].excluded.insert(id) }
      }
    }
    return all
  }
}
