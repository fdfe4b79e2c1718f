import TesseraValues

/// Where a server listens, and what it bounds.
public struct ServerConfiguration: Sendable {
  /// The address to listen on. Anything but a loopback address lets others in.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 for any free one.
  public var port = 0
  /// Further names by which browsers may call the server, without port.
  public var additionalHostNames: Set<String> = []
  /// Where services send people back to who signed in with them, where browsers know the server by another address than the one it
  /// listens on; nil for that one.
  public var signInAddress: String?
  /// How long a presentation stays ready that nobody looks at, and in which nobody has done anything. After it some kilobytes are
  /// kept, and the screens are opened anew for whoever comes.
  public var suspensionDelay: Duration = .seconds(60)
  /// How long a presentation is kept that nobody looks at.
  public var idleTime: Duration = .seconds(3600)
  /// The most presentations of one instance that are kept; those that nobody looks at make room.
  public var maximumPresentations = 256
  /// How long a presentation waits for its client to look at it before it may make room for others.
  public var claimTime: Duration = .seconds(10)
  /// How long a widget has to answer; after it whoever asked is told that it does not.
  public var answerTime: Duration = .seconds(10)
  /// The most streams of one presentation that are open together; the oldest makes room.
  public var maximumStreams = 4
  /// How many updates wait for a slow client before its stream ends. It comes back and gets what it missed.
  public var maximumPendingUpdates = 256
  /// After how much time without anything to say a stream says that it is alive.
  public var heartbeat: Duration = .seconds(15)

  /// What connections may cost.
  public var connections = ConnectionLimits()

  /// Called after presentations were suspended or closed. Their memory lay in pieces between others; a program whose allocator
  /// can return whole free pages to the system does it here.
  package var onMemoryRelease: (@Sendable () -> Void)?

  /// Creates a configuration for loopback and a free port.
  public init() {}

  /// Whether only this machine can reach the server.
  public var isLoopback: Bool { HostAuthority.loopbackHosts.contains(HostAuthority.normalizedHost(host)) }
}
