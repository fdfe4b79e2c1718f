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
