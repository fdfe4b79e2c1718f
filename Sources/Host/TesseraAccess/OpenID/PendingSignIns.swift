package import TesseraCrypto

/// A sign-in that a person has begun at a provider.
package struct PendingSignIn: Sendable, Hashable {
  /// What the browser that began it has as a cookie. A link that another browser began is of no use to it.
  package let browser: AccessToken
  /// What the provider sends back with its answer (RFC 6749, section 10.12).
  package let state = AccessToken()
  /// What the provider puts into the token (OpenID Connect Core 1.0, section 15.5.2).
  package let nonce = randomBytes(count: 32).base64URLText
  /// Shows the provider that the code is exchanged by the server that asked for it.
  package let proof = ProofKey()
  /// The address to which the provider redirects the browser.
  package let redirectAddress: String
  /// The path of the page that the person sees next.
  package let next: String

  package init(browser: AccessToken, redirectAddress: String, next: String) {
    self.browser = browser
    self.redirectAddress = redirectAddress
    self.next = next
  }
}

/// The sign-ins that people have begun at a provider and not completed.
package struct PendingSignIns: Sendable {
  /// The maximum number of pending sign-ins by OpenID. A further one ends the oldest of the network that has most.
  static let maximumCount = 1000
  /// The time that a person may take to sign in by OpenID. A later return from the provider is refused.
  package static let time: Duration = .seconds(600)

  private struct Entry {
    var signIn: PendingSignIn
    /// The network of the browser: an IPv4 address, or the first 64 bits of an IPv6 address.
    var network: String
    var start: ContinuousClock.Instant
  }

  /// The sign-ins by the hashes of their states. How long it takes to find a hash says nothing about the state.
  private var entries: [[UInt8]: Entry] = [:]

  package init() {}

  var count: Int { entries.count }

  /// Adds a sign-in that begins now.
  /// - Parameter address: The network address of the browser.
  package mutating func add(_ signIn: PendingSignIn, from address: String, now: ContinuousClock.Instant) {
    entries = entries.filter { $0.value.start.duration(to: now) < Self.time }
    if entries.count >= Self.maximumCount { makeRoom() }
    entries[signIn.state.hash] = Entry(signIn: signIn, network: AccessControl.network(of: address), start: now)
  }

  private mutating func makeRoom() {
    let networks = Dictionary(grouping: entries, by: \.value.network)
    let fullest = networks.values.max { $0.count < $1.count } ?? []
    if let oldest = fullest.min(by: { $0.value.start < $1.value.start }) { entries[oldest.key] = nil }
  }

  /// Removes the sign-in with a state, so that it is completed once.
  /// - Parameters:
  ///   - state: What the provider sent back.
  ///   - browser: The cookie of the browser.
  /// - Returns: Nil if there is none, if it began too long ago, or if another browser began it. That browser can still
  ///   complete it.
  package mutating func remove(state: String, browser: String, now: ContinuousClock.Instant) -> PendingSignIn? {
    guard let hash = AccessToken(state)?.hash, let entry = entries[hash],
      entry.start.duration(to: now) < Self.time,
      isEqualInConstantTime(Array(entry.signIn.browser.text.utf8), Array(browser.utf8))
    else { return nil }
    entries[hash] = nil
    return entry.signIn
  }
}
