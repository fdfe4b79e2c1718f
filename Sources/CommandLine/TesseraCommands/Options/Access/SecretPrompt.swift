import Dispatch
import Foundation

/// Asks for a secret at the terminal.
enum SecretPrompt {
  /// Returns what is typed, without showing it; nil at the end of the input.
  static func ask(_ prompt: String) -> String? {
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
