import TesseraLayout
import TesseraTestSupport
import TesseraViews
import Testing

@Suite("The first layout")
struct FirstLayoutTests {
  @Test func `content in a box with constraints in a box with flexbox has its height`() async throws {
    let host = try await TestWidget(
      view: container(
        """
        {"type": "container", "id": "box", "layout": "constraints",
         "constraints": ["c.top = top", "c.leading = leading", "c.trailing = trailing", "bottom = c.bottom"],
         "children": [{"type": "container", "id": "c", "children": [{"type": "text", "id": "one", "text": "One"},
           {"type": "text", "id": "two", "text": "Two"}]}]}
        """, #"{"type": "text", "id": "below", "text": "Below"}"#)
    ).open()
    let line = try await host.node("one").frame.height
    #expect(line > 0)
    #expect(try await host.node("c").frame.height == 2 * line)
    #expect(try await host.node("box").frame.height == 2 * line)
    #expect(try await host.node("below").frame.y == 2 * line)
  }

  @Test(arguments: 0..<8)
  func `is that of all later ones, for random trees of all layouts`(eighth: UInt64) async throws {
    let size = Size(width: 320, height: 480)
    for seed in eighth * 12..<eighth * 12 + 12 {
      var document = RandomDocument(seed: seed)
      // What is larger than the window scrolls: whose content gives way would be a matter of history.
      let view = #"{"type": "scroll", "children": [\#(document.box(depth: 0))]}"#
      let host = try await TestWidget(view: view).open(size: size)
      let first = await host.tree.nodes.mapValues(\.frame)
      await host.send(.resize(Size(width: 300, height: 400)))
      await host.send(.resize(size))
      let second = await host.tree.nodes.mapValues(\.frame)
      let moved = first.filter { second[$0.key] != $0.value }
      #expect(moved.isEmpty, "seed \(seed): \(view)")
    }
  }
}

/// Boxes of all layouts in each other, with texts.
private struct RandomDocument {
  private var generator: SeededGenerator
  private var count = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func name() -> String {
    count += 1
    return "v\(count)"
  }

  private mutating func one(of values: String...) -> String { values.randomElement(using: &generator) ?? "" }

  private mutating func text() -> String {
    let words = Array(repeating: "word", count: .random(in: 1...14, using: &generator))
    return #"{"type": "text", "id": "\#(name())", "text": "\#(words.joined(separator: " "))"}"#
  }

  private mutating func child(depth: Int) -> (id: String, node: String) {
    let node = depth < 4 && Bool.random(using: &generator) ? box(depth: depth + 1) : text()
    let id = node.firstMatch(of: /"id": "(v\d+)"/).map { String($0.1) } ?? ""
    return (id, node)
  }

  mutating func box(depth: Int) -> String {
    let id = name()
    let children = (0..<Int.random(in: 1...3, using: &generator)).map { _ in child(depth: depth) }
    let nodes = children.map(\.node).joined(separator: ", ")
    let start = #"{"type": "container", "id": "\#(id)", "#
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      let style = """
        "flexDirection": "\(one(of: "row", "column"))", "gap": \(one(of: "0", "8")), "padding": \(one(of: "0", "5")), \
        "alignItems": "\(one(of: "stretch", "center", "flex-start"))", "flexGrow": \(one(of: "0", "1"))
        """
      return start + #""style": {\#(style)}, "children": [\#(nodes)]}"#
    case 1:
      var constraints: [String] = []
      for (index, child) in children.enumerated() {
        let above = index == 0 ? "top" : "\(children[index - 1].id).bottom"
        constraints += [
          "\(child.id).top = \(above) + 4", "\(child.id).leading = leading + 2",
          one(of: "\(child.id).trailing = trailing - 2", "\(child.id).trailing <= trailing - 2"),
        ]
      }
      constraints.append("bottom = \(children.last?.id ?? "").bottom + 4")
      return start
        + #""layout": "constraints", "constraints": \#(constraints), "children": [\#(nodes)]}"#
    default:
      return start + """
        "layout": "stack", "axis": "\(one(of: "vertical", "horizontal"))", "spacing": \(one(of: "0", "6")), \
        "alignment": "\(one(of: "fill", "leading", "center"))", "children": [\(nodes)]}
        """
    }
  }
}
