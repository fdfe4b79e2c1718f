package import TesseraBoardService
package import TesseraForwarding

/// The other hosts with which a server shares its boards. A single host has none.
package struct ServerCluster: Sendable {
  /// Knows which host has a board.
  package var locator: any BoardLocator
  /// Proves to other hosts that this one forwards a request; nil for a single host, which believes no other.
  package var proof: ForwardedProof?
  /// Called before a request that changes files that all hosts share, so that it changes what they are now.
  package var beforeSharedChange: @Sendable () async throws -> Void
  /// Called after such a request, before it is answered: lets the other hosts have the files.
  package var afterSharedChange: @Sendable () async throws -> Void
  /// Called when the server is about to stop: it gives its boards to other hosts.
  package var beforeStop: @Sendable () async -> Void

  /// How long the owner of a board is looked for.
  package var timeout = BoardForwarding.timeout

  /// Returns the figures of this host, for programs that watch it.
  package var figures: @Sendable () -> [Figure] = { [] }

  /// A figure of Prometheus' text format.
  package struct Figure: Sendable {
    package var name: String
    /// `counter` or `gauge`.
    package var kind: String
    package var value: Double

    package init(_ name: String, _ kind: String, _ value: Double) {
      self.name = name
      self.kind = kind
      self.value = value
    }
  }

  package init(
    locator: any BoardLocator = SingleHost(), proof: ForwardedProof? = nil,
    beforeSharedChange: @escaping @Sendable () async throws -> Void = {},
    afterSharedChange: @escaping @Sendable () async throws -> Void = {},
    beforeStop: @escaping @Sendable () async -> Void = {}
  ) {
    self.locator = locator
    self.proof = proof
    self.beforeSharedChange = beforeSharedChange
    self.afterSharedChange = afterSharedChange
    self.beforeStop = beforeStop
  }
}
