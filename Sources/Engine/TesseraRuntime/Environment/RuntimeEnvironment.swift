public import Foundation
package import TesseraBundles
public import TesseraServices
public import TesseraValues
public import TesseraViews

/// A place in the app around a widget.
public struct AppRoute: Sendable, Hashable {
  /// The name that the app knows.
  public var route: String
  /// What the widget gives it, by name.
  public var data: [String: String]
  /// Whether nothing is to lead back.
  public var replacesAll: Bool

  /// Creates a place.
  public init(route: String, data: [String: String] = [:], replacesAll: Bool = false) {
    self.route = route
    self.data = data
    self.replacesAll = replacesAll
  }
}

/// A line for the log of an app.
public struct LogEntry: Sendable, Hashable {
  /// How much it matters.
  public enum Level: Sendable, Hashable {
    /// What happens.
    case info
    /// What goes wrong.
    case error
  }

  /// What it is about.
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// Documents that are read.
    case decoding
    /// Screens that open.
    case navigation
    /// Requests and their answers.
    case network
    /// Answers that are used again.
    case cache
    /// What the widget cannot do, in the words in which its people are told.
    case widget
  }

  /// How much it matters.
  public var level: Level
  /// What it is about.
  public var category: Category
  /// The name of the instance.
  public var instance: String
  /// What happened, in words.
  public var message: String
}

/// Keeps the values of forms that belong to a group, beyond the life of the forms.
public protocol FormStorage: Sendable {
  /// What forms of a group stored last; empty if there is nothing.
  func values(of group: String, in instance: String) -> [String: Value]
  /// Takes what a form of a group stores; empty to forget it.
  func setValues(_ values: [String: Value], of group: String, in instance: String)
}

/// What instances need from outside: time, text measuring, the network.
public struct RuntimeEnvironment: Sendable {
  /// Timers and stub answers wait on it.
  public var clock: any Clock<Duration>
  /// The date that widgets see.
  public var now: @Sendable () -> Date
  /// What is under way.
  package var activities: IdlenessTracker
  /// Answers how much room text takes.
  public var textMeasuring: any TextMeasuring
  /// Draws views for hosts that cannot; nil where the host draws trees by itself.
  public var viewDrawing: (any ViewDrawing)?
  /// How requests travel.
  package var transport: HTTPTransport
  /// Performs the requests of widgets; nil where they reach nothing.
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
  /// The widgets that others can place within themselves by `widgetView`, by their names; nil for those alone that come with them.
  public var widgets: WidgetRegistry?
  /// What the app has to say about requests and answers of services; nil where it has nothing to say.
  public var serviceInterceptor: (any ServiceInterceptor)?
  /// Where people come back to who signed in with a service.
  package var signInCallbacks = SignInCallbacks.shared
  /// Makes an absolute address of what a document says, such as `/home`; it is given the manifest's `base`. Nil for the usual way: what
  /// begins with `/` stands on the base.
  public var resolveAddress: (@Sendable (_ address: String, _ base: String?) -> String)?
  /// Whether the person who runs the host allows widgets to talk to private and loopback addresses.
  public var allowsPrivateAddresses: Bool
  /// Seconds of processor time that one step of a presentation may take, such as an event and all that follows from it;
  /// nil for no limit. A widget that needs more is stopped and says so.
  public var workLimit: Double?
  /// Where busy widgets take turns; nil lets each of them run at once.
  package var busyWidgets: BusyWidgets? = .shared
  /// Shows what a widget's `openRoute` names in the app around it, such as a screen that the app has itself; false for what it
  /// does not know. Nil where there is no app.
  public var openRoute: (@Sendable (AppRoute) -> Bool)?
  /// Hears what happens in instances; nil where nobody logs it.
  public var log: (@Sendable (LogEntry) -> Void)?
  /// Hears what becomes of schemes; nil where nobody wants to know.
  public var diagnostics: (any SchemeDiagnostics)?
  /// Records what people do; nil where nobody wants to know.
  public var analytics: (any AnalyticsProvider)?
  /// Keeps the values of forms that belong to a group; nil to keep them with the instance, in memory.
  public var formStorage: (any FormStorage)?
  /// The folder of the files that widgets share with apps, with a folder for each group; nil where nothing is shared.
  public var groupFolder: URL?
  /// Language and region of texts that the runtime writes.
  public var locale: Locale
  /// The time zone in which dates are written.
  public var timeZone: TimeZone

  /// Creates an environment on the machine's own clock.
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

  /// Creates an environment on a virtual clock: nothing waits for real, and the date is the clock's.
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
  /// Which hosts a bundle's widget may talk to here: those of its manifest, and private addresses where the person who runs the
  /// host, or who asked for this bundle, allows them.
  package func hostPolicy(of bundle: WidgetBundle) -> HostPolicy {
    HostPolicy(
      hosts: bundle.manifest.hosts,
      allowsPrivateAddresses: allowsPrivateAddresses || bundle.allowsPrivateAddresses)
  }
}
