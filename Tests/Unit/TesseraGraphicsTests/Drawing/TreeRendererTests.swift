import Foundation
import TesseraGraphics
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@Suite("Drawing a tree of views")
struct TreeRendererTests {
  let white: [UInt8] = [255, 255, 255, 255]
  let red: [UInt8] = [255, 0, 0, 255]

  private func pixels(_ sample: Sample, scheme: ColorScheme = .light, scale: Double = 1) throws -> Pixels {
    let renderer = TreeRenderer(images: SampleImages(), scheme: scheme, scale: scale)
    return try Pixels(Data(try renderer.png(sample.tree)))
  }

  private func window(_ children: [Sample]) -> Sample { Sample(.window, [0, 0, 40, 40], [:], children) }

  @Test func `frames are relative to their parents`() throws {
    let inner = Sample(.container, [3, 4, 5, 6], [.backgroundColor: "#f00"])
    let drawn = try pixels(window([Sample(.container, [10, 20, 20, 15], [:], [inner])]))
    #expect(drawn[13, 24] == red)
    #expect(drawn[17, 29] == red)
    #expect(drawn[12, 24] == white)
    #expect(drawn[18, 29] == white)
    #expect(drawn[13, 23] == white)
    #expect(drawn[17, 30] == white)
  }

  @Test func `an image has as many pixels as the scale requires`() throws {
    let sample = window([Sample(.container, [10, 10, 5, 5], [.backgroundColor: "#f00"])])
    let drawn = try pixels(sample, scale: 3)
    #expect(drawn.width == 120 && drawn.height == 120)
    #expect(drawn[30, 30] == red && drawn[44, 44] == red && drawn[45, 44] == white)
  }

  @Test func `dark surroundings have dark colours`() throws {
    #expect(try pixels(window([]), scheme: .dark)[5, 5] == [0x15, 0x16, 0x1A, 255])
  }

  @Test func `a hidden view and its children are not drawn`() throws {
    let inner = Sample(.container, [0, 0, 40, 40], [.backgroundColor: "#f00"])
    let drawn = try pixels(window([Sample(.container, [0, 0, 40, 40], [.hidden: true], [inner])]))
    #expect(drawn[20, 20] == white)
  }

  @Test func `a scrolling view clips its content and moves it by its offset`() throws {
    let content = Sample(.container, [0, 15, 20, 10], [.backgroundColor: "#f00"])
    let drawn = try pixels(window([Sample(.scroll, [10, 10, 20, 10], [.scrollOffset: 10], [content])]))
    #expect(drawn[15, 14] == white)
    #expect(drawn[15, 15] == red)
    #expect(drawn[15, 19] == red)
    #expect(drawn[15, 20] == white)
    let flying = Sample(
      .container, [10, 10, 20, 10], [:], [Sample(.container, [0, 15, 5, 5], [.backgroundColor: "#f00"])])
    #expect(try pixels(window([flying]))[12, 27] == red, "a container does not cut")
  }

  @Test func `opacity applies to a view and its children as a whole`() throws {
    let inner = Sample(.container, [0, 0, 10, 10], [.backgroundColor: "#f00"])
    let outer = Sample(.container, [0, 0, 20, 20], [.backgroundColor: "#f00", .opacity: 0.5], [inner])
    let drawn = try pixels(window([outer]))
    #expect(drawn[5, 5] == drawn[15, 15])
    #expect(drawn[5, 5][0] == 255 && (126...129).contains(drawn[5, 5][1]))
  }

  @Test func `borders are inside the box, each side with its own width`() throws {
    let drawn = try pixels(
      window([Sample(.container, [10, 10, 20, 20], [.borderColor: "#f00", .borderWidth: [1, 2, 3, 4]])]))
    #expect(drawn[20, 10] == red && drawn[20, 11] == white)
    #expect(drawn[29, 20] == red && drawn[28, 20] == red && drawn[27, 20] == white)
    #expect(drawn[20, 27] == red && drawn[20, 26] == white)
    #expect(drawn[13, 20] == red && drawn[14, 20] == white)
    #expect(drawn[9, 20] == white && drawn[30, 20] == white)
  }

