package import Foundation
import NIOHTTP1
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
  }

  /// What there is without asking the server.
  package enum Finding: Sendable {
    /// It may be used.
    case fresh(Document)
    /// It may be used while it is asked for again.
    case stale(Document)
  }

  private var kept: LeastRecentlyUsed<Key, Kept>

  /// Creates a cache.
  /// - Parameter maximumBytes: what the bodies of all documents may have together.
  package init(maximumBytes: Int) { kept = LeastRecentlyUsed(maximumCost: maximumBytes) }

  /// What there is of a document without asking the server; nil where the server has to be asked.
  package mutating func find(_ key: Key, at now: Date) -> Finding? {
    guard let found = kept.element(for: key), let lifetime = found.control.lifetime else { return nil }
    // A clock that was set back does not make documents young again.
    let age = abs(now.timeIntervalSince(found.date))
    if age < lifetime { return .fresh(found.document) }
    return age < lifetime + found.control.staleWhileRevalidate ? .stale(found.document) : nil
  }

  /// What may stand in where the server cannot be asked.
  package mutating func standIn(for key: Key, at now: Date) -> Document? {
    guard let found = kept.element(for: key) else { return nil }
    let age = abs(now.timeIntervalSince(found.date))
    return age < (found.control.lifetime ?? 0) + found.control.staleIfError ? found.document : nil
  }

  /// What is kept, and how to ask whether it is still the same.
  package mutating func known(_ key: Key) -> (document: Document, validators: DocumentValidators)? {
    kept.element(for: key).map { ($0.document, $0.validators) }
  }

  /// Notes that the server said that a document is still the same.
  package mutating func renew(_ key: Key, by answer: DocumentAnswer, at now: Date) {
    guard var found = kept.element(for: key) else { return }
    if answer.control.lifetime != nil { found.control = answer.control }
    found.date = now
    kept.insert(found, for: key, cost: found.cost)
  }

  /// Keeps what a server sent, if it may be kept and used again.
  package mutating func insert(_ document: Document, for key: Key, from answer: DocumentAnswer, at now: Date) {
    kept.remove(key)
    let canBeAsked = !answer.validators.isEmpty
    guard answer.control.isKept, canBeAsked || (answer.control.lifetime ?? 0) > 0 else { return }
    kept.insert(
      Kept(
        document: document, cost: answer.body.count, validators: answer.validators, control: answer.control, date: now),
      for: key, cost: answer.body.count)
  }
}

/// What a server calls the state of a document.
package struct DocumentValidators: Sendable, Hashable {
  /// By the name of the header field that asks with it.
  private(set) var fields: [String: String] = [:]

  /// Whether it has no name for it.
  package var isEmpty: Bool { fields.isEmpty }

  init(_ headers: HTTPHeaders) {
    // The last is what Beagle 1.x asks with, in both directions.
    let names = ["etag": "if-none-match", "last-modified": "if-modified-since", "beagle-hash": "beagle-hash"]
    for (name, question) in names {
      if let value = headers.first(name: name), value.utf8.count <= 1000 { fields[question] = value }
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

  init(_ answer: IncomingAnswer) {
    status = answer.status
    body = answer.body
    control = CacheControl(answer.headers)
    validators = DocumentValidators(answer.headers)
  }

  /// Whether what is kept is still the same.
  package var isUnchanged: Bool { status == 304 }
}
