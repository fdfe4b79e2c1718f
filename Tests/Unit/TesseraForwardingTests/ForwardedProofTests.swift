import Foundation
import HTTPTypes
import Testing

@testable import TesseraForwarding

@Suite("proofs of forwarded requests")
struct ForwardedProofTests {
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)
  private let proof = ForwardedProof(key: testKey) { date }

  private func request(
    method: HTTPRequest.Method = .post, path: String = "/boards/home/tiles?x=1", field: String? = nil
  ) -> HTTPRequest {
    var request = HTTPRequest(method: method, scheme: "http", authority: "board.example", path: path)
    request.headerFields[ForwardedProof.fieldName] = field
    return request
  }

  private func field(from address: String = "2001:db8::1", key: [UInt8] = testKey) throws -> String {
    try #require(ForwardedProof(key: key) { Self.date }.field(for: request(), from: address, scheme: .https))
  }

  @Test func `a proof tells for whom a request is, and when it was forwarded`() throws {
    let field = try field()
    #expect(field.hasPrefix("v1;1800000000;2001:db8::1;https;"))
    let found = try #require(proof.verify(request(field: field)))
    #expect(found.visitorAddress == "2001:db8::1")
    #expect(found.scheme == .https)
    #expect(found.date == Self.date)
  }

  @Test(arguments: [(-31, false), (-30, true), (30, true), (31, false)])
  func `a proof is valid for 30 seconds in both directions`(seconds: Int, isValid: Bool) throws {
    let later = ForwardedProof(key: testKey) { Self.date.addingTimeInterval(Double(seconds)) }
    let found = later.verify(request(field: try field()))
    #expect((found != nil) == isValid)
  }

  @Test func `a proof is for one method and path, and made with the key`() throws {
    let field = try field()
    #expect(proof.verify(request(method: .put, field: field)) == nil)
    #expect(proof.verify(request(path: "/boards/home/tiles?x=2", field: field)) == nil)
    #expect(proof.verify(request()) == nil)
    let forged = try self.field(key: [UInt8]("a key that nobody here has".utf8))
    #expect(proof.verify(request(field: forged)) == nil)
  }

  @Test func `a changed proof is refused`() throws {
    let field = try field()
    let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    for (index, other) in ["v2", "1800000001", "2001:db8::2", "http", "YWRh", String(parts[5].dropLast()) + "x"]
      .enumerated()
    {
      var changed = parts
      changed[index] = other
      #expect(proof.verify(request(field: changed.joined(separator: ";"))) == nil)
    }
    for text in ["", ";", ";;;;", field + ";", field.uppercased(), parts.dropLast().joined(separator: ";")] {
      #expect(proof.verify(request(field: text)) == nil)
    }
    var twice = request(field: field)
    twice.headerFields.append(HTTPField(name: ForwardedProof.fieldName, value: field))
    #expect(proof.verify(twice) == nil)
  }

  @Test func `a request is meant in a number that its receiver speaks, and others are known for what they are`() throws
  {
    let newer = ForwardedProof(key: testKey, numbers: 1...2) { Self.date }
    let (later, earlier) = (
      try #require(newer.field(for: request(), from: "", scheme: .http)),
      try #require(newer.field(for: request(), from: "", scheme: .http, number: 1))
    )
    #expect(later.hasPrefix("v2;") && earlier.hasPrefix("v1;"))
    for field in [later, earlier] { #expect(newer.verify(request(field: field)) != nil) }
    #expect(proof.verify(request(field: earlier)) != nil && proof.verify(request(field: later)) == nil)
    #expect(proof.foreignNumber(of: request(field: later)) == 2)
    for field in [earlier, "v1;forged", "v02;", "v;", "2;", "v2x;", nil] {
      #expect(proof.foreignNumber(of: request(field: field)) == nil)
    }
  }

  @Test(arguments: ["1;http", "a\r\nb", "ä"])
  func `text that cannot be an address does not get into a proof`(text: String) throws {
    #expect(try field(from: text).hasPrefix("v1;1800000000;;https;"))
  }

  @Test(arguments: [0, 15])
  func `a short key proves nothing`(count: Int) {
    let weak = ForwardedProof(key: [UInt8](repeating: 1, count: count))
    #expect(weak.field(for: request(), from: "", scheme: .http) == nil)
    #expect(weak.verify(request(field: "v1;1800000000;;http;")) == nil)
  }
}

@Suite("addresses of hosts")
struct HostAddressTests {
  @Test(arguments: [
    ("http://10.0.0.1:8080", "10.0.0.1", 8080), ("10.0.0.1:8080", "10.0.0.1", 8080), ("[::1]:80", "::1", 80),
    ("http://Tessera-2/", "tessera-2", 80), ("HTTP://[2001:db8::1]", "2001:db8::1", 80),
  ])
  func `an address has a host and a port`(text: String, host: String, port: Int) throws {
    let address = try #require(HostAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(HostAddress(address.description) == address)
  }

  @Test(arguments: [
    "", "http://", "https://10.0.0.1", "10.0.0.1:0", "10.0.0.1:65536", "10.0.0.1/path", "a@b", "::1:80",
  ])
  func `anything else is refused`(text: String) { #expect(HostAddress(text) == nil) }
}
