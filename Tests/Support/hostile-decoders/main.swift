// A helper program whose decoders do what content does that took over a decoder. Tests start it.

import Foundation
import TesseraConfinement
import TesseraValues

/// Returns a decoder that makes a text.
private func decoder(_ name: String, _ text: @escaping @Sendable () -> String) -> ContentDecoder {
  ContentDecoder(name: name) { _, _ throws(Diagnostic) in Array(text().utf8) }
}

/// Returns what came of a system call: its result, or why it failed.
private func outcome(_ result: Int) -> String {
  if result >= 0 { return "\(result)" }
  return errno == EPERM ? "refused" : "errno \(errno)"
}

/// Writes bytes to the host, around the program.
private func write(_ bytes: [UInt8]) {
  _ = bytes.withUnsafeBytes { Foundation.write(STDIN_FILENO, $0.baseAddress, $0.count) }
}

/// Writes the head of an answer.
private func writeHead(length: Int) {
  var writer = BinaryWriter()
  writer.write(true)
  writer.write(length)
  write(writer.bytes)
}

/// The number of pieces of content that this process decoded.
nonisolated(unsafe) private var count = 0

private let decoders = [
  ContentDecoder(name: "echo") { parameters, content throws(Diagnostic) in parameters + content },
  ContentDecoder(name: "refuse") { _, _ throws(Diagnostic) in
    throw Diagnostic(.warning, rule: "some-rule", file: "a.xml", message: "It is odd", fix: "Change it")
  },
  decoder("count") {
    count += 1
    return "\(count)"
  },
  // Faults.
  decoder("crash") {
    UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
    return "alive"
  },
  decoder("exit") { _exit(7) },
  decoder("spin") { while true {} },
  decoder("memory") {
    let memory = mmap(nil, 2 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return memory == MAP_FAILED ? "refused" : "mapped"
  },
  // Lies.
  decoder("claim") {
    writeHead(length: 100)
    _exit(0)
  },
  decoder("claim-much") {
    writeHead(length: 1 << 60)
    _exit(0)
  },
  decoder("garbage") {
    write([UInt8](repeating: 0xFF, count: 100))
    _exit(0)
  },
  decoder("silence") { _exit(0) },
  decoder("answer-twice") {
    writeHead(length: 2)
    write(Array("no".utf8))
    return "yes"
  },
  decoder("flood") {
    writeHead(length: 4)
    while true { write([UInt8](repeating: 0, count: 1 << 16)) }
  },
  // What a decoder has no need of.
  decoder("open") { outcome(Int(open("/etc/passwd", O_RDONLY))) },
  decoder("socket") { outcome(Int(socket(AF_INET, Int32(1), 0))) },
  decoder("kill") { outcome(Int(kill(getppid(), 0))) },
  decoder("execute") {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    return outcome(Int(execv("/bin/true", &arguments)))
  },
  decoder("spawn") {
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    return posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 ? "started" : "refused"
  },
  decoder("machine-code") {
    let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return memory == MAP_FAILED ? "refused" : "mapped"
  },
  decoder("variables") { ProcessInfo.processInfo.environment.keys.sorted().joined(separator: " ") },
]

var limits = DecoderLimits()
limits.memory = 64 << 20
exit(DecoderProgram(decoders, limits: limits).run() ? 0 : 2)
