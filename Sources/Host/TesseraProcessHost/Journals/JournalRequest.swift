import Foundation
import TesseraData
import TesseraProtocol
import TesseraValues

/// What the program of a widget asks its host, which keeps the widget's data in a cluster as well.
enum JournalRequest: Sendable, Hashable {
  /// Makes a file equal to what is kept, before the program opens it.
  case open
  /// Keeps the changes of a transaction.
  case append([UInt8])
  /// Keeps all that the file contains. The program holds the file's lock for writing meanwhile.
  case keepContent
  /// The file may differ from what is kept.
  case abandonCopy
  /// Asks whether the host may act for the widget, before the program sends a request to a server.
  case askState
  /// Removes what is kept of a file that is not needed any more.
  case remove

  /// The names of the methods.
  private enum Method: String, CaseIterable {
    case openStore, appendChanges, keepContent, abandonStore, askStoreState, removeStore
  }

  /// - Throws: A diagnostic if the message is none of these requests.
  init(_ method: String, _ parameters: Value) throws(Diagnostic) {
    switch Method(rawValue: method) {
    case .openStore: self = .open
    case .appendChanges:
      guard let text = parameters.value(at: "changes").string, let bytes = Data(base64Encoded: text) else {
        throw WireFormat.wrong("'changes' must be a text in Base64")
      }
      self = .append(Array(bytes))
    case .keepContent: self = .keepContent
    case .abandonStore: self = .abandonCopy
    case .askStoreState: self = .askState
    case .removeStore: self = .remove
    case nil:
      let known = Method.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireFormat.wrong("A program must not send the request '\(method.prefix(40))', only \(known)")
    }
  }

  var method: String {
    let method: Method =
      switch self {
      case .open: .openStore
      case .append: .appendChanges
      case .keepContent: .keepContent
      case .abandonCopy: .abandonStore
      case .askState: .askStoreState
      case .remove: .removeStore
      }
    return method.rawValue
  }

  /// The parameters of the message for a file.
  func parameters(for file: String) -> Value {
    guard case .append(let changes) = self else { return ["file": .string(file)] }
    return ["file": .string(file), "changes": .string(Data(changes).base64EncodedString())]
  }
}

/// The state of what is kept of a file, as a program knows it.
struct JournalState: Sendable, Hashable {
  var isEmpty = false
  var isLeaseValid = false
  var wantsContent = false

  init(isEmpty: Bool, isLeaseValid: Bool, wantsContent: Bool) {
    self.isEmpty = isEmpty
    self.isLeaseValid = isLeaseValid
    self.wantsContent = wantsContent
  }

  init(_ value: Value) {
    isEmpty = value.value(at: "isEmpty").bool ?? false
    isLeaseValid = value.value(at: "mayAct").bool ?? false
    wantsContent = value.value(at: "wantsContent").bool ?? false
  }

  var value: Value { ["isEmpty": .bool(isEmpty), "mayAct": .bool(isLeaseValid), "wantsContent": .bool(wantsContent)] }
}

extension StoreError {
  /// The number of the error for programs: whether the change may be kept nevertheless.
  var programCode: Int {
    if case .perhapsPersisted = self { Self.perhapsPersistedCode } else { Self.notPersistedCode }
  }

  private static let notPersistedCode = 1
  private static let perhapsPersistedCode = 2

  /// Creates an error from a host's answer.
  init(programCode: Int, message: String) {
    self =
      programCode == Self.perhapsPersistedCode ? .perhapsPersisted(reason: message) : .notPersisted(reason: message)
  }

  /// Why the change is not kept.
  var reason: String {
    switch self {
    case .notPersisted(let reason), .perhapsPersisted(let reason): reason
    default: diagnostic.message
    }
  }
}
