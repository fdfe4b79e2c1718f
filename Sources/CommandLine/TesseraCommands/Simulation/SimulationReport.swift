import Foundation
import TesseraBoard
package import TesseraValues

/// The results of a simulation, as JSON and as a chart.
package struct SimulationReport: Sendable {
  /// An event of one of the widgets in the chart.
  private struct Mark: Sendable {
    let row: Int
    let time: Double
    let event: String
  }

  /// The maximum number of widgets in the chart of a simulation. The chart omits the others.
  private static let maximumRows = 60
  /// The maximum number of marks in the chart of a simulation. The chart omits later ones.
  private static let maximumMarks = 20_000

  private let document: SimulationDocument
  private let result: UpdateSimulation.Result
  private var marks: [Mark] = []

  /// Runs a simulation.
  /// - Parameter log: Called with each request and response as one line of JSON, without its line break.
  package init(_ document: SimulationDocument, log: ((String) -> Void)? = nil) {
    self.document = document
    var rows: [String: Int] = [:]
    for (row, widget) in document.widgets.prefix(Self.maximumRows).enumerated() { rows[widget.id] = row }
    var marks: [Mark] = []
    var simulation = document.simulation
    result = simulation.run { line in
      if let row = rows[line.id], line.event != "asked", marks.count < Self.maximumMarks {
        marks.append(Mark(row: row, time: line.time, event: line.event))
      }
      guard let log else { return }
      var members: [String: Value] = [
        "time": .string(document.start.addingTimeInterval(line.time).formatted(.iso8601)), "widget": .string(line.id),
        "event": .string(line.event),
      ]
      members["cause"] = line.cause.map { .string($0.rawValue) }
      log(JSONText.text(of: .dictionary(members)))
    }
    self.marks = marks
  }

  /// The number of requests by cause, the number of responses by name, the use of the budget, and the age of the
  /// content that users saw, in seconds.
  package var json: Value {
    func counts(_ numbers: [String: Int]) -> Value { .dictionary(numbers.mapValues { .integer(Int64($0)) }) }
    func age(_ part: Double) -> Value { result.age(at: part).map { .double($0.rounded()) } ?? .null }
    let requests = Dictionary(uniqueKeysWithValues: result.requests.map { ($0.key.rawValue, $0.value) })
    return [
      "widgets": .integer(Int64(document.widgets.count)),
      "requests": counts(requests), "answers": counts(result.answers),
      "budget": [
        "limit": .integer(Int64(document.limits.budget)), "most": .integer(Int64(result.mostCounted)),
        "retries": [
          "limit": .integer(Int64(document.limits.retries(ofBudget: document.limits.budget))),
          "most": .integer(Int64(result.mostRetried)),
        ],
      ],
      "age": ["median": age(0.5), "p99": age(0.99), "looks": .integer(Int64(result.ages.count))],
      "blank": .integer(Int64(result.blanks)),
    ]
  }

  /// The chart as SVG, in points. Each widget has a row with the times at which users looked at it, and its responses.
  package var svg: String {
    let rows = min(Self.maximumRows, document.widgets.count)
    let (left, top, rowHeight, width) = (110.0, 28.0, 18.0, 960.0)
    let height = top + Double(rows) * rowHeight + 34
    let seconds = document.days * 86_400
    func x(_ time: Double) -> String {
      Value.double(left + (width - left - 10) * min(max(0, time / seconds), 1)).description
    }
    func y(_ row: Int) -> Double { top + Double(row) * rowHeight }
    func text(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(Int(width))" height="\#(Int(height))" font-family="sans-serif" font-size="11">"#,
      ##"<rect width="100%" height="100%" fill="#FFFFFF"/>"##,
    ]
    let local = document.start.timeIntervalSince1970 + Double(document.limits.secondsFromGMT)
    let firstHour = (local / 3600).rounded(.up) * 3600 - local
    let step = max(1, (document.days * 24 / 12).rounded(.up)) * 3600
    var hour = firstHour
    while hour <= seconds {
      let name = Int(((local + hour) / 3600).rounded()) % 24
      lines.append(
        ##"<line x1="\##(x(hour))" x2="\##(x(hour))" y1="\##(top)" y2="\##(height - 34)" stroke="#DDDDDD"/><text x="\##(x(hour))" y="18" text-anchor="middle" fill="#666666">\##(name):00</text>"##
      )
      hour += step
    }
    let midnight = -(local - (local / 86_400).rounded(.down) * 86_400)
    for (row, widget) in document.widgets.prefix(rows).enumerated() {
      lines.append(#"<text x="8" y="\#(y(row) + 13)">\#(text(String(widget.id.prefix(16))))</text>"#)
      for range in widget.visible {
        var day = midnight
        while day < seconds {
          let (from, to) = (max(0, day + range.lowerBound), min(seconds, day + range.upperBound))
          if to > from {
            lines.append(
              ##"<path d="M\##(x(from)) \##(y(row) + 2)H\##(x(to))v\##(rowHeight - 4)H\##(x(from))z" fill="#FFE9A8"/>"##
            )
          }
          day += 86_400
        }
      }
    }
    for mark in marks {
      let color = Self.colors[mark.event] ?? Self.colors["failed"] ?? ""
      lines.append(#"<circle cx="\#(x(mark.time))" cy="\#(y(mark.row) + rowHeight / 2)" r="3" fill="\#(color)"/>"#)
    }
    for (index, entry) in Self.legend.enumerated() {
      let x = left + Double(index) * 150
      let y = height - 14
      lines.append(
        #"<circle cx="\#(x)" cy="\#(y - 4)" r="4" fill="\#(Self.colors[entry.event] ?? "")"/><text x="\#(x + 9)" y="\#(y)">\#(entry.words)</text>"#
      )
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private static let colors = [
    "newData": "#1B7F3B", "timeline": "#1B7F3B", "noData": "#8A8A8E", "failed": "#C62828", "silence": "#C62828",
    "late": "#EF6C00",
  ]
  private static let legend = [
    (event: "newData", words: "new content"), (event: "noData", words: "nothing new"),
    (event: "failed", words: "failed or silent"),
    (event: "late", words: "too late"),
  ]
}
