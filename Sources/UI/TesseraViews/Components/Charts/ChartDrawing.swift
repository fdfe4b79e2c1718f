import Foundation
import TesseraLayout
import TesseraValues

/// Draws a chart in a box.
struct ChartDrawing {
  private let node: ViewNode
  private let canvas: any ViewCanvas
  private let box: Rect
  private let data: ChartData
  private let shape: Chart.Shape
  private let unit: String
  private let style: TextStyle

  init(_ node: ViewNode, in box: Rect, on canvas: any ViewCanvas) {
    self.node = node
    self.canvas = canvas
    self.box = box
    let content = node[.content]
    data = ChartData(content: content)
    shape = content.value(at: "shape").string.flatMap(Chart.Shape.init) ?? .bar
    unit = content.value(at: "unit").string ?? ""
    var style = node.textStyle
    style.maximumLines = 1
    self.style = style
  }

  func draw() {
    guard box.width > 8, box.height > 8 else { return }
    if shape == .gauge { return drawGauge() }
    let isEmpty = data.series.allSatisfy { $0.values.allSatisfy { $0 == nil } }
    guard !isEmpty else {
      return canvas.draw("–", style: style, align: .center, isCentered: true, in: box, node.color(in: canvas.scheme))
    }
    switch shape {
    case .pie: drawPie(in: boxAboveLegend())
    case .sparkline: drawSparkline()
    default: drawAxes(in: boxAboveLegend())
    }
  }

  // MARK: Colours

  /// Colours of series that are distinguishable in both colour schemes and for viewers with red-green colour
  /// blindness (after M. Okabe and K. Ito, "Color Universal Design", 2008). Each has a contrast of 3 : 1 on the
  /// background.
  private static let colors: [(light: UInt32, dark: UInt32)] = [
    (0x1F_5F_D6, 0x7C_AC_FF), (0xC2_5A_00, 0xF0_A0_4B), (0x00_7F_5F, 0x3C_C9_9B), (0xA6_3A_8C, 0xE6_8F_CF),
    (0x8A_6D_00, 0xE0_C5_45), (0x2B_84_B8, 0x7C_CB_F2), (0xB8_24_2A, 0xFF_8A_85), (0x5A_5E_68, 0xA6_AA_B4),
  ]

  private func color(_ index: Int) -> ColorComponents {
    let pair = Self.colors[index % Self.colors.count]
    return ColorComponents(canvas.scheme == .light ? pair.light : pair.dark)
  }

  private var textColor: ColorComponents { node.color(in: canvas.scheme) }

  // MARK: Legend

  /// Draws the legend, if there is one, and returns the rest of the box.
  private func boxAboveLegend() -> Rect {
    guard node[.content].value(at: "legend").isTrue else { return box }
    let names = shape == .pie ? data.labels : data.series.map(\.name)
    var (x, y) = (box.minX, 0.0)
    var entries: [(text: String, x: Double, y: Double, width: Double)] = []
    let height = lineHeight + 4
    for name in names.prefix(12) {
      let width = min(canvas.measure(name, style: style, width: nil).size.width, box.width - 16)
      if x > box.minX, x + 14 + width > box.maxX { (x, y) = (box.minX, y + height) }
      entries.append((name, x, y, width))
      x += 14 + width + 14
    }
    // In right-to-left layout, entries start on the right.
    let total = y + height
    guard total < box.height / 2 else { return box }
    let top = box.maxY - total + 4
    for (index, entry) in entries.enumerated() {
      let start = node.isRightToLeft ? box.maxX - (entry.x - box.minX) - 14 - entry.width : entry.x
      let dotX = node.isRightToLeft ? start + entry.width + 6 : start
      canvas.fill(
        RoundedBox(Rect(x: dotX, y: top + entry.y + lineHeight / 2 - 4, width: 8, height: 8), radius: 2), color(index))
      canvas.draw(
        entry.text, style: style, align: .left, isCentered: true,
        in: Rect(
          x: node.isRightToLeft ? start : start + 14, y: top + entry.y, width: entry.width + 1, height: lineHeight),
        textColor)
    }
    return Rect(x: box.x, y: box.y, width: box.width, height: box.height - total - 4)
  }

  private var lineHeight: Double { canvas.measure("0", style: style, width: nil).size.height }

  // MARK: Axes

