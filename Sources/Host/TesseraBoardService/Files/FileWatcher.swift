import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Reports that files may have changed. Readers compare stamps to learn what did.
///
/// On Linux, the kernel reports changes (inotify). Changes that it does not report, such as those that other machines make
/// in a network file system, are looked for every few seconds. Where inotify is not available, that happens more often.
package enum FileWatcher {
  /// What is watched.
  package enum Scope: Sendable, Hashable {
    /// A file, which need not exist.
    case file(String)
    /// The entries of a folder, and of all folders below. Hidden folders are ignored.
    case folder(String)
    /// The entries of a folder, without those of the folders below.
    case entries(of: String)
  }

  /// The interval between two looks where the kernel reports changes, and where it does not.
  private static let intervals = (reported: Duration.seconds(3), polled: Duration.milliseconds(250))

  /// Returns a stream with an element whenever something in one of the scopes may have changed. Elements that are not read in
  /// time become one.
  package static func changes(in scopes: [Scope]) -> AsyncStream<Void> { changes(in: scopes, pollInterval: nil) }

  /// - Parameter pollInterval: The interval between two looks; nil for the usual one.
  static func changes(in scopes: [Scope], pollInterval: Duration?) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    #if canImport(Glibc)
      let source = INotifySource(scopes) { continuation.yield() }
    #else
      let source: Never? = nil
    #endif
    let interval = pollInterval ?? (source == nil ? intervals.polled : intervals.reported)
    // Files change in real time, whatever the widgets' clock says.
    let timer = Task {
      while (try? await Task.sleep(for: interval)) != nil {
        #if canImport(Glibc)
          source?.lookForNewFolders()
        #endif
        continuation.yield()
      }
    }
    continuation.onTermination = { _ in
      timer.cancel()
      #if canImport(Glibc)
        source?.cancel()
      #endif
    }
    return stream
  }
}

#if canImport(Glibc)
  /// The kernel's reports about files and folders.
  private final class INotifySource: Sendable {
    /// What a watched folder is watched for.
    private struct Watch {
      var path: String
      /// The names that matter; nil for all.
      var names: Set<String>?
      /// Whether folders below are watched, too.
      var isDeep = false
    }

    private let descriptor: Int32
    /// Dispatch sources may be used on every thread, but are not declared `Sendable`.
    private nonisolated(unsafe) let source: any DispatchSourceRead
    private let queue = DispatchQueue(label: "tessera.files")
    private let scopes: [FileWatcher.Scope]
    private let watches = Mutex<[Int32: Watch]>([:])

    /// The maximum number of folders in which the system reports changes of files. Beyond it, the server looks for
    /// changes at intervals.
    private static let maximumCount = 2000
    private static let mask = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Begins to watch. Returns nil if the system allows no more watches.
    init?(_ scopes: [FileWatcher.Scope], onChange: @escaping @Sendable () -> Void) {
      self.scopes = scopes
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in
        if self?.readEvents() == true { onChange() }
      }
      source.setCancelHandler { [descriptor] in close(descriptor) }
      source.resume()
      guard watchNewFolders() else {
        source.cancel()
        return nil
      }
    }

    func cancel() { source.cancel() }

    /// Watches folders that were made since the last call, on a thread of its own: file systems of other machines may not
    /// answer.
    func lookForNewFolders() { queue.async { [weak self] in self?.watchNewFolders() } }

    /// Watches folders that were made since the last call.
    /// - Returns: Whether all folders are watched.
    @discardableResult
    func watchNewFolders() -> Bool {
      watches.withLock { watches in
        scopes.allSatisfy { scope in
          switch scope {
          case .file(let path):
            let (folder, name) = Self.split(path)
            return watch(Watch(path: folder, names: [name]), &watches)
          case .entries(of: let path):
            // A folder that the server may not read, or that the kernel cannot watch, is left to the looks at intervals.
            _ = watch(Watch(path: path), &watches)
            return true
          case .folder(let path): return watch(Watch(path: path, isDeep: true), &watches)
          }
        }
      }
    }

    private func watch(_ wanted: Watch, _ watches: inout [Int32: Watch]) -> Bool {
      // Several folders to watch can be missing. Their parents report that they are made.
      guard let isFolder = FileManager.default.existingFolder(wanted.path) else {
        let (parent, name) = Self.split(wanted.path)
        return parent == wanted.path ? false : watch(Watch(path: parent, names: [name]), &watches)
      }
      guard isFolder, watches.count < Self.maximumCount else {
        // A file in the place of a folder is watched by its parent.
        let (parent, name) = Self.split(wanted.path)
        return !isFolder && watch(Watch(path: parent, names: [name]), &watches)
      }
      let number = inotify_add_watch(descriptor, wanted.path, Self.mask)
      guard number >= 0 else { return false }
      var merged = watches[number] ?? wanted
      merged.names = merged.names.flatMap { names in wanted.names.map(names.union) }
      merged.isDeep = merged.isDeep || wanted.isDeep
      watches[number] = merged
      guard wanted.isDeep else { return true }
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: wanted.path)) ?? []
      return entries.filter { !$0.hasPrefix(".") }.allSatisfy { entry in
        let path = wanted.path + "/" + entry
        return FileManager.default.existingFolder(path) == true
          ? watch(Watch(path: path, isDeep: true), &watches) : true
      }
    }

    /// Reads the events that are there.
    /// - Returns: Whether one of them matters.
    private func readEvents() -> Bool {
      var matters = false
      var hasNewFolder = false
      withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
        while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
          var offset = 0
          while offset + MemoryLayout<inotify_event>.size <= count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let nameStart = offset + MemoryLayout<inotify_event>.size
            let nameBytes = buffer[nameStart..<min(nameStart + Int(event.len), count)].prefix { $0 != 0 }
            offset = nameStart + Int(event.len)
            let watch = watches.withLock { watches in
              if event.mask & UInt32(IN_IGNORED) != 0 { return watches.removeValue(forKey: event.wd) }
              return watches[event.wd]
            }
            if event.mask & UInt32(IN_ISDIR) != 0 { hasNewFolder = true }
            let name = String(decoding: nameBytes, as: UTF8.self)
            // An overflow has no watch.
            if watch == nil || watch?.names == nil || name.isEmpty || watch?.names?.contains(name) == true {
              matters = true
            }
          }
        }
      }
      if hasNewFolder { watchNewFolders() }
      return matters
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
      let url = URL(fileURLWithPath: path)
      return (url.deletingLastPathComponent().path, url.lastPathComponent)
    }
  }

  extension FileManager {
    /// Whether a path leads to a folder, and not to a file; nil if there is neither.
    fileprivate func existingFolder(_ path: String) -> Bool? {
      var isFolder: ObjCBool = false
      return fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }
  }
#endif
