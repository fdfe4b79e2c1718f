import Synchronization

/// A presentation that may be gone.
final class WeakPresentation: Sendable {
  private struct Reference {
    weak var presentation: Presentation?
  }

  private let reference = Mutex(Reference())

  func set(_ presentation: Presentation) { reference.withLock { $0.presentation = presentation } }

  func get() -> Presentation? { reference.withLock { $0.presentation } }
}
