import Foundation
import TesseraServices
import TesseraValues

/// Detects changes of the folders that the owner of the machine grants to widgets as sources.
struct FolderWatch {
  /// The entries of each folder at the last look, with their stamps.
  private var seen: [String: [String: FileStamp]] = [:]

  /// The maximum number of entries of a folder that are looked at. What changes in others goes unnoticed, until a file is
  /// added or removed.
  private static let maximumCount = 1_000
  /// The time between two looks at folders in which much happens.
  private static let interval = Duration.seconds(1)

  /// Returns a stream of the folders that have changed.
  ///
  /// Folders are looked at on a thread of their own: those of other machines may take long, or never answer.
  static func changes(in folders: Set<String>) -> AsyncStream<Set<String>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Set<String>.self)
    let queue = DispatchQueue(label: "tessera.folders")
    let task = Task {
      var watch = FolderWatch()
      _ = await watch.look(at: folders, on: queue)
      for await _ in FileWatcher.changes(in: folders.map(FileWatcher.Scope.entries)) {
        let changed = await watch.look(at: folders, on: queue)
        if !changed.isEmpty { continuation.yield(changed) }
        guard (try? await Task.sleep(for: interval)) != nil else { break }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private mutating func look(at folders: Set<String>, on queue: DispatchQueue) async -> Set<String> {
    let (changed, next) = await withCheckedContinuation { continuation in
      queue.async { [self] in
        var next = self
        let changed = next.changes(in: folders)
        continuation.resume(returning: (changed, next))
      }
    }
    self = next
    return changed
  }

  /// Looks at the folders.
  /// - Returns: The paths of those that have changed since the previous look. A folder that is new to this watch has not.
  mutating func changes(in folders: Set<String>) -> Set<String> {
    seen = seen.filter { folders.contains($0.key) }
    return folders.filter { folder in
      let entries = Self.entries(of: folder)
      guard let before = seen.updateValue(entries, forKey: folder) else { return false }
      return before != entries
    }
  }

  private static func entries(of folder: String) -> [String: FileStamp] {
    // The folder's own stamp changes with its list of entries.
    var entries = [".": FileStamp(path: folder, followsLinks: true)].compactMapValues(\.self)
    guard let stream = opendir(folder) else { return entries }
    defer { closedir(stream) }
    while entries.count <= maximumCount, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { entries[name] = FileStamp(path: "\(folder)/\(name)") }
    }
    return entries
  }
}
