import Foundation
import Synchronization
import TesseraData

/// Whether the disk of a host takes the working copies of boards. While it does not, the host takes no boards.
final class HostDisk: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// How long a host takes no boards after one did not fit, although there may be room for less.
  static let pause: Duration = .seconds(30)

  private let isExhausted: @Sendable () -> Bool
  private let state = Mutex(State())

  private struct State {
    var isFull = false
    /// When the disk is tried next.
    var next: Instant?
  }

  /// - Parameter isExhausted: Tries the disk. May block the thread.
  init(isExhausted: @escaping @Sendable () -> Bool) { self.isExhausted = isExhausted }

  /// The disk of a folder, which is made if it is not there.
  convenience init(of folder: URL) {
    self.init {
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      return DiskSpace.isFull(in: folder)
    }
  }

  /// Whether the disk was full when it was last tried.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// A board did not fit.
  func refuse(at now: Instant) {
    state.withLock { state in
      state.isFull = true
      state.next = now + Self.pause
    }
  }

  /// Tries the disk if it is time for that. Blocks the thread.
  /// - Returns: Whether the disk is full, if that has changed.
  func check(at now: Instant) -> Bool? {
    let isDue = state.withLock { state in
      if let next = state.next, now < next { return false }
      state.next = now + DiskSpace.probeInterval
      return true
    }
    guard isDue else { return nil }
    let isFull = isExhausted()
    return state.withLock { state in
      // A board may have been refused meanwhile.
      guard state.next == now + DiskSpace.probeInterval, state.isFull != isFull else { return nil }
      state.isFull = isFull
      return isFull
    }
  }
}
