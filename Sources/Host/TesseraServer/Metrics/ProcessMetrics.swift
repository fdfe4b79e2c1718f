import Foundation

/// What the system says about this process, under the names that Prometheus' client libraries use.
///
/// https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
enum ProcessMetrics {
  /// The metrics in Prometheus' text format; those that the system does not tell are left out.
  static var text: String {
    var metrics: [(String, String, Double)] = []
    // proc(5): the fields after the name, which is in parentheses.
    if let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8), let end = stat.lastIndex(of: ")") {
      let fields = stat[stat.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
      if fields.count > 21 {
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        metrics.append(("process_cpu_seconds_total", "counter", (fields[11] + fields[12]) / ticks))
        metrics.append(("process_virtual_memory_bytes", "gauge", fields[20]))
        metrics.append(("process_resident_memory_bytes", "gauge", fields[21] * Double(sysconf(Int32(_SC_PAGESIZE)))))
      }
    }
    if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      metrics.append(("process_open_fds", "gauge", Double(files.count)))
    }
    return metrics.map { MetricHelp.head(of: $0, kind: $1) + "\($0) \(PrometheusName.number($2))\n" }.joined()
  }
}
