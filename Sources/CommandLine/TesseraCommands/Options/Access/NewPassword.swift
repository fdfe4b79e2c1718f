import ArgumentParser
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
    let password = SecretPrompt.ask("Password: ")
    guard let password, !password.isEmpty else { throw ValidationError("No password was typed") }
    guard SecretPrompt.ask("Again: ") == password else { throw ValidationError("The passwords differ") }
    return password
  }
}
