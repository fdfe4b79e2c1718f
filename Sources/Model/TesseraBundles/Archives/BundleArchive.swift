import CZip
package import Foundation
import TesseraValues

/// Writes a bundle as a zip archive. The same files make the same bytes, so that a checksum tells whether a bundle
/// changed.
package enum BundleArchive {
  /// Writes the files of a bundle, sorted by path.
  /// - Parameters:
  ///   - target: The file to write. An existing one is replaced.
  ///   - content: Returns the content of a file in the bundle.
  /// - Throws: A diagnostic if the file cannot be written, and what `content` throws. No file is left behind then.
  package static func write(
    _ paths: [String], to target: URL, content: (_ path: String) throws -> [UInt8]
  ) throws {
    var code: Int32 = 0
    guard let archive = zip_open(target.path, Int32(ZIP_CREATE | ZIP_TRUNCATE), &code) else {
      throw unwritable(target, "error \(code)")
    }
    var isClosed = false
    defer { if !isClosed { zip_discard(archive) } }
    for path in paths.sorted() {
      let bytes = try content(path)
      // The archive frees the memory when it has been written.
      let memory = malloc(max(1, bytes.count))
      bytes.withUnsafeBytes { source in
        if let memory, let start = source.baseAddress { memcpy(memory, start, source.count) }
      }
      guard let source = zip_source_buffer(archive, memory, UInt64(bytes.count), 1) else {
        free(memory)
        throw unwritable(target, String(cString: zip_strerror(archive)))
      }
      let index = zip_file_add(archive, path, source, UInt32(ZIP_FL_ENC_UTF_8))
      guard index >= 0 else {
        zip_source_free(source)
        throw unwritable(target, String(cString: zip_strerror(archive)))
      }
      zip_file_set_dostime(archive, UInt64(index), 0, Self.firstDay, 0)
    }
    guard zip_close(archive) == 0 else { throw unwritable(target, String(cString: zip_strerror(archive))) }
    isClosed = true
  }

  /// 1 January 1980 as zip archives write it, the earliest date that they can.
  private static let firstDay: UInt16 = 0x21

  private static func unwritable(_ target: URL, _ reason: String) -> Diagnostic {
    Diagnostic(rule: "archive", message: "The archive '\(target.path)' cannot be written: \(reason)")
  }
}
