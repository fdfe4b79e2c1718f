import Foundation
import TesseraServices

/// Detects changes of group files, whether an app, a command or a widget made them.
struct GroupWatch {
  private let root: URL
  private var seen: [String: [GroupStore.File]] = [:]

  /// - Parameter root: The folder of all groups.
  package init(_ root: URL) { self.root = root }

  /// Checks groups for changes.
  /// - Returns: The groups whose files have changed since the previous check, and whether all groups could be checked.
  ///   A group that another process is writing to cannot.
  mutating func changes(in groups: Set<String>) -> (changed: Set<String>, isComplete: Bool) {
    seen = seen.filter { groups.contains($0.key) }
    var changed: Set<String> = []
    var isComplete = true
    for name in groups {
      guard let files = try? GroupStore(name, in: root)?.files(isPatient: false) else {
        isComplete = false
        continue
      }
      if let before = seen.updateValue(files, forKey: name), before != files { changed.insert(name) }
    }
    return (changed, isComplete)
  }
}
