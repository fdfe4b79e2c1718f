import ArgumentParser
import Foundation
import TesseraCluster
import TesseraValues

extension ClusterCommand {
  /// Whether a command waits until boards are where they shall be, and for how long.
  struct Waiting: ParsableArguments {
    @Flag(name: .customLong("no-wait"), help: "Only ask the hosts, and end at once.")
    var endsAtOnce = false

    @Option(
      help: ArgumentHelp(
        "How long to wait, from 1 to 86400. The exit code is 75 if it is not done by then.", valueName: "seconds"))
    var timeout = 300

    func validate() throws {
      guard Self.timeouts.contains(timeout) else {
        let (minimum, maximum) = (Self.timeouts.lowerBound, Self.timeouts.upperBound)
        throw ValidationError("'--timeout' takes a number of seconds from \(minimum) to \(maximum)")
      }
    }

    private static let timeouts = 1...86_400

    /// What scripts know as a failure that can pass (`EX_TEMPFAIL`).
    static let timeoutFailure = ExitCode(75)

    /// Waits, and prints how far it is. Blocks the thread.
    /// - Throws: An exit code if it is not done in time, and what `progress` throws.
    func wait(_ progress: () throws(Diagnostic) -> MoveProgress) throws {
      guard !endsAtOnce else { return }
      let wait = MoveWait(timeout: .seconds(timeout)) { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }
      guard let late = try wait.run(report: { StandardOutput.write("\($0)\n") }, progress) else { return }
      StandardError.write([late])
      throw Self.timeoutFailure
    }
  }
}
