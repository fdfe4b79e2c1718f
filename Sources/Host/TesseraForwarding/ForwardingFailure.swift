/// Why a request could not be forwarded, or why its response ended early. The texts are meant for logs, not for
/// visitors.
package enum ForwardingFailure: Error, Sendable, Hashable {
  /// There is no connection to the other host. Nothing was sent, so that any other host can be asked instead.
  case unreachable(String)
  /// The request was sent, at least in part, but there is no response, or only a part of it. The other host may have
  /// done what was asked.
  case broken(String)
  /// The client closed its connection first. It reads no response.
  case abandoned
  /// The request was already forwarded once. It must be answered here, even if it is only with an error.
  case loop
  /// The cluster's key is too short to prove anything; see ``ForwardedProof/minimumKeySize``.
  case unusableKey
}
