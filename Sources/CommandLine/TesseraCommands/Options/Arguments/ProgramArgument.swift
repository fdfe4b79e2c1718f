import ArgumentParser
import TesseraProcessHost

/// A program on the command line (`NAME=COMMAND`), which draws the widgets whose manifests name it.
struct ProgramArgument: ExpressibleByArgument, Sendable {
  let name: String
  let command: ProgramCommand

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    name = parts[0]
    command = ProgramCommand(shell: parts[1])
  }
}
