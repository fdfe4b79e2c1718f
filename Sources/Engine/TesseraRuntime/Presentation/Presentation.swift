import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraLayout
import TesseraValues
public import TesseraViews

/// One client's live view of an instance: screens, typed text, scrolling, size.
///
/// Everything inside lives on this actor. What leaves it are values: trees and patches. A host that lost its connection
/// comes back to the same presentation; another host has its own.
public actor Presentation {
  /// What is looked at.
  public private(set) var instance: Instance

  private var life: Life
  private var relay: OperationRelay
  private var revision = 0
  private var history = UpdateHistory()
  private var hosts: [Int: Host] = [:]
  private var lastHost = 0
  private var observation: StoreObservation?
  private var sharedObservers: [(context: SharedContext, observer: Int)] = []
  private let unread = PendingStoreChanges()
  private let unreadSharedData = PendingSharedDataChange()
  private var announcement: Int?
  private var isClosed = false
  /// Those who wait until nothing is under way.
  var settlers: [CheckedContinuation<Void, Never>] = []
  /// The screen that was asked for at first; nil for the main one.
  private var firstScreen: String?
  /// Whether somebody did something that may have changed what is shown.
  private var isUsed = false
  /// The revision that could not be brought back to where it was: as long as it lasts, nothing is tried again.
  private var restlessRevision: Int?

  private let languages: [String]
  private let executor: WidgetExecutor

  /// The thread of the instance, which its presentations share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    instance: Instance, size: Size, place: GridPlace? = nil, languages: [String] = [], numberingAfter last: Int = 0
  ) {
    self.instance = instance
    self.languages = languages
    executor = instance.executor
    relay = OperationRelay()
    life = .awake(
      PresentationCore(
        instance: instance, size: size, place: place, languages: languages, relay: relay, numberingAfter: last))
    relay.attach(self)
  }

  /// Who follows.
  private struct Host {
    let continuation: AsyncStream<PresentationUpdate>.Continuation
    /// Counts each update that is on its way; nil where nobody waits for hosts.
    let activities: IdlenessTracker?

    @discardableResult
    func yield(_ update: PresentationUpdate) -> AsyncStream<PresentationUpdate>.Continuation.YieldResult {
      activities?.begin()
      let result = continuation.yield(update)
      if case .enqueued = result {} else { activities?.end() }
      return result
    }
  }

  /// What there is of a presentation.
  private enum Life {
    /// Screens are open.
    case awake(PresentationCore)
    /// Nobody looks, and nothing but how to begin is kept.
    case resting(PresentationSnapshot)
  }

  /// What is open; nil while the presentation rests.
  private var awake: PresentationCore? {
    if case .awake(let core) = life { core } else { nil }
  }

  /// What is open. A presentation that rests is awake after this.
  var core: PresentationCore {
    switch life {
    case .awake(let core): core
    case .resting(let rest): wake(from: rest)
    }
  }

  /// Shows the first screen, the main one by default, and begins to follow the store. Called once.
  func open(screen: String?) {
    firstScreen = screen
    step {
      follow()
      core.open(screen: screen)
    }
  }

  /// Goes on with other documents of the same widget: screens, contexts, what was typed and how far things are scrolled
  /// stay, as far as the documents still have a place for them; problems that were told are not any more. Hosts get the whole
  /// tree.
  ///
  /// - Parameter isFresh: whether the screens begin anew, because their data does.
  package func reload(_ instance: Instance, isFresh: Bool = false) {
    guard !isClosed else { return }
    self.instance = instance
    restlessRevision = nil
    guard let former = awake else {
      if case .resting(var rest) = life {
        if isFresh { rest.beginning = .anew(screen: firstScreen) }
        rest.isUnchanged = false
        life = .resting(rest)
      }
      return
    }
    let state = former.state()
    if !isFresh { former.closeUnnoticed() }
    let core = makeCore(
      former.hierarchy.size, place: former.gridPlace, numberingAfter: former.hierarchy.lastNumber)
    follow()
    if isFresh { core.open(screen: nil) } else { core.open(state) }
    core.isWatched = !hosts.isEmpty || lastHost == 0
    publishTree()
  }

  /// Lets go of all that is shown, and gets ready to show something.
  private func makeCore(
    _ size: Size, place: GridPlace?, numberingAfter last: Int = 0
  ) -> PresentationCore {
    letGo()
    let core = PresentationCore(
      instance: instance, size: size, place: place, languages: languages, relay: relay, numberingAfter: last)
    life = .awake(core)
    core.budget.begin()
    relay.attach(self)
    return core
  }

  private func letGo() {
    stopFollowing()
    relay.detach()
    // A result may be on its way from the old one.
    relay = OperationRelay()
    awake?.close()
  }

  /// Gives the memory of screens, views and data back while nobody looks. Who comes next finds the widget as it was left, so only
  /// what can be brought back exactly rests. Nothing happens while somebody looks, and while something is under way.
  /// - Returns: whether memory was given back.
  package func suspend() -> Bool {
    guard let core = awake, !isClosed, hosts.isEmpty, core.canSuspend, restlessRevision != revision else {
      return false
    }
    var beginning = PresentationSnapshot.Beginning.anew(screen: firstScreen)
    if isUsed {
      guard let state = core.provenState(languages: languages) else {
        restlessRevision = revision
        return false
      }
      beginning = .restored(state, core.undoHistory)
    }
    let rest = core.rest(beginning)
    if isUsed { core.closeUnnoticed() }
    letGo()
    life = .resting(rest)
    history = UpdateHistory()
    return true
  }

  /// Opens the screens again that were open.
  private func wake(from rest: PresentationSnapshot) -> PresentationCore {
    let core = makeCore(rest.size, place: rest.place, numberingAfter: rest.lastNumber)
    core.isWatched = false
    guard !isClosed else { return core }
    follow()
    core.wake(from: rest)
    publishTree()
    // What costs too much has made way by now.
    return self.core
  }

  /// Shows what is wrong with documents that somebody works on, over the widget, which goes on as it was; without problems
  /// nothing is shown any more.
  package func show(_ problems: [DocumentProblem]) {
    guard !isClosed else { return }
    step { core.show(problems) }
  }

  private func follow() {
    observation = instance.store.observe { [weak self, unread, activities = instance.environment.activities] change in
      guard let self else { return }
      unread.add(change)
      activities.start { await self.storeDidChange() }
    }
    announcement = instance.announcements.observe { [weak self, activities = instance.environment.activities] in
      guard let self else { return }
      let notification = $0
      activities.start { await self.announce(notification) }
    }
    for context in [instance.global, instance.options.shared, instance.entry] {
      let observer = context.observe { [weak self, unreadSharedData, activities = instance.environment.activities] in
        guard let self, unreadSharedData.record() else { return }
        activities.start { await self.sharedDataDidChange() }
      }
      sharedObservers.append((context, observer))
    }
  }

  private func stopFollowing() {
    observation?.cancel()
    observation = nil
    for (context, observer) in sharedObservers { context.stopObserving(observer) }
    sharedObservers = []
    announcement.map { instance.announcements.stopObserving($0) }
    announcement = nil
    _ = unread.removeAll()
  }

  /// Ends everything. A closed presentation shows nothing and reacts to nothing.
  public func close() {
    isClosed = true
    stopFollowing()
    if let awake {
      awake.close()
      // Lets go of the views, too: what changed is kept until it is published.
      publish()
    }
    for host in hosts.values { host.continuation.finish() }
    hosts = [:]
    notifySettlers()
  }

  /// Whether nothing is under way but the passing of time.
  var isSettled: Bool { isClosed || awake?.operations.isBusy != true }

  private func notifySettlers() {
    if isSettled { releaseSettlers() }
  }

  /// Lets those go on who wait until nothing is under way.
  func releaseSettlers() {
    let waiting = settlers
    settlers = []
    for settler in waiting {
      // Counted before they run, so that no moment of rest is seen in between.
      instance.environment.activities.wakeUp()
      settler.resume()
    }
  }

  /// Ends everything, and nothing hears that the screens are gone: nobody has seen them.
  func closeUnnoticed() {
    awake?.closeUnnoticed()
    close()
  }

  // MARK: Hosts

  /// All views as they are now, and the revision of that.
  public func tree() -> (tree: ViewTree, revision: Int) {
    // Waking makes another revision.
    let core = core
    return (core.hierarchy.tree(), revision)
  }

  /// What a host has to be shown, from now on.
  ///
  /// - Parameter known: the revision that the host has, or nil if it has none. The stream begins with what came after
  ///   it, or with the whole tree. A host that does not read for a long time is let go: its stream ends. So does every
  ///   stream of a presentation that is closed.
  public func updates(after known: Int? = nil) -> AsyncStream<PresentationUpdate> {
    updates(after: known, counting: nil)
  }

  /// The same for a host that is a part of what is under way: each update counts as an activity until whoever reads it says that it
  /// is done.
  func updates(after known: Int? = nil, counting activities: IdlenessTracker?) -> AsyncStream<PresentationUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PresentationUpdate.self, bufferingPolicy: .bufferingOldest(1000))
    guard !isClosed else {
      continuation.finish()
      return stream
    }
    // Before the history is looked at: waking makes another revision.
    let showsStop = core.showsStop
    // A page that is loaded again is another try.
    if known == nil, showsStop { reload(instance, isFresh: true) }
    lastHost += 1
    let host = lastHost
    hosts[host] = Host(continuation: continuation, activities: activities)
    if let known, let missed = history.updates(after: known, current: revision) {
      for update in missed { hosts[host]?.yield(update) }
    } else {
      hosts[host]?.yield(.tree(core.hierarchy.tree(), revision: revision))
    }
    core.isWatched = true
    continuation.onTermination = { [weak self] _ in
      Task { await self?.removeFollower(host) }
    }
    return stream
  }

  private func removeFollower(_ host: Int) {
    hosts[host] = nil
    awake?.isWatched = !hosts.isEmpty
  }

  // MARK: What happens

  /// Takes what a person did, in order. Events that name unknown, hidden or covered views have no effect, except that
  /// typing counts under an alert, and scrolling everywhere: they may have been on their way when the cover came.
  public func send(_ events: [ViewEvent]) {
    // Each event meets views that are laid out: a press after a scroll can name a row that came with the scroll.
    for event in events {
      if event.isUse { isUsed = true }
      step { core.handle(event) }
    }
  }

  /// Takes the result of something that was started outside the actor.
  func complete(_ operation: PendingOperations.ID, with result: any Sendable, from relay: OperationRelay) {
    // What belongs to documents of before has nobody who waits for it.
    guard relay === self.relay else { return }
    step {
      // What an action stored is shown together with its end: nobody is told in between that there is nothing.
      readStoreChanges()
      core.operations.complete(operation, with: result)
    }
  }

  private func storeDidChange() {
    // Who rests reads everything anew when it wakes.
    if awake != nil { step { readStoreChanges() } }
  }

  private func announce(_ notification: WidgetNotification) {
    // Who rests shows everything anew when it wakes.
    guard let awake, awake.awaits(notification) else { return }
    step { core.announce(notification) }
  }

  private func sharedDataDidChange() {
    guard awake != nil else { return unreadSharedData.clear() }
    step {
      unreadSharedData.clear()
      core.readSharedData()
    }
  }

  /// Does something within the budget of a step, and tells hosts what has become of it.
  private func step(_ body: () -> Void) {
    let budget = core.budget
    budget.begin()
    body()
    publish()
    budget.end()
    notifySettlers()
  }

  private func readStoreChanges() {
    for change in unread.removeAll() { core.storeDidChange(change) }
  }

  /// Tells hosts everything, because nothing that they know holds any more.
  private func publishTree() {
    _ = commit()
    revision += 1
    history = UpdateHistory()
    for host in hosts.values { host.yield(.tree(core.hierarchy.tree(), revision: revision)) }
  }

  /// The steps to what is shown now; nil where a widget that cost too much made way for a placeholder. All memory that it
  /// took is given back.
  private func commit() -> [ViewPatch]? {
    let core = core
    let patches = core.commit()
    guard core.overrun != nil else { return patches }
    let placeholder = makeCore(core.hierarchy.size, place: core.gridPlace, numberingAfter: core.hierarchy.lastNumber)
    placeholder.isWatched = core.isWatched
    // However much was used up, that has to be said.
    placeholder.budget.begin(isShared: false)
    placeholder.showStop(of: core)
    _ = placeholder.commit()
    return nil
  }

  private func publish() {
    guard let patches = commit() else { return publishTree() }
    guard !patches.isEmpty else { return }
    revision += 1
    history.append(patches, revision: revision)
    for (id, host) in hosts {
      if case .dropped = host.yield(.patches(patches, revision: revision)) {
        host.continuation.finish()
        hosts[id] = nil
      }
    }
  }

  // MARK: Looking

  /// The names of the open screens, the one in front last.
  public var screenNames: [String] {
    switch life {
    case .awake(let core): core.screens.map(\.name)
    case .resting(let rest):
      switch rest.beginning {
      case .anew(let screen): [screen ?? instance.definition.mainScreen(at: rest.cells).name]
      case .restored(let state, _): state.stacks.flatMap { $0.screens.map(\.definition.name) }
      }
    }
  }

  /// Whether a host follows the presentation; true where none has yet.
  var isWatched: Bool { awake?.isWatched ?? false }

  /// What went wrong while the widget ran, as people were told.
  package var problems: [String] { awake?.problems ?? [] }

  /// The short message that was shown last since the person did something, though it may be gone by now.
  package var lastToast: String? { awake?.lastToast }

  /// The title and text of the alert in front, if there is one.
  public var alert: (title: String, message: String)? {
    awake?.alerts.last.map { ($0[.title].description, $0[.message].description) }
  }
}
