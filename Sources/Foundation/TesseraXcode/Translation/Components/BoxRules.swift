import TesseraValues

/// The content of scroll views.
enum ScrollRules {
  /// Completes a scroll view and the box inside it, whose edges are those of the content.
  static func complete(_ node: inout ComponentNode, _ box: inout ComponentNode, view: StoryboardView) {
    box[style: "flexGrow"] = nil
    guard case .list(let size)? = view.properties["contentSize"], size.count == 2, let width = size[0].number,
      let height = size[1].number, width > view.frame.width + 1, height <= view.frame.height + 1
    else { return }
    node[member: "direction"] = .text("horizontal")
    node[style: "flexDirection"] = .text("row")
  }
}

/// Stack views, as boxes of flex layout.
enum StackRules {
  private static let alignments = [
    "fill": "stretch", "top": "start", "leading": "start", "center": "center", "bottom": "end", "trailing": "end",
    "firstBaseline": "baseline",
  ]
  private static let distributions = ["equalSpacing": "spaceBetween", "equalCentering": "spaceBetween"]

  static func complete(_ node: inout ComponentNode, view: StoryboardView, context: inout ScreenContext) {
    let isVertical = view.properties["axis"]?.string == "vertical"
    if !isVertical { node[style: "flexDirection"] = .text("row") }
    let alignment = view.properties["alignment"]?.string ?? "fill"
    if let ours = alignments[alignment] {
      if ours != "stretch" { node[style: "alignItems"] = .text(ours) }
    } else {
      context.report("interface-property", "'alignment' of a stack cannot be '\(alignment)' here", view.id)
    }
    if let distribution = view.properties["distribution"]?.string, let ours = distributions[distribution] {
      node[style: "justifyContent"] = .text(ours)
    }
  }

  /// Gives an item of a stack the sizes that its constraints have.
  static func place(
    _ node: inout ComponentNode, _ view: StoryboardView, isEqual: Bool, context: inout ScreenContext
  ) {
    if isEqual {
      node[style: "flexGrow"] = .number(1)
      node[style: "flexBasis"] = .number(0)
    }
    for constraint in context.constraints(mentioning: [view.id]) {
      guard constraint.second == nil, constraint.firstAttribute.isDimension else { continue }
      let name = constraint.firstAttribute == .width ? "width" : "height"
      let prefix =
        switch constraint.relation {
        case .equal: name
        case .lessThanOrEqual: "max" + name.prefix(1).uppercased() + name.dropFirst()
        case .greaterThanOrEqual: "min" + name.prefix(1).uppercased() + name.dropFirst()
        }
      node[style: prefix] = .number(constraint.constant)
      context.usedConstraints.insert(constraint.id)
      if !constraint.variations.isEmpty || !constraint.installation.isAlways {
        context.report("interface-variation", "'\(name)' is the same in all size classes here", constraint.id)
      }
    }
  }
}

/// Prototypes of rows.
enum CellRules {
  /// Returns whether the constraints of a row define its height: one of them mentions the bottom of the box or its
  /// height, which no child is written before.
  static func definesHeight(_ node: ComponentNode) -> Bool {
    guard let texts = node[member: "constraints"]?.elements?.compactMap(\.string) else { return false }
    return texts.contains { text in
      text.split { " *=<>'".contains($0) }.contains {
        $0 == "bottom" || $0 == "height" || $0 == "edges" || $0 == "centerY"
      }
    }
  }
}
