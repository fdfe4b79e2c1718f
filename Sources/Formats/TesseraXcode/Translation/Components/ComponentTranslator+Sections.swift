import TesseraValues

/// Tables whose rows are fixed, as boxes that scroll.
extension ComponentTranslator {
  /// Writes the sections of a table.
  /// - Parameter ends: The views above and below all rows.
  mutating func writeSections(
    of view: StoryboardView, between ends: [JSONNode?], tint: StoryboardColor?, into node: inout ComponentNode,
    depth: Int
  ) {
    let style = SectionStyle(view, isAlwaysLight: context.directory.textColor != nil)
    node.type = "scroll"
    for member in ["rowHeight", "allowsMultipleSelection"] { node[member: member] = nil }
    if node[style: "backgroundColor"] == nil, let color = style.background {
      node[style: "backgroundColor"] = .text(color)
    }
    var children = [ends.first ?? nil]
    var hasFooter = false
    for (index, section) in view.sections.enumerated() {
      children.append(
        style.header(section.header.map { context.node(of: $0) }, isFirst: index == 0, isAfterFooter: hasFooter))
      if !section.rows.isEmpty {
        children.append(rows(of: section, in: view, style, tint: tint, depth: depth).node)
      }
      hasFooter = section.footer?.string?.isEmpty == false
      children.append(style.footer(section.footer.map { context.node(of: $0) }))
    }
    node.children = (children + [ends.last ?? nil]).compactMap(\.self)
  }

  /// Writes the rows of a section with lines between them.
  private mutating func rows(
    of section: StoryboardTableSection, in table: StoryboardView, _ style: SectionStyle, tint: StoryboardColor?,
    depth: Int
  ) -> ComponentNode {
    var box = ComponentNode("container")
    style.complete(&box)
    if style.kind == .grouped, let line = line(of: table, inset: 0) { box.children.append(line) }
    for (index, cell) in section.rows.enumerated() {
      var row = row(cell, tint: tint, depth: depth)
      if row[style: "backgroundColor"] == nil, let color = style.rowBackground {
        row[style: "backgroundColor"] = .text(color)
      }
      writeHeight(of: cell, in: table, to: &row)
      addAccessory(of: cell, to: &row)
      box.children.append(row.node)
      let isLast = index == section.rows.count - 1
      if isLast, style.kind == .insetGrouped { continue }
      let inset = isLast && style.kind == .grouped ? 0 : separatorInset(of: cell, in: table)
      if let line = line(of: table, inset: inset) { box.children.append(line) }
    }
    return box
  }

  private func line(of table: StoryboardView, inset: Double) -> JSONNode? {
    guard var line = separator(of: table) else { return nil }
    line[style: "height"] = .number(Self.separatorHeight)
    if inset > 0 { line[style: "marginStart"] = .number(inset) }
    return line.node
  }

  /// A row has a height of its own, else that of the table, else that of its content.
  private func writeHeight(of cell: StoryboardView, in table: StoryboardView, to row: inout ComponentNode) {
    let isFixed = [cell, table].contains { ($0.properties["rowHeight"]?.number ?? 0) > 0 }
    if !isFixed, CellRules.definesHeight(row) {
      row[style: "minHeight"] = .number(Self.rowHeight)
    } else {
      row[style: "height"] = .number(height(of: cell, in: table))
    }
  }
}

/// How a table shows its sections, as UIKit's styles do up to iOS 14.
struct SectionStyle {
  enum Kind: String {
    case plain
    case grouped
    case insetGrouped
  }

  let kind: Kind
  /// Whether the app knows no dark mode.
  let isAlwaysLight: Bool

  /// Distances in points: of titles from the edge, of boxes with round corners from it, above and below sections, and
  /// between a title and its rows.
  private static let margin = 16.0
  private static let outerSpace = 17.5
  private static let headerSpace = 15.5
  private static let titleSpace = 6.5
  private static let footerSpace = 8.0
  /// The height of a header of a plain table, and the radius of round corners, in points.
  private static let plainHeight = 28.0
  private static let cornerRadius = 10.0

  init(_ table: StoryboardView, isAlwaysLight: Bool) {
    kind = table.properties["style"]?.string.flatMap(Kind.init) ?? .plain
    self.isAlwaysLight = isAlwaysLight
  }

  var background: String? {
    kind == .plain ? nil : isAlwaysLight ? "#efeff4" : "secondaryBackground"
  }

  var rowBackground: String? {
    kind == .plain ? nil : isAlwaysLight ? "#ffffff" : "background"
  }

  func complete(_ rows: inout ComponentNode) {
    guard kind == .insetGrouped else { return }
    rows[style: "margin"] = .object([("horizontal", .number(Self.margin))])
    rows[style: "cornerRadius"] = .number(Self.cornerRadius)
    rows[style: "overflow"] = .text("hidden")
  }

  /// Returns the title above a section, or the space there.
  func header(_ title: JSONNode?, isFirst: Bool, isAfterFooter: Bool) -> JSONNode? {
    let title = title.flatMap { $0.string == "" ? nil : $0 }
    if kind == .plain { return title.map(plainTitle) }
    // Where there is no footer, its space is there.
    let space = isAfterFooter ? 0 : Self.outerSpace
    guard let title else { return spacer(space + Self.outerSpace) }
    return note(capitals(title), top: space + Self.headerSpace, bottom: Self.titleSpace)
  }

  /// Returns the text below a section.
  func footer(_ text: JSONNode?) -> JSONNode? {
    guard let text, text.string != "" else { return nil }
    return kind == .plain ? plainTitle(text) : note(text, top: Self.footerSpace, bottom: Self.footerSpace)
  }

  private func plainTitle(_ title: JSONNode) -> JSONNode {
    var text = ComponentNode("text")
    text[member: "text"] = title
    text[style: "fontSize"] = .number(17)
    text[style: "fontWeight"] = .number(600)
    text[style: "maximumLines"] = .number(1)
    if isAlwaysLight { text[style: "color"] = .text("#000000") }
    text[style: "padding"] = .object([("horizontal", .number(Self.margin)), ("vertical", .number(4))])
    text[style: "minHeight"] = .number(Self.plainHeight)
    text[style: "backgroundColor"] = .text(isAlwaysLight ? "#f7f7f7" : "secondaryBackground")
    return text.node
  }

  private func note(_ words: JSONNode, top: Double, bottom: Double) -> JSONNode {
    var text = ComponentNode("text")
    text[member: "text"] = words
    text[style: "fontSize"] = .number(13)
    text[style: "color"] = .text(isAlwaysLight ? "#6d6d72" : "secondaryLabel")
    let side = kind == .insetGrouped ? 2 * Self.margin : Self.margin
    text[style: "padding"] = .object([
      ("horizontal", .number(side)), ("top", .number(top)), ("bottom", .number(bottom)),
    ])
    return text.node
  }

  private func spacer(_ height: Double) -> JSONNode {
    var box = ComponentNode("container")
    box[style: "height"] = .number(height)
    return box.node
  }

  /// Returns a title in capitals, also one that a string table has.
  private func capitals(_ title: JSONNode) -> JSONNode {
    guard let text = title.string else { return title }
    if text.hasPrefix("@{text('"), text.hasSuffix("')}") { return .text(text.dropLast() + " | uppercase}") }
    return .text(text.uppercased())
  }
}
