import NIOCore
import TesseraProtocol

/// The limits of the number and duration of connections.
public struct ConnectionLimits: Sendable, Hashable {
  /// The maximum number of simultaneous connections. Further ones are answered with 503 and closed. The system's limit
  /// of open files may lower the number.
  public var maximumCount = 2048
  /// The maximum number of body bytes of all unanswered requests together. Further requests are answered with 503. The
  /// default has room for the largest bundle that may be uploaded.
  public var maximumBodyBytes = WireFormat.maximumBundleSize
  /// The time limit for the first request of a new connection.
  public var firstRequestTime: Duration = .seconds(15)
  /// The maximum idle time between two requests.
  public var idleTime: Duration = .seconds(75)
  /// The maximum pause within a request body.
  public var bodyPause: Duration = .seconds(15)
  /// The time limit for a whole request body.
  public var bodyTime: Duration = .seconds(120)
  /// How long a client may stop reading a response that does not fit into the system's buffers.
  public var writePause: Duration = .seconds(30)
  /// How long a stopping server waits for responses in progress.
  public var stopTime: Duration = .seconds(5)

  /// Creates the default limits.
  public init() {}
}
