import Foundation
import TesseraTestSupport
import TesseraXcodeFiles
import Testing

/// Compares with the binding `pyliblzfse` of the reference implementation, where Python has it. The variable
/// `LZFSE_PYTHON` may name another interpreter than `python3`.
@Suite("LZFSE compared with the reference implementation", .enabled(if: Reference.isAvailable, "needs pyliblzfse"))
struct ReferenceLZFSETests {
  @Test func `random mixtures of noise, runs and repetitions are decoded alike`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lzfse-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SeededGenerator(seed: 1)
    var contents: [[UInt8]] = []
    for number in 0..<120 {
      let content = mixture(count: Int.random(in: 1...(number % 10 == 0 ? 150_000 : 9000), using: &random), &random)
      try Data(content).write(to: folder.appending(path: "\(number)"))
      contents.append(content)
    }
    try Reference.run(
      """
      import liblzfse, pathlib, sys
      for path in pathlib.Path(sys.argv[1]).iterdir():
        path.write_bytes(liblzfse.compress(path.read_bytes()))
      """, folder.path)
    for (number, content) in contents.enumerated() {
      let stream = [UInt8](try Data(contentsOf: folder.appending(path: "\(number)")))
      #expect(try LZFSE.decode(ByteRegion(stream), maximumCount: content.count) == content, "\(number)")
    }
  }

  private func mixture(count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var content: [UInt8] = []
    let symbols = Int.random(in: 2...256, using: &random)
    while content.count < count {
      let length = Int.random(in: 1...600, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0: content += (0..<length).map { _ in UInt8(Int(random.byte()) % symbols) }
      case 1: content += Array(repeating: random.byte(), count: length)
      default:
        guard !content.isEmpty else { continue }
        let start = Int.random(in: content.indices, using: &random)
        content += content[start..<min(content.count, start + length)]
      }
    }
    return Array(content.prefix(count))
  }
}

private enum Reference {
  static let isAvailable = (try? run("import liblzfse", "")) != nil

  static func run(_ program: String, _ argument: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["LZFSE_PYTHON"] ?? "python3"
    process.arguments = [python, "-c", program, argument]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
  }
}
