import CPostgreSQL
import Foundation

/// Where a database is, and how to sign in.
///
/// Connections over a network are encrypted, and the server has to prove its name, unless the address itself has
/// another `sslmode`. Whatever else an address does not say is taken from libpq's environment variables, such as
/// `PGUSER`, and passwords from `~/.pgpass`.
package struct PostgresAddress: Sendable, Hashable {
  /// libpq's parameters.
  private let parameters: [String: String]
  /// The servers, in the order in which they are tried.
  let hosts: [Host]

  /// A server of an address.
  struct Host: Sendable, Hashable {
    /// A name, or the folder of a Unix socket; empty for the usual folder.
    var name: String
    /// An IP address, which saves looking up the name; or empty.
    var address: String
    /// Empty for the usual port.
    var port: String

    /// Whether the name is a folder or an abstract socket.
    var isLocal: Bool { address.isEmpty && (name.isEmpty || name.hasPrefix("/") || name.hasPrefix("@")) }
  }

  /// Reads an address.
  /// - Parameter text: A URL `postgresql://user:password@host:port/database`, or `keyword=value` pairs, as libpq reads
  ///   them.
  /// - Throws: ``PostgresError`` of the kind `address`, which quotes nothing that could be part of a password.
  package init(_ text: String) throws(PostgresError) {
    var parameters = try Self.parse(text)
    // libpq would take these from the environment later, when it is too late to see whether the network is used.
    let environment = Self.defaults()
    for keyword in ["host", "hostaddr", "port"] where parameters[keyword] == nil {
      parameters[keyword] = environment[keyword]
    }
    hosts = try Self.hosts(of: parameters)
    if !hosts.allSatisfy(\.isLocal) {
      let mode = parameters["sslmode"] ?? "verify-full"
      parameters["sslmode"] = mode
      if mode.hasPrefix("verify-"), parameters["sslrootcert"] == nil,
        FileManager.default.fileExists(atPath: Self.certificateAuthorities)
      {
        parameters["sslrootcert"] = Self.certificateAuthorities
      }
    }
    // Every result is decoded as UTF-8.
    parameters["client_encoding"] = "UTF8"
    self.parameters = parameters.merging(Self.usual) { given, _ in given }
  }

  /// Debian's certificate authorities. libpq has no other default than a file in the home folder.
  private static let certificateAuthorities = "/etc/ssl/certs/ca-certificates.crt"

  /// The parameters of addresses that do not have them. They notice a dead server within some seconds.
  private static let usual = [
    "application_name": "tessera",
    // In seconds, for each server.
    "connect_timeout": "5",
    // In milliseconds.
    "tcp_user_timeout": "3000",
    "keepalives": "1",
    // In seconds.
    "keepalives_idle": "1",
    "keepalives_interval": "1",
    "keepalives_count": "2",
    // Asking a Kerberos server has no deadline.
    "gssencmode": "disable",
  ]

  // MARK: Reading

  private static func parse(_ text: String) throws(PostgresError) -> [String: String] {
    guard !text.utf8.contains(0), !text.allSatisfy(\.isWhitespace) else {
      throw PostgresError(.address, "The address of the database is empty or has a null character")
    }
    guard !hasStrayAt(text) else {
      throw PostgresError(
        .address, "The address of the database has a second '@': write the ones of names and passwords as '%40'")
    }
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &message)
    // The message quotes words, which may be those of a password with blanks.
    if let message { PQfreemem(message) }
    guard let options else {
      throw PostgresError(
        .address,
        "The address of the database is neither a URL 'postgresql://user:password@host:port/database' nor a list of "
          + "'keyword=value' that libpq can read")
    }
    defer { PQconninfoFree(options) }
    let parameters = values(of: options)
    guard parameters["service"] == nil else {
      throw PostgresError(.address, "The address of the database names a 'service', which is not supported")
    }
    let modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
    if let mode = parameters["sslmode"], !modes.contains(mode) {
      throw PostgresError(
        .address, "The 'sslmode' of the database's address is none of \(modes.joined(separator: ", "))")
    }
    if let seconds = parameters["connect_timeout"], Int32(seconds) == nil {
      throw PostgresError(.address, "The 'connect_timeout' of the database's address is not a whole number of seconds")
    }
    return parameters
  }

  /// Whether a URL has an `@` after the one that ends the password. libpq would take a part of the password for the
  /// host or the database, and messages would show it.
  private static func hasStrayAt(_ text: String) -> Bool {
    guard let scheme = ["postgres://", "postgresql://"].first(where: { text.hasPrefix($0) }) else { return false }
    var rest = text.dropFirst(scheme.count)
    if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
      rest = rest[rest.index(after: end)...]
    }
    return rest.prefix { $0 != "?" }.contains("@")
  }

  private static func hosts(of parameters: [String: String]) throws(PostgresError) -> [Host] {
    func list(_ keyword: String) -> [String] {
      parameters[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }
    let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(names.count, addresses.count, 1)
    guard names.isEmpty || names.count == count, addresses.isEmpty || addresses.count == count,
      ports.count <= 1 || ports.count == count
    else { throw PostgresError(.address, "The address of the database has not as many ports as hosts") }
    guard ports.allSatisfy({ $0.isEmpty || UInt16($0) ?? 0 > 0 }) else {
      throw PostgresError(.address, "The port of the database is not a number from 1 to 65535")
    }
    return (0..<count).map { index in
      Host(
        name: names.isEmpty ? "" : names[index], address: addresses.isEmpty ? "" : addresses[index],
        port: ports.isEmpty ? "" : ports.count == 1 ? ports[0] : ports[index])
    }
  }

  private static func defaults() -> [String: String] {
    guard let options = PQconndefaults() else { return [:] }
    defer { PQconninfoFree(options) }
    return values(of: options)
  }

  private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val, value.pointee != 0 {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return values
  }

  // MARK: Connecting

  /// The longest time for connecting to one of the servers; nil for no other limit than the deadline.
  var connectTimeout: Duration? {
    guard let seconds = parameters["connect_timeout"].flatMap({ Int32($0) }), seconds > 0 else { return nil }
    return .seconds(seconds)
  }

  /// libpq's parameters for one of the servers.
  func parameters(for host: Host) -> [String: String] {
    var parameters = parameters
    parameters["host"] = host.name
    parameters["hostaddr"] = host.address
    parameters["port"] = host.port
    return parameters.filter { !$0.value.isEmpty }
  }

  // MARK: Secrets

  /// Removes the passwords from a message of libpq or of the server.
  /// - Parameter password: The password of a connection, which the address need not have.
  func scrubbed(_ message: String, of password: String = "") -> String {
    let secrets = [password, parameters["password"], parameters["sslpassword"]].compactMap { $0 }.filter { !$0.isEmpty }
    let scrubbed = secrets.reduce(message) { $0.replacing($1, with: "…") }
    // A password of few characters may occur in what is left.
    return secrets.contains { scrubbed.contains($0) } ? "" : scrubbed
  }
}

extension PostgresAddress: CustomStringConvertible, CustomReflectable {
  /// The servers, ports and database, without what is secret.
  package var description: String {
    let authorities = hosts.map { host in
      [host.name.isEmpty ? host.address : host.name, host.port].filter { !$0.isEmpty }.joined(separator: ":")
    }
    return scrubbed("\(authorities.joined(separator: ","))/\(parameters["dbname"] ?? "")")
  }

  /// Hides the parameters from debuggers, test reports and `dump`.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
