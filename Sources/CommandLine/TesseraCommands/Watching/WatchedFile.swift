import ArgumentParser
import Foundation
import TesseraBoardService

/// A file whose changes indicate new content for a kind of widgets: `org.example.trains=/srv/trains.json`.
struct WatchedFile: ExpressibleByArgument, Sendable {
  let kind: String
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    (kind, path) = (String(parts[0]), String(parts[1]))
  }

  /// The interval between two checks.
  private static let interval = Duration.milliseconds(500)

  /// The attributes that change with a file. A file that replaces another one counts as changed.
  private struct Stamp: Equatable {
    var date: Date?
    var size: Int?
    var number: Int?
  }

  private var stamp: Stamp {
    let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
    return Stamp(
      date: attributes[.modificationDate] as? Date, size: attributes[.size] as? Int,
      number: attributes[.systemFileNumber] as? Int)
  }

  /// Checks the files repeatedly, until the task is cancelled.
  static func follow(_ files: [WatchedFile], _ updates: UpdateCoordinator) async {
    guard !files.isEmpty else { return }
    var seen = files.map(\.stamp)
    while (try? await Task.sleep(for: interval)) != nil {
      for (index, file) in files.enumerated() {
        let now = file.stamp
        guard now != seen[index] else { continue }
        seen[index] = now
        _ = await updates.contentDidChange(.kind(file.kind))
      }
    }
  }
}
