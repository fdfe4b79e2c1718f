import ArgumentParser
import TesseraBoardService
import TesseraValues

/// A file whose changes indicate new content for a kind of widgets: `org.example.trains=/srv/trains.json`.
struct WatchedFile: ExpressibleByArgument, Sendable {
  let kind: String
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    (kind, path) = (String(parts[0]), String(parts[1]))
  }

  /// Notifies the widgets of changes, until the task is cancelled.
  static func follow(_ files: [WatchedFile], _ updates: UpdateCoordinator) async {
    guard !files.isEmpty else { return }
    func stamps() -> [FileStamp?] { files.map { FileStamp(path: $0.path, followsLinks: true) } }
    var seen = stamps()
    for await _ in FileWatcher.changes(in: files.map { .file($0.path) }) {
      let now = stamps()
      for (file, (before, after)) in zip(files, zip(seen, now)) where before != after {
        _ = await updates.contentDidChange(.kind(file.kind))
      }
      seen = now
    }
  }
}
