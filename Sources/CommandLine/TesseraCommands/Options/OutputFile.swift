import ArgumentParser
import Foundation

/// What a command makes, in a file or on standard output.
enum OutputFile {
  /// - Parameter path: the file; nil for standard output.
  /// - Throws: `ValidationError` where it cannot be written.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path else { return StandardOutput.write(bytes) }
    do {
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      throw ValidationError("'\(path)' cannot be written: \(Self.reason(of: error))")
    }
  }

  /// Why a file cannot be written, in the system's words.
  private static func reason(of error: any Error) -> String {
    guard let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error else {
      return error.localizedDescription
    }
    let code = underlying as NSError
    return code.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32(code.code))) : error.localizedDescription
  }
}
