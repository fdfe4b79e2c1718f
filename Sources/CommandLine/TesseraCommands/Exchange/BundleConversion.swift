import ArgumentParser
import Foundation
import TesseraBundles
import TesseraValues

/// Writes a bundle that Xcode made as a bundle of documents that people can read and change.
struct BundleConversion {
  let source: WidgetSource

  /// Writes the bundle, and prints what has no counterpart.
  /// - Parameter folder: The folder to write, which must not exist.
  func write(to folder: String?) throws {
    guard let folder else { throw ValidationError("A bundle is converted to a folder: name one with '--output'") }
    let target = URL(filePath: folder)
    guard !FileManager.default.fileExists(atPath: target.path) else {
      throw ValidationError("'\(folder)' exists already")
    }
    let files = try BundleArgument.files(of: source)
    let bundle = WidgetBundle(files: files)
    StandardError.write(bundle.diagnostics.map(source.locating))
    guard !bundle.manifest.id.isEmpty, files.list(limits: .standard).isComplete else { throw ExitCode(1) }
    for path in bundle.storedPaths {
      let bytes: [UInt8]
      do throws(Diagnostic) {
        bytes = try files.bytes(at: path, limit: BundleLimits.standard.totalBytes)
      } catch {
        StandardError.write([source.locating(error)])
        throw ExitCode(1)
      }
      let file = target.appending(path: path)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      } catch {
        throw ValidationError("'\(file.path)' cannot be written: \(error.localizedDescription)")
      }
    }
    if bundle.hasErrors { throw ExitCode(1) }
  }
}
