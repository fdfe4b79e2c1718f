import TesseraLayout
package import TesseraValues

/// Pages, one of which is shown, with a bar of titles above them.
package final class Tabs: View {
  private let bar: TabBar
  private let pages: View
  private var titles: [Value] = [] { didSet { update() } }
  private var chosen = 0

  /// Creates tabs without pages.
  package init(in context: ViewContext) {
    bar = TabBar(in: context)
    pages = View(.container, in: context)
    super.init(.tabs, in: context)
    pages.style.flexGrow = 1
    pages.style.flexShrink = 1
    pages.style.flexBasis = .points(0)
    addChild(bar)
    addChild(pages)
    bar.on(.change) { [weak self] details in
      self?.isChangedByPerson = true
      self?.accept(details.value(at: "value"))
    }
  }

  /// The index of the page shown, from 0.
  package override var value: Value {
    get { .integer(Int64(chosen)) }
    set {
      chosen = Int(min(max(newValue.number ?? 0, 0), Double(Self.maximumCount)))
      showChosen()
    }
  }

  package override var fieldValue: Value { .null }

  /// The maximum number of tabs. Further ones are ignored.
  private static let maximumCount = 100

  package override func accept(_ value: Value) {
    guard let index = value.integer, pages.children.indices.contains(Int(clamping: index)), index != Int64(chosen)
    else {
      return
    }
    self.value = .integer(index)
    emitChange()
  }

  fileprivate func show(_ children: [View]) {
    for child in children.prefix(Self.maximumCount) { pages.addChild(child) }
    update()
  }

  private func update() {
    bar.items = pages.children.indices.map { index in
      titles.indices.contains(index) ? titles[index] : .string("\(index + 1)")
    }
    showChosen()
  }

  private func showChosen() {
    self[.value] = value
    bar.value = value
    for (index, page) in pages.children.enumerated() {
      if page.style.flexGrow == 0, page.style.height == .auto {
        page.style.flexGrow = 1
        page.style.flexShrink = 1
      }
      page.style.display = index == chosen ? .flex : .none
    }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.tabs.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      Tabs.self, "titles", .list,
      "The titles of the pages, in order: texts, or objects with 'text' and 'icon', the name of an icon as in 'icon'.",
      get: { .array($0.titles) },
      set: { $0.titles = $1.array ?? [] }),
    .of(
      Tabs.self, "value", .number, "The index of the visible page, from 0.", get: { $0.value },
      set: { $0.value = $1 }),
  ]
}

extension ViewKind {
  /// Pages with a bar of titles.
  package static let tabs = ViewKind(
    "tabs",
    style: LayoutStyle {
      $0.flexGrow = 1
      $0.flexShrink = 1
    })

  /// The bar of titles.
  package static let tabBar = ViewKind(
    "tabBar",
    defaults: ViewDefaults(borderColor: .separator, borderWidth: EdgeInsets(top: 0, left: 0, bottom: 1, right: 0)),
    style: LayoutStyle {
      $0.flexDirection = .row
      $0.flexShrink = 0
      $0.border = Edges(bottom: 1)
    },
    element: WebElement(attributes: ["role": "tablist"], behaviour: "choiceGroup"))

  /// Draws an image, if there is one, and the title beside it.
  private static func drawTitle(of node: ViewNode, in box: Rect, _ canvas: any ViewCanvas, _ color: ColorComponents) {
    var textBox = box
    let (title, style) = (node[.text].string ?? "", node.textStyle)
    if let image = node.imageReference {
      let sign = ChoiceButton.imageSize(style)
      let width = max(0, min(canvas.measure(title, style: style, width: nil).size.width, box.width - sign.width))
      textBox.x += (box.width - sign.width - width) / 2
      let isMirrored = node.isRightToLeft
      let frame = RoundedBox(
        Rect(
          x: isMirrored ? textBox.x + width + sign.width - sign.height : textBox.x, y: box.midY - sign.height / 2,
          width: sign.height, height: sign.height))
      canvas.drawImage(image, mode: .aspectFit, in: frame, tint: node.hasTemplateImage ? color : nil)
      if !isMirrored { textBox.x += sign.width }
      textBox.width = width
    }
    canvas.draw(title, style: style, align: .center, isCentered: true, in: textBox, color)
  }

  /// A title in the bar.
  package static let tab: ViewKind = {
    let defaults = ViewDefaults(
      color: .secondaryLabel, padding: EdgeInsets(top: 10, left: 14, bottom: 10, right: 14), fontWeight: 500,
      textAlign: .center, maximumLines: 1)
    return ViewKind(
      "tab", defaults: defaults,
      style: LayoutStyle {
        $0.flexGrow = 1
        $0.flexShrink = 1
        $0.padding = Edges(defaults.padding)
      },
      element: WebElement(
        "button", attributes: ["type": "button", "role": "tab", "aria-selected": "false"], isControl: true,
        isDrawn: true,
        states: [.value: "aria-selected", .text: "aria-label"]),
      drawing: { node, box, canvas in
        let isChosen = node[.value] == true
        let color = isChosen ? canvas.color(.accent) : node.color(in: canvas.scheme)
        canvas.clipped(to: RoundedBox(box)) { drawTitle(of: node, in: box.inset(by: node.padding), canvas, color) }
        if isChosen {
          canvas.fill(RoundedBox(Rect(x: box.minX, y: box.maxY - 2, width: box.width, height: 2)), color)
        }
      })
  }()
}

extension ComponentDefinition {
  /// Pages, one of which is shown.
  package static let tabs = ComponentDefinition(
    type: "tabs", documentation: "Pages, one of which is shown, with a bar of titles above them.",
    synonyms: ["tabView", "tabBar", "tabControl", "pages"], kind: .tabs, properties: Tabs.own,
    events: [.change(.number, "the index of the visible page, from 0")],
    slots: [SlotDefinition("children", "The pages, in order.", .many) { ($0 as? Tabs)?.show($1) }],
    makeView: { Tabs(in: $0) }
  ).withParts([.tabBar, .tab]).checked { TabBar.unknownIcons(in: $0["titles"]) }
}