  @Test func `rounded corners are left out, and clip the children`() throws {
    let inner = Sample(.container, [0, 0, 20, 20], [.backgroundColor: "#f00"])
    for attributes in [[.cornerRadius: 10, .clips: true], [.cornerRadius: 99, .clips: true]] as [[ViewAttribute: Value]]
    {
      let drawn = try pixels(window([Sample(.container, [10, 10, 20, 20], attributes, [inner])]))
      #expect(drawn[11, 11] == white && drawn[28, 28] == white)
      #expect(drawn[20, 11] == red && drawn[20, 20] == red)
    }
  }

  @Test func `a shadow surrounds the box and is not under it`() throws {
    let drawn = try pixels(
      window([Sample(.container, [10, 10, 20, 20], [.shadow: ["x": 0, "y": 4, "radius": 4, "color": "#000"]])]))
    #expect(drawn[20, 20] == white)
    #expect(drawn[20, 31][0] < 120)
    #expect(drawn[20, 8][0] > 200)
    #expect(drawn[20, 39][0] > 245)
  }

  @Test func `images fill their box by the content mode`() throws {
    func draw(_ mode: Value) throws -> Pixels {
      try pixels(window([Sample(.image, [0, 0, 40, 40], [.image: ["name": "badge"], .contentMode: mode])]))
    }
    let stretched = try draw("scaleToFill")
    #expect(stretched[1, 1] == [0xCC, 0x22, 0x22, 255] && stretched[20, 6] == white)
    let fitted = try draw("aspectFit")
    #expect(fitted[1, 9] == white && fitted[1, 11] == [0xCC, 0x22, 0x22, 255])
    let filled = try draw("aspectFill")
    #expect(filled[1, 1] == [0xCC, 0x22, 0x22, 255] && filled[20, 2] == [0xCC, 0x22, 0x22, 255])
    #expect(filled[6, 20] == white)
  }

  @Test(arguments: [ViewKind.image, .button])
  func `of a template, only the opacity matters: it has the colour of the view`(kind: ViewKind) throws {
    func draw(_ attributes: [ViewAttribute: Value]) throws -> Pixels {
      let own: [ViewAttribute: Value] = [.image: ["name": "badge"], .contentMode: "aspectFit", .padding: 0]
      return try pixels(window([Sample(kind, [0, 0, 40, 40], own.merging(attributes) { $1 })]))
    }
    let tinted = try draw([.renderingMode: "template", .color: "#00f"])
    #expect(tinted[1, 11] == [0, 0, 255, 255] && tinted[1, 9] == white)
    let pale = try draw([.renderingMode: "template", .color: "#0000ff80"])
    #expect(pale[1, 11][0] > 120 && pale[1, 11][0] < 135 && pale[1, 11][2] == 255)
    #expect(try draw([.renderingMode: "original", .color: "#00f"])[1, 11] == [0xCC, 0x22, 0x22, 255])
  }

  @Test(arguments: [(ViewKind.image, 2), (.tab, 20)])
  func `a template that is missing is a plain box as others are`(kind: ViewKind, place: Int) throws {
    let drawn = try pixels(
      window([Sample(kind, [0, 0, 40, 40], [.image: ["name": "missing"], .renderingMode: "template"])]))
    #expect(drawn[place, place] == [0xF2, 0xF3, 0xF5, 255])
  }

  @Test func `the picture in place of a missing template has its own colours`() throws {
    let drawn = try pixels(
      window([
        Sample(
          .image, [0, 0, 40, 40],
          [
            .image: ["name": "missing"], .placeholder: "badge", .renderingMode: "template", .color: "#00f",
            .contentMode: "aspectFit",
          ])
      ]))
    #expect(drawn[1, 11] == [0xCC, 0x22, 0x22, 255])
  }

  @Test func `a box that takes no part in layout is not drawn, and nothing in it`() throws {
    let child = Sample(.container, [0, 0, 40, 40], [.backgroundColor: "#f00"])
    func draw(_ display: Value) throws -> Pixels {
      try pixels(window([Sample(.container, [0, 0, 40, 40], [.display: display], [child])]))
    }
    #expect(try draw("none")[20, 20] == white)
    #expect(try draw(.null)[20, 20] == red)
  }

