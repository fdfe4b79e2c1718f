package import TesseraLayout
package import TesseraValues

/// A chart: bars, lines, areas or parts of a whole.
package final class Chart: View {
  /// The shape of a chart.
  package enum Shape: String, Sendable, CaseIterable {
    /// Bars side by side.
    case bar
    /// Bars with the values of a label stacked.
    case stacked
    /// A line for each series.
    case line
    /// A line with the area below it.
    case area
    /// A pie chart.
    case pie
    /// A line without axes and labels.
    case sparkline
    /// A single number on a semicircle.
    case gauge
  }

  private var items: [Value] = [] { didSet { context.needsPreparation(self) } }
  private var label: ValuePath? { didSet { context.needsPreparation(self) } }
  private var paths: [ValuePath] = [] { didSet { context.needsPreparation(self) } }
  private var names: [String] = [] { didSet { context.needsPreparation(self) } }
  private var shape: Shape = .bar { didSet { context.needsPreparation(self) } }
  private var hasLegend: Bool? { didSet { context.needsPreparation(self) } }
  private var limits: (minimum: Double?, maximum: Double?) = (nil, nil) { didSet { context.needsPreparation(self) } }
  private var unit = "" { didSet { context.needsPreparation(self) } }

  /// Reads the numbers once for all properties set by a document.
  public override func prepareLayout() {
    let data = ChartData(items, label: label, values: paths, names: names)
    var content = data.content.dictionary ?? [:]
    content["shape"] = .string(shape.rawValue)
    if let minimum = limits.minimum { content["minimum"] = .double(minimum) }
    if let maximum = limits.maximum { content["maximum"] = .double(maximum) }
    if !unit.isEmpty { content["unit"] = .string(unit) }
    let isLegendWanted = hasLegend ?? (data.series.count > 1 || shape == .pie)
    if isLegendWanted, ![.sparkline, .gauge].contains(shape) { content["legend"] = true }
    self[.content] = .dictionary(content)
  }

  package override var fieldValue: Value { .null }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let natural: Size =
      switch shape {
      case .sparkline: Size(width: 80, height: 24)
      case .gauge: Size(width: 160, height: 90)
      default: Size(width: 240, height: 180)
      }
    return MeasuredSize(width: width.points ?? natural.width, height: height.points ?? natural.height)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.chart.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      Chart.self, "data", .list, "The data: numbers, or objects with the members that 'label' and 'values' name.",
      get: { .array($0.items) }, set: { $0.items = $1.array ?? [] }),
    .of(
      Chart.self, "label", .string, "The path to the label of an item, such as 'month'.",
      get: { $0.label.map { .string($0.description) } ?? .null }, set: { $0.label = $1.string.map { ValuePath($0) } }),
    .of(
      Chart.self, "values", .strings, "The paths to the numbers of an item, one for each series; up to 8.",
      get: { .array($0.paths.map { .string($0.description) }) },
      set: { $0.paths = ($1.array ?? []).compactMap { $0.string.map { ValuePath($0) } } }),
    .texts(Chart.self, "names", "The names of the series.", \.names),
    .of(
      Chart.self, "shape", .choice(Shape.allCases.map(\.rawValue)), "The type of chart; bars by default.",
      get: { .string($0.shape.rawValue) }, set: { $0.shape = $1.string.flatMap(Shape.init) ?? .bar }),
    .of(
      Chart.self, "minimum", .number,
      "The start of the number axis; determined automatically by default, 0 for a gauge.",
      get: { $0.limits.minimum.map(Value.double) ?? .null }, set: { $0.limits.minimum = $1.number }),
    .of(
      Chart.self, "maximum", .number,
      "The end of the number axis; determined automatically by default, 100 for a gauge.",
      get: { $0.limits.maximum.map(Value.double) ?? .null }, set: { $0.limits.maximum = $1.number }),
    .of(
      Chart.self, "unit", .string, "The unit after numbers, such as ' %'.", get: { .string($0.unit) },
      set: { $0.unit = $1.string.map { String($0.prefix(20)) } ?? "" }),
    .of(
      Chart.self, "legend", .bool,
      "Whether a legend with the names of the series is shown below; true by default for several series.",
      get: { $0.hasLegend.map(Value.bool) ?? .null }, set: { $0.hasLegend = $1.isNull ? nil : $1.isTrue }),
  ]
}

extension ViewKind {
  /// A chart.
  package static let chart = ViewKind(
    "chart", defaults: ViewDefaults(color: .secondaryLabel, fontSize: 11),
    element: WebElement("figure", behaviour: "chart", isDrawn: true),
    drawing: { node, box, canvas in ChartDrawing(node, in: box, on: canvas).draw() })
}

extension ComponentDefinition {
  /// A chart.
  package static let chart = ComponentDefinition(
    type: "chart", documentation: "A chart of numbers: bars, lines, areas or parts of a whole.",
    synonyms: ["graph", "plot", "barChart", "lineChart", "pieChart", "sparkline", "gauge"], kind: .chart,
    properties: Chart.own, makeView: { Chart(.chart, in: $0) }
  ).checked(by: checkLabel)

  /// Plain numbers have no members that could be named.
  @Sendable private static func checkLabel(_ node: JSONNode) -> [Diagnostic] {
    guard let data = node["data"]?.elements, !data.isEmpty, data.allSatisfy({ $0.value.number != nil }) else {
      return []
    }
    return ["label", "values"].compactMap { key in
      node[key].map { found in
        Diagnostic(
          .warning, rule: "unused-attribute", range: found.range,
          message: "'\(key)' names a member of objects, and 'data' has plain numbers",
          fix: "Leave it out, or write objects")
      }
    }
  }
}
