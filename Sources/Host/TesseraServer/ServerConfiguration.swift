package import HTTPTypes
package import TesseraAccess
package import TesseraBoardService
import TesseraPlaces
import TesseraValues

/// The address and the limits of a server.
public struct ServerConfiguration: Sendable {
  /// The address to listen on. Any address that is not a loopback address lets other machines connect.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 for any free port.
  public var port = 0
  /// The path under which browsers reach the server.
  package var basePath = BasePath.root
  /// The files of the certificate with which the server speaks HTTPS; nil for HTTP.
  package var certificate: CertificateFiles?
  /// Additional host names, without port, under which browsers may access the server.
  public var additionalHostNames: Set<String> = []
  /// The proxies that are believed when they say whom they speak for.
  package var trustedProxies: [AddressRange] = []
  /// The fields in which they say it.
  package var proxyFields = ProxyFields.legacy
  /// The field by which a trusted proxy names the person who has signed in there; nil for none.
  package var remoteUser: RemoteUser?
  /// The provider at which people sign in; nil for none.
  package var openID: OpenIDClient?
  /// The origins of pages that may show boards in frames, in the form of content security policies. Nil for none.
  package var frameAncestors: [String] = []
  /// The folder of the table of cities that people search in settings. Without the table, they type coordinates.
  package var cityFolder = CityFinder.standardFolder
  /// The URL to which services redirect the user after signing in; nil for the address that the server listens on. Set
  /// it if browsers reach the server under another address.
  public var signInAddress: String?
  /// The time after which an unwatched presentation is suspended. A suspended presentation takes a few kilobytes; its
  /// screens are opened again when a client returns.
  public var suspensionDelay: Duration = .seconds(60)
  /// The time after which an unwatched presentation is closed. A returning page opens a new one.
  public var idleTime: Duration = .seconds(3600)
  /// The maximum number of presentations of one widget on a board. When it is reached, unwatched ones are closed;
  /// without any, a new one is answered with 503.
  public var maximumPresentations = 256
  /// The time for which an unwatched presentation is protected after its last use. Later it may be closed to make room.
  public var claimTime: Duration = .seconds(10)
  /// The time limit for a widget's response to a request of a page. The request is answered with 503.
  public var responseTimeout: Duration = .seconds(10)
  /// The maximum number of simultaneous streams of one presentation. A further one closes the oldest.
  public var maximumStreams = 4
  /// The maximum number of pending updates of each presentation for a slow client. The stream ends; the client
  /// reconnects and receives the missed updates.
  public var maximumPendingUpdates = 256
  /// The interval between messages that keep the connection of a stream alive.
  public var heartbeat: Duration = .seconds(15)

  /// Whether SIGTERM and SIGINT stop the server in order. If not, the program cancels the task that runs the server.
  package var stopsAtSignals = true

  /// The limits of connections.
  public var connections = ConnectionLimits()

  /// The metrics that the server shows to programs with its token; nil for none.
  package var metrics: PrometheusRegistry?

  /// Tells whether the disk takes writes; nil if nothing is written.
  package var writeProbe: WriteProbe?

  /// Keeps who changed what.
  package var audit = AuditLog(folder: nil)

  /// Called after presentations were suspended or closed. Their memory is fragmented; a program whose allocator can
  /// return whole free pages to the system does so here.
  package var onMemoryRelease: (@Sendable () -> Void)?

  /// Creates a configuration for the loopback address and a free port.
  public init() {}

  /// Whether the server can be reached from this machine only.
  public var isLoopback: Bool { HostAuthority.loopbackHosts.contains(HostAuthority.normalizedHost(host)) }
}

/// How a trusted proxy tells who has signed in there.
package struct RemoteUser: Sendable {
  /// The field that contains the name of the account, such as `Remote-User`.
  package var field: HTTPField.Name
  /// The role of people who have no account here; nil if they are not admitted.
  package var role: Role?

  package init(field: HTTPField.Name, role: Role?) {
    self.field = field
    self.role = role
  }
}
