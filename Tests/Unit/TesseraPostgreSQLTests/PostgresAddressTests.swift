import Foundation
import Testing

@testable import TesseraPostgreSQL

@Suite("The address of a database")
struct PostgresAddressTests {
  /// Returns the parameters for the first server.
  private func parameters(_ text: String) throws -> [String: String] {
    let address = try PostgresAddress(text)
    return address.parameters(for: try #require(address.hosts.first))
  }

  @Test(
    arguments: [
      ("postgresql://a@db.example/x", "verify-full"), ("postgres://db.example", "verify-full"),
      ("host=10.0.0.1 dbname=x", "verify-full"), ("hostaddr=10.0.0.1", "verify-full"),
      ("postgresql://localhost/x", "verify-full"), ("host=/run/db,db.example", "verify-full"),
      ("host=/run/db hostaddr=10.0.0.1", "verify-full"),
      ("postgresql://db.example/x?sslmode=disable", "disable"), ("host=db.example sslmode=prefer", "prefer"),
      ("postgresql://db.example/x?ssl=true", "require"),
      ("host=/run/db dbname=x", nil), ("postgresql:///x?host=/run/db", nil), ("host=@db", nil),
      ("postgresql://%2Frun%2Fdb/x", nil), ("host=/run/a,/run/b", nil),
    ] as [(String, String?)])
  func `a server on the network has to prove its name unless the address says otherwise`(text: String, mode: String?)
    throws
  {
    let parameters = try parameters(text)
    #expect(parameters["sslmode"] == mode)
    let authorities = "/etc/ssl/certs/ca-certificates.crt"
    let isChecked = mode == "verify-full" && FileManager.default.fileExists(atPath: authorities)
    #expect(parameters["sslrootcert"] == (isChecked ? authorities : nil))
  }

  @Test func `Usual parameters can be replaced, but not the encoding`() throws {
    let usual = try parameters("host=db.example")
    #expect(usual["application_name"] == "tessera")
    #expect(usual["tcp_user_timeout"] == "3000")
    #expect(usual["client_encoding"] == "UTF8")
    let others = try parameters(
      "host=db.example application_name=it tcp_user_timeout=0 client_encoding=LATIN1 sslrootcert=/a connect_timeout=9"
    )
    #expect(others["application_name"] == "it")
    #expect(others["tcp_user_timeout"] == "0")
    #expect(others["client_encoding"] == "UTF8")
    #expect(others["sslrootcert"] == "/a")
    #expect(others["connect_timeout"] == "9")
  }

  @Test func `Servers are tried one by one`() throws {
    let address = try PostgresAddress("postgresql://one.example:1,two.example:2,three.example/x")
    #expect(address.hosts.map(\.name) == ["one.example", "two.example", "three.example"])
    #expect(address.hosts.map(\.port) == ["1", "2", ""])
    #expect(address.description == "one.example:1,two.example:2,three.example/x")
    #expect(try PostgresAddress("host=a,b port=7").hosts.map(\.port) == ["7", "7"])
  }

  @Test(arguments: [
    "", " ", "db.example", "postgresql://a:hunter2@[::1/x", "password=hunter2 fish host=x", "hunter2=fish",
    "postgresql://a:hun/ter2@db.example/x", "postgresql://a:12/hunter2@db.example/x",
    "postgresql://a:hun@ter2@db.example/x", "postgresql://a:b@h/x?hunter2", "postgresql://a:%zzhunter2@h/x",
    "host=a,b port=1,2,3", "host=a port=hunter2", "host=a port=0", "host=a port=65536", "host=a sslmode=hunter2",
    "host=a connect_timeout=hunter2", "service=hunter2", "host=a\0hunter2",
  ])
  func `a bad address is refused, and nothing of it is quoted`(text: String) throws {
    let error = try #require(failure { _ = try PostgresAddress(text) })
    #expect(error.kind == .address)
    #expect(!error.message.contains("hun"))
    #expect(!error.message.contains("ter2"))
  }

  @Test(arguments: [
    "postgresql://a:hunter2@db.example/x", "postgresql://db.example/x?password=hunter2&sslpassword=other",
    "user=a password='hunter2' host=hunter2.example dbname=hunter2", "postgresql://a:hunter%32@db.example/x",
  ])
  func `no description shows the password`(text: String) throws {
    let address = try PostgresAddress(text)
    var dumped = ""
    dump(address, to: &dumped)
    for shown in ["\(address)", String(reflecting: address), "\([address])", "\(Optional(address) as Any)", dumped] {
      #expect(!shown.contains("hunter2"))
    }
    #expect(address.scrubbed("no role for hunter2 at hunter2") == "no role for … at …")
  }

  @Test func `A password that is a part of every message leaves nothing of it`() throws {
    let address = try PostgresAddress("host=db.example password=e")
    #expect(!address.scrubbed("the server refused").contains("e"))
    #expect(try PostgresAddress("host=x password=…").scrubbed("a … b") == "")
  }
}
