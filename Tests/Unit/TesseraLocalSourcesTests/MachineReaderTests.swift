import Foundation
import TesseraLocalSources
import TesseraValues
import Testing

/// A folder with the files that a kernel keeps.
private final class KernelFiles {
  let path = FileManager.default.temporaryDirectory.path + "/tessera-" + UUID().uuidString

  init(_ files: [String: String]) throws {
    for (name, text) in files {
      let file = URL(filePath: path).appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func figures(since former: MachineFigures? = nil) -> MachineFigures {
    MachineReader(root: path) { $0 == "/broken" ? nil : MachineFigures.Space(total: 1000, free: 250) }.figures()
  }
}

@Suite struct MachineReaderTests {
  // The layouts of proc(5), with figures that are made up.
  private static let files = [
    "proc/sys/kernel/hostname": "nas\n", "proc/uptime": "30330.12 58000.00\n",
    "proc/loadavg": "0.92 1.78 2.45 1/200 99\n",
    "proc/stat":
      "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 50 0 50 350 50 0 0 0 0 0\ncpu1 50 0 50 350 50 0 0 0 0 0\nintr 5\n",
    "proc/meminfo":
      "MemTotal:       2000 kB\nMemFree:  100 kB\nMemAvailable:   1500 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
    "proc/mounts": """
    proc /proc proc rw 0 0
    /dev/sda1 / ext4 rw 0 0
    /dev/sda1 /var ext4 rw 0 0
    /dev/loop0 /snap squashfs ro 0 0
    /dev/sdb1 /my\\040disk xfs rw 0 0
    /dev/sdc1 /broken xfs rw 0 0
    tank/data /tank zfs rw 0 0
    """,
    "proc/net/dev": """
    Inter-|   Receive                                                |  Transmit
     face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier
        lo: 900 9 0 0 0 0 0 0 900 9 0 0 0 0 0 0
      eth0: 5000 9 0 0 0 0 0 0 700 9 0 0 0 0 0 0
      eth1: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
    vethab: 5 9 0 0 0 0 0 0 7 9 0 0 0 0 0 0
    """,
    "sys/class/hwmon/hwmon0/name": "coretemp\n", "sys/class/hwmon/hwmon0/temp1_input": "48540\n",
    "sys/class/hwmon/hwmon0/temp1_label": "Package id 0\n", "sys/class/hwmon/hwmon0/fan1_input": "900\n",
    "sys/class/hwmon/hwmon1/name": "nvme\n", "sys/class/hwmon/hwmon1/temp1_input": "-1000\n",
  ]

  @Test func `All figures are read from the kernel's files`() throws {
    let figures = try KernelFiles(Self.files).figures()
    let value = figures.value(since: nil, seconds: 0)
    #expect(value.value(at: "name") == "nas")
    #expect(value.value(at: "uptime") == 30330.0)
    #expect(value.value(at: "processor") == ["count": 2, "use": .null, "load": [0.92, 1.78, 2.45]])
    #expect(value.value(at: "memory.used") == .double(500 * 1024))
    #expect(value.value(at: "memory.use") == 0.25)
    #expect(value.value(at: "swap.use") == 0.0)
    #expect(figures.disks.map(\.path) == ["/", "/my disk", "/tank"])
    #expect(figures.interfaces.map(\.name) == ["eth0"])
    #expect(figures.temperatures.map(\.name) == ["coretemp Package id 0", "nvme"])
    #expect(figures.temperatures.map(\.celsius) == [48.5, -1])
  }

  @Test func `Rates are the changes between two moments`() throws {
    let before = try KernelFiles(Self.files).figures()
    var later = Self.files
    // 40 of 80 ticks were work.
    later["proc/stat"] = "cpu  120 0 120 730 110 0 0 0 0 0\n"
    later["proc/net/dev"] = later["proc/net/dev"]?.replacing("eth0: 5000", with: "eth0: 9000")
    let value = try KernelFiles(later).figures().value(since: before, seconds: 10)
    #expect(value.value(at: "processor.use") == 0.5)
    #expect(value.value(at: "network").array?.first?.value(at: "receiveRate") == 400.0)
    #expect(value.value(at: "network").array?.first?.value(at: "sendRate") == 0.0)
  }

  @Test func `Counters that begin anew have no negative rates`() throws {
    let before = try KernelFiles(Self.files).figures()
    var later = Self.files
    later["proc/stat"] = "cpu  1 0 1 7 1 0 0 0 0 0\n"
    later["proc/net/dev"] = later["proc/net/dev"]?.replacing("eth0: 5000", with: "eth0: 9")
    let value = try KernelFiles(later).figures().value(since: before, seconds: 10)
    #expect(value.value(at: "processor.use") == .null)
    #expect(value.value(at: "network").array?.first?.value(at: "receiveRate") == 0.0)
  }

  @Test(arguments: [
    "", "\n", "cpu\n", "cpu  x y\n", "a b c d\n", "eth0:\n:\n::\n", "/dev/sda1\n", String(repeating: "9", count: 500),
  ])
  func `Damaged files leave figures empty`(text: String) throws {
    let figures = try KernelFiles(Self.files.mapValues { _ in text }).figures()
    #expect(figures.disks.isEmpty && figures.interfaces.isEmpty)
    _ = figures.value(since: figures, seconds: 1)
  }

  @Test func `This machine has a name, memory and a processor`() {
    let figures = MachineReader().figures()
    #expect(!figures.name.isEmpty && figures.memory.total > 0 && figures.processorCount > 0)
  }
}
