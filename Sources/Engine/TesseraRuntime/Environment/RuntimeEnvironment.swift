public import Foundation
package import TesseraBundles
package import TesseraData
public import TesseraServices
public import TesseraValues
public import TesseraViews

/// A route in the app that embeds a widget.
public struct AppRoute: Sendable, Hashable {
  /// The name of the route in the app.
  public var route: String
  /// The parameters of the route, by name.
  public var data: [String: String]
  /// Whether the route replaces all open screens of the app, so that the user cannot go back to them.
  public var replacesAll: Bool

  /// Creates a route.
  public init(route: String, data: [String: String] = [:], replacesAll: Bool = false) {
    self.route = route
    self.data = data
    self.replacesAll = replacesAll
  }
}

/// An entry for the log of an app.
public struct LogEntry: Sendable, Hashable {
  /// The severity of an entry.
  public enum Level: Sendable, Hashable {
    /// Information.
    case info
    /// An error.
    case error
  }

  /// The subject of an entry.
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// Decoding of documents.
    case decoding
    /// Opening of screens.
    case navigation
    /// Requests and their responses.
    case network
    /// Use of cached responses.
    case cache
    /// Failures of the widget, with the messages that users see.
    case widget
  }

  /// The severity.
  public var level: Level
  /// The subject.
  public var category: Category
  /// The identifier of the instance.
  public var instance: String
  /// The message.
  public var message: String
}

/// Stores the values of forms that belong to a group, beyond the lifetime of the forms.
public protocol FormStorage: Sendable {
  /// Returns the values that forms of a group last stored; empty if there are none.
  func values(of group: String, in instance: String) -> [String: Value]
  /// Stores the values of a form of a group; empty to remove them.
  func setValues(_ values: [String: Value], of group: String, in instance: String)
}

/// The dependencies of instances, such as time, text measuring and the network.
public struct RuntimeEnvironment: Sendable {
  /// The clock of timers and stub responses.
  public var clock: any Clock<Duration>
  /// Returns the current date for widgets.
  public var now: @Sendable () -> Date
  /// The activities in progress.
  package var activities: IdlenessTracker
  /// Measures text.
  public var textMeasuring: any TextMeasuring
  /// Draws views for hosts that cannot; nil if the host draws trees itself.
  public var viewDrawing: (any ViewDrawing)?
  /// The transport of requests.
  package var transport: HTTPTransport
  /// Performs the requests of widgets; nil for no network.
  public var networkClient: (any NetworkClient)? {
    didSet {
      transport =
        switch networkClient {
        case let client as any StreamingNetworkClient: client.transport
        case let client?: HTTPTransport(client)
        case nil: .unavailable
        }
    }
  }
  /// Where decoders of content that others wrote run; nil for this process.
  package var contentDecoding: (any ContentDecoding)?
  /// Whether pictures are fetched for their sizes, which layout needs where a document gives them none.
  package var fetchesPictures = true
  /// The widgets that others can embed by name with `widgetView`; nil if widgets can only embed those in their own
  /// bundles.
  public var widgets: WidgetRegistry?
  /// The app's interceptor of service requests and responses; nil for none.
  public var serviceInterceptor: (any ServiceInterceptor)?
  /// The callbacks of users who signed in with a service.
  package var signInCallbacks = SignInCallbacks.shared
  /// Resolves an address in a document, such as `/home`, to an absolute URL. It receives the manifest's `base`. Nil
  /// resolves addresses that begin with `/` against the base.
  public var resolveAddress: (@Sendable (_ address: String, _ base: String?) -> String)?
  /// Whether the operator of the host allows widgets to connect to private and loopback addresses.
  public var allowsPrivateAddresses: Bool
  /// Returns what a person let the widget do with hosts.
  package var grants: @Sendable () -> HostGrants = { HostGrants() }
  /// The maximum processor time of one step of a presentation, in seconds; nil for no limit. A step is, for example, an
  /// event and everything that follows from it. A widget that exceeds the limit is stopped and shows the reason.
  public var workLimit: Double?
  /// The maximum processor time of all presentations of a widget within a minute, in seconds. It has no effect without
  /// a ``workLimit``. A widget that exceeds it is stopped and shows the reason.
  package var workQuota = CPUQuota.limit
  /// Returns the time by which the quota tells minutes apart, in seconds.
  package var workTime = CPUQuota.monotonicTime
  /// The scheduler of busy widgets; nil lets all of them run at once.
  package var busyWidgets: BusyWidgets? = .shared
  /// Opens a route of the app for a widget's `openRoute`. It returns false for an unknown route. Nil if there is no
  /// app.
  public var openRoute: (@Sendable (AppRoute) -> Bool)?
  /// Receives the log entries of instances; nil discards them.
  public var log: (@Sendable (LogEntry) -> Void)?
  /// Receives events of schemes; nil discards them.
  public var diagnostics: (any SchemeDiagnostics)?
  /// Records the use of widgets; nil records nothing.
  public var analytics: (any AnalyticsProvider)?
  /// Stores the values of forms that belong to a group; nil stores them in memory, with the instance.
  public var formStorage: (any FormStorage)?
  /// The folder of the files that widgets share with apps, with a subfolder for each group; nil if nothing is shared.
  public var groupFolder: URL?
  /// Keeps the data of instances elsewhere as well; nil if their files are the only place.
  package var storeReplication: (any StoreReplication)?
  /// The locale of texts that the runtime writes.
  public var locale: Locale
  /// The time zone of dates in texts.
  public var timeZone: TimeZone

  /// Creates an environment with the system clock.
  public init(textMeasuring: any TextMeasuring, allowsPrivateAddresses: Bool = false) {
    clock = ContinuousClock()
    now = { Date() }
    activities = IdlenessTracker()
    self.textMeasuring = textMeasuring
    transport = .unavailable
    self.allowsPrivateAddresses = allowsPrivateAddresses
    workLimit = 2
    locale = Locale.current
    timeZone = TimeZone.current
  }

  /// Creates an environment with a virtual clock: waiting takes no real time, and the date is the clock's.
  package init(
    textMeasuring: any TextMeasuring, clock: VirtualClock, activities: IdlenessTracker,
    allowsPrivateAddresses: Bool = false
  ) {
    self.init(textMeasuring: textMeasuring, allowsPrivateAddresses: allowsPrivateAddresses)
    self.clock = clock
    self.activities = activities
    workLimit = nil
    busyWidgets = nil
    now = { clock.date }
    locale = Locale(identifier: "en_US")
    timeZone = TimeZone(identifier: "UTC") ?? .current
  }
}

extension RuntimeEnvironment {
  /// Returns the hosts that a bundle's widget may connect to: those in its manifest, those of addresses that a person
  /// typed, and private addresses if the operator of the host, or the user who added the bundle, allows them.
  /// - Parameters:
  ///   - named: The hosts of addresses that the manifest has as defaults of options.
  ///   - granted: The hosts of addresses that a person typed.
  package func hostPolicy(
    of bundle: WidgetBundle, naming named: [HostPattern] = [], granting granted: [HostPattern] = []
  ) -> HostPolicy {
    let grants = grants()
    var policy = HostPolicy(
      hosts: bundle.manifest.hosts + named,
      allowsPrivateAddresses: allowsPrivateAddresses || bundle.allowsPrivateAddresses,
      privateHosts: (bundle.manifest.hosts + named + granted).filter { grants.privateHosts.contains($0.description) })
    policy.grantedHosts = granted
    // For the services that a manifest names in its `hosts`, authorities vouch.
    for host in named + granted { policy.serverKeys[host] = grants.serverKeys[host.description] }
    return policy
  }
}
