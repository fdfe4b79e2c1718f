import TesseraXcodeFiles

/// Writes the constraints of one box as texts of our documents.
///
/// The box is one view, or several that coincide, such as a cell and its content. Constraints between it and its
/// children belong to it.
struct ConstraintTranslator {
  typealias Item = StoryboardConstraint.Item
  typealias Attribute = StoryboardConstraint.Attribute

  /// UIKit's standard distances in points: between siblings, and to the superview.
  static let siblingSpace = 8.0
  static let superviewSpace = 20.0
  /// The margins of a controller's root view at the leading and trailing edge, in points.
  static let rootMargin = 16.0

  /// The views that are the box.
  let box: Set<StoryboardDocument.ObjectID>
  /// The names of the children.
  let names: [StoryboardDocument.ObjectID: String]
  /// Whether the box is the root view of a screen.
  let isRoot: Bool
  /// How far the root view of UIKit extends above ours, in points: under the bars.
  let topExtension: Double

  /// Returns the text of a constraint; `nil` if it connects other views.
  func text(of constraint: StoryboardConstraint, named name: String? = nil) -> String? {
    guard let first = side(constraint.first, constraint.firstAttribute) else { return nil }
    var second: Side?
    if let item = constraint.second, let attribute = constraint.secondAttribute {
      guard let side = side(item, attribute) else { return nil }
      second = side
    }
    let space = first.isBox || second?.isBox == true ? Self.superviewSpace : Self.siblingSpace
    var constant = constraint.constant
    if constraint.hasStandardConstant, constant == 0 { constant = space }
    constant += constraint.multiplier * (second?.offset ?? 0) - first.offset
    constant = clamped(constant, first, second, constraint)
    let isShare = isRoot && topExtension > 0 && second.map { isHeight($0, of: first) } ?? false
    if isShare, constraint.multiplier == 1 { constant = constraint.constant }
    var (left, right, relation) = (first, second, constraint.relation)
    // The child comes first: `label.trailing = trailing - 8`.
    if left.isBox, let child = right, !child.isBox, constraint.multiplier == 1 {
      (left, right, relation, constant) = (child, left, relation.reversed, -constant)
    }
    var text = name.map { "\($0): " } ?? ""
    text += "\(left.text) \(relation.rawValue) "
    if let right {
      switch constraint.multiplier {
      case 1: text += right.text
      default: text += "\(NumberFormat.ratio(constraint.multiplier)) * \(right.text)"
      }
      text += NumberFormat.summand(constant)
    } else {
      text += NumberFormat.text(constant)
    }
    // A share of what lies under the bars, too, yields to the places that a view has without them.
    return text
      + Self.priority(isShare && constraint.multiplier != 1 ? min(constraint.priority, 999) : constraint.priority)
  }

  /// Returns the text of a constraint, also one that differs for size classes: an expression whose value is the text, or
  /// nothing where the constraint does not exist.
  func variedText(of constraint: StoryboardConstraint, named name: String? = nil) -> String? {
    let installation = constraint.installation
    guard !constraint.variations.isEmpty || !installation.isAlways else { return text(of: constraint, named: name) }
    guard let base = text(of: constraint) else { return nil }
    let traits = constraint.variations.map(\.traits) + installation.exceptions.map(\.traits)
    let variations = Set(traits).sorted { "\($0)" < "\($1)" }.map { traits in
      let values = constraint.variations.first { $0.traits == traits }?.value
      var varied = constraint
      varied.constant = values?.constant ?? constraint.constant
      varied.priority = values?.priority ?? constraint.priority
      if values?.constant != nil { varied.hasStandardConstant = false }
      let isInstalled = installation.exceptions.first { $0.traits == traits }?.value ?? installation.isInstalled
      return StoryboardVariation(traits: traits, value: isInstalled ? "'\(text(of: varied) ?? "")'" : "''")
    }
    let expression = SizeClass.expression(installation.isInstalled ? "'\(base)'" : "''", variations)
    return (name.map { "\($0): " } ?? "") + (expression ?? base)
  }

  private static func priority(_ priority: Double) -> String {
    switch priority {
    case 1000...: ""
    case 750: " @ high"
    case 250: " @ low"
    default: " @ \(NumberFormat.text(max(1, priority.rounded())))"
    }
  }

  /// A view at the top of the root view would lie under the bar. Ours begins below the bar.
  private func clamped(
    _ constant: Double, _ first: Side, _ second: Side?, _ constraint: StoryboardConstraint
  ) -> Double {
    guard isRoot, topExtension > 0, constraint.multiplier == 1, let second, first.isBox != second.isBox else {
      return constant
    }
    let (box, child) = first.isBox ? (first, second) : (second, first)
    guard !box.isGuide, box.attribute == .top, child.attribute == .top else { return constant }
    return first.isBox ? min(0, constant) : max(0, constant)
  }

  /// Whether the height of a view relates to that of the whole root view.
  private func isHeight(_ second: Side, of first: Side) -> Bool {
    first.attribute == .height && second.attribute == .height && first.isBox != second.isBox
      && !first.isGuide && !second.isGuide
  }

  /// One side of a constraint.
  private struct Side {
    var text: String
    var isBox: Bool
    /// Whether it is the part of the box that no bar covers.
    var isGuide = false
    var attribute: Attribute
    /// What UIKit's value is greater than ours, in points.
    var offset: Double
  }

