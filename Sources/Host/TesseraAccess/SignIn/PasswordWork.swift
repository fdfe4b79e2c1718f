import Dispatch

/// Runs hashes of passwords on a few threads of their own, because each takes much memory and time.
actor PasswordWork {
  /// The maximum number of passwords that are hashed at a time. Others wait. Each hash takes 64 MiB.
  private static let maximumRunning = 2
  /// The maximum number of passwords that wait to be hashed: of strangers, and of known devices and people who have signed
  /// in. A further sign-in is refused with 503.
  private static let maximumWaiting = 32

  private let queue = DispatchQueue(label: "tessera.passwords", attributes: .concurrent)
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// What comes before all others, so that strangers cannot take all places.
  private var waitingKnown: [CheckedContinuation<Void, Never>] = []

  /// Too many hashes wait.
  struct Overload: Error {}

  /// Runs a hash when there is room for it.
  /// - Parameter isKnown: Whether a known device, or a person who has signed in, asks for it.
  func run<Result: Sendable>(
    isKnown: Bool = false, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    if running >= Self.maximumRunning {
      guard (isKnown ? waitingKnown : waiting).count < Self.maximumWaiting else { throw Overload() }
      await withCheckedContinuation { if isKnown { waitingKnown.append($0) } else { waiting.append($0) } }
    } else {
      running += 1
    }
    defer { finish() }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }

  private func finish() {
    // The next one takes the place of the one that has ended.
    if !waitingKnown.isEmpty {
      waitingKnown.removeFirst().resume()
    } else if !waiting.isEmpty {
      waiting.removeFirst().resume()
    } else {
      running -= 1
    }
  }
}
