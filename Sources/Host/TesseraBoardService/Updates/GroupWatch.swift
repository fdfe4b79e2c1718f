import Foundation
import TesseraServices

/// Detects changes of group files, whether an app, a command or a widget made them.
struct GroupWatch {
  private let root: URL
  private var seen: [String: [GroupStore.File]] = [:]

  /// The time between two checks.
  package static let interval = Duration.milliseconds(500)

  /// - Parameter root: The folder of all groups.
  package init(_ root: URL) { self.root = root }

  /// Checks groups for changes.
  /// - Returns: The groups whose files have changed since the previous check.
  package mutating func changes(in groups: Set<String>) -> Set<String> {
    seen = seen.filter { groups.contains($0.key) }
    var changed: Set<String> = []
    for name in groups {
      // A group that is being written to is checked the next time.
      guard let files = try? GroupStore(name, in: root)?.files(isPatient: false) else { continue }
      if let before = seen.updateValue(files, forKey: name), before != files { changed.insert(name) }
    }
    return changed
  }
}
