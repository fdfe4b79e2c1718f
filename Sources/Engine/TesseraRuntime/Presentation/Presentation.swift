import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraLayout
import TesseraValues
public import TesseraViews

/// One client's live view of an instance: screens, typed text, scroll positions and size.
///
/// All of it is confined to this actor. What leaves it are values: trees and patches. A host that lost its connection
/// returns to the same presentation; another host has its own.
public actor Presentation {
  /// The instance that is shown.
  public private(set) var instance: Instance

  private var state: State
  private var relay = OperationRelay()
  private var revision = 0
  private var history = UpdateHistory()
  private var followers: [Int: Follower] = [:]
  private var lastFollower = 0
  private var observations = InstanceObservations()
  private var isClosed = false
  /// The callers that wait until nothing is in progress.
  var idleWaiters: [CheckedContinuation<Void, Never>] = []
  /// The screen that was requested at first; nil for the main one.
  private var firstScreen: String?
  /// Whether the user did something that may have changed what is shown.
  private var isUsed = false
  /// The revision that cannot be suspended without a loss. Until there is another one, no further attempt is made.
  private var unsuspendableRevision: Int?

  private let languages: [String]
  private let executor: WidgetExecutor

  /// The executor of the instance, which its presentations share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    instance: Instance, size: Size, place: GridPlace? = nil, languages: [String] = [], numberingAfter last: Int = 0
  ) {
    self.instance = instance
    self.languages = languages
    executor = instance.executor
    state = .active(
      PresentationCore(
        instance: instance, size: size, place: place, languages: languages, relay: relay, numberingAfter: last))
    relay.attach(self)
  }

  /// A host that follows the presentation.
  private struct Follower {
    let continuation: AsyncStream<PresentationUpdate>.Continuation
    /// Counts each update that the host has not processed; nil if nothing waits for the host.
    let activities: IdlenessTracker?

    @discardableResult
    func yield(_ update: PresentationUpdate) -> AsyncStream<PresentationUpdate>.Continuation.YieldResult {
      activities?.begin()
      let result = continuation.yield(update)
      if case .enqueued = result {} else { activities?.end() }
      return result
    }
  }

  private enum State {
    /// Screens are open.
    case active(PresentationCore)
    /// No host follows, and only what is needed to open the screens again is in memory.
    case suspended(PresentationSnapshot)
  }

  /// The open screens and their views; nil while the presentation is suspended.
  private var activeCore: PresentationCore? {
    if case .active(let core) = state { core } else { nil }
  }

  /// The open screens and their views. A suspended presentation is resumed.
  var core: PresentationCore {
    switch state {
    case .active(let core): core
    case .suspended(let snapshot): resume(from: snapshot)
    }
  }

  // MARK: Life cycle

  /// Shows the first screen, by default the main one, and begins to observe the instance. Called once.
  func open(screen: String?) {
    firstScreen = screen
    step {
      observeInstance()
      core.navigation.open(screen: screen)
    }
  }

  /// Continues with other documents of the same widget. Screens, contexts, input and scroll positions stay, as far as the
  /// documents still have a place for them. Reported problems are removed. Hosts get the whole tree.
  ///
  /// - Parameter isFresh: Whether the screens start anew, because their data does.
  package func reload(_ instance: Instance, isFresh: Bool = false) {
    guard !isClosed else { return }
    self.instance = instance
    unsuspendableRevision = nil
    guard let former = activeCore else {
      if case .suspended(var snapshot) = state {
        if isFresh { snapshot.beginning = .anew(screen: firstScreen) }
        snapshot.isUnchanged = false
        state = .suspended(snapshot)
      }
      return
    }
    let captured = former.captureState()
    if !isFresh { former.discard() }
    let core = makeCore(
      former.hierarchy.size, place: former.gridPlace, numberingAfter: former.hierarchy.lastNumber)
    observeInstance()
    if isFresh { core.navigation.open(screen: nil) } else { core.restore(captured) }
    core.isWatched = !followers.isEmpty || lastFollower == 0
    publishTree()
  }

  /// Replaces the core by an empty one.
  private func makeCore(
    _ size: Size, place: GridPlace?, numberingAfter last: Int = 0
  ) -> PresentationCore {
    closeCore()
    let core = PresentationCore(
      instance: instance, size: size, place: place, languages: languages, relay: relay, numberingAfter: last)
    state = .active(core)
    core.budget.begin()
    relay.attach(self)
    return core
  }

  private func closeCore() {
    observations.cancel()
    relay.detach()
    // Results for the former core may still arrive at the former relay.
    relay = OperationRelay()
    activeCore?.close()
  }

  /// Releases the memory of screens, views and data while no host follows. The next host finds the widget as it was left, so
  /// only what can be restored exactly is suspended. Nothing happens while a host follows or an operation is in progress.
  /// - Returns: Whether memory was released.
  package func suspend() -> Bool {
    guard let core = activeCore, !isClosed, followers.isEmpty, core.canSuspend, unsuspendableRevision != revision else {
      return false
    }
    var beginning = PresentationSnapshot.Beginning.anew(screen: firstScreen)
    if isUsed {
      guard let proven = core.verifiedState(languages: languages) else {
        unsuspendableRevision = revision
        return false
      }
      beginning = .restored(proven, core.undoHistory)
    }
    let snapshot = core.makeSnapshot(beginning)
    if isUsed { core.discard() }
    closeCore()
    state = .suspended(snapshot)
    history = UpdateHistory()
    return true
  }

  private func resume(from snapshot: PresentationSnapshot) -> PresentationCore {
    let core = makeCore(snapshot.size, place: snapshot.place, numberingAfter: snapshot.lastNumber)
    core.isWatched = false
    guard !isClosed else { return core }
    observeInstance()
    core.resume(from: snapshot)
    publishTree()
    // A core that exceeded its budget has been replaced.
    return self.core
  }

  /// Ends everything. A closed presentation shows nothing and reacts to nothing.
  public func close() {
    isClosed = true
    observations.cancel()
    if let activeCore {
      activeCore.close()
      // Changes retain their views until they are published.
      publish()
    }
    for follower in followers.values { follower.continuation.finish() }
    followers = [:]
    notifyIdleWaiters()
  }

  /// Closes like ``close()``, without events for the documents, because the screens never appeared.
  func discard() {
    activeCore?.discard()
    close()
  }

  // MARK: Observing the instance

  private func observeInstance() {
    observations = InstanceObservations(
      of: instance, storeDidChange: { [weak self] in await self?.storeDidChange() },
      notificationDidArrive: { [weak self] notification in await self?.deliver(notification) },
      sharedDataDidChange: { [weak self] in await self?.sharedDataDidChange() })
  }

  private func storeDidChange() {
    // A suspended presentation reads everything when it is resumed.
    if activeCore != nil { step { readStoreChanges() } }
  }

  private func readStoreChanges() {
    for change in observations.removeStoreChanges() { core.storeDidChange(change) }
  }

  private func deliver(_ notification: WidgetNotification) {
    // A suspended presentation shows everything anew when it is resumed.
    guard let activeCore, activeCore.observes(notification) else { return }
    step { activeCore.deliver(notification) }
  }

  private func sharedDataDidChange() {
    guard activeCore != nil else { return observations.clearSharedDataChange() }
    step {
      observations.clearSharedDataChange()
      core.readSharedData()
    }
  }

  // MARK: Steps

  /// Performs events in order.
  ///
  /// Events that name unknown, hidden or covered views have no effect, except that typing counts under an alert, and
  /// scrolling everywhere: such an event may have been sent before the cover appeared. Events that a page sends again have
  /// no effect if they had one before (``EventMark``).
  public func send(_ events: [ViewEvent]) {
    let mark = EventMark.current
    // Each event meets views that are laid out: a press after a scroll can name a row that the scroll created.
    for (index, event) in events.enumerated() {
      let mark = mark?.ofEvent(at: index)
      if let mark, mark.isRepeated, (try? instance.store.hasHandled(mark)) == true { continue }
      if event.isUse { isUsed = true }
      EventMark.$current.withValue(mark) { step { core.handle(event) } }
    }
  }

  /// Shows the problems of documents during development, over the widget, which continues as before. Without problems, the
  /// panel is removed.
  package func show(_ problems: [DocumentProblem]) {
    guard !isClosed else { return }
    step { core.show(problems) }
  }

  /// Receives the result of an operation that ran outside of the actor.
  func complete(_ operation: PendingOperations.ID, with result: any Sendable, from relay: OperationRelay) {
    // An operation of a former core has no one to receive its result.
    guard relay === self.relay else { return }
    step {
      // What an action stored is shown together with its end, so that no state in between appears.
      readStoreChanges()
      core.operations.complete(operation, with: result)
    }
  }

  /// Does something within the budget of a step, and publishes the changes.
  private func step(_ body: () -> Void) {
    let budget = core.budget
    budget.begin()
    body()
    publish()
    budget.end()
    notifyIdleWaiters()
  }

  private func publish() {
    guard let patches = commit() else { return publishTree() }
    guard !patches.isEmpty else { return }
    revision += 1
    history.append(patches, revision: revision)
    for (number, follower) in followers {
      if case .dropped = follower.yield(.patches(patches, revision: revision)) {
        follower.continuation.finish()
        followers[number] = nil
      }
    }
  }

  /// Sends the whole tree to all hosts, because nothing that they have is valid any more.
  private func publishTree() {
    _ = commit()
    revision += 1
    history = UpdateHistory()
    for follower in followers.values { follower.yield(.tree(core.hierarchy.tree(), revision: revision)) }
  }

  /// Returns the patches to what is shown now; nil if the widget exceeded its budget, and a placeholder took its place. The
  /// memory of the widget's views is released then.
  private func commit() -> [ViewPatch]? {
    let core = core
    let patches = core.commits.commit()
    guard core.commits.overrun != nil else { return patches }
    let placeholder = makeCore(core.hierarchy.size, place: core.gridPlace, numberingAfter: core.hierarchy.lastNumber)
    placeholder.isWatched = core.isWatched
    // The placeholder is shown even if the widgets have used up their share of the processor.
    placeholder.budget.begin(isShared: false)
    placeholder.showBudgetExceeded(of: core)
    _ = placeholder.commits.commit()
    return nil
  }

  // MARK: Idleness

  /// Whether nothing is in progress except waiting for time to pass.
  var isSettled: Bool { isClosed || activeCore?.operations.isBusy != true }

  private func notifyIdleWaiters() {
    if isSettled { resumeIdleWaiters() }
  }

  /// Resumes the callers that wait until nothing is in progress.
  func resumeIdleWaiters() {
    let waiting = idleWaiters
    idleWaiters = []
    for waiter in waiting {
      // Counted before they run, so that the presentation does not seem idle in between.
      instance.environment.activities.wakeUp()
      waiter.resume()
    }
  }

  // MARK: Hosts

  /// All views as they are now, and their revision.
  public func tree() -> (tree: ViewTree, revision: Int) {
    // Resuming changes the revision.
    let core = core
    return (core.hierarchy.tree(), revision)
  }

  /// Returns a stream of what a host has to show.
  ///
  /// - Parameter known: The revision that the host has, or nil if it has none. The stream begins with what came after
  ///   it, or with the whole tree. The stream of a host that does not read for a long time ends, as does every stream of
  ///   a presentation that is closed.
  public func updates(after known: Int? = nil) -> AsyncStream<PresentationUpdate> {
    updates(after: known, counting: nil)
  }

  /// Returns the stream for a host that is a part of what is in progress: each update counts as an activity until its
  /// reader ends the activity.
  func updates(after known: Int? = nil, counting activities: IdlenessTracker?) -> AsyncStream<PresentationUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PresentationUpdate.self, bufferingPolicy: .bufferingOldest(1000))
    guard !isClosed else {
      continuation.finish()
      return stream
    }
    // Before the history is read: resuming changes the revision.
    let showsBudgetExceeded = core.showsBudgetExceeded
    // A page that is loaded again is another attempt.
    if known == nil, showsBudgetExceeded { reload(instance, isFresh: true) }
    lastFollower += 1
    let number = lastFollower
    let follower = Follower(continuation: continuation, activities: activities)
    followers[number] = follower
    if let known, let missed = history.updates(after: known, current: revision) {
      for update in missed { follower.yield(update) }
    } else {
      follower.yield(.tree(core.hierarchy.tree(), revision: revision))
    }
    core.isWatched = true
    continuation.onTermination = { [weak self, activities = instance.environment.activities] _ in
      activities.start { [weak self] in await self?.removeFollower(number) }
    }
    return stream
  }

  private func removeFollower(_ number: Int) {
    followers[number] = nil
    activeCore?.isWatched = !followers.isEmpty
  }

  // MARK: Inspection

  /// The names of the open screens, the one in front last.
  public var screenNames: [String] {
    switch state {
    case .active(let core): core.screens.map(\.name)
    case .suspended(let snapshot):
      switch snapshot.beginning {
      case .anew(let screen): [screen ?? instance.definition.mainScreen(at: snapshot.cells).name]
      case .restored(let state, _): state.stacks.flatMap { $0.screens.map(\.definition.name) }
      }
    }
  }

  /// Whether a host follows the presentation; true before the first one does.
  var isWatched: Bool { activeCore?.isWatched ?? false }

  /// The problems that users were told.
  package var problems: [String] { activeCore?.alerts.problems ?? [] }

  /// The message of the first service action that failed, also if a screen handled it.
  var actionFailure: String? { activeCore?.actionFailure }

  /// The toast that was shown last since the user's last event, even if it has disappeared.
  package var lastToast: String? { activeCore?.alerts.lastToast }

  /// The title and message of the alert in front, if there is one.
  public var alert: (title: String, message: String)? {
    activeCore?.alerts.alerts.last.map { ($0[.title].description, $0[.message].description) }
  }
}
