import TesseraPostgresServer
import TesseraTestSupport
import Testing

@testable import TesseraPostgreSQL

@Suite("Values of a database")
struct PostgresValueTests {
  @Test(
    .enabled(if: PostgresServer.isInstalled, absence),
    arguments: [
      .bool(true), .bool(false), .integer(0), .integer(.min), .integer(.max), .double(0), .double(-1.5),
      .double(.infinity), .double(.leastNonzeroMagnitude), .text(""), .text("Grüße, 世界 👋🏽"), .text("a'b\\c\n"),
      .bytes([]), .bytes(Array(0...255)), .texts([]), .texts(["", "a,b", "{\"}", "NULL", "ü"]),
    ] as [PostgresValue])
  func `a parameter returns unchanged`(value: PostgresValue) throws {
    let connection = try newConnection()
    let row = try #require(try connection.run("SELECT $1 AS value", [value], before: far).rows.first)
    #expect(try row.value("value") == value)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, absence))
  func `All supported types are read`() throws {
    let connection = try newConnection()
    let result = try connection.run(
      """
      SELECT 1::int2 AS a, -2::int4 AS b, 1.5::float4 AS c, 'x'::varchar AS d, 'y'::char(2) AS e, 'z'::name AS f,
        '{"k": 1}'::json AS g, '{"k": 1}'::jsonb AS h, '0c5d2a1e-9f00-4abc-8def-0123456789ab'::uuid AS i,
        NULL::text[] AS j, pg_notify('nobody', '') AS k, 'literal' AS l, $1::int4 AS m
      """, [.null], before: far)
    let row = try #require(result.rows.first)
    #expect(try row.integer("a") == 1)
    #expect(try row.integer("b") == -2)
    #expect(try row.double("c") == 1.5)
    #expect(try row.text("d") == "x")
    #expect(try row.text("e") == "y ")
    #expect(try row.text("f") == "z")
    #expect(try row.text("g") == "{\"k\": 1}")
    #expect(try row.text("h") == "{\"k\": 1}")
    #expect(try row.text("i") == "0c5d2a1e-9f00-4abc-8def-0123456789ab")
    #expect(try row.optionalTexts("j") == nil)
    #expect(try row.value("k") == .null)
    #expect(try row.text("l") == "literal")
    #expect(try row.optionalInteger("m") == nil)
    #expect(failure { _ = try row.integer("d") }?.kind == .unexpected)
    #expect(failure { _ = try row.integer("m") }?.message == "The column 'm' is NULL")
    #expect(failure { _ = try row.optionalText("n") }?.message == "The result has no column 'n'")
  }

  @Test(.enabled(if: PostgresServer.isInstalled, absence))
  func `A type that is not supported is named with its column, and needs a cast`() throws {
    let connection = try newConnection()
    let error = failure { try connection.run("SELECT now() AS moment WHERE false", before: far) }
    #expect(error?.kind == .unexpected)
    #expect(error?.message.contains("'moment'") == true)
    #expect(try connection.run("SELECT now()::text AS moment", before: far).rows.count == 1)
    #expect(failure { try connection.run("SELECT ARRAY['a', NULL] AS list", before: far) }?.kind == .unexpected)
    #expect(connection.isUsable)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, absence))
  func `Eight megabytes return unchanged`() throws {
    let connection = try newConnection()
    var bytes = [UInt8](repeating: 0, count: 8 << 20)
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 31 >> 3) }
    try connection.execute(script: "CREATE TABLE files (content bytea)", before: far)
    #expect(try connection.run("INSERT INTO files VALUES ($1)", [.bytes(bytes)], before: far).count == 1)
    let rows = try connection.run("SELECT content FROM files", before: far).rows
    #expect(try rows.first?.bytes("content") == bytes)
  }

  /// The numbers of all types that the decoder has an opinion on, and of two that it has not.
  private static let types: [UInt32] = [
    16, 17, 18, 19, 20, 21, 23, 25, 114, 700, 701, 705, 1009, 1042, 1043, 1184, 2278, 2950, 3802,
  ]

  @Test(arguments: types)
  func `bytes of any length and content are decoded or refused`(type: UInt32) {
    var generator = SeededGenerator(seed: UInt64(type))
    for length in 0..<80 {
      for _ in 0..<5 {
        let bytes = (0..<length).map { _ in
          [0, 1, 25, 255, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
        }
        _ = bytes.withUnsafeBytes { PostgresDecoder.value(of: $0, type: type) }
      }
    }
  }

  @Test(arguments: 0..<41)
  func `an array with a wrong length is refused`(length: Int) {
    // One dimension, no NULLs, text, two elements from index 1: "abcdef" and "ghijkl".
    let array: [UInt8] =
      [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 2, 0, 0, 0, 1]
      + [0, 0, 0, 6] + Array("abcdef".utf8) + [0, 0, 0, 6] + Array("ghijkl".utf8)
    let decoded = array.prefix(length).withUnsafeBytes { PostgresDecoder.value(of: $0, type: 1009) }
    #expect(decoded == (length == array.count ? .texts(["abcdef", "ghijkl"]) : nil))
    // A length beyond all memory.
    var hostile = array
    hostile.replaceSubrange(12..<16, with: [127, 255, 255, 255])
    #expect(hostile.withUnsafeBytes { PostgresDecoder.value(of: $0, type: 1009) } == nil)
    hostile.replaceSubrange(20..<24, with: [255, 255, 255, 254])
    #expect(hostile.withUnsafeBytes { PostgresDecoder.value(of: $0, type: 1009) } == nil)
  }
}
