import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@Suite("A tree of views as JSON")
struct TreeTextTests {
  @Test func `has one view per line, without default values`() {
    let sample = Sample(
      .window, [0, 0, 375, 667], id: "window", [:],
      [
        Sample(.text, [16, 8.5, 100.333, 17], id: "titleLabel", [.text: "Favio \"Mobile\"\n", .hidden: true]),
        Sample(.textInput, [0, -0.001, 50, 1.0 / 3], [.value: "typed", .placeholder: "type", .disabled: true]),
        Sample(.image, [0, 0, 10, 10], [.image: ["name": "bird"], .hidden: false]),
        Sample(.image, [0, 0, 10, 10], [.image: ["url": "https://example.org/a.png"]]),
        Sample(.alert, [0, 0, 10, 10], [.title: "Error", .message: "It failed", .buttons: ["OK"]]),
      ])
    #expect(
      TreeText.json(for: sample.tree) == #"""
        {"id": "window", "kind": "window", "frame": [0, 0, 375, 667], "children": [
          {"id": "titleLabel", "kind": "text", "frame": [16, 8.5, 100.33, 17], "text": "Favio \"Mobile\"\n", "hidden": true},
          {"kind": "textInput", "frame": [0, 0, 50, 0.33], "value": "typed", "disabled": true},
          {"kind": "image", "frame": [0, 0, 10, 10], "image": "bird"},
          {"kind": "image", "frame": [0, 0, 10, 10], "image": "https://example.org/a.png"},
          {"kind": "alert", "frame": [0, 0, 10, 10], "text": "Error\nIt failed"}
        ]}

        """#)
  }

  @Test(
    arguments: [
      (0.0, "0"), (-0.0, "0"), (-0.004, "0"), (0.005, "0.01"), (1.1, "1.1"), (1.05, "1.05"), (-2.5, "-2.5"),
      (-0.07, "-0.07"), (99.999, "100"), (1e300, "0"), (.nan, "0"), (-.infinity, "0"),
    ] as [(Double, String)])
  func `has numbers with at most two decimals`(number: Double, text: String) {
    let node = ViewNode(id: ViewID(1), kind: .text, frame: Rect(x: number, y: 0, width: 0, height: 0))
    let json = TreeText.json(for: ViewTree(root: node.id, nodes: [node.id: node]))
    #expect(json == "{\"kind\": \"text\", \"frame\": [\(text), 0, 0, 0]}\n")
  }

  @Test func `reads back as JSON`() throws {
    for (_, tree) in GoldenTests.trees {
      let root = try Value.parseJSON(TreeText.json(for: tree))
      #expect(root.dictionary?["kind"]?.string == "window")
    }
  }
}
