import Foundation
package import TesseraValues

/// The files of the web client, which shows boards and widgets in a browser.
package enum WebClient {
  /// Returns the contents of all files by path, such as `index.html` and `client/app/main.js`.
  /// - Throws: A diagnostic if one of the package's own resources cannot be read.
  package static func files() throws(Diagnostic) -> [String: [UInt8]] {
    let folder = Bundle.module.bundleURL.appending(path: "Resources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    var files: [String: [UInt8]] = [:]
    for path in ["index.html"] + paths {
      let file = folder.appending(path: path)
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory), !isDirectory.boolValue,
        let bytes = FileManager.default.contents(atPath: file.path)
      else {
        if isDirectory.boolValue { continue }
        throw Diagnostic(rule: "missing-resource", message: "The server's resource '\(path)' cannot be read")
      }
      files[path] = Array(bytes)
    }
    return files
  }
}
