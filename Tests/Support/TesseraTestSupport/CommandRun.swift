import Foundation

/// Runs a command to its end without output, on the calling thread.
///
/// Foundation's `Process` tells the end by a socket, which stays open as long as a process lives that was started at the
/// same time and inherited it.
/// - Returns: The exit status; nil if the command was ended by a signal.
/// - Throws: `POSIXError` if the command cannot be started.
package func exitStatus(ofCommand executable: String, _ arguments: [String]) throws -> Int32? {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for output in [STDOUT_FILENO, STDERR_FILENO] {
    posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
  }
  var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var process: pid_t = 0
  let problem = posix_spawn(&process, executable, &actions, nil, &words, environ)
  guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .ENOENT) }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
  return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
}
