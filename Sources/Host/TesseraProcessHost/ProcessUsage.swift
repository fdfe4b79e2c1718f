import Foundation

/// The resources that a process uses.
struct ProcessUsage: Sendable, Hashable {
  /// The resident memory, in bytes.
  package var memory: Int
  /// The processor time since the process started, in seconds.
  var processorTime: Double

  package init(memory: Int, processorTime: Double) {
    self.memory = memory
    self.processorTime = processorTime
  }

  /// Reads the usage from `/proc`; returns nil if it cannot be read.
  package init?(of process: pid_t) {
    guard let sizes = Self.words(of: "/proc/\(process)/statm"), sizes.count > 1, let pages = Int(sizes[1]),
      let status = Self.status(of: process), status.count > 12,
      let user = Double(status[11]), let system = Double(status[12])
    else { return nil }
    self.init(
      memory: pages * sysconf(Int32(_SC_PAGESIZE)),
      processorTime: (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
  }

  /// Returns whether a process is running, and is not a zombie.
  static func isAlive(_ process: pid_t) -> Bool {
    guard let state = status(of: process)?.first else { return false }
    return state != "Z" && state != "X"
  }

  /// Returns the fields of `/proc/PID/stat` that follow the name, which may contain spaces. The first is the state.
  private static func status(of process: pid_t) -> [Substring]? {
    guard let words = words(of: "/proc/\(process)/stat"), let name = words.lastIndex(where: { $0.hasSuffix(")") })
    else { return nil }
    return Array(words[(name + 1)...])
  }

  private static func words(of path: String) -> [Substring]? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
  }
}

/// Checks samples of a process's usage against its limits.
struct UsageWatch: Sendable {
  private let limits: ProcessLimits
  /// The samples of the last minute, and the last one before it.
  private var samples: [(time: Duration, processorTime: Double)] = []

  private static let window = Duration.seconds(60)

  package init(_ limits: ProcessLimits) { self.limits = limits }

  /// Records a sample.
  /// - Parameter time: The time since the process started.
  /// - Returns: The exceeded limit, if any.
  mutating func record(_ usage: ProcessUsage, at time: Duration) -> ProcessFailure? {
    if usage.memory > limits.memory {
      return ProcessFailure(
        reason: "It used \(usage.memory >> 20) MB of memory (limit \(limits.memory >> 20) MB)")
    }
    samples.append((time, usage.processorTime))
    while samples.count > 1, samples[1].time <= time - Self.window { samples.removeFirst() }
    // Before the process has run for a minute, all its processor time counts.
    let used = usage.processorTime - (samples[0].time <= time - Self.window ? samples[0].processorTime : 0)
    guard used > limits.processorTime else { return nil }
    return ProcessFailure(
      reason: "It used \(Int(used.rounded())) s of processor time within a minute "
        + "(limit \(Int(limits.processorTime)) s)")
  }
}
