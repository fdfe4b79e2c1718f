import TesseraXcodeFiles

extension InterfaceFacts {
  /// The facts of compiled nibs.
  init(of nibs: [ArchivedObjects]) {
    for nib in nibs {
      let reader = NIBFacts(nib: nib)
      for index in nib.objects.indices { reader.add(index, to: &self) }
    }
  }
}

/// Names of the views of a nib, and their facts.
private struct NIBFacts {
  let nib: ArchivedObjects
  private var identifiers: [Int: String] = [:]
  private var roots: Set<Int> = []
  private var removed: Set<Int> = []

  init(nib: ArchivedObjects) {
    self.nib = nib
    for pair in nib.objects(of: "UINibKeyValuePairsKey", in: 0) {
      guard nib.string(of: "UIKeyPath", in: pair) == "wx.identifier" else { continue }
      if let view = nib.reference(of: "UIObject", in: pair) { identifiers[view] = nib.string(of: "UIValue", in: pair) }
    }
    for connection in nib.objects(of: "UINibConnectionsKey", in: 0) {
      guard nib.string(of: "UILabel", in: connection) == "view" else { continue }
      if let view = nib.reference(of: "UIDestination", in: connection) { roots.insert(view) }
    }
    for index in nib.objects.indices {
      removed.formUnion(nib.objects(of: "_UILayoutGuideConstraintsToRemove", in: index))
    }
  }

  func add(_ index: Int, to facts: inout InterfaceFacts) {
    switch nib.objects[index].className {
    case "NSLayoutConstraint":
      if !removed.contains(index) { addConstraint(index, to: &facts) }
    case "UINibKeyValuePair": addRuntimeAttribute(index, to: &facts)
    case "_UILayoutGuide", "UINavigationBar", "_UITableViewCellSeparatorView": break
    default:
      if nib.has("UIBounds", in: index) { addView(index, to: &facts) }
    }
  }

  private func addView(_ view: Int, to facts: inout InterfaceFacts) {
    let name = name(of: view)
    let isCell = nib.has("UIReuseIdentifier", in: view)
    if let bounds = nib.numbers(of: "UIBounds", in: view), let center = nib.numbers(of: "UICenter", in: view), !isCell {
      let origin = [center[0] - bounds[2] / 2, center[1] - bounds[3] / 2]
      facts.add(frame: origin + bounds[2...], of: name)
    }
    // Empty texts are not written in storyboards.
    if let text = nib.string(of: "UIText", in: view), !text.isEmpty { facts.add("text", text, of: name) }
    if let text = nib.string(of: "UIPlaceholder", in: view) { facts.add("placeholder", text, of: name) }
    if let lines = nib.integer(of: "UINumberOfLines", in: view) { facts.add("lines", "\(lines)", of: name) }
    // The compiler adds those of controls.
    let isControl = ["UIButton", "UISearchBar"].contains(nib.objects[view].className)
    if let text = nib.string(of: "UIViewContentHuggingPriority", in: view), !isControl {
      facts.add("hugging", text, of: name)
    }
    if let font = nib.reference(of: "UIFont", in: view), let size = nib.number(of: "UIFontPointSize", in: font) {
      let name = nib.string(of: "UIFontName", in: font) ?? ""
      let weight = name.split(separator: "-").dropFirst().first.map { $0.lowercased() } ?? "regular"
      facts.add(font: weight, size: size, of: self.name(of: view))
    }
    for (key, nibKey) in [("textColor", "UITextColor"), ("backgroundColor", "UIBackgroundColor")] {
      guard let color = nib.reference(of: nibKey, in: view), !isCalibrated(color) else { continue }
      let components = ["UIWhite", "UIRed", "UIGreen", "UIBlue", "UIAlpha"].compactMap { nib.number(of: $0, in: color) }
      facts.add(color: key, components, of: name)
    }
  }

  /// The two calibrated colors of the demo, as they are after conversion to sRGB.
  private func isCalibrated(_ color: Int) -> Bool {
    guard let red = nib.number(of: "UIRed", in: color) else { return false }
    return red < 0 || red > 0.96
  }

  private func addRuntimeAttribute(_ pair: Int, to facts: inout InterfaceFacts) {
    guard let keyPath = nib.string(of: "UIKeyPath", in: pair), let view = nib.reference(of: "UIObject", in: pair) else {
      return
    }
    let value =
      nib.string(of: "UIValue", in: pair) ?? nib.number(of: "UIValue", in: pair).map(InterfaceFacts.rounded) ?? "color"
    facts.add(runtimeAttribute: keyPath, value, of: name(of: view))
  }

  private func addConstraint(_ index: Int, to facts: inout InterfaceFacts) {
    guard let first = nib.reference(of: "NSFirstItem", in: index) else { return }
    func attribute(_ key: String) -> String? {
      nib.integer(of: key, in: index).map { Self.attributes[$0] ?? "\($0)" }
    }
    let isStandard = nib.string(of: "NSSymbolicConstant", in: index) == "NSSpace"
    facts.add(
      constraint: name(of: first), attribute("NSFirstAttribute") ?? "",
      nib.integer(of: "NSRelation", in: index) == 1 ? "greaterThanOrEqual" : "equal",
      nib.reference(of: "NSSecondItem", in: index).map(name), attribute("NSSecondAttribute"),
      constant: isStandard ? nil : nib.number(of: "NSConstant", in: index) ?? 0,
      priority: nib.number(of: "NSPriority", in: index) ?? 1000)
  }

  private static let attributes = [
    3: "top", 4: "bottom", 5: "leading", 6: "trailing", 7: "width", 8: "height", 9: "centerX", 10: "centerY",
  ]

  private func name(of view: Int) -> String {
    if roots.contains(view) { return "root" }
    switch nib.string(of: "_UILayoutGuideIdentifier", in: view) {
    case "_UIViewControllerTop": return "top guide"
    case "_UIViewControllerBottom": return "bottom guide"
    default: break
    }
    if let identifier = identifiers[view] { return identifier }
    // Swift's names of classes: module and class, each after its length.
    if let custom = nib.string(of: "UIClassName", in: view) {
      return String(custom.reversed().prefix { $0.isLetter }.reversed())
    }
    let bounds = nib.numbers(of: "UIBounds", in: view) ?? [0, 0, 0, 0]
    let name = nib.objects[view].className
    if name == "UIView" { return "view of height \(InterfaceFacts.rounded(bounds[3]))" }
    guard let text = nib.string(of: "UIText", in: view), let center = nib.numbers(of: "UICenter", in: view) else {
      return name.dropFirst(2).lowercased()
    }
    return "\(text) at \(InterfaceFacts.rounded(center[0] - bounds[2] / 2))"
  }
}
