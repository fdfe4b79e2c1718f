import ArgumentParser
import TesseraData
import TesseraValues

/// Runs an operation of a command. A diagnostic or a failure of a store is printed, and ends the command with exit code 1.
func reportingFailures(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let error as Diagnostic {
    StandardError.write([error])
    throw ExitCode(1)
  } catch let error as StoreError {
    StandardError.write([error.diagnostic])
    throw ExitCode(1)
  }
}
