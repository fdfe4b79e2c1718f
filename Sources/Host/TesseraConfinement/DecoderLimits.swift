/// The limits of decoders that run in processes of their own.
package struct DecoderLimits: Sendable, Hashable {
  /// The maximum number of pieces of content that are decoded at the same time.
  package var processes = 2
  /// The maximum time for one piece of content, with the time for which it waits for others. The process of a decoder that
  /// takes longer is killed.
  package var duration = Duration.seconds(10)
  /// The maximum size of content, in bytes. Larger content is refused.
  package var contentSize = 64 << 20
  /// The maximum size of what a decoder makes of content, in bytes. The process of a decoder that makes more is killed.
  package var resultSize = 128 << 20
  /// The maximum memory that a decoder takes for one piece of content, in bytes. A decoder that needs more fails.
  package var memory = 768 << 20
  /// The maximum time for which a process of decoders waits for content, in seconds. It then ends, and another one starts
  /// when there is content.
  package var idleTime = 60

  /// Creates the usual limits.
  package init() {}

  /// The seconds after which the system ends a decoder for which no host waits any more.
  var secondsUntilEnd: Int { Int(duration.components.seconds) + 2 }
}
