import CoreMetrics
import Metrics
import Testing

@testable import TesseraServer

@Suite("Metrics for Prometheus")
struct PrometheusTests {
  private let registry = PrometheusRegistry()

  private func lines(_ prefix: String) -> [String] {
    registry.text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) }
  }

  @Test func `counters end with _total, and each combination of labels has its own`() {
    for (path, amount) in [("/a", 2), ("/a", 3), ("/b", 1)] {
      Counter(label: "hb.requests", dimensions: [("http.route", path), ("code", "200")], factory: registry)
        .increment(by: amount)
    }
    #expect(
      lines("hb_requests") == [
        #"hb_requests_total{code="200",http_route="/a"} 5"#, #"hb_requests_total{code="200",http_route="/b"} 1"#,
      ])
    #expect(lines("# TYPE hb") == ["# TYPE hb_requests_total counter"])
  }

  @Test func `timers are histograms in seconds`() {
    let timer = Timer(label: "request", factory: registry)
    for milliseconds in [1, 4, 30, 30_000] { timer.recordMilliseconds(milliseconds) }
    #expect(
      lines("request").filter { !$0.contains("_bucket") } == ["request_seconds_sum 30.035", "request_seconds_count 4"])
    let buckets = lines("request_seconds_bucket")
    #expect(buckets.first == #"request_seconds_bucket{le="0.001"} 1"#)
    #expect(buckets.contains(#"request_seconds_bucket{le="0.05"} 3"#))
    #expect(buckets.last == #"request_seconds_bucket{le="+Inf"} 4"#)
  }

  @Test func `gauges go up and down`() {
    let meter = Meter(label: "streams", factory: registry)
    meter.increment(by: 3)
    meter.decrement()
    #expect(lines("streams") == ["streams 2"])
  }

  @Test(arguments: [("a.b-c", "a_b_c"), ("1a", "_1a"), ("", "_"), ("é", "_"), ("x:y", "x_y")])
  func `names and labels are spelled as Prometheus demands`(label: String, name: String) {
    #expect(PrometheusName.name(label) == name)
  }

  @Test func `label values cannot break a line or end early`() {
    Counter(label: "a", dimensions: [("b", "x\"\\\n}")], factory: registry).increment()
    #expect(lines("a_total") == [#"a_total{b="x\"\\\n}"} 1"#])
  }

  @Test func `the number of time series is limited, and what is beyond it is counted`() {
    for index in 0..<PrometheusRegistry.maximumSeries + 5 {
      Counter(label: "kinds", dimensions: [("kind", "\(index)")], factory: registry).increment()
    }
    #expect(lines("kinds_total").count == PrometheusRegistry.maximumSeries)
    #expect(lines("tessera_dropped") == ["tessera_dropped_series_total 5"])
  }

  @Test func `the process tells its processor time, memory and files`() {
    for name in ["process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds"] {
      #expect(ProcessMetrics.text.contains("\n\(name) "), "\(name)")
    }
  }
}
