import Foundation

/// How the program of a widget is started.
package struct ProgramCommand: Sendable, Hashable {
  /// The path of what is run.
  package var executable: String
  /// What it is given.
  package var arguments: [String]

  /// Names a program.
  package init(executable: String, arguments: [String] = []) {
    self.executable = executable
    self.arguments = arguments
  }

  /// A line as people type it into a shell.
  package init(shell line: String) { self.init(executable: "/bin/sh", arguments: ["-c", "exec \(line)"]) }

  /// The program that runs now, with other arguments.
  package static func own(_ arguments: [String]) -> ProgramCommand {
    ProgramCommand(executable: ownPath, arguments: arguments)
  }

  /// Where the program lay when it was first needed; another one may take its place later.
  private static let ownPath =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
}
