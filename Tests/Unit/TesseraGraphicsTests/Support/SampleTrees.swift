import Foundation
import TesseraGraphics
import TesseraLayout
import TesseraValues
import TesseraViews

/// A view tree written as an expression; ``tree`` numbers the views.
struct Sample {
  var kind: ViewKind
  var frame: Rect
  var identifier: String?
  var attributes: [ViewAttribute: Value]
  var children: [Sample]

  init(
    _ kind: ViewKind, _ frame: [Double], id: String? = nil, _ attributes: [ViewAttribute: Value] = [:],
    _ children: [Sample] = []
  ) {
    self.kind = kind
    self.frame = Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
    identifier = id
    self.attributes = attributes
    self.children = children
  }

  var tree: ViewTree {
    var nodes: [ViewID: ViewNode] = [:]
    func add(_ sample: Sample) -> ViewID {
      let id = ViewID(nodes.count + 1)
      nodes[id] = ViewNode(id: id, kind: sample.kind, frame: sample.frame)
      let children = sample.children.map(add)
      nodes[id] = ViewNode(
        id: id, kind: sample.kind, identifier: sample.identifier, frame: sample.frame, attributes: sample.attributes,
        children: children)
      return id
    }
    return ViewTree(root: add(self), nodes: nodes)
  }
}

/// Images created in the test.
struct SampleImages: ImageProviding {
  func imageData(for reference: ImageReference) -> [UInt8]? {
    switch reference {
    case .name("checker"), .url("https://example.org/checker.png"): Self.checker
    case .name("badge"):
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#c22"/>\
        <circle cx="20" cy="10" r="8" fill="#fff"/></svg>
        """.utf8)
    case .name("damaged"): Array(Self.checker.prefix(40))
    default: nil
    }
  }

  /// A PNG of 4 × 2 pixels: red, green, blue, white; black, clear, grey, yellow.
  static let checker: [UInt8] = Array(
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAIUlEQVR42mP4z8Dwn2EBA4gCAwYGkAAQNDQ0/P9/h+E/AAjaD/D4\
        3lAYAAAAAElFTkSuQmCC
        """) ?? Data())
}

enum SampleTrees {
  /// One control of every kind.
  static let controls = Sample(
    .window, [0, 0, 320, 480], id: "window", [:],
    [
      Sample(
        .navigation, [0, 0, 320, 480], [:],
        [
          Sample(.navigationBar, [0, 0, 320, 44], [.text: "Controls"]),
          Sample(
            .screen, [0, 44, 320, 436], id: "screen", [:],
            [
              Sample(.searchBar, [0, 0, 320, 52], [.placeholder: "Filter posts"]),
              Sample(
                .text, [16, 60, 288, 34],
                [.text: "Text that wraps into a second line because the box is too narrow for it."]),
              Sample(
                .text, [16, 98, 288, 21],
                [.text: "Centered 😀 שלום", .textAlign: "center", .fontSize: 16, .fontWeight: 600, .lineHeight: 21]),
              Sample(
                .text, [16, 122, 140, 17],
                [.text: "One line that is cut off with an ellipsis", .maximumLines: 1, .color: "secondaryLabel"]),
              Sample(.button, [16, 146, 90, 29], [.text: "Button"]),
              Sample(
                .button, [114, 146, 90, 29], [.text: "Filled", .backgroundColor: "accent", .color: "onAccent"]),
              Sample(.button, [212, 146, 90, 29], [.text: "Disabled", .disabled: true]),
              Sample(.textInput, [16, 186, 138, 35], [.placeholder: "Name"]),
              Sample(.textInput, [164, 186, 138, 35], [.value: "Favio", .placeholder: "Name"]),
              Sample(.textArea, [16, 230, 286, 60], [.value: "Several lines\nof typed text"]),
              Sample(.activityIndicator, [16, 300, 20, 20], [.animating: true]),
              Sample(.image, [50, 300, 60, 40], [.image: ["name": "checker"], .contentMode: "scaleToFill"]),
              Sample(
                .image, [120, 300, 60, 40], [.image: ["name": "badge"], .contentMode: "aspectFit", .borderWidth: 1]),
              Sample(.image, [190, 300, 40, 40], [.image: ["name": "badge"], .cornerRadius: 20]),
              Sample(.image, [240, 300, 60, 40], [.image: ["name": "missing"]]),
              Sample(.placeholder, [16, 350, 286, 28], [.text: "Unknown component 'chart'"]),
              Sample(
                .container, [16, 392, 130, 32],
                [
                  .backgroundColor: "background", .cornerRadius: 8,
                  .shadow: ["x": 0, "y": 2, "radius": 8, "color": "#00000060"],
                ],
                [Sample(.text, [10, 8, 110, 17], [.text: "Shadow", .color: "destructive"])]),
              Sample(
                .container, [164, 392, 138, 32],
                [.backgroundColor: "#7c4dff80", .borderColor: "#000", .borderWidth: [0, 4, 2, 0], .opacity: 0.6],
                [Sample(.text, [10, 8, 110, 17], [.text: "Hidden", .hidden: true])]),
            ]),
        ])
    ])

  /// A scrolled table below an alert.
  static let alert = Sample(
    .window, [0, 0, 320, 300], [:],
    [
      Sample(
        .table, [0, 20, 320, 260], id: "table", [.scrollOffset: 30, .rowCount: 8, .contentHeight: 400],
        (0..<8).map { row in
          Sample(
            .cell, [0, Double(row) * 50, 320, 50],
            [.rowIndex: .integer(Int64(row)), .borderWidth: [0, 0, 1, 0], .selected: .bool(row == 2)],
            [Sample(.text, [16, 16, 288, 17], [.text: .string("Row \(row)")])])
        }),
      Sample(
        .alert, [0, 0, 320, 300], id: "alert",
        [
          .title: "Delete this post?", .message: "It is gone for everyone who follows you.",
          .buttons: ["Cancel", "Delete"],
        ]),
    ])
}
