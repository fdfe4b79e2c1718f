import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraViews

@Suite("A commit")
struct CommitTests {
  let hierarchy = makeHierarchy()
  var context: ViewContext { hierarchy.context }
  var window: View { hierarchy.window }

  @Test func `the first commit has no steps, the next only what changed`() {
    #expect(hierarchy.tree().nodes.isEmpty, "nothing is committed yet")
    let label = context.label("a")
    window.addChild(label)
    #expect(hierarchy.commit() == [])
    #expect(hierarchy.tree().preorder().map(\.id) == [window.id, label.id])
    #expect(hierarchy.commit() == [])
  }

  @Test func `a changed text of the same size is one step`() {
    let labels = (0..<100).map { context.label("label \($0 % 10)") }
    for label in labels { window.addChild(label) }
    _ = hierarchy.commit()
    labels[50].text = "hello 0"
    #expect(hierarchy.commit() == [.attributes(labels[50].id, [.text: "hello 0"])])
  }

  @Test func `a text that needs another line moves the views below it, and nothing else`() {
    let labels = (0..<4).map { context.label("label \($0)") }
    for label in labels { window.addChild(label) }
    _ = hierarchy.commit()
    labels[2].text = String(repeating: "long ", count: 12)
    #expect(
      hierarchy.commit() == [
        .frame(labels[2].id, Rect(x: 0, y: 36, width: 320, height: 35)),
        .attributes(labels[2].id, [.text: .string(labels[2].text)]),
        .frame(labels[3].id, Rect(x: 0, y: 71, width: 320, height: 18)),
      ])
  }

  @Test func `writing the same value again, or back and forth, is not a step`() {
    let label = context.label("a")
    window.addChild(label)
    _ = hierarchy.commit()
    label.text = "a"
    label[.opacity] = nil
    label.text = "b"
    label.text = "a"
    label.isHidden = true
    label.isHidden = false
    #expect(hierarchy.commit() == [])
  }

  @Test func `a default is sent as null, and is not in the tree`() {
    let label = context.label("a")
    label[.opacity] = 0.5
    window.addChild(label)
    _ = hierarchy.commit()
    label[.opacity] = .null
    #expect(hierarchy.commit() == [.attributes(label.id, [.opacity: .null])])
    #expect(hierarchy.tree()[label.id]?.attributes.keys.sorted { $0.rawValue < $1.rawValue } == [.text])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `infinite numbers and NaN count as the default`(number: Double) {
    let label = context.label("a")
    label[.opacity] = .double(number)
    #expect(label[.opacity].isNull)
  }

  @Test func `a value that the host has is not sent again`() {
    let field = TextField(.textInput, in: context)
    window.addChild(field)
    _ = hierarchy.commit()
    field.acknowledge(.value, "typed")
    #expect(field.text == "typed")
    #expect(hierarchy.commit() == [])
    #expect(hierarchy.tree()[field.id]?[.value] == "typed", "another host has to know it")
    field.text = "corrected"
    #expect(hierarchy.commit() == [.attributes(field.id, [.value: "corrected"])])
  }

  @Test func `a view that is removed and inserted again before the commit makes no steps`() {
    let (a, b) = (context.label("a"), context.label("b"))
    window.setChildren([a, b])
    _ = hierarchy.commit()
    b.removeFromParent()
    window.addChild(b)
    #expect(hierarchy.commit() == [])
    b.removeFromParent()
    window.insertChild(b, at: 0)
    let patches = hierarchy.commit()
    #expect(patches.count == 3, "one move and two frames")
    #expect(patches.first == .move(a.id, index: 1) || patches.first == .move(b.id, index: 0))
  }

  @Test func `a view that returns later is inserted in its present state`() {
    let box = context.box(height: 40)
    let label = context.label("a")
    box.addChild(label)
    window.addChild(box)
    _ = hierarchy.commit()
    box.removeFromParent()
    #expect(hierarchy.commit() == [.remove(box.id)])
    #expect(hierarchy.view(label.id) == nil)
    label.text = "b"
    #expect(hierarchy.commit() == [], "the host does not know it")
    window.addChild(box)
    let patches = hierarchy.commit()
    #expect(patches.count == 2)
    guard case .insert(let node, parent: box.id, index: 0) = patches[1] else {
      Issue.record("\(patches[1])")
      return
    }
    #expect(node[.text] == "b")
  }

  @Test(arguments: [true, false])
  func `a view that changes its parent is removed before it is inserted`(forwards: Bool) {
    let (first, second, child) = (context.box(height: 40), context.box(height: 40), context.label("a"))
    let (from, to) = forwards ? (first, second) : (second, first)
    window.setChildren([first, second])
    from.addChild(child)
    _ = hierarchy.commit()
    var tree = hierarchy.tree()
    to.addChild(child)
    let patches = hierarchy.commit()
    #expect(patches.first == .remove(child.id))
    #expect(patches.count == 2)
    tree.apply(patches)
    #expect(tree == hierarchy.tree())
  }

  @Test(arguments: [(0, 19), (19, 0), (5, 6), (12, 3)])
  func `one view that changes its index is one move`(from: Int, to: Int) {
    let row = context.box(width: 300, height: 10)
    let views = (0..<20).map { _ in context.box(width: 0, height: 0) }
    row.setChildren(views)
    window.addChild(row)
    _ = hierarchy.commit()
    row.insertChild(views[from], at: to)
    #expect(hierarchy.commit().count == 1)
    #expect(hierarchy.tree()[row.id]?.children == row.children.map(\.id))
  }

  @Test func `effects happen once, and only at views that the host knows`() {
    let (field, stranger) = (TextField(.textInput, in: context), TextField(.textInput, in: context))
    window.addChild(field)
    _ = hierarchy.commit()
    field.perform(.shake)
    stranger.perform(.shake)
    #expect(hierarchy.commit() == [.effect(field.id, .shake)])
    #expect(hierarchy.commit() == [])
  }

  @Test func `a new window size changes only the frames that depend on it`() {
    let (wide, fixed) = (context.box(height: 10), context.box(width: 50, height: 10))
    window.setChildren([wide, fixed])
    _ = hierarchy.commit()
    hierarchy.size.width = 400
    #expect(
      hierarchy.commit() == [
        .frame(window.id, Rect(x: 0, y: 0, width: 400, height: 480)),
        .frame(wide.id, Rect(x: 0, y: 0, width: 400, height: 10)),
      ])
  }

  @Test func `views are found by identity only while they are in the window`() {
    let (box, label) = (context.box(), context.label("a"))
    box.addChild(label)
    #expect(hierarchy.view(label.id) == nil)
    window.addChild(box)
    #expect(hierarchy.view(label.id) === label)
    #expect(hierarchy.view(ViewID(-1)) == nil)
    #expect(hierarchy.view(ViewID(.max)) == nil)
  }

  @Test func `a hierarchy that is released with pending changes is freed`() {
    weak var window: View?
    weak var kept: View?
    do {
      let hierarchy = makeHierarchy()
      window = hierarchy.window
      hierarchy.window.addChild(hierarchy.context.label("a"))
      _ = hierarchy.commit()
      hierarchy.window.children[0].perform(.shake)
      hierarchy.window.children[0].isHidden = true
      kept = hierarchy.window.children[0]
    }
    #expect(window == nil)
    #expect(kept == nil)
  }

  @Test func `an image whose size becomes known is laid out`() {
    let image = ImageView(in: context)
    image.imageURL = "https://example.com/a.png"
    image.style.alignSelf = .flexStart
    window.addChild(image)
    _ = hierarchy.commit()
    #expect(image.frame.height == 0)
    context.imageSizes["https://example.com/a.png"] = Size(width: 40, height: 30)
    #expect(hierarchy.commit() == [.frame(image.id, Rect(x: 0, y: 0, width: 40, height: 30))])
  }

  @Test func `a hidden screen is not laid out until it is shown`() {
    let screen = View(.screen, in: context)
    let table = TableView(in: context)
    let source = RowSource(count: 100)
    table.dataSource = source
    screen.addChild(table)
    screen.isHidden = true
    window.addChild(screen)
    table.reloadData()
    _ = hierarchy.commit()
    #expect(source.madeCells == 0)
    screen.isHidden = false
    _ = hierarchy.commit()
    #expect(source.madeCells > 0)
  }
}

@Suite("A tree")
struct ViewTreeTests {
  @Test func `steps that name unknown views are ignored`() {
    func node(_ id: Int, _ children: [Int] = []) -> ViewNode {
      ViewNode(
        id: ViewID(id), kind: .container, identifier: nil, frame: .zero, attributes: [:],
        children: children.map(ViewID.init))
    }
    let tree = ViewTree(root: ViewID(1), nodes: [ViewID(1): node(1, [2]), ViewID(2): node(2)])
    let unknown = ViewID(9)
    let patches: [ViewPatch] = [
      .insert(node(3), parent: unknown, index: 0), .insert(node(2), parent: ViewID(1), index: 0), .remove(unknown),
      .remove(ViewID(1)), .move(unknown, index: 0), .move(ViewID(1), index: 0), .frame(unknown, .zero),
      .attributes(unknown, [.text: "a"]), .effect(unknown, .shake),
    ]
    var changed = tree
    changed.apply(patches)
    #expect(changed == tree)
    changed.apply([.insert(node(3), parent: ViewID(1), index: 100), .move(ViewID(2), index: -5)])
    #expect(changed[ViewID(1)]?.children == [ViewID(2), ViewID(3)])
  }
}
