import TesseraValues

/// The data of a chart: rows with a label and an optional number for each series.
struct ChartData: Sendable, Hashable {
  /// A series of numbers.
  struct Series: Sendable, Hashable {
    var name: String
    /// The number for each label; nil for none.
    var values: [Double?]
  }

  /// The labels below the numbers.
  var labels: [String] = []
  var series: [Series] = []

  /// The maximum number of values drawn per series of a chart. Larger series are reduced in a way that preserves their
  /// shape.
  static let maximumCount = 500
  /// The maximum number of items read for a chart. Further ones are ignored.
  static let maximumReadCount = 1_000_000
  /// The maximum number of series of a chart. Further ones are ignored.
  static let maximumSeriesCount = 8

  /// Reads items: numbers, or objects with named members.
  ///
  /// - Parameters:
  ///   - label: The path to the label of an item.
  ///   - values: The paths to the numbers of an item, one for each series; empty for items that are numbers.
  ///   - names: The names of the series. A series without a name uses its path.
  init(_ items: [Value], label: ValuePath?, values: [ValuePath], names: [String]) {
    let items = items.prefix(Self.maximumReadCount)
    let paths = values.prefix(Self.maximumSeriesCount)
    labels = items.enumerated().map { index, item in
      label.map { Self.text(of: item.value(at: $0)) } ?? (paths.isEmpty ? "" : "\(index + 1)")
    }
    if paths.isEmpty {
      series = [Series(name: names.first ?? "", values: items.map { Self.number(in: $0) })]
    } else {
      series = paths.enumerated().map { index, path in
        Series(
          name: names.indices.contains(index) ? names[index] : path.description,
          values: items.map { Self.number(in: $0.value(at: path)) })
      }
    }
    if labels.count > Self.maximumCount { reduce() }
  }

  private static func number(in value: Value) -> Double? {
    guard value.bool == nil, let number = value.number, number.isFinite, abs(number) <= 1e15 else { return nil }
    // Floating point cannot represent distinct steps for smaller numbers.
    return abs(number) < 1e-100 ? 0 : number
  }

  /// Returns the text of a label. The label of a date is its day.
  private static func text(of value: Value) -> String {
    if case .date = value { return String(value.description.prefix(10)) }
    return String(value.description.prefix(60))
  }

  /// Keeps the minimum and maximum of each section, in order, so that no peak is lost.
  private mutating func reduce() {
    let count = labels.count
    let parts = Self.maximumCount / 2
    var kept: [Int] = []
    for part in 0..<parts {
      let range = part * count / parts..<(part + 1) * count / parts
      let numbers = range.filter { index in series.contains { $0.values[index] != nil } }
      func total(_ index: Int) -> Double { series.reduce(0) { $0 + ($1.values[index] ?? 0) } }
      guard let least = numbers.min(by: { total($0) < total($1) }),
        let most = numbers.max(by: { total($0) < total($1) })
      else {
        kept.append(range.lowerBound)
        continue
      }
      kept.append(min(least, most))
      if least != most { kept.append(max(least, most)) }
    }
    labels = kept.map { labels[$0] }
    for index in series.indices {
      let values = series[index].values
      series[index].values = kept.map { values[$0] }
    }
  }

  /// The data in the format sent to hosts.
  var content: Value {
    [
      "labels": .array(labels.map(Value.string)),
      "series": .array(
        series.map { series in
          ["name": .string(series.name), "values": .array(series.values.map { $0.map(Value.double) ?? .null })]
        }),
    ]
  }

  /// Creates the data from the format of ``content``.
  init(content: Value) {
    labels = (content.value(at: "labels").array ?? []).map(\.description)
    let count = labels.count
    series = (content.value(at: "series").array ?? []).map { series in
      var values = (series.value(at: "values").array ?? []).map(\.number)
      values = Array(values.prefix(count)) + Array(repeating: nil, count: max(0, count - values.count))
      return Series(name: series.value(at: "name").description, values: values)
    }
  }

  /// Returns the minimum and maximum of the numbers; for stacked series, of their sums.
  func range(isStacked: Bool) -> ClosedRange<Double>? {
    var least = Double.infinity
    var most = -Double.infinity
    for index in labels.indices {
      if isStacked {
        let numbers = series.compactMap { $0.values[index] }
        guard !numbers.isEmpty else { continue }
        least = min(least, numbers.filter { $0 < 0 }.reduce(0, +))
        most = max(most, numbers.filter { $0 > 0 }.reduce(0, +))
      } else {
        for number in series.compactMap({ $0.values[index] }) {
          least = min(least, number)
          most = max(most, number)
        }
      }
    }
    return least <= most ? least...most : nil
  }
}

/// An axis with round numbers: steps of 1, 2 or 5 times a power of ten (P. Heckbert, "Nice numbers for graph labels",
/// Graphics Gems, 1990).
struct ChartScale: Sendable, Hashable {
  let minimum: Double
  let maximum: Double
  let step: Double

  /// Creates an axis for a range of numbers.
  /// - Parameter count: The approximate number of marks.
  init(_ range: ClosedRange<Double>, count: Int) {
    var (low, high) = (range.lowerBound, range.upperBound)
    if low == high {
      // A single number is shown between 0 and itself.
      if low == 0 { high = 1 } else if low > 0 { low = 0 } else { high = 0 }
    }
    // Smaller steps would be below the precision of large numbers.
    let step = Self.nice(max((high - low) / Double(max(1, count - 1)), max(abs(low), abs(high)) * 1e-12))
    self.step = step
    minimum = (low / step + 1e-9).rounded(.down) * step
    maximum = (high / step - 1e-9).rounded(.up) * step
  }

  private static func nice(_ step: Double) -> Double {
    guard step > 1e-200, step.isFinite else { return 1 }
    var power = 1.0
    while power * 10 <= step { power *= 10 }
    while power > step { power /= 10 }
    let fraction = step / power
    return power * (fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10)
  }

  /// The marks, in ascending order.
  var marks: [Double] {
    let steps = ((maximum - minimum) / step).rounded()
    let count = steps.isFinite ? Int(min(max(steps, 0), 100)) : 0
    return (0...count).map { index in
      let mark = minimum + Double(index) * step
      // A small remainder after adding steps counts as 0.
      return abs(mark) < step / 1e6 ? 0 : mark
    }
  }

  /// Returns the position of a number on the axis, from 0 to 1.
  func position(of number: Double) -> Double {
    maximum > minimum ? min(max((number - minimum) / (maximum - minimum), 0), 1) : 0
  }

  /// Formats a number for the axis, with enough digits to distinguish the marks. Thousands, millions and billions are
  /// abbreviated.
  /// - Parameter largest: The largest magnitude on the axis. All its numbers have the same unit.
  static func text(of number: Double, step: Double, largest: Double? = nil) -> String {
    guard number != 0 else { return "0" }
    let size = max(largest ?? 0, abs(number))
    let (unit, suffix): (Double, String) =
      size >= 1e9 && step >= 1e8
      ? (1e9, "G") : size >= 1e6 && step >= 1e5 ? (1e6, "M") : size >= 1e4 && step >= 1e2 ? (1e3, "k") : (1, "")
    let scaled = number / unit
    var digits = 0
    var smallest = step / unit
    while digits < 6, abs(smallest - smallest.rounded()) > 1e-6 {
      smallest *= 10
      digits += 1
    }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    return Value.double((scaled * factor).rounded() / factor).description + suffix
  }
}
