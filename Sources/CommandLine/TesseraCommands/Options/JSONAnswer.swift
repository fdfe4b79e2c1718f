import ArgumentParser
package import TesseraValues

/// What a command answers to a document: JSON, and what is wrong with the document.
package struct JSONAnswer: Sendable {
  /// JSON as UTF-8; empty where the document could not be read at all.
  package var json: [UInt8] = []
  /// What is wrong, with places in the document.
  package var diagnostics = Diagnostics()

  /// Writes the answer to standard output, and what is wrong to standard error.
  /// - Throws: the exit code, where something is wrong with the document.
  func write() throws {
    StandardOutput.write(json)
    StandardError.write(diagnostics.all.map { $0.inFile("<stdin>") })
    if diagnostics.hasErrors { throw ExitCode(1) }
  }
}
