import Foundation
import TesseraBoard
import TesseraBundles
import TesseraRuntime
import TesseraServices

// The reasons to update a widget besides its schedule.
extension UpdateCoordinator {
  /// Updates a widget because a person asked for it.
  /// - Returns: Whether there is such a widget.
  package func refresh(_ id: String) -> Bool {
    let hasOutage = outages[id] != nil
    if hasOutage { library.environment.activities.start { [boards] in await boards.retry(id) } }
    guard scheduler[id] != nil else { return hasOutage }
    scheduler.refresh(id, at: now)
    check()
    return true
  }

  /// Updates a widget one second after a person last used it.
  func recordUse(of id: String) {
    guard scheduler[id] != nil else { return }
    states[id]?.pendingReload?.cancel()
    states[id, default: .init()].pendingReload = after(1) { $0.reloadAfterUse(id) }
  }

  private func reloadAfterUse(_ id: String) {
    states[id]?.pendingReload = nil
    scheduler.refresh(id, .interaction, at: now)
    check()
  }

  /// The widgets that a statement is about.
  package enum Selection: Sendable, Hashable {
    /// The widget of a tile.
    case tile(String)
    /// All widgets of a kind.
    case kind(String)
    /// All widgets.
    case all
  }

  /// Updates widgets as soon as their budgets allow, because their content changed.
  /// - Returns: The number of widgets.
  package func contentDidChange(_ selection: Selection) -> Int {
    let ids = ids(selection)
    for id in ids {
      scheduler.contentDidChange(id: id, at: now)
      store(id)
    }
    check()
    return ids.count
  }

  /// Says whether widgets have anything to show. Widgets without content are hidden and not updated.
  /// - Returns: The number of widgets.
  package func setHasContent(_ hasContent: Bool, _ selection: Selection) -> Int {
    let ids = ids(selection)
    for id in ids {
      scheduler.setHasContent(id, hasContent, at: now)
      store(id)
    }
    check()
    return ids.count
  }

  private func ids(_ selection: Selection) -> [String] {
    switch selection {
    case .tile(let id): scheduler[id] == nil ? [] : [id]
    case .kind(let kind): scheduler.all.filter { $0.value.kind == kind }.map(\.key)
    case .all: Array(scheduler.all.keys)
    }
  }

  /// Records that a page began or stopped to show widgets.
  package func setViewed(_ ids: [String], _ isViewed: Bool) {
    for id in ids {
      let count = viewerCounts[id, default: 0] + (isViewed ? 1 : -1)
      viewerCounts[id] = count > 0 ? count : nil
      scheduler.setVisible(id, count > 0, at: now)
      if isViewed, count == 1 { prefetch(id) }
    }
    check()
  }

  /// Lets a widget fetch ahead, if an update may follow.
  private func prefetch(_ id: String) {
    guard let schedule = scheduler[id], schedule.hasContent else { return }
    let hasAnswer = timeline(of: id) != nil
    Task { [boards] in await (boards.widget(id) as? any BoardWidget)?.prefetch(hasContent: hasAnswer) }
  }

  func monitorContent(of tiles: [String: String]) {
    guard !isStopped else { return }
    monitor.follow(tiles) { [weak self] change in await self?.contentDidChange(change) }
    watchSharedFiles()
    watchFolders()
  }

  private func watchSharedFiles() {
    guard monitor.watchesFiles, fileWatch == nil, let folder = library.environment.groupFolder else { return }
    fileWatch = Task { [weak self] in
      await self?.checkFiles()
      for await _ in FileWatcher.changes(in: [.folder(folder.path)]) { await self?.checkFiles() }
    }
  }

  /// Watches the folders that are sources of the present widgets.
  private func watchFolders() {
    let folders = Set(monitor.kindsByFolder.keys)
    guard folders != folderWatch?.folders ?? [] else { return }
    folderWatch?.task.cancel()
    folderWatch = nil
    guard !folders.isEmpty else { return }
    let task = Task { [weak self] in
      for await changed in FolderWatch.changes(in: folders) { await self?.foldersDidChange(changed) }
    }
    folderWatch = (folders, task)
  }

  private func foldersDidChange(_ folders: Set<String>) {
    let kinds = folders.reduce(into: Set<String>()) { $0.formUnion(monitor.kindsByFolder[$1] ?? []) }
    contentDidChange(.files(kinds: kinds))
  }

  /// Looks at the shared files, again if an app is writing.
  private func checkFiles() async {
    for _ in 0..<Self.maximumFileChecks {
      let (kinds, isComplete) = monitor.changedKinds()
      if !kinds.isEmpty { contentDidChange(.files(kinds: kinds)) }
      if isComplete { return }
      // Apps hold the lock in real time, whatever the widgets' clock says.
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return }
    }
  }

  /// The maximum number of looks, 20 ms apart, at shared files that an app is writing. The watcher looks again later.
  private static var maximumFileChecks: Int { 50 }

  private func contentDidChange(_ change: ContentChangeMonitor.Change) {
    switch change {
    case .event(let kind):
      monitor.eventDidArrive(for: kind)
      _ = contentDidChange(.kind(kind))
    case .eventsFailed(let kind, let error):
      if let warning = monitor.warning(about: kind, error) { report(warning) }
    case .files(let kinds):
      for id in kinds.flatMap({ ids(.kind($0)) }) { sharedFilesDidChange(id) }
    }
  }

  /// Reading a file costs little, so the widget is updated at once and no budget is spent, within a limit.
  private func sharedFilesDidChange(_ id: String) {
    guard states[id, default: .init()].fileChangeLimit.countChange(at: now) else {
      _ = contentDidChange(.tile(id))
      return
    }
    // A pending update will read this change, too.
    if states[id]?.pendingReload == nil { recordUse(of: id) }
  }
}
