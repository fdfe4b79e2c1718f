import TesseraGraphics
import TesseraLayout
package import TesseraValues
import TesseraViews

extension SimulationReport {
  /// Returns the chart as a PNG image, with two pixels per point.
  package func png() throws(Diagnostic) -> [UInt8] {
    let bytes = Array(svg.utf8)
    guard let header = ImageHeader(bytes), let width = header.width, let height = header.height else {
      throw Diagnostic(rule: "chart", message: "The chart cannot be drawn")
    }
    let (window, chart) = (ViewID(1), ViewID(2))
    let frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let tree = ViewTree(
      root: window,
      nodes: [
        window: ViewNode(id: window, kind: .window, frame: frame, children: [chart]),
        chart: ViewNode(
          id: chart, kind: .image, frame: frame,
          attributes: [.image: ["name": "chart"], .contentMode: "scaleToFill"]),
      ])
    return try TreeRenderer(images: Chart(bytes: bytes), scheme: .light, scale: 2).png(tree)
  }
}

/// Provides a single image.
private struct Chart: ImageProviding {
  let bytes: [UInt8]

  func imageData(for reference: ImageReference) -> [UInt8]? { bytes }
}
