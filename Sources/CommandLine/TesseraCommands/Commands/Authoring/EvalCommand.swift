import ArgumentParser

/// `tessera eval`: evaluates predicates, expressions and templates, one per line.
struct EvalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Evaluate predicates, expressions and templates: JSON lines in, JSON lines out.",
    discussion: """
      Each line of standard input is an object such as {"predicate": "a > 1", "with": {"a": 2}, "variables": {}}; \
      "expression" and "template" work the same. Templates use the native dialect, or with "dialect": "beagle" the \
      strict dialect of server-driven components. Each answer is {"result": …} or {"error": "…"}.
      """)

  func run() throws {
    var request = EvalRequest()
    var output: [UInt8] = []
    StandardInput.forEachLine { line in
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
      output += request.respond(toLine: line)
      output.append(0x0A)
      if output.count > 1 << 16 {
        StandardOutput.write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    StandardOutput.write(output)
  }
}
