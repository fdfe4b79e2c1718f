import TesseraLayout
import TesseraMarkdown
package import TesseraValues
package import TesseraViews

/// A text with headings, lists, quotes and links, written in Markdown.
package final class MarkdownView: View {
  private var source = ""

  /// The text.
  package override var value: Value {
    get { .string(source) }
    set {
      guard newValue.description != source else { return }
      source = newValue.description
      update()
    }
  }

  /// Whether pictures are shown. If not, their descriptions are a part of the text.
  private var showsPictures = false { didSet { if showsPictures != oldValue { update() } } }

  private func update() {
    let document = MarkdownDocument(source, includesPictures: showsPictures)
    var views = document.blocks.map { view(of: $0) }
    if document.isCut { views.append(label([MarkdownInline("…")])) }
    setChildren(views)
  }

  package override var fieldValue: Value { .null }

  private enum Metrics {
    static let headingSizes = [24.0, 20, 17, 15, 14, 14]
    static let spacing = 8.0
    static let indent = 20.0
    static let pictureRatio = 16.0 / 9
  }

  private func view(of block: MarkdownBlock) -> View {
    switch block {
    case .heading(let level, let inlines):
      let heading = label(inlines)
      heading[.fontSize] = .double(Metrics.headingSizes[max(0, min(level - 1, Metrics.headingSizes.count - 1))])
      heading[.fontWeight] = 600
      heading[.role] = "heading"
      return heading
    case .paragraph(let inlines): return label(inlines)
    case .code(let text): return code(text)
    case .rule: return View(.divider, in: context)
    case .quote(let blocks):
      return row(line(), column(blocks.map { view(of: $0) }), role: nil)
    case .list(let start, let items):
      let list = column(
        items.enumerated().map { index, item in
          let tick = item.isTicked.map { self.icon($0 ? "checkbox-marked" : "checkbox-blank-outline") }
          return row(
            tick ?? sign(start.map { "\($0 + index)." } ?? "•"), column(item.blocks.map { view(of: $0) }),
            role: "listitem")
        })
      list.style.rowGap = 4
      list[.role] = "list"
      return list
    case .table(let rows): return table(rows)
    case .picture(let address, let description): return picture(at: address, description)
    }
  }

  private func picture(at address: String, _ description: String) -> View {
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
      return label([MarkdownInline(description)])
    }
    let picture = ImageView(in: context)
    picture.imageURL = address
    // The size of a picture elsewhere is not known before it is loaded.
    picture.style.aspectRatio = Metrics.pictureRatio
    picture[.cornerRadius] = 6
    picture[.contentMode] = .string(ContentMode.aspectFit.rawValue)
    picture[.accessibilityLabel] = description.isEmpty ? .null : .string(description)
    return picture
  }

  private func label(_ inlines: [MarkdownInline]) -> Label {
    let label = Label(in: context)
    if inlines.count == 1, inlines[0] == MarkdownInline(inlines[0].text) {
      label.text = inlines[0].text
    } else {
      label.spans = .array(inlines.map(Self.span))
    }
    return label
  }

  private static func span(_ inline: MarkdownInline) -> Value {
    var span: [String: Value] = ["text": .string(inline.text)]
    if inline.isStrong { span["fontWeight"] = 600 }
    if inline.isEmphasized { span["italic"] = true }
    if inline.isCode { span["monospaced"] = true }
    if inline.isStruck { span["textDecoration"] = .string(TextDecoration.lineThrough.rawValue) }
    if let address = inline.address { span["url"] = .string(address) }
    return .dictionary(span)
  }

  private func code(_ text: String) -> View {
    let label = Label(in: context)
    label.spans = [["text": .string(text), "monospaced": true]]
    let box = column([label])
    box.style.padding = Edges(10)
    box[.backgroundColor] = .string(SemanticColor.secondaryBackground.rawValue)
    box[.cornerRadius] = 6
    return box
  }

  private func table(_ rows: [[[MarkdownInline]]]) -> View {
    let lines = rows.enumerated().map { index, cells in
      let line = View(.container, in: context)
      line.style.flexDirection = .row
      line.style.columnGap = 12
      line[.role] = "row"
      line.setChildren(
        cells.map { inlines in
          let cell = label(inlines)
          cell.style.flexGrow = 1
          cell.style.flexBasis = .points(0)
          cell[.role] = index == 0 ? "columnheader" : "cell"
          if index == 0 { cell[.fontWeight] = 600 }
          return cell
        })
      return line
    }
    let table = column([])
    table.style.rowGap = 6
    table[.role] = "table"
    let divider = View(.divider, in: context)
    // A table contains only rows.
    divider[.role] = "presentation"
    table.setChildren(lines.first.map { [$0, divider] + lines.dropFirst() } ?? [])
    return table
  }

  private func column(_ views: [View]) -> View {
    let column = View(.container, in: context)
    column.style.rowGap = .points(Metrics.spacing)
    column.style.flexGrow = 1
    column.style.flexShrink = 1
    column.setChildren(views)
    return column
  }

  private func row(_ first: View, _ second: View, role: Value?) -> View {
    let row = View(.container, in: context)
    row.style.flexDirection = .row
    second.style.flexBasis = .points(0)
    row[.role] = role ?? .null
    row.setChildren([first, second])
    return row
  }

  private func sign(_ text: String) -> View {
    let sign = Label(in: context)
    sign.text = text
    return placed(sign)
  }

  private func icon(_ name: String) -> View {
    let icon = Icon(.icon, in: context)
    icon.value = .string(name)
    icon[.fontSize] = 14
    icon[.textAlign] = .string(TextAlign.start.rawValue)
    return placed(icon)
  }

  private func placed(_ sign: View) -> View {
    sign[.color] = .string(SemanticColor.secondaryLabel.rawValue)
    sign.style.minWidth = .points(Metrics.indent)
    sign.style.flexShrink = 0
    return sign
  }

  /// Returns the line beside a quote.
  private func line() -> View {
    let line = View(.divider, in: context)
    line.style.width = .points(3)
    line[.cornerRadius] = 2
    line.style.margin = Edges(left: .points(0), top: .points(0), right: .points(Metrics.indent - 8), bottom: .points(0))
    return line
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.markdown.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      MarkdownView.self, "showsPictures", .bool,
      "Whether pictures are shown, from hosts of the manifest; false by default: their descriptions are text.",
      get: { .bool($0.showsPictures) }, set: { $0.showsPictures = $1.isTrue }),
    .of(MarkdownView.self, "value", .scalar, "The text, in Markdown.", get: { $0.value }, set: { $0.value = $1 }),
    .of(MarkdownView.self, "text", .scalar, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
  ]
}

extension ViewKind {
  /// A text with headings, lists, quotes and links.
  package static let markdown = ViewKind(
    "markdown",
    style: LayoutStyle {
      $0.rowGap = 10
    }, element: WebElement("article"))
}

extension ComponentDefinition {
  /// A text with headings, lists, quotes and links.
  package static let markdown = ComponentDefinition(
    type: "markdown",
    documentation: "A text with headings, lists, quotes, tables and links, written in Markdown (CommonMark with "
      + "GitHub's tables, task lists and strike-through). HTML is shown as text, and so are the descriptions of pictures.",
    synonyms: ["richText", "html", "attributedText"], kind: .markdown, properties: MarkdownView.own,
    makeView: { MarkdownView(.markdown, in: $0) })
}
