/// The numbers of the protocol by which the hosts of a cluster understand each other: what forwarded requests,
/// notifications and the database's contents mean.
///
/// A program speaks a range of numbers, so hosts of two versions can work side by side. Two hosts use the greatest number
/// that both speak. Hosts without a common number do not share boards at the same time.
package struct HostProtocol: Sendable, Hashable {
  /// The oldest number that a host speaks.
  package let oldest: Int
  /// The newest number that a host speaks.
  package let newest: Int

  /// The numbers that this program speaks. A program that changes what hosts say to each other adds a number, and speaks
  /// the one before it for at least one release.
  package static let current = HostProtocol(1...1)

  /// - Parameter numbers: From the oldest to the newest, from 1.
  package init(_ numbers: ClosedRange<Int>) {
    oldest = numbers.lowerBound
    newest = numbers.upperBound
  }

  /// Returns the number that two hosts use with each other; nil if there is none.
  package func common(with other: HostProtocol) -> Int? {
    let number = min(newest, other.newest)
    return number >= max(oldest, other.oldest) ? number : nil
  }
}

extension HostProtocol: CustomStringConvertible {
  /// The numbers for people, such as `1` or `1 to 2`.
  package var description: String { oldest == newest ? "\(newest)" : "\(oldest) to \(newest)" }
}
