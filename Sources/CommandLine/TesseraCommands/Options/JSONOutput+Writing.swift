import ArgumentParser
import TesseraFixtures
import TesseraValues

extension JSONOutput {
  /// Writes the JSON to the standard output, and the problems to the standard error.
  /// - Throws: The exit code if the document has errors.
  func write() throws {
    StandardOutput.write(json)
    StandardError.write(diagnostics.all.map { $0.inFile("<stdin>") })
    if diagnostics.hasErrors { throw ExitCode(1) }
  }
}