  @Test func `a recorded drawing has templates in their colour, and images without one in their own`() throws {
    func draw(_ tint: [Value]) throws -> Pixels {
      let step: [Value] = ["image", ["name": "badge"], "scaleToFill", 0, 0, 40, 40, 0]
      return try pixels(
        window([Sample(.drawn, [0, 0, 40, 40], [.displayList: ["light": .array([.array(step + tint)])]])]))
    }
    #expect(try draw(["#0000ffff"])[1, 1] == [0, 0, 255, 255])
    #expect(try draw([])[1, 1] == [0xCC, 0x22, 0x22, 255])
  }

  @Test func `a selected view has the colour for it over its background and under its content`() throws {
    let attributes: [ViewAttribute: Value] = [.backgroundColor: "#fff", .selectedBackgroundColor: "#f00"]
    let child = Sample(.container, [0, 0, 10, 10], [.backgroundColor: "#000"])
    func draw(_ selected: Value) throws -> Pixels {
      try pixels(
        window([Sample(.container, [0, 0, 40, 40], attributes.merging([.selected: selected]) { $1 }, [child])]))
    }
    #expect(try draw(true)[20, 20] == red && draw(true)[5, 5] == [0, 0, 0, 255])
    #expect(try draw(false)[20, 20] == white)
    let cell = try pixels(
      window([Sample(.cell, [0, 0, 40, 40], [.selected: true, .selectedBackgroundColor: "clear"])]))
    #expect(cell[20, 20] == white)
  }

  @Test(arguments: ["missing", "damaged"])
  func `a missing or damaged image is a plain box, with an icon where there is room`(name: String) throws {
    let drawn = try pixels(window([Sample(.image, [0, 0, 40, 40], [.image: ["name": .string(name)]])]))
    #expect(drawn[2, 2] == [0xF2, 0xF3, 0xF5, 255])
    #expect(drawn[20, 20] == [0x5A, 0x5E, 0x68, 255], "the line that crosses the picture out")
    let small = try pixels(window([Sample(.image, [0, 0, 30, 30], [.image: ["name": .string(name)]])]))
    #expect(small[15, 15] == [0xF2, 0xF3, 0xF5, 255])
  }

