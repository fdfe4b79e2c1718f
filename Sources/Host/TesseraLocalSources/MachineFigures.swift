package import TesseraValues

/// Figures of a machine at one moment, read from the files that the Linux kernel keeps in `/proc` and `/sys`.
///
/// Sources: proc(5); `Documentation/hwmon/sysfs-interface.rst` of the Linux kernel.
package struct MachineFigures: Sendable {
  /// The name of the machine.
  package var name = ""
  /// The seconds since the machine started.
  package var uptime = 0.0
  /// The number of processors.
  package var processorCount = 0
  /// The load averages of 1, 5 and 15 minutes.
  package var load: [Double] = []
  /// The time that the processors spent since the start, in ticks: with work, and in total.
  package var processorTime = (busy: 0.0, total: 0.0)
  /// The memory and the swap space.
  package var memory = Space()
  package var swap = Space()
  /// The file systems on disks, by their mount points.
  package var disks: [Disk] = []
  /// The network interfaces that were used, without those of this machine alone.
  package var interfaces: [Interface] = []
  /// The temperatures that sensors measure.
  package var temperatures: [Temperature] = []

  /// An amount of space, in bytes.
  package struct Space: Sendable, Hashable {
    package var total = 0.0
    /// What programs can still use.
    package var free = 0.0

    /// Creates an amount; none by default.
    package init(total: Double = 0, free: Double = 0) {
      self.total = total
      self.free = free
    }
  }

  /// A file system on a disk.
  package struct Disk: Sendable, Hashable {
    package var path: String
    package var type: String
    package var space: Space
  }

  /// A network interface, with the bytes since the start.
  package struct Interface: Sendable, Hashable {
    package var name: String
    package var received: Double
    package var sent: Double
  }

  /// A sensor, with degrees Celsius.
  package struct Temperature: Sendable, Hashable {
    package var name: String
    package var celsius: Double
  }

  /// The figures as JSON.
  /// - Parameters:
  ///   - former: Earlier figures, from which rates are computed.
  ///   - seconds: The time between both.
  package func value(since former: MachineFigures?, seconds: Double) -> Value {
    let before = Dictionary((former?.interfaces ?? []).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    func rate(_ now: Double, _ then: Double?) -> Value {
      guard let then, seconds > 0 else { return .null }
      return .double(max(0, (now - then) / seconds).rounded())
    }
    var use: Value = .null
    if let former, processorTime.total > former.processorTime.total {
      let share =
        (processorTime.busy - former.processorTime.busy) / (processorTime.total - former.processorTime.total)
      use = .double(Self.rounded(min(max(share, 0), 1)))
    }
    return [
      "name": .string(name), "uptime": .double(uptime.rounded()),
      "processor": ["count": .integer(Int64(processorCount)), "use": use, "load": .array(load.map(Value.double))],
      "memory": Self.value(of: memory), "swap": Self.value(of: swap),
      "disks": .array(
        disks.map { disk in
          let members: [String: Value] = ["path": .string(disk.path), "type": .string(disk.type)]
          return .dictionary((Self.value(of: disk.space).dictionary ?? [:]).merging(members) { $1 })
        }),
      "network": .array(
        interfaces.map {
          [
            "name": .string($0.name), "received": .double($0.received), "sent": .double($0.sent),
            "receiveRate": rate($0.received, before[$0.name]?.received),
            "sendRate": rate($0.sent, before[$0.name]?.sent),
          ]
        }),
      "temperatures": .array(
        temperatures.map { ["name": .string($0.name), "celsius": .double($0.celsius)] }),
    ]
  }

  private static func value(of space: Space) -> Value {
    let used = max(0, space.total - space.free)
    return [
      "total": .double(space.total), "used": .double(used), "free": .double(space.free),
      "use": .double(space.total > 0 ? rounded(used / space.total) : 0),
    ]
  }

  private static func rounded(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
}
