import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server for tests, in a temporary folder, on a Unix socket and a free port of the loopback interface.
///
/// A shell watches over the server, and ends it and removes the folder as soon as the test process is gone, however
/// that ended. If the shell itself is killed, the kernel ends the server.
package final class PostgresServer: Sendable {
  /// How an address leads to the server.
  package enum Route: Sendable {
    /// The Unix socket, without a password.
    case socket
    /// The loopback interface, with a password, and encrypted as the address says.
    case network
  }

  /// A server could not be started, or did not do what it was told.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The role that owns everything.
  package static let user = "tessera"
  /// The role's password.
  package static let password = "correct-horse-battery"

  /// The folder of the Unix socket.
  package let folder: String
  package let port: Int
  /// The path of the server's certificate for `localhost`, which is its own certificate authority.
  package var certificate: String { folder + "/server.crt" }

  /// The connection to the shell; -1 after the server was stopped.
  private let shell: Mutex<Int32>
  private let process: pid_t

  // MARK: Starting

  /// Whether PostgreSQL, and what the server needs besides, is on this machine.
  package static var isInstalled: Bool { programs != nil }

  private static let sharedServer = Result { try PostgresServer() }

  /// Returns the server of the test process, which starts when it is first used. It does not survive a crash of the
  /// machine, as writing to disk takes long.
  package static func shared() throws -> PostgresServer { try sharedServer.get() }

  /// Starts a server.
  /// - Parameter isDurable: Whether what was committed survives a crash.
  package init(isDurable: Bool = false) throws {
    guard let programs = Self.programs else { throw Failure(description: "PostgreSQL is not on this machine") }
    var pattern = Array("/tmp/tessera-postgres-XXXXXX".utf8CString)
    // The path of a Unix socket has at most 107 bytes, which other temporary folders may exceed.
    guard mkdtemp(&pattern) != nil else { throw Failure(description: String(cString: strerror(errno))) }
    folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    port = try Self.freePort()
    let words = [
      "/bin/sh", "-c", Self.script, "postgres-of-tests", folder, programs, String(port), isDurable ? "on" : "off",
      Self.user, Self.password,
    ]
    let (socket, process) = try Self.start(words)
    self.process = process
    shell = Mutex(socket)
    do {
      try expectAnswer(of: "start")
    } catch {
      stop()
      throw error
    }
  }

  deinit { stop() }

  /// The folder of PostgreSQL's programs: of the newest version.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }
    let needed = ["/usr/bin/setpriv", "/usr/bin/openssl"]
    guard needed.allSatisfy(FileManager.default.isExecutableFile), geteuid() != 0 || getpwnam("postgres") != nil
    else { return nil }
    return versions.sorted(by: >).map { "\(root)/\($0)/bin" }.first {
      FileManager.default.isExecutableFile(atPath: $0 + "/postgres")
        && FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
    }
  }()

  /// Starts a program whose standard input is a socket.
  ///
  /// Foundation's `Process` would leave the other end of its pipe to programs that start at the same time.
  private static func start(_ words: [String]) throws -> (socket: Int32, process: pid_t) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(description: String(cString: strerror(errno))) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    // Who runs the tests may read their output until its end.
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let problem = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
    guard problem == 0 else {
      close(ends[0])
      throw Failure(description: String(cString: strerror(problem)))
    }
    return (ends[0], process)
  }

  /// Returns a port that nothing uses, and that the system gives to no other server and no client: the database takes it
  /// only after its data folder was made, and leaves it while it is stopped.
  private static func freePort() throws -> Int {
    let range = try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)
    let first = range?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) } ?? 32_768
    for _ in 0..<100 {
      let port = Int.random(in: 10_000..<max(first, 10_100))
      if isFree(port) { return port }
    }
    throw Failure(description: "No port is free")
  }

  private static func isFree(_ port: Int) -> Bool {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    // What a server does, too: connections that have just ended do not matter.
    var isReusing: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReusing, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 }
    }
  }

  // MARK: Using

  /// Creates an empty database.
  /// - Returns: Its address.
  package func makeDatabase(over route: Route = .socket) throws -> String {
    let name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
    try tell("database \(name)")
    return address(ofDatabase: name, over: route)
  }

  /// Returns an address.
  package func address(ofDatabase name: String, over route: Route) -> String {
    switch route {
    case .socket: "postgresql://\(Self.user)@/\(name)?host=\(folder)&port=\(port)"
    case .network: "postgresql://\(Self.user):\(Self.password)@localhost:\(port)/\(name)?sslrootcert=\(certificate)"
    }
  }

  /// Stops the server, and starts it again with its data.
  /// - Parameter isCrash: Whether it stops without finishing anything. Otherwise it closes its connections properly.
  package func restart(isCrash: Bool = false) throws { try tell("restart \(isCrash ? "QUIT" : "INT")") }

  /// Stops the server without finishing anything, until it is restarted.
  package func halt() throws { try tell("halt") }

  /// Stops the server for good, and removes its data.
  package func stop() {
    shell.withLock { shell in
      guard shell >= 0 else { return }
      close(shell)
      shell = -1
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
  }

  private func tell(_ command: String) throws {
    try shell.withLock { shell in
      let line = Array((command + "\n").utf8)
      guard send(shell, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
        throw Failure(description: "The server is stopped")
      }
      try Self.readAnswer(from: shell, to: command)
    }
  }

  private func expectAnswer(of command: String) throws {
    try shell.withLock { try Self.readAnswer(from: $0, to: command) }
  }

  /// Reads the shell's answer, which is a line.
  private static func readAnswer(from shell: Int32, to command: String) throws {
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while answer.last != UInt8(ascii: "\n") {
      let count = read(shell, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { break }
      answer.append(byte)
    }
    let text = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard text == "done" else { throw Failure(description: "PostgreSQL: '\(command)' failed: \(text)") }
  }

  /// What the shell does. It answers each command with a line, and ends with its standard input.
  private static let script = #"""
    folder=$1 programs=$2 port=$3 fsync=$4 user=$5 password=$6 server=
    log=$folder/log
    # An interrupt of the terminal goes to all processes. The shell has to clean up.
    trap : HUP INT TERM
    cd "$folder"
    if [ "$(id -u)" = 0 ]; then
      # PostgreSQL refuses to run as root.
      chown postgres "$folder"
      prefix="setpriv --reuid=postgres --regid=postgres --init-groups --pdeathsig QUIT"
    else
      prefix="setpriv --pdeathsig QUIT"
    fi
    chmod 755 "$folder"

    answer() { echo "$1" >&0; }
    fail() { answer "$1: $(tail -n 3 "$log" | tr '\n' ' ')"; }

    halt() {
      [ -z "$server" ] && return
      kill -"$1" "$server"
      while kill -0 "$server" 2>/dev/null; do wait "$server"; done
      server=
    }

    finish() {
      trap '' HUP INT TERM
      halt QUIT
      rm -rf "$folder"
    }
    trap finish EXIT

    start() {
      $prefix "$programs/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories="$folder" -c fsync="$fsync" -c synchronous_commit="$fsync" \
        -c full_page_writes="$fsync" -c shared_buffers=16MB -c ssl=on -c ssl_cert_file="$folder/server.crt" \
        -c ssl_key_file="$folder/server.key" -c log_min_messages=fatal </dev/null >>"$log" 2>&1 &
      server=$!
      until "$programs/pg_isready" -q -h "$folder" -p "$port" -U "$user" -d postgres; do
        kill -0 "$server" 2>/dev/null || { server=; return 1; }
        sleep 0.05
      done
    }

    echo "$password" >password
    {
      $prefix "$programs/initdb" -D "$folder/data" -U "$user" --pwfile=password -A trust --locale=C.UTF-8 -E UTF8 \
        --no-sync --no-instructions &&
      $prefix openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout server.key -out server.crt &&
      $prefix chmod 600 server.key &&
      printf 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n' >data/pg_hba.conf
    } </dev/null >>"$log" 2>&1 || { fail "no data folder"; exit 1; }
    start || { fail "no start"; exit 1; }
    answer done

    # An interrupt ends 'read', too.
    while read -r command argument; do
      case $command in
        database) "$programs/createdb" -h "$folder" -p "$port" -U "$user" "$argument" >>"$log" 2>&1 </dev/null ;;
        restart) halt "$argument"; start ;;
        halt) halt QUIT ;;
      esac && answer done || fail "no success"
    done
    """#
}
