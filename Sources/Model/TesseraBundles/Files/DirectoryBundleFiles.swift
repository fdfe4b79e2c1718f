import Foundation
package import TesseraValues

/// The files of a directory.
///
/// Each file is opened component by component from the directory's own descriptor, without following links, and is
/// checked after opening. Swapping a file or a directory in the meantime therefore cannot lead outside. The directory
/// itself may be reached through links, since the user chose it.
package struct DirectoryBundleFiles: BundleFiles {
  /// The directory, absolute or relative to the current one.
  package let path: String

  /// Creates a source. The directory is opened anew for each access.
  package init(path: String) { self.path = path }

  /// Lists the directory and its subdirectories. Hidden entries are skipped but count toward the limit.
  package func list(limits: BundleLimits) -> BundleListing {
    let root: Descriptor
    do {
      root = try openRoot()
    } catch {
      return BundleListing(diagnostics: [error], isComplete: false)
    }
    var visit = Visit(limits: limits)
    visit.list(root.number, prefix: "", depth: 0)
    return visit.listing
  }

  /// Reads a regular file below the directory.
  package func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    if let problem = BundlePath.problem(in: path) { throw .unreadable(path, reason: "its path \(problem)") }
    var directory = try openRoot()
    var parts = path.split(separator: "/").map(String.init)
    let name = parts.removeLast()
    for part in parts {
      guard let next = Descriptor.open(part, in: directory.number, O_DIRECTORY) else {
        throw .unreadable(path, reason: lastError())
      }
      directory = next
    }
    // Without `O_NONBLOCK`, opening a pipe would block until it has a writer.
    guard let file = Descriptor.open(name, in: directory.number, O_NONBLOCK) else {
      throw .unreadable(path, reason: lastError())
    }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .unreadable(path, reason: lastError()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path, reason: "it is not a regular file") }
    let size = Int(status.st_size)
    guard size <= limit else { throw .tooLarge(path, size: size, limit: limit) }
    return try read(file.number, path: path, expected: size, limit: limit)
  }

  private func openRoot() throws(Diagnostic) -> Descriptor {
    if path.utf8.contains(0) {
      throw Diagnostic(rule: "unreadable-bundle", message: "The bundle's path contains a NUL character")
    }
    guard let root = Descriptor.openDirectory(path) else {
      throw Diagnostic(
        rule: "unreadable-bundle",
        message: "The bundle directory '\(BundlePath.display(path))' cannot be opened: \(lastError())")
    }
    return root
  }

  /// Reads to the end of the file, but at most one byte beyond the limit, since a file may grow while it is read.
  private func read(_ descriptor: Int32, path: String, expected: Int, limit: Int) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(path, reason: lastError())
      }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= limit else { throw .tooLarge(path, size: bytes.count, limit: limit) }
    }
  }
}

/// A traversal of a directory.
private struct Visit {
  let limits: BundleLimits
  var listing = BundleListing()
  var visited = 0

  mutating func list(_ directory: Int32, prefix: String, depth: Int) {
    guard let names = names(in: directory, prefix: prefix) else { return }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = prefix + name
      var status = stat()
      guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        listing.diagnostics.append(.unreadable(path, reason: lastError()))
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        listing.entries.append(
          BundleEntry(path: path, size: Int(status.st_size), modified: FileStamp(status).modified))
      case S_IFLNK: listing.entries.append(BundleEntry(path: path, kind: .symbolicLink, size: 0))
      case S_IFDIR:
        guard depth < limits.depth else {
          listing.diagnostics.append(
            Diagnostic(
              rule: "bundle-limit", file: path,
              message: "'\(BundlePath.display(path))' lies in more than \(limits.depth) directories"))
          continue
        }
        guard let child = Descriptor.open(name, in: directory, O_DIRECTORY) else {
          listing.diagnostics.append(.unreadable(path, reason: lastError()))
          continue
        }
        list(child.number, prefix: path + "/", depth: depth + 1)
        if !listing.isComplete { return }
      default: listing.entries.append(BundleEntry(path: path, kind: .special, size: 0))
      }
    }
  }

  /// Returns the names in a directory, or nil if the limit is reached or the directory cannot be read.
  private mutating func names(in directory: Int32, prefix: String) -> [String]? {
    // The stream takes ownership of its descriptor, so it gets a separate one.
    let descriptor = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      if descriptor >= 0 { close(descriptor) }
      listing.diagnostics.append(.unreadable(prefix, reason: lastError()))
      return nil
    }
    defer { closedir(stream) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The actual record is shorter than its type, so the name is read in place.
      let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      guard let name = String(validatingCString: start) else {
        listing.diagnostics.append(
          Diagnostic(
            rule: "bundle-path", file: prefix.isEmpty ? nil : prefix,
            message: "A name in the directory '\(BundlePath.display(prefix))' is not UTF-8"))
        continue
      }
      if name == "." || name == ".." { continue }
      visited += 1
      guard visited <= limits.entries else {
        listing.entries = []
        listing.isComplete = false
        listing.diagnostics = [.tooManyEntries(limit: limits.entries)]
        return nil
      }
      names.append(name)
    }
    return names
  }
}

/// An open file, closed on deinitialization.
private struct Descriptor: ~Copyable {
  let number: Int32

  deinit { close(number) }

  static func openDirectory(_ path: String) -> Descriptor? {
    opened(Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Opens a name relative to a directory. Fails for links.
  static func open(_ name: String, in directory: Int32, _ flags: Int32) -> Descriptor? {
    opened(openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags))
  }

  private static func opened(_ number: Int32) -> Descriptor? {
    number >= 0 ? Descriptor(number: number) : nil
  }
}

/// The description of the last system error.
private func lastError() -> String { String(cString: strerror(errno)) }
