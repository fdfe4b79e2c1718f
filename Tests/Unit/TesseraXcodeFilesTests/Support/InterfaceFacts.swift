import TesseraXcode

/// What a storyboard and its compiled form both say of a controller's views, in the same words.
struct InterfaceFacts {
  /// A line for each fact.
  private(set) var lines: Set<String> = []
  /// The names of views, which do not depend on the form, by their IDs.
  private var names: [String: String] = [:]

  init(of controller: StoryboardController) {
    guard let view = controller.view else { return }
    addName(of: view)
    names[view.id] = "root"
    add(view, isFooter: false)
  }

  private mutating func addName(of view: StoryboardView) {
    names[view.id] = Self.name(of: view)
    for inner in view.innerViews { addName(of: inner) }
  }

  private static func name(of view: StoryboardView) -> String {
    let identifier = view.attributes.first { $0.keyPath == "wx.identifier" }?.value.string
    if let name = identifier ?? view.className.custom { return name }
    if view.className.base == "UIView" { return "view of height \(rounded(view.frame.height))" }
    // Two labels have the same text.
    return view.properties["text"]?.string.map { "\($0) at \(rounded(view.frame.x))" } ?? view.className.base
  }

  private mutating func add(_ view: StoryboardView, isFooter: Bool) {
    // The compiler adds the line below a row.
    guard view.className.base != "_UITableViewCellSeparatorView" else { return }
    let name = names[view.id] ?? ""
    let frame = view.frame
    // The compiler stretches root views, and what stretches with them, to 600 points.
    let stretched = ["UITableView", "UISearchBar", "UITableViewCell"]
    let isStretched = frame.width == 600 || stretched.contains(view.className.base)
    if !isStretched, !isFooter, name != "root" {
      add(name, "frame", [frame.x, frame.y, frame.width, frame.height].map(Self.rounded).joined(separator: " "))
    }
    // Empty texts are not written in storyboards, and the compiler adds priorities of controls.
    let isControl = ["UIButton", "UISearchBar"].contains(view.className.base)
    for (key, value) in view.properties {
      switch (key, value) {
      case ("text", _), ("placeholder", _): if let text = value.string, !text.isEmpty { add(name, key, text) }
      case ("numberOfLines", .number(let number)): add(name, key, Self.rounded(number))
      case ("horizontalHuggingPriority", .number(let number)) where !isControl,
        ("verticalHuggingPriority", .number(let number)) where !isControl:
        add(name, key, Self.rounded(number))
      case ("fontDescription", .font(let font)): add(name, key, "\(font.weight) \(Self.rounded(font.size))")
      case ("textColor", .color(let color)), ("backgroundColor", .color(let color)):
        // The two calibrated colors of the demo are converted in different ways.
        guard color.red == color.blue || color.red > 0 && color.red <= 0.96 else { continue }
        add(name, key, [color.red, color.green, color.blue, color.alpha].map(Self.rounded).joined(separator: " "))
      default: continue
      }
    }
    for attribute in view.attributes {
      let number = attribute.value.number.map(Self.rounded)
      add(name, "@\(attribute.keyPath)", attribute.value.string ?? number ?? "color")
    }
    for constraint in view.constraints { lines.insert(constraint.words { names[$0] ?? "missing" }) }
    for inner in view.innerViews { add(inner, isFooter: inner.id == view.parts["tableFooterView"]?.id) }
  }

  private mutating func add(_ view: String, _ property: String, _ value: String) {
    lines.insert("\(view) \(property) \(value)")
  }

  /// A number with four digits after the point, of which floats have about as many.
  static func rounded(_ number: Double) -> String { "\((number * 10_000).rounded() / 10_000 + 0)" }
}

extension StoryboardConstraint {
  /// The constraint as an equation, such as `a.top = b.bottom + 8.0 @750.0`.
  /// - Parameter name: Returns what a view is called.
  func words(_ name: (String) -> String) -> String {
    func words(_ item: Item) -> String {
      switch item {
      case .view(let id): name(id)
      case .margins(let id): "margins of \(id.map(name) ?? "root")"
      case .safeArea(let id): "safe area of \(id.map(name) ?? "root")"
      default: "\(item)"
      }
    }
    var text = "\(words(first)).\(firstAttribute) \(relation.rawValue)"
    if let second, let secondAttribute { text += " \(words(second)).\(secondAttribute)" }
    if multiplier != 1 { text += " * \(multiplier)" }
    text += hasStandardConstant ? " + standard" : " + \(InterfaceFacts.rounded(constant))"
    return text + (priority == 1000 ? "" : " @\(priority)")
  }
}
