import Foundation
import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite("Images from a server")
struct ResourceFetcherTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]

  private func answer(_ bytes: [UInt8], type: String = "image/png", cache: String? = nil) -> LoopbackServer.Answer {
    var headers = ["content-type": type]
    headers["cache-control"] = cache
    return LoopbackServer.Answer(headers: headers, body: bytes)
  }

  /// Returns the error of loading one image.
  private func failure(_ server: LoopbackServer, _ url: String, policy: HostPolicy? = nil) async -> ServiceError? {
    do throws(ServiceError) {
      let image = try await ResourceFetcher(transport: HTTPTransport()).image(
        at: url, policy: policy ?? server.policy)
      Issue.record("\(url) is a picture: \(image.format)")
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      (png, "image/png", .png), (png, "IMAGE/JPEG; q=1", .png), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpg", .jpeg),
      (Array("GIF89a__".utf8), "image/gif", .gif), (Array("RIFF____WEBPVP8 ".utf8), "image/webp", .webp),
      (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".utf8), "image/svg+xml; charset=utf-8", .svg),
    ] as [([UInt8], String, ImageFormat)])
  func `an image is recognized by its bytes, if the server declares an image, too`(
    bytes: [UInt8], type: String, expected: ImageFormat
  ) async throws {
    try await LoopbackServer.run { _ in
      answer(bytes, type: type)
    } during: { server in
      let image = try await ResourceFetcher(transport: HTTPTransport()).image(
        at: server.url("/a b.png"), policy: server.policy)
      #expect(image == ImageResource(format: expected, bytes: bytes))
      #expect(server.requests.first?.target == "/a%20b.png")
    }
  }

  @Test(
    arguments: [
      (png, "text/html"), (png, ""), (png, "application/octet-stream"), (Array("<html><svg>".utf8), "image/svg+xml"),
      (Array("<!doctype html>".utf8), "image/png"), (Array("alert('<svg')".utf8), "image/svg+xml"), ([], "image/png"),
      (Array("BM".utf8), "image/bmp"),
    ] as [([UInt8], String)])
  func `other content is rejected`(bytes: [UInt8], type: String) async throws {
    try await LoopbackServer.run { _ in
      answer(bytes, type: type)
    } during: { server in
      let error = await failure(server, server.url("/x"))
      #expect(error?.kind == .contentType)
    }
  }

  @Test func `an image over the limit, from a forbidden host, or with an error status is an error`() async throws {
    try await LoopbackServer.run { request in
      switch request.path {
      case "/huge": answer(Self.png + [UInt8](repeating: 0, count: ResourceFetcher.maximumImageBytes))
      case "/away": .redirect(to: "http://elsewhere.invalid/x.png")
      default: LoopbackServer.Answer(status: 404, headers: ["content-type": "image/png"], body: Self.png)
      }
    } during: { server in
      #expect(await failure(server, server.url("/huge"))?.kind == .tooLarge)
      #expect(await failure(server, server.url("/away"))?.kind == .hostNotAllowed)
      #expect(await failure(server, server.url("/gone"))?.status == 404)
      #expect(await failure(server, server.url("/x"), policy: HostPolicy.none)?.kind == .hostNotAllowed)
      let guarded = HostPolicy(texts: [server.host])
      #expect(await failure(server, server.url("/x"), policy: guarded)?.kind == .addressNotAllowed)
      #expect(await failure(server, "file:///etc/passwd")?.kind == .invalidRequest)
    }
  }

  @Test func `simultaneous equal requests share one transfer, and the response is cached`() async throws {
    let (waiting, release) = AsyncStream<Void>.makeStream()
    let (arrived, announce) = AsyncStream<Void>.makeStream()
    try await LoopbackServer.run { _ in
      announce.finish()
      for await _ in waiting {}
      return answer(Self.png)
    } during: { server in
      let fetcher = ResourceFetcher(transport: HTTPTransport())
      try await withThrowingTaskGroup(of: ImageResource.self) { group in
        for _ in 0..<20 { group.addTask { try await fetcher.image(at: server.url("/x"), policy: server.policy) } }
        for await _ in arrived {}
        release.finish()
        for try await image in group { #expect(image.format == .png) }
      }
      _ = try await fetcher.image(at: server.url("/x"), policy: server.policy)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a cancelled task does not end the transfer of another`() async throws {
    let (waiting, release) = AsyncStream<Void>.makeStream()
    let (arrived, announce) = AsyncStream<Void>.makeStream()
    try await LoopbackServer.run { _ in
      announce.finish()
      for await _ in waiting {}
      return answer(Self.png)
    } during: { server in
      let fetcher = ResourceFetcher(transport: HTTPTransport())
      let first = Task { try await fetcher.image(at: server.url("/x"), policy: server.policy) }
      let second = Task { try await fetcher.image(at: server.url("/x"), policy: server.policy) }
      for await _ in arrived {}
      first.cancel()
      release.finish()
      let image = try await second.value
      #expect(image.format == .png)
      #expect(server.requests.count == 1)
    }
  }

  @Test(
    arguments: [
      (nil, 599, 1), (nil, 601, 2), ("max-age=60", 59, 1), ("public, max-age=60", 61, 2), ("no-store", 0, 2),
      ("max-age=0", 0, 2), ("max-age=1e300", 86_399, 1), ("max-age=nan", 0, 2),
    ] as [(String?, Int, Int)])
  func `an image is cached as long as the server allows`(cache: String?, seconds: Int, requests: Int) async throws {
    try await LoopbackServer.run { _ in
      answer(Self.png, cache: cache)
    } during: { server in
      let clock = SharedTime()
      let fetcher = ResourceFetcher(transport: HTTPTransport(), now: { clock.date })
      _ = try await fetcher.image(at: server.url("/x"), policy: server.policy)
      clock.advance(Double(seconds))
      _ = try await fetcher.image(at: server.url("/x"), policy: server.policy)
      #expect(server.requests.count == requests)
    }
  }

  @Test func `the least recently used images are evicted first when the memory is full`() async throws {
    try await LoopbackServer.run { _ in
      answer(Self.png)
    } during: { server in
      let fetcher = ResourceFetcher(transport: HTTPTransport(), cacheBytes: 3 * Self.png.count)
      for path in ["/a", "/b", "/c", "/a", "/d", "/a", "/c", "/b"] {
        _ = try await fetcher.image(at: server.url(path), policy: server.policy)
      }
      #expect(server.requests.map(\.path) == ["/a", "/b", "/c", "/d", "/b"])
    }
  }

  @Test func `an image that one widget may read is not given to one that may not`() async throws {
    try await LoopbackServer.run { _ in
      answer(Self.png)
    } during: { server in
      let fetcher = ResourceFetcher(transport: HTTPTransport())
      _ = try await fetcher.image(at: server.url("/x"), policy: server.policy)
      await #expect(throws: ServiceError.self) {
        try await fetcher.image(at: server.url("/x"), policy: HostPolicy(texts: [server.host]))
      }
    }
  }
}

/// A time that a test advances.
final class SharedTime: Sendable {
  private let seconds = Mutex(0.0)
  var date: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
  func advance(_ amount: Double) { seconds.withLock { $0 += amount } }
}
