import Foundation
import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite struct ArchiveDownloadTests {
  private static let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  /// The SHA-256 of the content, according to coreutils' `sha256sum`.
  private static let checksum = "e549418eeef3da47ab5767c03c69bbc1766704860f400b13f9f90bc22942fe80"

  private let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  private func policy(_ server: LoopbackServer) -> HostPolicy {
    HostPolicy(texts: [server.host], allowsPrivateAddresses: true)
  }

  private func download() -> ArchiveDownload {
    ArchiveDownload(folder: folder, transport: HTTPTransport(), clock: UnhurriedClock(limit: .seconds(10)))
  }

  private func answer(
    to request: LoopbackServer.Request, breaking place: Int? = nil, tag: String = "\"a\""
  ) -> LoopbackServer.Answer {
    if request.headers["if-none-match"] == tag { return LoopbackServer.Answer(status: 304) }
    if let range = request.headers["range"], request.headers["if-range"] == tag,
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    {
      return LoopbackServer.Answer(
        status: 206,
        headers: ["etag": tag, "content-range": "bytes \(start)-\(Self.content.count - 1)/\(Self.content.count)"],
        body: Array(Self.content[start...]))
    }
    return LoopbackServer.Answer(
      headers: ["etag": tag], body: Self.content, transfer: place.map { .truncated(after: $0) } ?? .whole)
  }

  @Test(arguments: [[nil, nil, nil], ["\"a\"", "\"b\"", "\"c\""]] as [[String?]])
  func `A new archive replaces the old one, with and without entity tags`(tags: [String?])
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = Mutex(0)
    let handler: LoopbackServer.Handler = { _ in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return LoopbackServer.Answer(
        headers: tags[number].map { ["etag": $0] } ?? [:], body: [UInt8(number)] + Self.content)
    }
    try await LoopbackServer.run(handler) { server in
      for number in 0..<3 {
        let file = try await download().file(at: server.url("/a.zip"), policy: policy(server))
        #expect(try Array(Data(contentsOf: file)) == [UInt8(number)] + Self.content)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.contains(".part") } == [])
      }
    }
  }

  @Test func `An archive with another checksum leaves the present one in place`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = Mutex(0)
    let handler: LoopbackServer.Handler = { _ in
      count.withLock { $0 += 1 }
      return LoopbackServer.Answer(body: count.withLock { $0 } == 1 ? Self.content : [1, 2, 3])
    }
    try await LoopbackServer.run(handler) { server in
      let file = try await download().file(at: server.url("/a.zip"), policy: policy(server), sha256: Self.checksum)
      await #expect(throws: ServiceError.self) {
        try await download().file(at: server.url("/a.zip"), policy: policy(server), sha256: Self.checksum)
      }
      #expect(try Array(Data(contentsOf: file)) == Self.content)
    }
  }

  @Test func `A redirect from a named private address cannot lead to another one`() async throws {
    try await LoopbackServer.run({ _ in LoopbackServer.Answer(body: Self.content) }) { secret in
      for host in ["127.0.0.1", "localhost", "[::1]", "127.1", "2130706433", "127.0.0.2"] {
        let target = "http://\(host):\(secret.port)/"
        try await LoopbackServer.run({ _ in .redirect(to: target) }) { server in
          var policy = policy(server)
          policy.allowsAnyHost = true
          await #expect(throws: ServiceError.self) {
            try await download().file(at: server.url("/a.zip"), policy: policy)
          }
        }
      }
      #expect(secret.requests.isEmpty)
    }
  }

  @Test func `An archive is fetched once, and then only revalidated`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await LoopbackServer.run({ answer(to: $0) }) { server in
      let first = try await download().file(at: server.url("/a.zip"), policy: policy(server), sha256: Self.checksum)
      let content = try Array(Data(contentsOf: first))
      #expect(content == Self.content)
      let second = try await download().file(at: server.url("/a.zip"), policy: policy(server))
      #expect(second == first)
      #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"a\""])
      #expect(server.requests.map { $0.headers["accept-encoding"] } == ["identity", "identity"])
    }
  }

  @Test func `An interrupted transfer is resumed`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await LoopbackServer.run({ answer(to: $0, breaking: $0.headers["range"] == nil ? 150_000 : nil) }) { server in
      let file = try await download().file(at: server.url("/a.zip"), policy: policy(server))
      let content = try Array(Data(contentsOf: file))
      #expect(content == Self.content)
      let ranges = server.requests.map { $0.headers["range"] }
      #expect(ranges.count == 2)
      #expect(ranges[0] == nil)
      #expect(ranges[1] != "bytes=0-")
    }
  }

  @Test func `A changed archive is fetched from the start`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = Mutex(0)
    try await LoopbackServer.run({ request in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      return answer(to: request, breaking: number == 1 ? 150_000 : nil, tag: number == 1 ? "\"a\"" : "\"b\"")
    }) { server in
      let file = try await download().file(at: server.url("/a.zip"), policy: policy(server))
      let content = try Array(Data(contentsOf: file))
      #expect(content == Self.content)
      #expect(server.requests.map { $0.headers["if-range"] } == [nil, "\"a\""])
    }
  }

  @Test func `A part that does not fit the rest is discarded, whatever its declared length`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ranges = ["bytes \(Self.content.count)-9/9223372036854775807", "bytes 5-9/10", "nonsense"]
    for range in ranges {
      try await LoopbackServer.run({ request in
        guard let start = request.headers["range"] else { return answer(to: request, breaking: 150_000) }
        let wanted = start.dropFirst("bytes=".count).dropLast()
        return LoopbackServer.Answer(
          status: 206, headers: ["etag": "\"a\"", "content-range": range.replacing("5-", with: "\(wanted)-")],
          body: [1, 2, 3])
      }) { server in
        let error = await #expect(throws: ServiceError.self) {
          try await download().file(at: server.url("/\(range.count).zip"), policy: policy(server))
        }
        #expect(error?.kind == .truncated)
      }
    }
  }

  @Test func `An archive with another checksum than requested is rejected, and its data is discarded`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await LoopbackServer.run({ answer(to: $0) }) { server in
      let wrong = String(repeating: "0", count: 64)
      let error = await #expect(throws: ServiceError.self) {
        try await download().file(at: server.url("/a.zip"), policy: policy(server), sha256: wrong)
      }
      #expect(error?.underlying == "its SHA-256 is \(Self.checksum), not \(wrong)")
      _ = try await download().file(at: server.url("/a.zip"), policy: policy(server), sha256: Self.checksum)
      #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil])
    }
  }

  @Test func `A server that never ends is abandoned, as is one that leads to a private address`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await LoopbackServer.run({ request in
      if request.path == "/endless.zip" {
        return LoopbackServer.Answer(body: [UInt8](repeating: 1, count: 1 << 20), transfer: .repeated(1000))
      }
      return .redirect(to: "http://10.0.0.1/a.zip")
    }) { server in
      let endless = await #expect(throws: ServiceError.self) {
        try await download().file(at: server.url("/endless.zip"), policy: policy(server))
      }
      #expect(endless?.kind == .tooLarge)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left == [])
      let elsewhere = await #expect(throws: ServiceError.self) {
        try await download().file(at: server.url("/a.zip"), policy: policy(server))
      }
      #expect(elsewhere?.kind == .hostNotAllowed)
    }
  }

  @Test func `A host that is open to any request must not have a private address`() async {
    var policy = HostPolicy.none
    policy.allowsAnyHost = true
    let error = await #expect(throws: ServiceError.self) {
      try await download().file(at: "http://127.0.0.1:1/a.zip", policy: policy)
    }
    #expect(error?.kind == .addressNotAllowed)
  }
}
