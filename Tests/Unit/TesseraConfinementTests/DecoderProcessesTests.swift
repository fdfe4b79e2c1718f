import Foundation
import Synchronization
import TesseraConfinement
import TesseraValues
import Testing

@Suite("Decoders in processes of their own")
struct DecoderProcessesTests {
  /// The program with decoders that do harm, beside the program of the tests.
  private static let program = DecoderCommand(
    executable: URL(filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
      .deletingLastPathComponent().appending(path: "hostile-decoders").path, arguments: [])

  private static func decoding(
    _ command: DecoderCommand = program, limits change: (inout DecoderLimits) -> Void = { _ in }
  ) -> DecoderProcesses {
    var limits = DecoderLimits()
    // Only what never ends reaches it.
    limits.duration = .seconds(60)
    change(&limits)
    return DecoderProcesses(command, limits: limits)
  }

  private static func text(_ decoder: String, in decoding: DecoderProcesses) throws -> String {
    String(decoding: try decoding.result(of: decoder, parameters: [], content: []), as: UTF8.self)
  }

  private static func failure(_ decoder: String, in decoding: DecoderProcesses) -> Diagnostic? {
    do {
      _ = try decoding.result(of: decoder, parameters: [], content: [])
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [0, 1, 70_000, 5_000_000])
  func `content of any size goes to a decoder, and its result comes back`(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let decoding = Self.decoding()
    for _ in 0..<3 {
      #expect(try decoding.result(of: "echo", parameters: [1, 2], content: content) == [1, 2] + content)
    }
  }

  @Test func `what is wrong with content is told as the decoder says it`() {
    let decoding = Self.decoding()
    #expect(
      Self.failure("refuse", in: decoding)
        == Diagnostic(.warning, rule: "some-rule", file: "a.xml", message: "It is odd", fix: "Change it"))
    #expect(Self.failure("unknown", in: decoding)?.message.hasSuffix("there is no decoder 'unknown'") == true)
  }

  @Test(arguments: [
    ("crash", "crashed with signal 11"), ("exit", "ended with code 7"), ("claim", "gave an answer that is none"),
    ("claim-much", "gave an answer that is none"), ("garbage", "gave an answer that is none"),
    ("silence", "gave an answer that is none"), ("answer-twice", "gave an answer that is none"),
  ])
  func `a decoder that ends is reported, and the next content is decoded`(decoder: String, words: String) throws {
    let decoding = Self.decoding()
    // Also in a process that decoded before.
    #expect(try Self.text("count", in: decoding) == "1")
    for _ in 0..<2 {
      let failure = try #require(Self.failure(decoder, in: decoding))
      #expect(failure.rule == "decoder-failure")
      #expect(failure.message.hasSuffix(words), "\(failure)")
      #expect(try decoding.result(of: "echo", parameters: [], content: [7]) == [7])
    }
  }

  @Test(arguments: ["spin", "flood"])
  func `a decoder that does not end is killed`(decoder: String) {
    let decoding = Self.decoding { $0.duration = .milliseconds(200) }
    #expect(Self.failure(decoder, in: decoding)?.message.hasSuffix("took more than 0.2 s") == true)
  }

  @Test func `nothing of one content is left for the next`() throws {
    let decoding = Self.decoding { $0.processes = 1 }
    for _ in 0..<3 { #expect(try Self.text("count", in: decoding) == "1") }
  }

  @Test func `a decoder takes no more memory than its limit`() throws {
    #expect(try Self.text("memory", in: Self.decoding()) == "refused")
  }

  @Test(arguments: ["open", "socket", "kill", "execute", "spawn", "machine-code"])
  func `a decoder opens, starts, reaches and runs nothing`(decoder: String) throws {
    let reports = Mutex<[Diagnostic]>([])
    let decoding = DecoderProcesses(Self.program) { report in reports.withLock { $0.append(report) } }
    let outcome = try Self.text(decoder, in: decoding)
    // Some systems cannot filter calls, and say so.
    if reports.withLock(\.isEmpty) { #expect(outcome == "refused") }
  }

  @Test func `a decoder gets no variables but those that its libraries need`() throws {
    let names = try Self.text("variables", in: Self.decoding()).split(separator: " ").map(String.init)
    #expect(Set(names).isSubset(of: ["LANG", "LC_ALL", "LD_LIBRARY_PATH", "MALLOC_CONF", "SWIFT_BACKTRACE", "TZ"]))
  }

  @Test func `many contents at once are decoded by a few processes`() async throws {
    let decoding = Self.decoding()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in UInt8(0)..<20 {
        group.addTask { try decoding.result(of: "echo", parameters: [], content: [number]) == [number] }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `content that is too large is refused, and a result that is too large is none`() throws {
    let decoding = Self.decoding {
      $0.contentSize = 4 << 20
      $0.resultSize = 1 << 20
    }
    let largest = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try decoding.result(of: "echo", parameters: [], content: largest) == largest)
    for (count, words) in [((1 << 20) + 1, "gave an answer that is none"), ((4 << 20) + 1, "more than 4 MB")] {
      let failure = #expect(throws: Diagnostic.self) {
        try decoding.result(of: "echo", parameters: [], content: [UInt8](repeating: 0, count: count))
      }
      #expect(failure?.message.hasSuffix(words) == true)
    }
  }

  @Test func `a program that is no helper is reported`() throws {
    let missing = Self.decoding(DecoderCommand(executable: "/nowhere", arguments: []))
    #expect(Self.failure("echo", in: missing)?.message.contains("cannot be started") == true)
    let other = Self.decoding(DecoderCommand(executable: "/bin/true", arguments: []))
    #expect(Self.failure("echo", in: other)?.message.hasSuffix("ended before it answered") == true)
  }

  @Test func `a system that cannot filter calls is reported once`() throws {
    let reports = Mutex<[Diagnostic]>([])
    // It says that only resources are limited, and ends with the first request.
    let script = DecoderCommand(executable: "/bin/sh", arguments: ["-c", #"printf '\001' >&3; head -c 24 >/dev/null"#])
    let decoding = DecoderProcesses(script) { report in reports.withLock { $0.append(report) } }
    for _ in 0..<2 { #expect(Self.failure("echo", in: decoding) != nil) }
    #expect(reports.withLock { $0.map(\.rule) } == ["decoder-confinement"])
  }
}
