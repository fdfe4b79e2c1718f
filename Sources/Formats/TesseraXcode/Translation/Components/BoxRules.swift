import TesseraValues

/// The content of scroll views.
enum ScrollRules {
  /// Completes a scroll view and the box inside it, whose edges are those of the content.
  /// - Parameter constraints: Those that mention the content.
  static func complete(
    _ node: inout ComponentNode, _ box: inout ComponentNode, view: StoryboardView, constraints: [StoryboardConstraint]
  ) {
    box[style: "flexGrow"] = nil
    let content = ScrollContent(view: view, parts: Set(view.subviews.map(\.id)), constraints: constraints)
    let hasHeight = content.has(.height)
    if content.isHorizontal(hasHeight: hasHeight) {
      node[member: "direction"] = .text("horizontal")
      node[style: "flexDirection"] = .text("row")
      if content.has(.centerX) { box[style: "minWidth"] = .text("100%") }
    } else if hasHeight || content.has(.centerY) {
      // What is as high as the scroll view, or in its middle, is so in its content, too, unless that is higher.
      box[style: "minHeight"] = .text("100%")
    }
  }
}

/// What a scroll view contains.
private struct ScrollContent {
  let view: StoryboardView
  let parts: Set<StoryboardDocument.ObjectID>
  /// The constraints that mention the parts.
  let constraints: [StoryboardConstraint]

  /// Whether the content is as high as the scroll view, and wider: constraints say so, else the sizes in the storyboard.
  /// - Parameter hasHeight: Whether a part has the height of the scroll view.
  func isHorizontal(hasHeight: Bool) -> Bool {
    let hasWidth = has(.width)
    if hasHeight { return !hasWidth || isRow }
    if hasWidth { return false }
    var (width, height) = (0.0, 0.0)
    if case .list(let size)? = view.properties["contentSize"], size.count == 2 {
      (width, height) = (size[0].number ?? 0, size[1].number ?? 0)
    } else {
      for frame in view.subviews.map(\.frame) {
        (width, height) = (max(width, frame.x + frame.width), max(height, frame.y + frame.height))
      }
    }
    return width > view.frame.width + 1 && height <= view.frame.height + 1
  }

  /// Whether a part has a length of the scroll view, or the middle of its frame: its edges alone are those of the content.
  func has(_ attribute: StoryboardConstraint.Attribute) -> Bool {
    constraints.contains { constraint in
      constraint.firstAttribute == attribute && constraint.secondAttribute == attribute && constraint.multiplier == 1
        && constraint.relation == .equal
        && (isPart(constraint.first) && isFrame(constraint.second)
          || isFrame(constraint.first) && isPart(constraint.second))
    }
  }

  /// Whether a part begins where another one ends.
  private var isRow: Bool {
    constraints.contains { constraint in
      let edges = Set([constraint.firstAttribute, constraint.secondAttribute])
      return isPart(constraint.first) && isPart(constraint.second)
        && (edges == [.leading, .trailing] || edges == [.left, .right])
    }
  }

  private func isPart(_ item: StoryboardConstraint.Item?) -> Bool { item?.viewID.map(parts.contains) ?? false }

  private func isFrame(_ item: StoryboardConstraint.Item?) -> Bool {
    switch item {
    case .view(let id)?: id == view.id
    case .scrollFrame(let owner)?: owner.map { $0 == view.id } ?? true
    default: false
    }
  }
}

/// Stack views.
enum StackRules {
  /// The words that differ from those of our stacks.
  private static let alignments = ["top": "leading", "bottom": "trailing"]
  private static let known: Set = ["fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"]

  static func complete(_ node: inout ComponentNode, view: StoryboardView, context: inout ScreenContext) {
    node[member: "layout"] = .text("stack")
    if view.properties["axis"]?.string == "vertical" { node[member: "axis"] = .text("vertical") }
    let alignment = view.properties["alignment"]?.string ?? "fill"
    let ours = alignments[alignment] ?? alignment
    if !known.contains(ours) {
      context.report("interface-property", "'alignment' of a stack cannot be '\(alignment)' here", view.id)
    } else if ours != "fill" {
      node[member: "alignment"] = .text(ours)
    }
  }
}

/// Rows of tables.
enum CellRules {
  /// The words for a place or a length of a row that alone decide its height, and those that do it together.
  private static let heights: Set = ["bottom", "height", "size", "edges", "margins.bottom", "margins.edges"]
  private static let tops: Set = ["top", "margins.top"]
  private static let centers: Set = ["centerY", "center", "margins.centerY", "margins.center"]

  /// Returns whether the constraints of a row define its height: one mentions its bottom or its height, or some mention
  /// its top and its centre. Before the row's own places stands no name of a child.
  static func definesHeight(_ node: ComponentNode) -> Bool {
    guard let texts = node[member: "constraints"]?.elements?.compactMap(\.string) else { return false }
    let terms = Set(texts.flatMap { $0.split { " *=<>'".contains($0) }.map(String.init) })
    if !terms.isDisjoint(with: heights) { return true }
    return !terms.isDisjoint(with: tops) && !terms.isDisjoint(with: centers)
  }
}
