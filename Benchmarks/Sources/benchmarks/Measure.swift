import Foundation

/// A measured figure, which is printed as one line of JSON.
struct Measure {
  /// The area and the subject of the measurement, separated by dots.
  var name: String
  /// The unit of both values, such as `ns`.
  var unit: String
  /// The median.
  var value: Double
  /// The peer that the value is compared with, measured in the same run.
  var peer: (name: String, value: Double)?

  func print() {
    func number(_ value: Double) -> String {
      value >= 100 ? String(Int(value.rounded())) : String(format: "%.3g", value)
    }
    var line = #"{"measure": "\#(name)", "unit": "\#(unit)", "value": \#(number(value))"#
    if let peer {
      line += #", "peer": "\#(peer.name)", "peerValue": \#(number(peer.value))"#
      line += #", "ratio": \#(String(format: "%.3g", value / peer.value))"#
    }
    Swift.print(line + "}")
  }
}

/// Returns the median time of one run of `body`, in nanoseconds, divided by `count`.
func medianNanoseconds(runs: Int = 9, per count: Int = 1, _ body: () -> Void) -> Double {
  body()
  let clock = ContinuousClock()
  let times = (0..<runs).map { _ in
    let time = clock.measure(body).components
    return Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9
  }
  return times.sorted()[runs / 2] / Double(count)
}

/// Like ``medianNanoseconds(runs:per:_:)``, but measures the processor time of this thread, which other load affects
/// little. Suitable for work on one thread that never waits.
func medianProcessorNanoseconds(runs: Int = 9, per count: Int = 1, _ body: () -> Void) -> Double {
  body()
  let times = (0..<runs).map { _ in
    let start = processorNanoseconds()
    body()
    return processorNanoseconds() - start
  }
  return times.sorted()[runs / 2] / Double(count)
}

private func processorNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Consumes a result, so that the optimizer does not remove its computation.
@inline(never)
func keep<T>(_ value: T) {}

/// Returns the resident memory of the process in megabytes; 0 where `/proc` does not say.
func residentMegabytes() -> Double { megabytes("VmRSS:") }

/// Returns by how many megabytes the resident memory grew at most while `body` ran.
func peakMegabytes(_ body: () -> Void) -> Double {
  // From then on, the peak is that of now: see proc(5).
  try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  let before = residentMegabytes()
  body()
  return megabytes("VmHWM:") - before
}

private func megabytes(_ name: String) -> Double {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
    let kilobytes = line.split(separator: " ").compactMap({ Double($0) }).first
  else { return 0 }
  return kilobytes / 1024
}
