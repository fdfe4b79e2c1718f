package import Foundation
import Synchronization
package import TesseraData
import TesseraProtocol
import TesseraValues

/// Keeps the data of a widget in a cluster, through the host that started this process: the process itself knows neither
/// the cluster's database nor its key.
package struct HostReplication: StoreReplication {
  private let host: HostConnection

  package init(_ host: HostConnection) { self.host = host }

  package func journal(of file: URL) throws(StoreError) -> any StoreJournal {
    let journal = HostJournal(file: file.path, host: host)
    try journal.open()
    return journal
  }

  package func remove(_ file: URL) { try? HostJournal(file: file.path, host: host).send(.remove) }
}

/// The journal of one file.
private final class HostJournal: StoreJournal {
  private let file: String
  private let host: HostConnection
  private let state = Mutex(JournalState(isEmpty: false, isLeaseValid: false, wantsContent: false))

  init(file: String, host: HostConnection) {
    self.file = file
    self.host = host
  }

  func open() throws(StoreError) { try send(.open) }

  var isEmpty: Bool { state.withLock { $0.isEmpty } }
  var wantsContent: Bool { state.withLock { $0.wantsContent } }

  var isLeaseValid: Bool {
    get async {
      do {
        try await onOwnThread { () throws(StoreError) in try self.send(.askState) }
        return state.withLock { $0.isLeaseValid }
      } catch {
        return false
      }
    }
  }

  func append(_ changes: [UInt8]) throws(StoreError) { try send(.append(changes)) }

  /// The host reads the file itself, because it may be larger than a message.
  func persist(_ content: [UInt8]) throws(StoreError) { try send(.keepContent) }

  func invalidateCopy() { abandonCopy() }

  func abandonCopy() { try? send(.abandonCopy) }

  func send(_ request: JournalRequest) throws(StoreError) {
    switch host.call(request.method, request.parameters(for: file)) {
    case .result(_, let value): state.withLock { $0 = JournalState(value) }
    case .failure(_, let code, let message): throw StoreError(programCode: code, message: message)
    default: throw .perhapsPersisted(reason: "the host did not answer, or the change is larger than a message can be")
    }
  }
}
