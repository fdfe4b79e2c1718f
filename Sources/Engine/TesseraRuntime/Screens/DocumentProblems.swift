import TesseraLayout
package import TesseraValues
import TesseraViews

/// A problem in a document, with the affected line.
package struct DocumentProblem: Sendable, Hashable {
  /// The diagnostic.
  package var diagnostic: Diagnostic
  /// The text of the line; nil if the problem has no line.
  package var line: String?

  /// Creates a problem.
  package init(_ diagnostic: Diagnostic, line: String?) {
    self.diagnostic = diagnostic
    self.line = line
  }
}

extension PresentationCore {
  /// The maximum number of problems that are shown in place of a broken document. The rest is only counted.
  private static let maximumProblems = 5
  /// The maximum number of characters of a broken document's line that are shown. The rest is cut off.
  private static let maximumLine = 100

  /// Shows the problems of documents over the lower part of the window, or removes the panel if there are none.
  func show(_ problems: [DocumentProblem]) {
    documentProblems?.removeFromParent()
    documentProblems = nil
    guard !problems.isEmpty else { return }
    let panel = ScrollView(in: hierarchy.context)
    panel.identifier = "documentProblems"
    panel.style = LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(left: 8, top: .auto, right: 8, bottom: 8)
      $0.maxHeight = .percent(60)
      $0.padding = Edges(12)
      $0.rowGap = 10
      $0.overflow = .scroll
    }
    panel[.backgroundColor] = .string(SemanticColor.secondaryBackground.rawValue)
    panel[.cornerRadius] = 10
    panel[.shadow] = ["y": 4, "radius": 16, "color": "#00000040"]
    panel[.role] = "alert"
    panel.addChild(headline(count: problems.count))
    for problem in problems.prefix(Self.maximumProblems) { panel.addChild(view(of: problem)) }
    if problems.count > Self.maximumProblems {
      panel.addChild(label("and \(problems.count - Self.maximumProblems) more", .secondaryLabel))
    }
    hierarchy.window.addChild(panel)
    documentProblems = panel
  }

  private func headline(count: Int) -> View {
    let row = View(.container, in: hierarchy.context)
    row.style.flexDirection = .row
    row.style.alignItems = .center
    let title = label(
      count == 1
        ? "1 problem; showing the last working version" : "\(count) problems; showing the last working version",
      .destructive)
    title[.fontWeight] = 600
    title.style.flexGrow = 1
    title.style.flexShrink = 1
    let hide = Button(in: hierarchy.context)
    hide.icon = "close"
    hide[.accessibilityLabel] = "Hide"
    hide.identifier = "hideProblemsButton"
    hide.style.flexShrink = 0
    hide.on(.press) { [weak self] _ in self?.show([]) }
    row.setChildren([title, hide])
    return row
  }

  private func view(of problem: DocumentProblem) -> View {
    let diagnostic = problem.diagnostic
    let column = View(.container, in: hierarchy.context)
    column.style.rowGap = 2
    let position = [diagnostic.file, diagnostic.range.map { "\($0.start.line):\($0.start.column)" }].compactMap(\.self)
    let isError = diagnostic.severity == .error
    var views = [
      label(position.joined(separator: ":"), .secondaryLabel),
      label(diagnostic.message, isError ? .label : .secondaryLabel),
    ]
    if let line = problem.line {
      let shown = Label(in: hierarchy.context)
      let text = line.drop { $0.isWhitespace }.prefix(Self.maximumLine)
      shown.spans = [["text": .string(String(text)), "monospaced": true]]
      shown[.fontSize] = 13
      views.append(shown)
    }
    if let fix = diagnostic.fix { views.append(label(fix, .accent)) }
    column.setChildren(views)
    return column
  }

  private func label(_ text: String, _ color: SemanticColor) -> Label {
    let label = Label(in: hierarchy.context)
    label.text = text
    label[.fontSize] = 13
    label[.color] = .string(color.rawValue)
    return label
  }
}
