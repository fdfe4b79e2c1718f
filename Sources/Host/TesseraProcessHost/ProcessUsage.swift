import Foundation

/// What a process takes of the machine.
struct ProcessUsage: Sendable, Hashable {
  /// Bytes of memory in use.
  package var memory: Int
  /// Seconds of processor time since it began.
  var processorTime: Double

  package init(memory: Int, processorTime: Double) {
    self.memory = memory
    self.processorTime = processorTime
  }

  /// Reads what the system says in `/proc`; nil where it says nothing.
  package init?(of process: pid_t) {
    guard let sizes = Self.words(of: "/proc/\(process)/statm"), sizes.count > 1, let pages = Int(sizes[1]),
      let status = Self.status(of: process), status.count > 12,
      let user = Double(status[11]), let system = Double(status[12])
    else { return nil }
    self.init(
      memory: pages * sysconf(Int32(_SC_PAGESIZE)),
      processorTime: (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
  }

  /// Whether a process goes on, and does not only wait for its parent to ask how it ended.
  static func isAlive(_ process: pid_t) -> Bool {
    guard let state = status(of: process)?.first else { return false }
    return state != "Z" && state != "X"
  }

  /// What `/proc` says about a process behind its name, which may have spaces; its state comes first.
  private static func status(of process: pid_t) -> [Substring]? {
    guard let words = words(of: "/proc/\(process)/stat"), let name = words.lastIndex(where: { $0.hasSuffix(")") })
    else { return nil }
    return Array(words[(name + 1)...])
  }

  private static func words(of path: String) -> [Substring]? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
  }
}

/// Sees whether a process keeps to its limits, from what it took at some times.
struct UsageWatch: Sendable {
  private let limits: ProcessLimits
  /// What was taken within the last minute, and just before it.
  private var samples: [(time: Duration, processorTime: Double)] = []

  private static let window = Duration.seconds(60)

  package init(_ limits: ProcessLimits) { self.limits = limits }

  /// Takes a look.
  /// - Parameter time: since the process began.
  /// - Returns: which limit it went beyond.
  mutating func record(_ usage: ProcessUsage, at time: Duration) -> ProcessFailure? {
    if usage.memory > limits.memory {
      return ProcessFailure(
        reason: "It took \(usage.memory >> 20) MB of memory of \(limits.memory >> 20) MB")
    }
    samples.append((time, usage.processorTime))
    while samples.count > 1, samples[1].time <= time - Self.window { samples.removeFirst() }
    // A process begins with nothing.
    let used = usage.processorTime - (samples[0].time <= time - Self.window ? samples[0].processorTime : 0)
    guard used > limits.processorTime else { return nil }
    return ProcessFailure(
      reason: "It used \(Int(used.rounded())) s of processor time within a minute of "
        + "\(Int(limits.processorTime)) s")
  }
}
