import NIOCore
import TesseraProtocol

/// The limits of the number and duration of connections.
public struct ConnectionLimits: Sendable, Hashable {
  /// The maximum number of simultaneous connections to a server. Further ones are answered with 503 and closed. The
  /// system's limit of open files may lower the number.
  public var maximumCount = 2048
  /// The maximum size of the bodies of all pending requests together, in bytes. Further requests are answered with
  /// 503. The default has room for the largest bundle that may be uploaded.
  public var maximumBodyBytes = WireFormat.maximumBundleSize
  /// The time limit for the first request of a new connection. The connection is closed.
  public var firstRequestTime: Duration = .seconds(15)
  /// The maximum idle time of a connection between two requests. The connection is closed.
  public var idleTime: Duration = .seconds(75)
  /// The maximum pause within a request body. The request is answered with 408.
  public var bodyPause: Duration = .seconds(15)
  /// The time limit for a whole request body. The request is answered with 408.
  public var bodyTime: Duration = .seconds(120)
  /// The time for which a client may stop reading a response that does not fit into the system's buffers. The
  /// connection is closed.
  public var writePause: Duration = .seconds(30)
  /// The time for which a stopping server waits for responses in progress. Their connections are closed.
  public var stopTime: Duration = .seconds(5)

  /// Creates the default limits.
  public init() {}
}