  private func side(_ item: Item, _ attribute: Attribute) -> Side? {
    switch item {
    case .view(let id) where box.contains(id): return boxSide(attribute)
    case .view(let id):
      guard let name = names[id] else { return nil }
      let offset = isRoot && attribute.isVerticalPosition ? topExtension : 0
      return Side(text: "\(name).\(attribute.rawValue)", isBox: false, attribute: attribute, offset: offset)
    // Below the bar is the top of our root view.
    case .topGuide: return guideSide(attribute == .bottom ? .top : attribute)
    case .bottomGuide: return guideSide(attribute == .top ? .bottom : attribute)
    case .safeArea(let owner): return owner.map { box.contains($0) } ?? true ? guideSide(attribute) : nil
    case .scrollContent(let owner), .scrollFrame(let owner):
      return owner.map { box.contains($0) } ?? true ? boxSide(attribute) : nil
    case .margins(let owner):
      guard owner.map({ box.contains($0) }) ?? true else { return nil }
      return marginSide(attribute)
    }
  }

  /// The box as a whole, with what lies under the bars.
  private func boxSide(_ attribute: Attribute) -> Side {
    let offset: Double =
      switch attribute {
      case .centerY: topExtension / 2
      case .bottom, .lastBaseline, .height: topExtension
      default: 0
      }
    return Side(text: attribute.rawValue, isBox: true, attribute: attribute, offset: isRoot ? offset : 0)
  }

  /// The part of the box that no bar covers: all of ours.
  private func guideSide(_ attribute: Attribute) -> Side {
    Side(
      text: attribute.rawValue, isBox: true, isGuide: true, attribute: attribute,
      offset: isRoot && attribute.isVerticalPosition ? topExtension : 0)
  }

  private func marginSide(_ attribute: Attribute) -> Side {
    guard isRoot else {
      return Side(text: "margins.\(attribute.rawValue)", isBox: true, attribute: attribute, offset: 0)
    }
    // The margins of a root view are wider, and none at the top and the bottom, where its guides are.
    var side = guideSide(attribute)
    switch attribute {
    case .leading, .left: side.offset += Self.rootMargin
    case .trailing, .right: side.offset -= Self.rootMargin
    case .width: side.offset -= 2 * Self.rootMargin
    default: break
    }
    return side
  }

  // MARK: Autoresizing

  /// Returns constraints that do what a frame and a mask do: the margins and sizes in the mask share a change of the
  /// box's size in proportion to what they have; the others stay.
  func texts(of view: StoryboardView, named name: String, in size: (width: Double, height: Double)) -> [String] {
    let mask = view.autoresizing
    let top = isRoot ? topExtension : 0
    let horizontal = Axis(
      start: view.frame.x, length: view.frame.width, whole: size.width,
      flexible: (mask.contains(.flexibleMinX), mask.contains(.widthSizable), mask.contains(.flexibleMaxX)),
      names: ("left", "right", "width", "centerX"), shift: 0)
    let vertical = Axis(
      start: view.frame.y, length: view.frame.height, whole: size.height,
      flexible: (mask.contains(.flexibleMinY), mask.contains(.heightSizable), mask.contains(.flexibleMaxY)),
      names: ("top", "bottom", "height", "centerY"), shift: top)
    return horizontal.texts(of: name) + vertical.texts(of: name)
  }

  private struct Axis {
    var start: Double
    var length: Double
    var whole: Double
    var flexible: (start: Bool, length: Bool, end: Bool)
    var names: (start: String, end: String, length: String, center: String)
    /// What UIKit's coordinates are greater than ours.
    var shift: Double

    func texts(of name: String) -> [String] {
      let end = whole - start - length
      let lead = max(0, start - shift)
      let size = "\(name).\(names.length) = \(NumberFormat.text(length))"
      let fromStart = "\(name).\(names.start) = \(names.start)\(NumberFormat.summand(lead))"
      let fromEnd = "\(name).\(names.end) = \(names.end)\(NumberFormat.summand(-end))"
      switch (flexible.start, flexible.length, flexible.end) {
      case (false, true, false): return [fromStart, fromEnd]
      case (false, false, _): return [fromStart, size]
      case (true, false, false): return [fromEnd, size]
      case (true, false, true):
        // The middle stays in the middle, or at its fraction of the box.
        if abs(start - end) < 1 { return ["\(name).\(names.center) = \(names.center)\(offset(shift / -2))", size] }
        guard whole > length else { return [fromStart, size] }
        let fraction = max(0, start) / (whole - length)
        return [proportional(name, names.center, fraction, at: start + length / 2), size]
      case (true, true, false):
        return [fromEnd, proportionalLength(name, length / max(1, start + length))]
      case (false, true, true):
        return [fromStart, proportionalLength(name, length / max(1, length + end))]
      case (true, true, true):
        let share = 1 / max(1, whole)
        return [
          proportional(name, names.start, start * share, at: start), proportionalLength(name, length * share),
        ]
      }
    }

    private func offset(_ constant: Double) -> String { NumberFormat.summand(constant) }

    /// A place that moves by a fraction of what the box grows.
    private func proportional(_ name: String, _ attribute: String, _ fraction: Double, at position: Double) -> String {
      let constant = position - fraction * whole + fraction * shift - shift
      return "\(name).\(attribute) = \(number(fraction)) * \(names.end)\(offset(constant))"
    }

    private func proportionalLength(_ name: String, _ fraction: Double) -> String {
      let constant = length - fraction * whole + fraction * shift
      return "\(name).\(names.length) = \(number(fraction)) * \(names.length)\(offset(constant))"
    }

    private func number(_ fraction: Double) -> String { "\((fraction * 1e4).rounded() / 1e4)" }
  }
}
