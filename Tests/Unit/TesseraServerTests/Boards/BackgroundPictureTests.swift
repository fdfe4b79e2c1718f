import Foundation
import HTTPTypes
import Hummingbird
import TesseraValues
import Testing

@testable import TesseraBoardService
@testable import TesseraServer

/// Images that users set as the background of their boards.
@Suite struct BackgroundPictureTests {
  /// One grey pixel.
  private static let png = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==") ?? Data())

  @Test func `an image is stored under its checksum and returned`() async throws {
    try await withRoutes { client in
      let response = try await client.send(Self.png)
      #expect(response.status == .created)
      let name = try Value.parseJSON(response.body.readableBytesView).value(at: "background").string ?? ""
      #expect(name.hasPrefix("picture:"))
      let path = "/backgrounds/" + name.dropFirst("picture:".count)
      let picture = try await client.get(path)
      #expect(picture.status == .ok && Array(picture.body.readableBytesView) == Self.png)
      #expect(picture.headers[.contentType] == "image/png")
      let appearance = try await client.post(
        "/boards/home/edits", #"{"grid": [6, 8], "edit": {"type": "appearance", "background": "\#(name)"}}"#)
      #expect(appearance.status == .ok && appearance.text.contains(name))
    }
  }

  @Test(arguments: [
    Array("no picture".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), [],
    Array(png.prefix(20)), Array(png.prefix(30)), Array(png.dropLast(8)),
  ])
  func `an invalid image is rejected`(bytes: [UInt8]) async throws {
    try await withRoutes { client in
      let response = try await client.send(bytes)
      #expect(response.rule == "background-picture")
    }
  }

  @Test(arguments: ["0", "..", "%2e%2e%2fboard.sqlite", "xyz", String(repeating: "a", count: 100)])
  func `other names lead nowhere`(name: String) async throws {
    try await withRoutes { client in
      let response = try await client.get("/backgrounds/" + name)
      #expect(response.status == .notFound)
    }
  }

  @Test func `images without a board are evicted`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pictures = BackgroundPictures(folder: folder)
    var names: [String] = []
    for index in 0..<(BackgroundPictures.maximumCount + 1) {
      let used = Set(names.prefix(2))
      names.append(try pictures.add(Self.png + [UInt8(index)], used: used))
    }
    #expect(names.filter { pictures.picture($0) != nil } == Array(names.prefix(2)) + names.suffix(1))
  }
}

extension RouteClient {
  fileprivate func send(_ bytes: [UInt8]) async throws -> RouteResponse {
    try await execute(
      uri: "/backgrounds", method: .post, headers: [.contentType: "application/octet-stream"],
      body: ByteBuffer(bytes: bytes))
  }
}
