import ArgumentParser
import Dispatch
import Foundation

/// A new password, typed at the terminal or read from the standard input.
enum NewPassword {
  /// Asks for the password twice, without showing it. If the standard input is no terminal, its first line is the
  /// password.
  /// - Throws: A validation error if there is no password, or the two differ.
  static func read() throws -> String {
    guard isatty(STDIN_FILENO) != 0 else {
      guard let line = readLine(strippingNewline: true), !line.isEmpty else {
        throw ValidationError("The standard input has no password")
      }
      return line
    }
    let password = ask("Password: ")
    guard let password, !password.isEmpty else { throw ValidationError("No password was typed") }
    guard ask("Again: ") == password else { throw ValidationError("The passwords differ") }
    return password
  }

  private static func ask(_ prompt: String) -> String? {
    FileHandle.standardError.write(Data(prompt.utf8))
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    // Without this, a terminal whose prompt was interrupted would not show what people type.
    let sources = endings.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [settings] in
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        _exit(128 + number)
      }
      signal(number, SIG_IGN)
      source.resume()
      return source
    }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      for source in sources { source.cancel() }
      for number in endings { signal(number, SIG_DFL) }
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      FileHandle.standardError.write(Data("\n".utf8))
    }
    return readLine(strippingNewline: true)
  }

  /// The signals that end the prompt. A prompt that stops (SIGTSTP) would leave the terminal silent for the shell.
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGALRM, SIGUSR1, SIGUSR2]
}
