import Foundation
import Synchronization
import TesseraData
import TesseraProtocol
import TesseraValues

/// Keeps the data of a widget's process in a cluster, as the process asks for it.
///
/// The process is not trusted: it has access to the journals of its own file and of those of embedded widgets only, and
/// what it appends is checked, because other hosts apply it in their own processes.
final class ProcessJournals: Sendable {
  private let store: URL
  private let replication: any StoreReplication
  private let opened = Mutex<[String: any StoreJournal]>([:])

  /// The maximum size of a file of which all content is kept, in bytes: that of a widget's data, and its log.
  private static let maximumFileSize = 320 << 20
  /// The maximum number of files that a process has open: its own, and those of embedded widgets.
  private static let maximumFiles = 64

  /// - Parameters:
  ///   - store: The file of the widget.
  ///   - replication: Keeps files in the cluster.
  init(store: URL, replication: any StoreReplication) {
    self.store = store
    self.replication = replication
  }

  /// The process has ended. The next one gets files that are equal to what is kept.
  func close() {
    let journals = opened.withLock { opened in
      defer { opened = [:] }
      return Array(opened.values)
    }
    for journal in journals { journal.abandonCopy() }
  }

  /// Answers a request.
  /// - Throws: A diagnostic if it is none of a journal.
  func respond(_ number: Int, _ method: String, _ parameters: Value) async throws(Diagnostic) -> ProcessMessage {
    let request = try JournalRequest(method, parameters)
    let path = parameters.value(at: "file").string ?? ""
    guard let file = file(at: path) else {
      throw WireFormat.wrong("'\(path.prefix(100))' is not a file of this widget")
    }
    do {
      let journal = try await onOwnThread { () throws(StoreError) in try self.perform(request, on: file) }
      let state = JournalState(
        isEmpty: journal?.isEmpty ?? true, isLeaseValid: await journal?.isLeaseValid ?? false,
        wantsContent: journal?.wantsContent ?? false)
      return .result(number, state.value)
    } catch {
      return .failure(number, code: error.programCode, message: error.reason)
    }
  }

  /// Returns the file at a path if it is the widget's, or in the folder of the widgets that it embeds.
  private func file(at path: String) -> URL? {
    let file = URL(filePath: path).standardizedFileURL
    let own = store.standardizedFileURL.path
    return file.path == own || file.path.hasPrefix(own + ".widgets/") ? file : nil
  }

  /// - Returns: The journal of the file; nil if the file is removed.
  private func perform(_ request: JournalRequest, on file: URL) throws(StoreError) -> (any StoreJournal)? {
    switch request {
    case .open: return try open(file)
    case .remove:
      opened.withLock { $0[file.path] = nil }
      replication.remove(file)
      return nil
    case .append, .keepContent, .abandonCopy, .askState:
      guard let journal = opened.withLock({ $0[file.path] }) else {
        throw .notPersisted(reason: "'\(file.lastPathComponent)' was not opened")
      }
      switch request {
      case .append(let changes): try journal.append(Patchset(changes).bytes)
      case .keepContent: try journal.persist(content(of: file))
      case .abandonCopy: journal.invalidateCopy()
      default: break
      }
      return journal
    }
  }

  private func open(_ file: URL) throws(StoreError) -> any StoreJournal {
    guard opened.withLock({ $0.count }) < Self.maximumFiles else {
      throw .notPersisted(reason: "a widget can have \(Self.maximumFiles) files")
    }
    let journal = try replication.journal(of: file)
    opened.withLock { $0[file.path] = journal }
    return journal
  }

  private func content(of file: URL) throws(StoreError) -> [UInt8] {
    let storeFile = StoreFile(url: file)
    let size = storeFile.size
    guard size <= Self.maximumFileSize else { throw .notPersisted(reason: "the file is too large: \(size >> 20) MB") }
    return try storeFile.content()
  }
}
