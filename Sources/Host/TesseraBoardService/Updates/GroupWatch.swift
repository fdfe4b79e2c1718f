import Foundation
import TesseraServices

/// Sees that files of groups change, whoever changes them: an app, a command, a widget of the group.
struct GroupWatch {
  private let root: URL
  private var seen: [String: [GroupStore.File]] = [:]

  /// How long a look waits for the next one.
  package static let interval = Duration.milliseconds(500)

  /// - Parameter root: the folder of all groups.
  package init(_ root: URL) { self.root = root }

  /// Looks at some groups.
  /// - Returns: those whose files changed since they were looked at before.
  package mutating func changes(in groups: Set<String>) -> Set<String> {
    seen = seen.filter { groups.contains($0.key) }
    var changed: Set<String> = []
    for name in groups {
      // Where somebody writes at the moment it is looked at the next time.
      guard let files = try? GroupStore(name, in: root)?.files(isPatient: false) else { continue }
      if let before = seen.updateValue(files, forKey: name), before != files { changed.insert(name) }
    }
    return changed
  }
}
