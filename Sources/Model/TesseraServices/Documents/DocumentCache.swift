package import Foundation
import HTTPTypes
import TesseraValues

/// Documents of servers, kept in memory for as long as their servers allow (RFC 9111), up to a number of bytes.
///
/// A server says with `Cache-Control` how long a document may be used without asking, and with `ETag`, `Last-Modified` or Beagle's
/// `beagle-hash` how to ask whether it is still the same.
package struct DocumentCache<Key: Hashable & Sendable, Document: Sendable>: Sendable {
  private struct Kept: Sendable {
    var document: Document
    var cost: Int
    var validators: DocumentValidators
    var control: CacheControl
    var date: Date

    /// The seconds since its lifetime ended, negative before; nil where the server does not say.
    func secondsBehind(at now: Date) -> TimeInterval? {
      // A clock that was set back does not make documents young again.
      control.remaining.map { abs(now.timeIntervalSince(date)) - $0 }
    }
  }

  /// What there is without asking the server.
  package enum Finding: Sendable {
    /// It may be used.
    case fresh(Document)
    /// It may be used while it is asked for again.
    case stale(Document)
  }

  private var kept: LRUCache<Key, Kept>

  /// Creates a cache.
  /// - Parameter maximumBytes: what all documents may take together, by an estimate that is rather too high.
  package init(maximumBytes: Int) { kept = LRUCache(maximumCost: maximumBytes) }

  /// What there is of a document without asking the server; nil where the server has to be asked.
  package mutating func find(_ key: Key, at now: Date) -> Finding? {
    guard let found = kept.element(for: key), let behind = found.secondsBehind(at: now) else { return nil }
    if behind < 0 { return .fresh(found.document) }
    return behind < found.control.staleWhileRevalidate ? .stale(found.document) : nil
  }

  /// What may stand in where the server cannot be asked.
  package mutating func standIn(for key: Key, at now: Date) -> Document? {
    guard let found = kept.element(for: key) else { return nil }
    return (found.secondsBehind(at: now) ?? 0) < found.control.staleIfError ? found.document : nil
  }

  /// What is kept, and how to ask whether it is still the same.
  package mutating func known(_ key: Key) -> (document: Document, validators: DocumentValidators)? {
    kept.element(for: key).map { ($0.document, $0.validators) }
  }

  /// Notes that the server said that a document is still the same.
  /// - Parameter validators: what it was asked with; another document may have come meanwhile.
  package mutating func renew(
    _ key: Key, with validators: DocumentValidators, by answer: DocumentAnswer, at now: Date
  ) {
    guard var found = kept.element(for: key), found.validators == validators else { return }
    guard answer.control.isKept else { return kept.remove(key) }
    if answer.control.lifetime != nil { found.control = answer.control }
    found.control.age = answer.control.age
    found.validators = validators.merging(answer.validators)
    found.date = now
    kept.insert(found, for: key, cost: found.cost)
  }

  /// Forgets a document.
  package mutating func remove(_ key: Key) { kept.remove(key) }

  /// Keeps what a server sent, if it may be kept and used again.
  /// - Parameter size: the bytes of the key.
  package mutating func insert(
    _ document: Document, for key: Key, ofSize size: Int, from answer: DocumentAnswer, at now: Date
  ) {
    kept.remove(key)
    let control = answer.control
    let isOfUse = [control.remaining ?? 0, control.staleWhileRevalidate, control.staleIfError].contains { $0 > 0 }
    // The answer of another address may be another one tomorrow.
    guard !answer.isRedirected, control.isKept, isOfUse || !answer.validators.isEmpty else { return }
    let cost = Self.overhead + size + answer.body.count * Self.bytesForByte
    kept.insert(
      Kept(document: document, cost: cost, validators: answer.validators, control: control, date: now),
      for: key, cost: cost)
  }

  /// What an entry takes besides its document, in bytes.
  private static var overhead: Int { 8192 }
  /// What a document that was read takes for a byte of its text.
  private static var bytesForByte: Int { 8 }
}

/// What a server calls the state of a document.
package struct DocumentValidators: Sendable, Hashable {
  /// The header fields that ask with them.
  private(set) var fields = HTTPFields()

  /// These, where the others say nothing.
  func merging(_ others: DocumentValidators) -> DocumentValidators {
    var copy = self
    for field in others.fields { copy.fields[field.name] = field.value }
    return copy
  }

  /// Whether it has no name for it.
  package var isEmpty: Bool { fields.isEmpty }

  init(_ headers: HTTPFields) {
    // The last is what Beagle 1.x asks with, in both directions.
    let hash = HTTPField.Name("beagle-hash")
    for (answered, asked) in [(.eTag, .ifNoneMatch), (.lastModified, .ifModifiedSince), (hash, hash)] {
      guard let answered, let asked, let value = headers.first(answered), value.utf8.count <= 1000 else { continue }
      fields[asked] = value
    }
  }
}

/// What a server answered to the question for a document.
package struct DocumentAnswer: Sendable {
  /// The status of HTTP.
  package let status: Int
  /// The document, empty where it is still the one that is known.
  package let body: [UInt8]
  let control: CacheControl
  let validators: DocumentValidators
  /// Whether another address gave it than the one that was asked.
  let isRedirected: Bool

  init(_ answer: IncomingAnswer, to request: OutgoingRequest) {
    isRedirected = answer.url != request.url
    status = answer.status
    body = answer.body
    control = CacheControl(answer.headers)
    validators = DocumentValidators(answer.headers)
  }

  /// Whether what is kept is still the same.
  package var isUnchanged: Bool { status == 304 }
}
