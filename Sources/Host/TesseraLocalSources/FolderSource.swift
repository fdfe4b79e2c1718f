import Foundation
package import TesseraServices
import TesseraValues

/// A source that is a folder on this machine: `/` lists its files, and other paths are files in it. Links and hidden
/// files are left out.
package struct FolderSource: LocalSourceProvider {
  /// The maximum size of a file, in bytes. A larger one is answered with status 413.
  package static let maximumBytes = 32 << 20
  /// The maximum number of files in a list, the latest first. Older ones are left out.
  package static let maximumCount = 1_000

  private let root: URL

  package var folder: String? { root.path }

  /// - Parameter path: The path of the folder.
  package init(path: String) { root = URL(filePath: path).standardizedFileURL }

  package func response(to path: String) async -> NetworkResponse {
    guard let name = path.dropFirst().removingPercentEncoding else { return NetworkResponse(status: 400) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if name.isEmpty { return list() }
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") }) else {
      return NetworkResponse(status: 404)
    }
    return file(at: parts.map(String.init))
  }

  /// Reads a file below the folder. Each part is opened in the one before, without following links, so that programs which
  /// write to the folder cannot lead elsewhere.
  private func file(at parts: [String]) -> NetworkResponse {
    var descriptor = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, part) in parts.enumerated() {
      guard descriptor >= 0 else { return NetworkResponse(status: 404) }
      let kind = index < parts.count - 1 ? O_DIRECTORY : O_NONBLOCK
      let next = openat(descriptor, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      close(descriptor)
      descriptor = next
    }
    guard descriptor >= 0 else { return NetworkResponse(status: 404) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard isFile else { return NetworkResponse(status: 404) }
    guard status.st_size <= Self.maximumBytes else { return NetworkResponse(status: 413) }
    guard let data = try? handle.read(upToCount: Self.maximumBytes) else {
      return status.st_size == 0 ? NetworkResponse() : NetworkResponse(status: 403)
    }
    let bytes = Array(data)
    let type = ImageFormat(signatureOf: bytes)?.contentType ?? "application/octet-stream"
    return NetworkResponse(headers: ["content-type": type], body: bytes)
  }

  /// Returns `[{"name", "size", "modified", "isPicture"}]`, the latest first.
  private func list() -> NetworkResponse {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: root.path) else {
      return NetworkResponse(status: 404)
    }
    var files: [(name: String, size: Int, modified: Double)] = []
    for name in names where !name.hasPrefix(".") {
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: root.appending(path: name).path),
        attributes[.type] as? FileAttributeType == .typeRegular
      else { continue }
      let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      files.append((name, attributes[.size] as? Int ?? 0, modified))
    }
    files.sort { ($1.modified, $0.name) < ($0.modified, $1.name) }
    return .json(
      .array(
        files.prefix(Self.maximumCount).map { file in
          let ending = file.name.split(separator: ".").last?.lowercased() ?? ""
          return [
            "name": .string(file.name), "size": .integer(Int64(file.size)),
            "modified": .double(file.modified.rounded(.down)),
            "isPicture": .bool(["png", "jpg", "jpeg", "gif", "webp", "svg"].contains(ending)),
          ]
        }))
  }
}
