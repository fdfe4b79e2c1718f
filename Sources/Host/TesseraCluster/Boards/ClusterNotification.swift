/// The texts by which hosts notify each other that something changed, and what to read again. Databases that all hosts
/// write are known by their names.
package enum ClusterNotification {
  /// Boards have other owners, or there are others.
  static let lease = "lease"
  /// The beginning of a text that names a board which a host transfers for balance.
  static let balanced = "balanced "
  /// Files that all hosts have were changed.
  package static let files = "files"
  /// Not sent: a host that may have missed notifications sends it to itself.
  package static let all = "all"
}
