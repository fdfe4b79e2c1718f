import NIOCore

/// How many connections there may be, and how long each may take for what it does.
public struct ConnectionLimits: Sendable, Hashable {
  /// The most connections at once; those beyond it are answered with 503 and closed. There are never more than the
  /// system's limit of open files leaves room for.
  public var maximumCount = 2048
  /// The most bytes of request bodies that are not answered yet, over all connections; beyond it a request is answered
  /// with 503.
  public var maximumBodyBytes = 32 << 20
  /// How long a new connection may take for its first request.
  public var firstRequestTime: Duration = .seconds(15)
  /// How long a connection is kept between two requests.
  public var idleTime: Duration = .seconds(75)
  /// How long a request may pause in its body.
  public var bodyPause: Duration = .seconds(15)
  /// How long a request may take for its whole body.
  public var bodyTime: Duration = .seconds(120)
  /// How long a client may leave an answer unread that does not fit into the system's buffers.
  public var writePause: Duration = .seconds(30)
  /// How long a server that is asked to stop waits for answers under way.
  public var stopTime: Duration = .seconds(5)

  /// Creates the usual limits.
  public init() {}
}
