import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import TesseraServer

@Suite("Routes: compression")
struct CompressionTests {
  private let text = Array(String(repeating: "body { color: red }\n", count: 100).utf8)

  private func response(_ file: StaticFile, _ fields: HTTPFields) -> Response {
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: fields)
    return file.response(to: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
  }

  @Test func `texts are compressed for clients that accept it, with an entity tag of their own`() throws {
    let file = StaticFile(bytes: text, contentType: "text/css; charset=utf-8")
    let plain = response(file, [:])
    let compressed = response(file, [.acceptEncoding: "br, gzip;q=0.5"])
    #expect(plain.headers[.contentEncoding] == nil && compressed.headers[.contentEncoding] == "gzip")
    #expect(plain.headers[.vary] == "Accept-Encoding" && compressed.headers[.vary] == "Accept-Encoding")
    #expect(plain.body.contentLength == text.count)
    #expect(try #require(compressed.body.contentLength) < text.count / 2)
    let tag = try #require(compressed.headers[.eTag])
    #expect(tag != plain.headers[.eTag])
    #expect(response(file, [.acceptEncoding: "gzip", .ifNoneMatch: tag]).status == .notModified)
    #expect(response(file, [.ifNoneMatch: tag]).status == .ok)
  }

  @Test(arguments: [("image/png", 2000), ("text/css", 20)])
  func `pictures, fonts and short texts stay as they are`(type: String, length: Int) {
    let file = StaticFile(bytes: Array(text.prefix(length)), contentType: type)
    let response = response(file, [.acceptEncoding: "gzip"])
    #expect(response.headers[.contentEncoding] == nil && response.headers[.vary] == nil)
    #expect(response.body.contentLength == min(length, text.count))
  }

  @Test(
    arguments: [
      ("gzip", true), ("br, gzip", true), ("gzip;q=0.1", true), ("GZIP", true), ("gzip; q=0", false), ("br", false),
      ("", false), (nil, false), ("x-gzip", false),
    ] as [(String?, Bool)])
  func `gzip is used where the client accepts it`(field: String?, isAccepted: Bool) {
    #expect(Gzip.isAccepted(by: field) == isAccepted)
  }
}
