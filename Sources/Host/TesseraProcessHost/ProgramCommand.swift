import Foundation

/// The command that starts a widget's program.
package struct ProgramCommand: Sendable, Hashable {
  /// The path of the executable.
  package var executable: String
  package var arguments: [String]

  /// Creates a command.
  package init(executable: String, arguments: [String] = []) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Creates a command from a shell command line.
  package init(shell line: String) { self.init(executable: "/bin/sh", arguments: ["-c", "exec \(line)"]) }

  /// Returns the running program with other arguments.
  package static func own(_ arguments: [String]) -> ProgramCommand {
    ProgramCommand(executable: ownPath, arguments: arguments)
  }

  /// The path of the executable as of the first use. The file may be replaced later.
  private static let ownPath =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
}
