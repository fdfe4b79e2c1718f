import Synchronization

/// Delivers results to a presentation that may have been closed.
final class OperationRelay: Sendable {
  private struct Target {
    weak var presentation: Presentation?
  }

  private let target = Mutex(Target())

  func attach(_ presentation: Presentation) { target.withLock { $0.presentation = presentation } }

  func detach() { target.withLock { $0.presentation = nil } }

  func deliver(_ operation: PendingOperations.ID, _ result: any Sendable) async {
    let presentation = target.withLock { $0.presentation }
    await presentation?.complete(operation, with: result, from: self)
  }
}
