package import CoreMetrics
import Synchronization

/// Collects the metrics of a process for Prometheus. It is the backend of swift-metrics.
///
/// Names become Prometheus' names: counters end with `_total`, and timers, which are histograms, with `_seconds`. The number
/// of time series is limited; further ones are counted, and not collected.
package final class PrometheusRegistry: MetricsFactory {
  /// The maximum number of time series in `/metrics`. Further ones are left out.
  static let maximumSeries = 2000

  private struct State {
    var families: [String: MetricFamily] = [:]
    var count = 0
    var dropped = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// All metrics in Prometheus' text format, version 0.0.4, sorted by name.
  ///
  /// https://prometheus.io/docs/instrumenting/exposition_formats
  package var text: String {
    let (families, dropped) = state.withLock { ($0.families, $0.dropped) }
    var text = families.sorted { $0.key < $1.key }.map { $1.text(named: $0) }.joined()
    text += MetricHelp.head(of: "tessera_dropped_series_total", kind: "counter")
    text += "tessera_dropped_series_total \(dropped)\n"
    return text
  }

  /// Returns the metric of a name and labels, and makes it if there is none.
  private func metric(
    _ kind: MetricFamily.Kind, _ label: String, suffix: String, _ dimensions: [(String, String)]
  ) -> PrometheusMetric {
    let name = PrometheusName.name(label) + suffix
    let labels = PrometheusName.labels(dimensions)
    return state.withLock { state in
      if let known = state.families[name]?.metrics[labels] { return known }
      let metric = PrometheusMetric(kind: kind)
      // Two kinds of one name would be an invalid text.
      guard state.count < Self.maximumSeries, state.families[name].map({ $0.kind == kind }) ?? true else {
        state.dropped += 1
        return metric
      }
      state.count += 1
      state.families[name, default: MetricFamily(kind: kind)].metrics[labels] = metric
      return metric
    }
  }

  // MARK: MetricsFactory

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    metric(.counter, label, suffix: "_total", dimensions)
  }

  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    metric(.counter, label, suffix: "_total", dimensions)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    metric(.gauge, label, suffix: "", dimensions)
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    metric(aggregate ? .histogram : .gauge, label, suffix: "", dimensions)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    metric(.histogram, label, suffix: "_seconds", dimensions)
  }

  // Time series last as long as the process.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}
}

/// The time series of one name.
struct MetricFamily {
  enum Kind: String {
    case counter, gauge, histogram
  }

  let kind: Kind
  /// The metrics by their labels, as in the text.
  var metrics: [String: PrometheusMetric] = [:]

  func text(named name: String) -> String {
    MetricHelp.head(of: name, kind: kind.rawValue)
      + metrics.sorted { $0.key < $1.key }.map { $1.text(named: name, labels: $0) }.joined()
  }
}

/// A counter, a gauge or a histogram.
final class PrometheusMetric: Sendable {
  /// The upper bounds of the buckets of histograms; in seconds for durations.
  static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct State {
    var value = 0.0
    var count = 0
    /// The number of values in each bucket, the last one without a bound.
    var buckets: [Int] = []
  }

  private let kind: MetricFamily.Kind
  private let state: Mutex<State>

  init(kind: MetricFamily.Kind) {
    self.kind = kind
    state = Mutex(State(buckets: kind == .histogram ? [Int](repeating: 0, count: Self.bounds.count + 1) : []))
  }

  private func add(_ amount: Double) { state.withLock { $0.value += amount } }

  private func replace(_ value: Double) { state.withLock { $0.value = value } }

  private func observe(_ value: Double) {
    guard kind == .histogram else { return replace(value) }
    let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.value += value
      state.count += 1
      state.buckets[bucket] += 1
    }
  }

  func text(named name: String, labels: String) -> String {
    let state = state.withLock { $0 }
    let braces = labels.isEmpty ? "" : "{\(labels)}"
    guard kind == .histogram else { return "\(name)\(braces) \(PrometheusName.number(state.value))\n" }
    var text = ""
    var sum = 0
    for (index, count) in state.buckets.enumerated() {
      sum += count
      let bound = index < Self.bounds.count ? PrometheusName.number(Self.bounds[index]) : "+Inf"
      text += "\(name)_bucket{\(labels)\(labels.isEmpty ? "" : ",")le=\"\(bound)\"} \(sum)\n"
    }
    text += "\(name)_sum\(braces) \(PrometheusName.number(state.value))\n"
    return text + "\(name)_count\(braces) \(state.count)\n"
  }
}

extension PrometheusMetric: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func reset() { replace(0) }
  func set(_ value: Int64) { replace(Double(value)) }
  func set(_ value: Double) { replace(value) }
  func record(_ value: Int64) { observe(Double(value)) }
  func record(_ value: Double) { observe(value) }
  func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}

/// The spelling of names, labels and numbers.
enum PrometheusName {
  /// Returns a valid name: letters, digits and underscores, without a digit at the start.
  static func name(_ text: String) -> String {
    var name = String(
      text.unicodeScalars.map { $0.isASCII && $0.properties.isAlphabetic || isDigit($0) ? Character($0) : "_" })
    if name.unicodeScalars.first.map(isDigit) ?? true { name = "_" + name }
    return name
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Returns labels as they are written between braces, sorted by name.
  static func labels(_ dimensions: [(String, String)]) -> String {
    dimensions.map { "\(name($0))=\"\(escaped($1))\"" }.sorted().joined(separator: ",")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}
