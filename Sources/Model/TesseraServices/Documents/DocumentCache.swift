package import Foundation
import HTTPTypes
import TesseraValues

/// An in-memory cache of documents, which stay for as long as their servers allow (RFC 9111), up to a number of bytes.
///
/// A server specifies with `Cache-Control` how long a document may be used without a request, and with `ETag`,
/// `Last-Modified` or Beagle's `beagle-hash` how to revalidate it.
package struct DocumentCache<Key: Hashable & Sendable, Document: Sendable>: Sendable {
  private struct CacheEntry: Sendable {
    var document: Document
    var cost: Int
    var validators: DocumentValidators
    var control: CacheControl
    var date: Date

    /// Returns the seconds since the document expired, negative if it is fresh; nil if the server set no lifetime.
    func secondsBehind(at now: Date) -> TimeInterval? {
      // A clock that was set back must not make documents fresh again.
      control.remaining.map { abs(now.timeIntervalSince(date)) - $0 }
    }
  }

  /// A cached document that may be used without a request to the server.
  package enum Finding: Sendable {
    /// The document may be used as it is.
    case fresh(Document)
    /// The document may be used while it is being revalidated.
    case stale(Document)
  }

  private var entries: LRUCache<Key, CacheEntry>

  /// Creates a cache.
  /// - Parameter maximumBytes: The maximum size of all documents, measured by an estimate that errs on the high side.
  package init(maximumBytes: Int) { entries = LRUCache(maximumCost: maximumBytes) }

  /// Returns a document that may be used without a request to the server; nil if the server must be asked.
  package mutating func find(_ key: Key, at now: Date) -> Finding? {
    guard let found = entries.element(for: key), let behind = found.secondsBehind(at: now) else { return nil }
    if behind < 0 { return .fresh(found.document) }
    return behind < found.control.staleWhileRevalidate ? .stale(found.document) : nil
  }

  /// Returns a document that may be used when the server cannot respond (`stale-if-error`).
  package mutating func standIn(for key: Key, at now: Date) -> Document? {
    guard let found = entries.element(for: key) else { return nil }
    return (found.secondsBehind(at: now) ?? 0) < found.control.staleIfError ? found.document : nil
  }

  /// Returns the cached document and its validators.
  package mutating func known(_ key: Key) -> (document: Document, validators: DocumentValidators)? {
    entries.element(for: key).map { ($0.document, $0.validators) }
  }

  /// Records that the server confirmed a cached document as unchanged.
  /// - Parameter validators: The validators of the request. A different document may have been stored in the meantime.
  package mutating func renew(
    _ key: Key, with validators: DocumentValidators, by response: DocumentResponse, at now: Date
  ) {
    guard var found = entries.element(for: key), found.validators == validators else { return }
    guard response.control.isKept else { return entries.remove(key) }
    if response.control.lifetime != nil { found.control = response.control }
    found.control.age = response.control.age
    found.validators = validators.merging(response.validators)
    found.date = now
    entries.insert(found, for: key, cost: found.cost)
  }

  /// Removes a document.
  package mutating func remove(_ key: Key) { entries.remove(key) }

  /// Stores a server's response, if it may be stored and is reusable.
  /// - Parameter size: The size of the key, in bytes.
  package mutating func insert(
    _ document: Document, for key: Key, ofSize size: Int, from response: DocumentResponse, at now: Date
  ) {
    entries.remove(key)
    let control = response.control
    let isOfUse = [control.remaining ?? 0, control.staleWhileRevalidate, control.staleIfError].contains { $0 > 0 }
    // A redirect may lead to another document the next time.
    guard !response.isRedirected, control.isKept, isOfUse || !response.validators.isEmpty else { return }
    let cost = Self.overhead + size + response.body.count * Self.bytesForByte
    entries.insert(
      CacheEntry(document: document, cost: cost, validators: response.validators, control: control, date: now),
      for: key, cost: cost)
  }

  /// The size of an entry in addition to its document, in bytes.
  private static var overhead: Int { 8192 }
  /// The estimated memory of a decoded document for each byte of its text.
  private static var bytesForByte: Int { 8 }
}

/// The validators of a document (RFC 9110, section 8.8).
package struct DocumentValidators: Sendable, Hashable {
  /// The header fields of a conditional request with these validators.
  private(set) var fields = HTTPFields()

  /// Returns these validators, updated with others.
  func merging(_ others: DocumentValidators) -> DocumentValidators {
    var copy = self
    for field in others.fields { copy.fields[field.name] = field.value }
    return copy
  }

  /// Whether there are no validators.
  package var isEmpty: Bool { fields.isEmpty }

  init(_ headers: HTTPFields) {
    // The last field is the one that Beagle 1.x uses, in both directions.
    let hash = HTTPField.Name("beagle-hash")
    for (received, sent) in [(.eTag, .ifNoneMatch), (.lastModified, .ifModifiedSince), (hash, hash)] {
      guard let received, let sent, let value = headers.first(received), value.utf8.count <= 1000 else { continue }
      fields[sent] = value
    }
  }
}

/// A server's response to the request for a document.
package struct DocumentResponse: Sendable {
  /// The HTTP status.
  package let status: Int
  /// The document; empty if the cached document is unchanged.
  package let body: [UInt8]
  let control: CacheControl
  /// The validators of the document.
  package let validators: DocumentValidators
  /// Whether the response came from another URL than the requested one.
  let isRedirected: Bool

  init(_ response: IncomingResponse, to request: OutgoingRequest) {
    isRedirected = response.url != request.url
    status = response.status
    body = response.body
    control = CacheControl(response.headers)
    validators = DocumentValidators(response.headers)
  }

  /// Whether the cached document is unchanged.
  package var isUnchanged: Bool { status == 304 }
}
