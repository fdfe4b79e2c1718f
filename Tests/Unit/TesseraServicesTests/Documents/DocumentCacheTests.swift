import Foundation
import HTTPTypes
import Testing

@testable import TesseraServices

@Suite("The cache of documents")
struct DocumentCacheTests {
  @Test func `the oldest documents are evicted once they take too much memory`() throws {
    var cache = DocumentCache<Int, Int>(maximumBytes: 100_000)
    let url = try HTTPURL("http://a.example/")
    let answer = DocumentResponse(
      IncomingResponse(status: 200, headers: [.cacheControl: "max-age=60"], body: [1], url: url),
      to: OutgoingRequest(url: url, method: .get))
    let now = Date(timeIntervalSince1970: 0)
    for key in 0..<100 { cache.insert(key, for: key, ofSize: 2000, from: answer, at: now) }
    let kept = (0..<100).filter { key in
      if case .fresh(let found)? = cache.find(key, at: now) { found == key } else { false }
    }
    #expect(kept == Array(91..<100))
  }
}
