import ArgumentParser
import TesseraFixtures
import TesseraValues

/// `tessera layout`: computes the frames of layout trees.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Lay out trees of styles: JSON in, JSON out.",
    discussion: """
      Standard input is a list of {"name", "direction": "ltr"|"rtl", "width"?, "height"?, "root": {"style", "text"?, \
      "children"}}; the answer is a list of {"name", "frames": [[left, top, width, height], …]}, in pre-order, \
      relative to the parent. A text takes 10 by 10 points for each character and wraps at spaces.
      """)

  func run() throws {
    try LayoutDocument.run(StandardInput.readToEnd()).write()
  }
}
