import Foundation

/// Writes the names in a folder to the disk, so that a power failure cannot undo a rename.
enum FolderSync {
  static func flush(_ folder: URL) {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Flushes a folder and all folders in it.
  static func flushAll(in folder: URL) {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths {
      let item = folder.appending(path: path)
      if (try? item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true { flush(item) }
    }
    flush(folder)
  }
}
