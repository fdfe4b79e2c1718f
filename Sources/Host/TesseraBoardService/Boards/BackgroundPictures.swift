package import Foundation
import Synchronization
import TesseraData
package import TesseraValues

/// The pictures of boards, behind them and on their icons, in a folder or in memory.
///
/// An image is named by the checksum of its bytes, so that each is stored only once.
package final class BackgroundPictures: Sendable {
  /// The maximum size of a background picture, in bytes. A larger one is refused.
  package static let maximumSize = 8 << 20
  /// The number of pictures of boards and icons from which a new one makes room. Those that no board uses are then
  /// removed.
  package static let maximumCount = 200

  private let folder: URL?
  private let memory = Mutex<[String: [UInt8]]>([:])

  /// - Parameter folder: The server's data folder; nil to store images in memory.
  package init(folder: URL?) { self.folder = folder?.appending(path: "backgrounds") }

  /// Stores an image.
  /// - Parameter used: The names of the images that boards use.
  /// - Returns: The name of the image.
  /// - Throws: A diagnostic if the bytes are not a supported image, and ``StoreError`` if the file cannot be written.
  package func add(_ bytes: [UInt8], used: Set<String>?) throws -> String {
    guard let header = ImageHeader(bytes), header.format != .svg else {
      throw Diagnostic(
        rule: "background-picture", message: "A background must be a JPEG, PNG, WebP or GIF image",
        fix: "Convert it to JPEG or PNG")
    }
    guard header.isWhole(bytes) else {
      throw Diagnostic(
        rule: "background-picture", message: "The image is incomplete: its end is missing", fix: "Send the whole file")
    }
    guard bytes.count <= Self.maximumSize, header.hasAtMost(pixels: 3 * ImageHeader.maximumPixels) else {
      throw Diagnostic(
        rule: "background-picture", message: "A background can have at most 8 MB and 48 million pixels",
        fix: "Reduce the image's size")
    }
    let name = Checksum(of: bytes).description
    if let used { makeRoom(keeping: used.union([name])) }
    guard let folder else {
      memory.withLock { $0[name] = bytes }
      return name
    }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let file = folder.appending(path: name)
      try Data(bytes).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    } catch {
      throw StoreError.of(error)
    }
    return name
  }

  /// Returns the image with a name, or nil if there is none.
  package func picture(_ name: String) -> (bytes: [UInt8], format: ImageFormat)? {
    guard (1...64).contains(name.utf8.count), name.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let bytes =
      folder.flatMap { try? Data(contentsOf: $0.appending(path: name)) }.map(Array.init)
      ?? memory.withLock { $0[name] }
    guard let bytes, let format = ImageHeader(bytes)?.format else { return nil }
    return (bytes, format)
  }

  private func makeRoom(keeping used: Set<String>) {
    guard let folder else {
      return memory.withLock { pictures in
        if pictures.count >= Self.maximumCount { pictures = pictures.filter { used.contains($0.key) } }
      }
    }
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    guard names.count >= Self.maximumCount else { return }
    for name in names where !used.contains(name) { try? files.removeItem(at: folder.appending(path: name)) }
  }
}
