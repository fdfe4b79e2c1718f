import TesseraLayout
import Testing

@Suite("Stacks")
struct StackTests {
  @Test func `a column stacks its children and stretches them`() {
    var tree = LayoutTree()
    let first = tree.makeNode(LayoutStyle { $0.height = 20 })
    let second = tree.makeNode(LayoutStyle { $0.flexGrow = 1 })
    let root = tree.makeNode(LayoutStyle { $0.padding = Edges(8) })
    tree.setChildren(of: root, [first, second])
    tree.compute(root: root, width: .definite(320), height: .definite(200))
    #expect(tree.frame(of: root) == Rect(x: 0, y: 0, width: 320, height: 200))
    #expect(tree.frame(of: first) == Rect(x: 8, y: 8, width: 304, height: 20))
    #expect(tree.frame(of: second) == Rect(x: 8, y: 28, width: 304, height: 164))
    #expect(tree.changedNodes == [root, first, second])
    tree.compute(root: root, width: .definite(320), height: .definite(200))
    #expect(tree.changedNodes == [])
  }
}
