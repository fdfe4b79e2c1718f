import Foundation
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraViews

@Suite("Charts")
struct ChartTests {
  @Test(
    arguments: [
      (0.0...10.0, 6, [0, 2, 4, 6, 8, 10]), (0...3100, 5, [0, 1000, 2000, 3000, 4000]),
      (-7...12, 5, [-10, -5, 0, 5, 10, 15]),
      (0.12...0.31, 5, [0.1, 0.15, 0.2, 0.25, 0.3, 0.35]), (5...5, 3, [0, 5]), (0...0, 3, [0, 0.5, 1]),
      (-4 ... -4, 3, [-4, -2, 0]), (1e12...3e12, 3, [1e12, 2e12, 3e12]), (1e-9...2e-9, 3, [1e-9, 1.5e-9, 2e-9]),
    ] as [(ClosedRange<Double>, Int, [Double])])
  func `an axis has round marks around all numbers`(range: ClosedRange<Double>, count: Int, marks: [Double]) {
    let scale = ChartScale(range, count: count)
    #expect(scale.marks.count == marks.count)
    for (mark, expected) in zip(scale.marks, marks) { #expect(abs(mark - expected) <= abs(expected) * 1e-9 + 1e-18) }
    let slack = scale.step * 1e-6
    #expect(scale.minimum <= range.lowerBound + slack && scale.maximum >= range.upperBound - slack)
  }

  @Test func `any range has a few marks that enclose it`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let low = Double.random(in: -1...1, using: &random) * pow(10, Double.random(in: -6...12, using: &random))
      let high = low + Double.random(in: 0...1, using: &random) * pow(10, Double.random(in: -6...12, using: &random))
      let scale = ChartScale(low...high, count: 5)
      let marks = scale.marks
      #expect((2...9).contains(marks.count), "\(low)...\(high): \(marks)")
      #expect(zip(marks, marks.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(arguments: [
    (0.0, 1000.0, "0"), (4000, 1000, "4000"), (40_000, 10_000, "40k"), (12_500, 2500, "12.5k"),
    (2_000_000, 500_000, "2M"),
    (0.25, 0.05, "0.25"), (-1.5e9, 5e8, "-1.5G"),
  ])
  func `numbers on an axis are short`(number: Double, step: Double, text: String) {
    #expect(ChartScale.text(of: number, step: step) == text)
  }

  @Test func `numbers on one axis are abbreviated alike`() {
    let scale = ChartScale(0...10_000, count: 3)
    #expect(scale.marks.map { ChartScale.text(of: $0, step: scale.step, largest: 10_000) } == ["0", "5k", "10k"])
  }

  @Test func `an invalid number is a gap, and a missing one is not`() {
    let data = ChartData(
      [
        ["m": "a", "x": 1], ["m": 7, "x": "2"], [:], ["m": .date(Date(timeIntervalSince1970: 0)), "x": .double(.nan)],
        5,
      ],
      label: "m", values: ["x", "y"], names: ["X"])
    #expect(data.labels == ["a", "7", "", "1970-01-01", ""])
    #expect(data.series.map(\.name) == ["X", "y"])
    #expect(data.series[0].values == [1, nil, nil, nil, nil])
    #expect(data.range(isStacked: false) == 1...1)
    #expect(ChartData(content: data.content) == data)
  }

  @Test func `of a million numbers those that show the shape stay`() {
    var items = [Value](repeating: 1, count: 1_000_000)
    items[123_456] = 900
    items[654_321] = -70
    let data = ChartData(items, label: nil, values: [], names: [])
    #expect(data.labels.count <= ChartData.maximumCount)
    #expect(data.range(isStacked: false) == -70...900)
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, .leastNormalMagnitude / 4, 1e-150, 1e15])
  func `numbers that are too small for steps are zero, and none is too large for an axis`(number: Double) throws {
    let data = ChartData([.double(number), 0], label: nil, values: [], names: [])
    let range = try #require(data.range(isStacked: false))
    #expect(ChartScale(range, count: 5).marks.count >= 2)
    #expect(ChartScale(0...number, count: 5).marks.allSatisfy { $0.isFinite })
  }

  @Test func `stacks reach as far as their sums`() {
    let data = ChartData(
      [["a": 1, "b": 2], ["a": -3, "b": 4]], label: nil, values: ["a", "b"], names: [])
    #expect(data.range(isStacked: true) == -3...4)
  }

  /// Returns the heights of the lines of a sparkline, from 0 at the bottom to 1 at the top.
  private func sparkline(_ numbers: [Value], minimum: Double? = nil, maximum: Double? = nil) -> [[Double]] {
    var content: [String: Value] = [
      "shape": "sparkline", "labels": .array(numbers.map { _ in "" }), "series": [["values": .array(numbers)]],
    ]
    content["minimum"] = minimum.map(Value.double)
    content["maximum"] = maximum.map(Value.double)
    let box = Rect(x: 0, y: 0, width: 106, height: 106)
    let node = ViewNode(
      id: ViewID(1), kind: ViewKind("chart"), frame: box, attributes: [.content: .dictionary(content)])
    let recorder = DisplayListRecorder(scheme: .light, measuring: FixedWidthTextMeasuring())
    ChartDrawing(node, in: box, on: recorder).draw()
    return (recorder.list.array ?? []).compactMap { step in
      guard let parts = step.array, parts.first == "stroke", let path = parts[1].array else { return nil }
      let points = path.split { $0.string != nil }
      return points.map { 1 - ((Array($0)[1].number ?? 0) - 3) / 100 }
    }
  }

  @Test func `A sparkline fills its height unless limits are given`() {
    #expect(sparkline([10, 12, 11]) == [[0, 1, 0.5]])
    #expect(sparkline([0.25, 0.5, 2], minimum: 0, maximum: 1) == [[0.25, 0.5, 1]])
  }

  @Test func `A sparkline is interrupted where numbers are missing`() {
    #expect(sparkline([0, 1, .null, 1, 0]) == [[0, 1], [1, 0]])
  }
}
