import Foundation
import Synchronization
import TesseraServices
import TesseraValues

/// Loads the documents of screens from hosts that the manifest lists, by prefetching, from the cache or from the
/// server.
final class ScreenLoader: Sendable {
  /// The cached documents.
  let documents: ScreenDocumentCache
  private let context: InstanceContext
  private let requests: DirectRequestSender
  private let prefetched = Mutex<[ScreenRequest: PrefetchedScreen]>([:])

  init(_ context: InstanceContext, requests: DirectRequestSender, documents: ScreenDocumentCache) {
    self.context = context
    self.requests = requests
    self.documents = documents
  }

  /// Fetches a screen ahead of its use. It is kept for a minute, for the first use.
  func prefetch(_ request: ScreenRequest) {
    let now = context.environment.now()
    let isNew = prefetched.withLock { kept in
      kept = kept.filter { abs(now.timeIntervalSince($0.value.date)) < Self.prefetchedLifetime }
      guard kept[request] == nil, kept.count < Self.maximumPrefetched else { return false }
      kept[request] = PrefetchedScreen(date: now, screen: nil)
      return true
    }
    guard isNew else { return }
    context.environment.activities.start {
      let screen = try? await self.fetch(request, named: request.url)
      self.prefetched.withLock { kept in
        // After a failure, the screen is fetched again when it opens.
        guard kept[request] != nil else { return }
        kept[request] = screen.map { PrefetchedScreen(date: now, screen: $0) }
      }
    }
  }

  /// The time for which a prefetched screen can be opened, in seconds. Later it is fetched again.
  private static let prefetchedLifetime = 60.0
  /// The maximum number of prefetched screens. Further ones are fetched when they open.
  private static let maximumPrefetched = 32

  /// Returns a screen of a host that the manifest lists, prefetched or fetched now.
  func screen(by source: ScreenRequest, named name: String) async throws(ServiceError) -> ScreenDefinition {
    let now = context.environment.now()
    // A prefetch that is still in progress is abandoned.
    let prefetched = prefetched.withLock { $0.removeValue(forKey: source) }
    if let prefetched, abs(now.timeIntervalSince(prefetched.date)) < Self.prefetchedLifetime,
      let screen = prefetched.screen
    {
      return screen
    }
    return try await fetch(source, named: name)
  }

  /// Returns a screen from the cache, or else from the server.
  private func fetch(_ source: ScreenRequest, named name: String) async throws(ServiceError) -> ScreenDefinition {
    let now = context.environment.now()
    var screen: ScreenDefinition
    switch documents.entries.withLock({ $0.find(source, at: now) }) {
    case .fresh(let kept)?:
      screen = kept
      context.log(.info, .cache, "Using the cached \(source.addressWithoutQuery)")
    case .stale(let kept)?:
      screen = kept
      context.log(.info, .cache, "Using the cached \(source.addressWithoutQuery) while revalidating it")
      context.environment.activities.start { _ = try? await self.request(for: source, named: name) }
    case nil: screen = try await request(for: source, named: name)
    }
    screen.name = name
    return screen
  }

  /// Requests the document of a screen from the server, and decodes it.
  private func request(for source: ScreenRequest, named name: String) async throws(ServiceError) -> ScreenDefinition {
    let address = source.url
    var headers = source.headers
    if !headers.keys.contains(where: { $0.lowercased() == "accept" }) { headers["accept"] = "application/json" }
    let request = try DirectRequest(url: address, method: source.method, headers: headers, body: source.body)
    if let response = try await requests.stubbedDocument(request) {
      return try read(response, named: name, from: address)
    }
    let known = request.canBeKept ? documents.entries.withLock { $0.known(source) } : nil
    let response: DocumentResponse
    do {
      response = try await request.document(
        by: context.environment.transport, policy: context.policy, knowing: known?.validators)
      context.log(.info, .network, "\(request.summary): \(response.status)")
    } catch {
      context.log(.info, .network, "\(request.summary): \(error.message)")
      let now = context.environment.now()
      // The server withdrew the document.
      if [401, 403, 404, 410].contains(error.status) { documents.entries.withLock { $0.remove(source) } }
      guard error.isTransient, let standIn = documents.entries.withLock({ $0.standIn(for: source, at: now) }) else {
        throw error
      }
      return standIn
    }
    let now = context.environment.now()
    if response.isUnchanged, let known {
      documents.entries.withLock { $0.renew(source, with: known.validators, by: response, at: now) }
      return known.document
    }
    let screen = try read(response.body, named: name, from: address)
    if request.canBeKept {
      documents.entries.withLock { $0.insert(screen, for: source, ofSize: source.size, from: response, at: now) }
    }
    return screen
  }

  private func read(_ body: [UInt8], named name: String, from address: String) throws(ServiceError) -> ScreenDefinition
  {
    let document: JSONNode
    do {
      document = try JSONNode.parse(body)
    } catch {
      throw ServiceError(.notJSON, message: "The document is not JSON: \(error)")
    }
    guard document.members != nil else {
      throw ServiceError(.unexpectedShape, message: "The document is \(document.typeName), not an object")
    }
    let reading = context.definition.surroundings.read(document, named: name, inFile: address)
    let screen = reading.screen
    for problem in reading.diagnostics.prefix(20) { context.log(.info, .decoding, problem.description) }
    guard screen.source == nil else {
      throw ServiceError(.unexpectedShape, message: "The document refers to another URL")
    }
    return screen
  }
}

/// A cache of the documents of screens, as far as servers allow it.
final class ScreenDocumentCache: Sendable {
  let entries: Mutex<DocumentCache<ScreenRequest, ScreenDefinition>>

  /// The estimated maximum memory of a widget's cached screens of servers, in bytes: eight times the size of their
  /// documents. The least recently used ones are fetched again.
  private static let maximumBytes = 16 << 20

  init() { entries = Mutex(DocumentCache(maximumBytes: Self.maximumBytes)) }
}

/// A prefetched screen; nil while the request is in progress.
private struct PrefetchedScreen: Sendable {
  var date: Date
  var screen: ScreenDefinition?
}