  @Test func `damaged images are harmless`() throws {
    struct Fixed: ImageProviding {
      var bytes: [UInt8]
      func imageData(for reference: ImageReference) -> [UInt8]? { bytes }
    }
    let sample = window([Sample(.image, [0, 0, 40, 40], [.image: ["name": "x"]])])
    var generator = SeededGenerator(seed: 3)
    let svg = SampleImages().imageData(for: .name("badge")) ?? []
    for original in [SampleImages.checker, svg] {
      for _ in 0..<150 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        _ = try TreeRenderer(images: Fixed(bytes: bytes)).png(sample.tree)
      }
    }
    // 30,000 × 30,000 pixels in a few bytes.
    var huge = SampleImages.checker
    huge.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
    #expect(
      try Pixels(Data(TreeRenderer(images: Fixed(bytes: huge)).png(sample.tree)))[2, 2] == [0xF2, 0xF3, 0xF5, 255])
  }

  @Test func `text stays text in SVG, line by line, with special characters escaped`() throws {
    let text = "Fish & <chips>\0\nin lines"
    let document = try TreeRenderer().svg(
      Sample(.window, [0, 0, 200, 100], [:], [Sample(.text, [0, 0, 160, 34], [.text: .string(text)])]).tree)
    #expect(document.contains(">Fish &amp; &lt;chips&gt;</text>"))
    #expect(document.contains(">in lines</text>"))
    let parser = XMLCheck(document)
    #expect(parser.isWellFormed)
    #expect(parser.texts == ["Fish & <chips>", "in lines"])
  }

  @Test(arguments: GoldenTests.trees.map(\.name))
  func `SVG of every sample is well-formed XML`(name: String) throws {
    let tree = try #require(GoldenTests.trees.first { $0.name == name }).tree
    #expect(XMLCheck(try TreeRenderer(images: SampleImages()).svg(tree)).isWellFormed)
  }

  @Test func `tabs move the following text to their stops`() throws {
    let sample = Sample(.window, [0, 0, 200, 40], [:], [Sample(.text, [0, 0, 200, 17], [.text: "a\tb"])])
    let document = try TreeRenderer().svg(sample.tree)
    #expect(document.contains("x=\"0\" y=\"13\""))
    #expect(document.contains("x=\"31.5\" y=\"13\""))
  }

  @Test func `right-to-left text is aligned to the right`() throws {
    let sample = Sample(.window, [0, 0, 200, 40], [:], [Sample(.text, [0, 0, 200, 17], [.text: "שלום"])])
    let document = try TreeRenderer().svg(sample.tree)
    #expect(document.contains("x=\"200\" y=\"13\""))
    #expect(document.contains("direction=\"rtl\""))
  }

  @Test func `PDF is a deterministic document`() throws {
    let renderer = TreeRenderer(images: SampleImages())
    let bytes = try renderer.pdf(SampleTrees.controls.tree)
    #expect(String(decoding: bytes.prefix(5), as: UTF8.self) == "%PDF-")
    #expect(try renderer.pdf(SampleTrees.controls.tree) == bytes)
  }

  @Test(arguments: [[0, 10], [10, 0], [1e9, 1], [20_000, 20_000], [.nan, 10]] as [[Double]])
  func `a size that cannot be drawn is an error`(size: [Double]) {
    let tree = Sample(.window, [0, 0, size[0], size[1]]).tree
    #expect(throws: Diagnostic.self) { try TreeRenderer().png(tree) }
    #expect(throws: Diagnostic.self) { try TreeRenderer().svg(tree) }
    #expect(throws: Diagnostic.self) { try TreeRenderer().pdf(tree) }
  }

  @Test func `malformed trees are drawn as far as possible`() throws {
    let root = ViewID(1)
    func node(_ id: Int, _ frame: Rect, _ children: [Int], _ attributes: [ViewAttribute: Value] = [:]) -> ViewNode {
      ViewNode(
        id: ViewID(id), kind: .container, frame: frame, attributes: attributes, children: children.map { ViewID($0) })
    }
    let box = Rect(x: 0, y: 0, width: 20, height: 20)
    let cycle = ViewTree(root: root, nodes: [root: node(1, box, [1, 2, 9]), ViewID(2): node(2, box, [1])])
    #expect(try !TreeRenderer().png(cycle).isEmpty)
    #expect(TreeText.json(for: cycle).contains("null"))

    var nodes: [ViewID: ViewNode] = [:]
    for id in 1...5000 { nodes[ViewID(id)] = node(id, box, [id + 1], [.opacity: 0.99, .clips: true]) }
    let deep = ViewTree(root: root, nodes: nodes)
    #expect(try !TreeRenderer().png(deep).isEmpty)
    #expect(try !TreeRenderer().svg(deep).isEmpty)
    #expect(!TreeText.json(for: deep).isEmpty)

    let odd: [ViewAttribute: Value] = [
      .opacity: .double(.nan), .cornerRadius: -5, .borderWidth: .double(.infinity), .shadow: ["radius": 1e300],
      .scrollOffset: .double(.nan), .fontSize: 0, .text: 5, .padding: ["x"], .backgroundColor: "mauve",
    ]
    let kinds: [ViewKind] = [
      .container, .scroll, .form, .text, .image, .button, .textInput, .textArea, .searchBar, .activityIndicator, .table,
    ]
    for kind in ViewKind.structural + kinds {
      for frame in [[0, 0, 20, 20], [0, 0, -5, 5], [.nan, 0, 1, 1], [1e300, 0, 5, 5], [0, 0, 0.001, 0.001]] {
        let sample = Sample(.window, [0, 0, 20, 20], [:], [Sample(kind, frame, odd)])
        #expect(try !TreeRenderer().png(sample.tree).isEmpty)
        #expect(XMLCheck(try TreeRenderer().svg(sample.tree)).isWellFormed)
      }
    }
  }
}
