import TesseraData

/// The observations of an instance by one of its presentations. Changes that follow each other closely are reported once.
struct InstanceObservations {
  private var instance: Instance?
  private var store: StoreObservation?
  private var notifications: Int?
  private var sharedData: [(context: SharedContext, observer: Int)] = []
  private let storeChanges = PendingStoreChanges()
  private let sharedDataChange = PendingSharedDataChange()

  /// Observes nothing.
  init() {}

  /// Begins to observe. The closures are called on no particular executor.
  init(
    of instance: Instance, storeDidChange: @escaping @Sendable () async -> Void,
    notificationDidArrive: @escaping @Sendable (WidgetNotification) async -> Void,
    sharedDataDidChange: @escaping @Sendable () async -> Void
  ) {
    self.instance = instance
    let activities = instance.environment.activities
    store = instance.store.observe { [storeChanges] change in
      storeChanges.add(change)
      activities.start { await storeDidChange() }
    }
    notifications = instance.announcements.observe { notification in
      activities.start { await notificationDidArrive(notification) }
    }
    let shared = [instance.global, instance.options.shared, instance.entry, instance.lastUpdate.shared]
    sharedData = shared.map { context in
      let observer = context.observe { [sharedDataChange] in
        guard sharedDataChange.record() else { return }
        activities.start { await sharedDataDidChange() }
      }
      return (context, observer)
    }
  }

  /// Returns the changes of the store that were not read yet, in order.
  func removeStoreChanges() -> [StoreChange] { storeChanges.removeAll() }

  /// Clears the note that shared data changed, before it is read.
  func clearSharedDataChange() { sharedDataChange.clear() }

  /// Stops observing.
  mutating func cancel() {
    store?.cancel()
    for (context, observer) in sharedData { context.stopObserving(observer) }
    notifications.map { instance?.announcements.stopObserving($0) }
    self = InstanceObservations()
  }
}
