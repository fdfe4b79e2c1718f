import Foundation

/// Reads ``MachineFigures`` of this machine. A file that is missing or unreadable leaves its figures empty.
package struct MachineReader: Sendable {
  private let root: String
  /// Returns the space of the file system at a path; nil if it is unknown.
  private let space: @Sendable (String) -> MachineFigures.Space?

  /// The maximum number of disks, interfaces and sensors each. Further ones are left out.
  package static let maximumCount = 64

  /// - Parameters:
  ///   - root: The folder that contains `proc` and `sys`.
  ///   - space: Returns the space of the file system at a path; nil if it is unknown.
  package init(
    root: String = "/", space: @escaping @Sendable (String) -> MachineFigures.Space? = { MachineReader.space(at: $0) }
  ) {
    self.root = root.hasSuffix("/") ? root : root + "/"
    self.space = space
  }

  /// Reads all figures.
  package func figures() -> MachineFigures {
    var figures = MachineFigures()
    figures.name = text("proc/sys/kernel/hostname").trimmingCharacters(in: .whitespacesAndNewlines)
    figures.uptime = numbers(text("proc/uptime")).first ?? 0
    figures.load = Array(numbers(text("proc/loadavg")).prefix(3))
    readProcessors(into: &figures)
    readMemory(into: &figures)
    figures.disks = disks()
    figures.interfaces = interfaces()
    figures.temperatures = temperatures()
    return figures
  }

  private func text(_ path: String) -> String {
    guard let data = FileManager.default.contents(atPath: root + path), data.count <= 1 << 20 else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  private func numbers(_ text: some StringProtocol) -> [Double] {
    text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  }

  private func readProcessors(into figures: inout MachineFigures) {
    for line in text("proc/stat").split(separator: "\n") {
      guard line.hasPrefix("cpu") else { break }
      guard line.hasPrefix("cpu ") else {
        figures.processorCount += 1
        continue
      }
      // user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in user and nice already.
      let times = numbers(line.dropFirst(4)).prefix(8)
      let idle = times.count > 4 ? times[3] + times[4] : 0
      let total = times.reduce(0, +)
      figures.processorTime = (total - idle, total)
    }
  }

  private func readMemory(into figures: inout MachineFigures) {
    var kilobytes: [Substring: Double] = [:]
    for line in text("proc/meminfo").split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      kilobytes[line[..<colon]] = numbers(line[line.index(after: colon)...].dropLast(2)).first
    }
    func bytes(_ name: Substring) -> Double { (kilobytes[name] ?? 0) * 1024 }
    figures.memory = MachineFigures.Space(total: bytes("MemTotal"), free: bytes("MemAvailable"))
    figures.swap = MachineFigures.Space(total: bytes("SwapTotal"), free: bytes("SwapFree"))
  }

  /// The file systems that are stored somewhere, each of which is listed once even if it is mounted in several places.
  private func disks() -> [MachineFigures.Disk] {
    var seen: Set<Substring> = []
    var disks: [MachineFigures.Disk] = []
    for line in text("proc/mounts").split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 3 else { continue }
      let (device, path, type) = (fields[0], Self.unescaped(fields[1]), String(fields[2]))
      let isDisk = device.hasPrefix("/dev/") && !device.hasPrefix("/dev/loop")
      guard isDisk || Self.otherTypes.contains(type), !seen.contains(device), let space = space(path), space.total > 0
      else { continue }
      seen.insert(device)
      disks.append(MachineFigures.Disk(path: path, type: type, space: space))
      if disks.count == Self.maximumCount { break }
    }
    return disks
  }

  /// The types of stored file systems whose devices are not in `/dev`. Those on networks are left out, because asking for
  /// their space waits for ever when their server is gone.
  private static let otherTypes: Set<String> = ["zfs", "overlay"]

  /// Replaces the octal escapes of spaces and the like in `/proc/mounts`.
  private static func unescaped(_ path: Substring) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
      .reduce(String(path)) { $0.replacing($1.0, with: $1.1) }
  }

  private func interfaces() -> [MachineFigures.Interface] {
    var interfaces: [MachineFigures.Interface] = []
    for line in text("proc/net/dev").split(separator: "\n").dropFirst(2) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].trimmingCharacters(in: .whitespaces)
      let counts = numbers(line[line.index(after: colon)...])
      let isOwn = name == "lo" || ["veth", "br-", "docker", "virbr"].contains { name.hasPrefix($0) }
      guard counts.count >= 9, !isOwn, counts[0] + counts[8] > 0, interfaces.count < Self.maximumCount else { continue }
      interfaces.append(MachineFigures.Interface(name: name, received: counts[0], sent: counts[8]))
    }
    return interfaces
  }

  private func temperatures() -> [MachineFigures.Temperature] {
    let folder = "sys/class/hwmon"
    var temperatures: [MachineFigures.Temperature] = []
    for device in names(in: folder).sorted() {
      let chip = line("\(folder)/\(device)/name")
      for file in names(in: "\(folder)/\(device)").sorted() {
        guard let sensor = file.wholeMatch(of: /(temp\d+)_input/)?.1,
          let millidegrees = Double(line("\(folder)/\(device)/\(file)")), temperatures.count < Self.maximumCount
        else { continue }
        let label = line("\(folder)/\(device)/\(sensor)_label")
        let name = label.isEmpty ? chip : "\(chip) \(label)"
        temperatures.append(MachineFigures.Temperature(name: name, celsius: (millidegrees / 100).rounded() / 10))
      }
    }
    return temperatures
  }

  private func line(_ path: String) -> String { text(path).trimmingCharacters(in: .whitespacesAndNewlines) }

  private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  /// Returns the space of the file system at a path of this machine.
  package static func space(at path: String) -> MachineFigures.Space? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let block = Double(status.f_frsize)
    // Of the free blocks, some are kept for the administrator: they are neither used nor free for programs.
    let total = Double(status.f_blocks - status.f_bfree + status.f_bavail) * block
    return MachineFigures.Space(total: total, free: Double(status.f_bavail) * block)
  }
}
