import Foundation
import Testing

@testable import TesseraPostgreSQL

@Suite("A database server that misbehaves")
struct HostileServerTests {
  /// A message of PostgreSQL's protocol.
  private static func message(_ type: Character, _ content: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(content.count + 4).bigEndian) { Array($0) }
    return Array(String(type).utf8) + length + content
  }

  /// "You are signed in" and "I am ready".
  private static let welcome = message("R", [0, 0, 0, 0]) + message("Z", Array("I".utf8))

  /// Answers of no use, after which a client may wait for another one.
  private static let floods: [[UInt8]] = [
    message("S", Array("a\0b\0".utf8)), message("N", Array("SNOTICE\0C00000\0Mx\0\0".utf8)),
    message("A", [0, 0, 0, 1] + Array("c\0p\0".utf8)),
  ]

  /// Runs a server that says something after each connection, and something else again and again.
  private func serving(
    first: [UInt8], then rest: [UInt8] = [], _ body: (PostgresAddress) throws -> Void
  ) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(listen(listener, 5) == 0)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(listener, $0, &length) }
    }
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        _ = send(client, first, first.count, Int32(MSG_NOSIGNAL))
        let flood = Array(repeatElement(rest, count: 100).joined())
        while !flood.isEmpty, send(client, flood, flood.count, Int32(MSG_NOSIGNAL)) > 0 {}
        // Waits until the client has gone.
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
        close(client)
      }
      hasEnded.signal()
    }.start()
    defer {
      shutdown(listener, Int32(SHUT_RDWR))
      hasEnded.wait()
      close(listener)
    }
    let port = UInt16(bigEndian: address.sin_port)
    try body(PostgresAddress("host=127.0.0.1 port=\(port) user=a sslmode=disable"))
  }

  @Test func `Silence does not keep a caller`() throws {
    try serving(first: []) { address in
      #expect(failure { _ = try PostgresConnection(to: address, before: soon) }?.kind == .deadline)
    }
    try serving(first: Self.welcome) { address in
      let connection = try PostgresConnection(to: address, before: far)
      // Long enough for a slow machine to send something before: a deadline that has passed leaves the connection usable.
      let error = failure { try connection.run("SELECT 1", before: .now + .seconds(3)) }
      #expect(error?.kind == .deadline)
      // The server did not even get beyond preparing.
      #expect(error?.isUnsent == true)
      #expect(!connection.isUsable)
    }
  }

  @Test func `A server that is silent leaves time for the other ones of an address`() throws {
    try serving(first: []) { silent in
      try serving(first: Self.welcome) { other in
        let ports = [silent, silent, other].map { $0.hosts[0].port }.joined(separator: ",")
        let address = try PostgresAddress(
          "host=127.0.0.1,127.0.0.1,127.0.0.1 port=\(ports) user=a sslmode=disable")
        // A third of the time for each server: what is left for the last one suffices for a slow machine, too.
        #expect(try PostgresConnection(to: address, before: .now + .seconds(6)).isUsable)
      }
    }
  }

  @Test(arguments: floods)
  func `messages without end do not keep a caller`(message: [UInt8]) throws {
    try serving(first: Self.welcome, then: message) { address in
      let connection = try PostgresConnection(to: address, before: far)
      #expect(failure { try connection.run("SELECT 1", before: soon) }?.kind == .deadline)
    }
    try serving(first: Self.welcome, then: message) { address in
      let connection = try PostgresConnection(to: address, before: far)
      while try connection.nextNotification(before: soon) != nil, message.first != UInt8(ascii: "A") {}
      connection.close()
    }
  }

  @Test(arguments: [
    Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [UInt8](repeating: 255, count: 100_000),
    [UInt8](repeating: 0, count: 100_000), welcome + [UInt8](repeating: 0, count: 100_000),
    // An answer to a statement: a row that is longer than the message, of columns that were not announced.
    welcome + message("1", []) + message("Z", Array("I".utf8)) + message("2", [])
      + message("D", [127, 255, 127, 255, 255, 255]),
    welcome + message("T", [255, 255]) + message("Z", Array("I".utf8)),
  ])
  func `nonsense ends the connection`(bytes: [UInt8]) throws {
    try serving(first: bytes) { address in
      let error = failure {
        let connection = try PostgresConnection(to: address, before: .now + .seconds(1))
        try connection.run("SELECT 1", before: .now + .seconds(1))
      }
      #expect(error?.isDisconnection == true)
    }
  }
}