  private func drawAxes(in box: Rect) {
    let isStacked = shape == .stacked
    guard let numbers = data.range(isStacked: isStacked) else { return }
    let content = node[.content]
    var (low, high) = (numbers.lowerBound, numbers.upperBound)
    // Bars and areas represent lengths and therefore start at 0.
    if shape != .line { (low, high) = (min(low, 0), max(high, 0)) }
    low = content.value(at: "minimum").number ?? low
    high = max(content.value(at: "maximum").number ?? high, low)
    let scale = ChartScale(low...high, count: max(2, min(6, Int(box.height / 36))))
    let largest = max(abs(scale.minimum), abs(scale.maximum))
    let marks = scale.marks.map { ($0, ChartScale.text(of: $0, step: scale.step, largest: largest) + unit) }
    let room = marks.map { canvas.measure($0.1, style: style, width: nil).size.width }.max() ?? 0
    let left = min(room, box.width / 3) + 6
    let hasLabels = data.labels.contains { !$0.isEmpty }
    let bottom = hasLabels ? lineHeight + 6 : 4
    let isRightToLeft = node.isRightToLeft
    let plot = Rect(
      x: isRightToLeft ? box.minX + 6 : box.minX + left, y: box.minY + lineHeight / 2,
      width: max(1, box.width - left - 6), height: max(1, box.height - bottom - lineHeight / 2))
    for (mark, text) in marks {
      let y = plot.maxY - scale.position(of: mark) * plot.height
      canvas.fill(
        RoundedBox(Rect(x: plot.minX, y: y - 0.5, width: plot.width, height: 1)),
        canvas.color(mark == 0 ? .secondaryLabel : .separator).withOpacity(mark == 0 ? 0.6 : 1))
      canvas.draw(
        text, style: style, align: isRightToLeft ? .left : .right, isCentered: true,
        in: Rect(
          x: isRightToLeft ? plot.maxX + 4 : box.minX, y: y - lineHeight / 2, width: left - 4, height: lineHeight),
        textColor)
    }
    if hasLabels { drawLabels(below: plot) }
    canvas.clipped(to: RoundedBox(plot.inset(by: EdgeInsets(top: -3, left: -3, bottom: -3, right: -3)))) {
      switch shape {
      case .bar: drawBars(in: plot, scale)
      case .stacked: drawStacks(in: plot, scale)
      default: drawLines(in: plot, scale)
      }
    }
  }

  private var count: Int { max(1, data.labels.count) }

  /// Returns the centre of a label's section of the plot.
  private func middle(_ index: Int, in plot: Rect) -> Double {
    let fraction = (Double(index) + 0.5) / Double(count)
    return node.isRightToLeft ? plot.maxX - fraction * plot.width : plot.minX + fraction * plot.width
  }

  /// Draws the labels that fit side by side.
  private func drawLabels(below plot: Rect) {
    let slot = plot.width / Double(count)
    let widest = data.labels.prefix(100).map { canvas.measure($0, style: style, width: nil).size.width }.max() ?? 0
    let every = max(1, Int((min(widest, 90) + 8) / max(slot, 0.01) + 0.999))
    for index in stride(from: 0, to: data.labels.count, by: every) {
      let width = slot * Double(every)
      let labelBox = Rect(
        x: middle(index, in: plot) - width / 2, y: plot.maxY + 4, width: width, height: lineHeight)
      let inside = Rect(
        x: max(labelBox.x, box.minX), y: labelBox.y, width: min(labelBox.maxX, box.maxX) - max(labelBox.x, box.minX),
        height: lineHeight)
      canvas.draw(data.labels[index], style: style, align: .center, isCentered: true, in: inside, textColor)
    }
  }

  private func drawBars(in plot: Rect, _ scale: ChartScale) {
    let slot = plot.width / Double(count)
    let gap = min(slot * 0.25, 12)
    let width = max(0.5, (slot - gap) / Double(max(1, data.series.count)))
    let zero = plot.maxY - scale.position(of: 0) * plot.height
    for index in data.labels.indices {
      for (number, series) in data.series.enumerated() {
        guard let value = series.values[index] else { continue }
        let order = node.isRightToLeft ? data.series.count - 1 - number : number
        let x = middle(index, in: plot) - (slot - gap) / 2 + Double(order) * width
        let y = plot.maxY - scale.position(of: value) * plot.height
        fillBar(
          Rect(x: x, y: min(y, zero), width: max(0.5, width - (width > 6 ? 1 : 0)), height: abs(zero - y)), number)
      }
    }
  }

  private func drawStacks(in plot: Rect, _ scale: ChartScale) {
    let slot = plot.width / Double(count)
    let width = max(0.5, slot - min(slot * 0.25, 12))
    for index in data.labels.indices {
      var (up, down) = (0.0, 0.0)
      for (number, series) in data.series.enumerated() {
        guard let value = series.values[index], value != 0 else { continue }
        let start = value > 0 ? up : down
        let y = [start, start + value].map { plot.maxY - scale.position(of: $0) * plot.height }
        fillBar(
          Rect(x: middle(index, in: plot) - width / 2, y: y.min() ?? 0, width: width, height: abs(y[0] - y[1])), number)
        if value > 0 { up += value } else { down += value }
      }
    }
  }

  private func fillBar(_ bar: Rect, _ series: Int) {
    canvas.fill(RoundedBox(bar, radius: bar.width > 6 ? 2 : 0), color(series))
  }

