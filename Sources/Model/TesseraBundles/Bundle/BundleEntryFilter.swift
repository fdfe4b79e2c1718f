import TesseraValues

/// Selects the entries that are files of a bundle: within the limits, with portable paths, and without collisions.
package struct BundleEntryFilter {
  let limits: BundleLimits
  private(set) var diagnostics = Diagnostics()

  /// Creates a filter.
  package init(limits: BundleLimits) { self.limits = limits }

  /// Returns the files that belong to the bundle, sorted by path, or nil if there are too many or they are too large.
  package mutating func accepted(_ entries: [BundleEntry]) -> [BundleEntry]? {
    guard entries.count <= limits.entries else {
      diagnostics.add(.tooManyEntries(limit: limits.entries))
      return nil
    }
    var accepted: [BundleEntry] = []
    for entry in entries where isFile(entry) { accepted.append(entry) }
    accepted.sort { $0.path < $1.path }
    accepted = withoutCollisions(accepted)
    // A source that reports wrong sizes, such as negative ones, is stopped when the file is read.
    let (total, overflow) = accepted.reduce((0, false)) { sum, entry in
      let (value, overflow) = sum.0.addingReportingOverflow(max(0, entry.size))
      return (value, sum.1 || overflow)
    }
    guard !overflow, total <= limits.totalBytes else {
      diagnostics.add(
        Diagnostic(
          rule: "bundle-limit",
          message: "The bundle's files have more than \(limits.totalBytes) bytes in total"))
      return nil
    }
    return accepted
  }

  private mutating func isFile(_ entry: BundleEntry) -> Bool {
    let shown = BundlePath.display(entry.path)
    if let problem = BundlePath.problem(in: entry.path) {
      diagnostics.add(Diagnostic(rule: "bundle-path", file: shown, message: "The path '\(shown)' \(problem)"))
      return false
    }
    if BundlePath.isHidden(entry.path) { return false }
    guard entry.path.split(separator: "/").count <= limits.depth + 1 else {
      diagnostics.add(
        Diagnostic(
          rule: "bundle-limit", file: shown, message: "'\(shown)' lies in more than \(limits.depth) directories"))
      return false
    }
    switch entry.kind {
    case .file: return true
    case .symbolicLink:
      diagnostics.add(
        Diagnostic(
          rule: "bundle-path", file: entry.path, message: "'\(shown)' is a symbolic link; a bundle holds plain files",
          fix: "Replace the link with a copy of the file"))
    case .special:
      diagnostics.add(
        Diagnostic(
          rule: "bundle-path", file: entry.path,
          message: "'\(shown)' is a device, a socket or a pipe; a bundle holds plain files", fix: "Remove it"))
    }
    return false
  }

  /// Drops entries that cannot coexist on every file system: duplicate names, names that differ only in case or in
  /// Unicode composition, and files with the name of another entry's directory.
  private mutating func withoutCollisions(_ entries: [BundleEntry]) -> [BundleEntry] {
    var seen: [String: String] = [:]
    var directories: Set<String> = []
    for entry in entries {
      var parts = entry.path.split(separator: "/").dropLast()
      while !parts.isEmpty {
        directories.insert(parts.joined(separator: "/").lowercased())
        parts = parts.dropLast()
      }
    }
    return entries.filter { entry in
      // Strings compare by canonical equivalence, so composed and decomposed letters match.
      let key = entry.path.lowercased()
      let shown = BundlePath.display(entry.path)
      if let first = seen[key] {
        let other = first == entry.path ? "occurs twice in the bundle" : "differs from '\(first)' only in letter case"
        diagnostics.add(
          Diagnostic(
            rule: "bundle-path", file: entry.path, message: "The path '\(shown)' \(other)", fix: "Rename one of them"))
        return false
      }
      if directories.contains(key) {
        diagnostics.add(
          Diagnostic(rule: "bundle-path", file: entry.path, message: "'\(shown)' is a file and a directory"))
        return false
      }
      seen[key] = entry.path
      return true
    }
  }
}
