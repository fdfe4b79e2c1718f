import TesseraXcodeFiles

/// Finds and reads the nibs of a folder. Newer versions of Xcode make a folder of several for one, by the system's version.
struct NibLoader {
  let folder: String
  let files: Set<String>
  let bytes: (String) -> [UInt8]?

  /// Returns the file of a nib: the one for the latest system of several.
  private func path(of name: String) -> String? {
    let path = "\(folder)\(name).nib"
    let (inside, phone) = (path + "/", "\(folder)\(name)~iphone.nib")
    return [path, inside + "runtime.nib"].first(where: files.contains)
      ?? files.lazy.filter { $0.hasPrefix(inside) && $0.hasSuffix(".nib") }.max()
      ?? (files.contains(phone) ? phone : nil)
  }

  /// Returns the objects of a nib by its name without extension; `nil` if there is none.
  func load(_ name: String) -> Result<ArchivedObjects, XcodeFileError>? {
    guard let found = path(of: name) else { return nil }
    guard let content = bytes(found) else {
      return .failure(XcodeFileError("The file cannot be read"))
    }
    do throws(XcodeFileError) {
      return .success(try NibFile.objects(of: content))
    } catch {
      return .failure(error)
    }
  }
}