  private func drawLines(in plot: Rect, _ scale: ChartScale) {
    let zero = plot.maxY - scale.position(of: 0) * plot.height
    for (number, series) in data.series.enumerated() {
      let parts = parts(of: series) { index, value in
        Point(x: middle(index, in: plot), y: plot.maxY - scale.position(of: value) * plot.height)
      }
      for part in parts {
        if shape == .area, let first = part.first, let last = part.last {
          canvas.fill(
            [.move(Point(x: first.x, y: zero))] + part.map(PathStep.line) + [.line(Point(x: last.x, y: zero))],
            color(number).withOpacity(0.22))
        }
        stroke(part, width: 2, color(number))
      }
    }
  }

  /// Returns the points of a series, split where numbers are missing.
  private func parts(of series: ChartData.Series, _ point: (_ index: Int, _ value: Double) -> Point) -> [[Point]] {
    var parts: [[Point]] = [[]]
    for (index, value) in series.values.enumerated() {
      if let value {
        parts[parts.count - 1].append(point(index, value))
      } else if parts.last?.isEmpty == false {
        parts.append([])
      }
    }
    return parts.filter { !$0.isEmpty }
  }

  private func stroke(_ points: [Point], width: Double, _ color: ColorComponents) {
    guard let first = points.first else { return }
    if points.count == 1 {
      return canvas.fill(RoundedBox(Rect(x: first.x - 3, y: first.y - 3, width: 6, height: 6), radius: 3), color)
    }
    canvas.stroke([.move(first)] + points.dropFirst().map(PathStep.line), width: width, color)
  }

  // MARK: Others

  private func drawSparkline() {
    guard let numbers = data.range(isStacked: false) else { return }
    let plot = box.inset(by: EdgeInsets(top: 3, left: 3, bottom: 3, right: 3))
    let low = node[.content].value(at: "minimum").number ?? numbers.lowerBound
    let high = node[.content].value(at: "maximum").number ?? numbers.upperBound
    for (number, series) in data.series.enumerated() {
      let parts = parts(of: series) { index, value in
        let fraction = count > 1 ? Double(index) / Double(count - 1) : 0.5
        let height = high > low ? min(max((value - low) / (high - low), 0), 1) : 0.5
        return Point(
          x: node.isRightToLeft ? plot.maxX - fraction * plot.width : plot.minX + fraction * plot.width,
          y: plot.maxY - height * plot.height)
      }
      for part in parts { stroke(part, width: 1.5, color(number)) }
    }
  }

  private func drawPie(in box: Rect) {
    let values = data.series.first?.values.map { max(0, $0 ?? 0) } ?? []
    let total = values.reduce(0, +)
    guard total > 0 else { return }
    let center = Point(x: box.midX, y: box.midY)
    let radius = max(1, min(box.width, box.height) / 2 - 2)
    var start = -Double.pi / 2
    for (index, value) in values.enumerated() where value > 0 {
      let end = start + value / total * 2 * .pi
      let shown = node.isRightToLeft ? (-.pi - end, -.pi - start) : (start, end)
      canvas.fill([.move(center), .arc(center: center, radius: radius, from: shown.0, to: shown.1)], color(index))
      start = end
    }
    // Thin lines separate neighbouring sectors.
    guard values.filter({ $0 > 0 }).count > 1 else { return }
    start = -Double.pi / 2
    for value in values where value > 0 {
      let angle = node.isRightToLeft ? -.pi - start : start
      let edge = Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
      canvas.stroke([.move(center), .line(edge)], width: 1.5, canvas.color(.background))
      start += value / total * 2 * .pi
    }
  }

  private func drawGauge() {
    let content = node[.content]
    let (low, high) = (content.value(at: "minimum").number ?? 0, content.value(at: "maximum").number ?? 100)
    let value = data.series.first?.values.last ?? nil
    let line = max(6, min(box.width / 2, box.height) * 0.16)
    let radius = max(1, min(box.width / 2, box.height - lineHeight / 2) - line / 2 - 1)
    let center = Point(x: box.midX, y: box.minY + radius + line / 2 + 1)
    func arc(_ fraction: Double) -> [PathStep] {
      let span = min(max(fraction, 0), 1) * .pi
      return [
        .arc(
          center: center, radius: radius, from: node.isRightToLeft ? 2 * .pi - span : .pi,
          to: node.isRightToLeft ? 2 * .pi : .pi + span)
      ]
    }
    canvas.stroke(arc(1), width: line, canvas.color(.separator))
    if let value, high > low, value > low { canvas.stroke(arc((value - low) / (high - low)), width: line, color(0)) }
    var big = style
    big.fontSize = max(style.fontSize, radius * 0.42)
    big.fontWeight = 600
    let text = value.map { Value.double(($0 * 100).rounded() / 100).description + unit } ?? "–"
    let height = canvas.measure(text, style: big, width: nil).size.height
    canvas.draw(
      text, style: big, align: .center, isCentered: true,
      in: Rect(x: box.x, y: center.y - height + 2, width: box.width, height: height), canvas.color(.label))
  }
}
