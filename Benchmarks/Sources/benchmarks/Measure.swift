import Foundation

/// A measured figure; printed as one line of JSON.
struct Measure {
  /// The area and what was measured, with dots between.
  var name: String
  /// The unit of both values, such as `ns`.
  var unit: String
  /// The median.
  var value: Double
  /// What the value is compared with, measured in the same run.
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

/// The median time of one run of `body`, in nanoseconds, divided by `count`.
func medianNanoseconds(runs: Int = 9, per count: Int = 1, _ body: () -> Void) -> Double {
  body()
  let clock = ContinuousClock()
  let times = (0..<runs).map { _ in
    let time = clock.measure(body).components
    return Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9
  }
  return times.sorted()[runs / 2] / Double(count)
}

/// As ``medianNanoseconds(runs:per:_:)`` in processor time of this thread, which a busy machine changes little. For
/// work on one thread without waiting.
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

/// Takes a result, so that the optimizer does not drop what was computed for it.
@inline(never)
func keep<T>(_ value: T) {}
