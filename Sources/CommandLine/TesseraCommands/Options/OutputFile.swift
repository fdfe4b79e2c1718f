import ArgumentParser
import Foundation

/// Writes the output of a command to a file or to the standard output.
enum OutputFile {
  /// Writes bytes.
  ///
  /// - Parameter path: The path of the file; nil for the standard output.
  /// - Throws: `ValidationError` if the file cannot be written.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path else { return StandardOutput.write(bytes) }
    do {
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      throw ValidationError("'\(path)' cannot be written: \(Self.reason(of: error))")
    }
  }

  /// Returns the system's message for an error in writing a file.
  private static func reason(of error: any Error) -> String {
    guard let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error else {
      return error.localizedDescription
    }
    let code = underlying as NSError
    return code.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32(code.code))) : error.localizedDescription
  }
}
